"""The table, panel by panel: pure functions from a `TableView` to HTML, and the handles the page's script works with.

`render(table, language)` gives every panel of the table by the id of its element. The value is the whole element (its
outer HTML); a panel that has nothing to show is still there, `hidden`. `land`, `lit`, `pieces` and `targets` are SVG
`<g>` elements and must be parsed inside an `<svg>`; the others are HTML.

    defs head prompt land lit pieces targets rail bank dice log chat hand actions choice offer players pause summary
    room tabs notice people

`defs` holds the symbols that the others `use`; `players` is the sheet of a phone with every figure of every player;
`pause` is the banner over a game that is interrupted; `room` is the waiting room; `tabs` the bar at the foot of a
phone; the turns of the `log` are sent each as a panel of its own, `log-<turn>`, and the page puts them into the log;
`notice` says who is away, for whom the table waits and for whom a bot plays; `people` is the dialog with all seats.

Handles: what the script does when an element that carries one is clicked, tapped, or chosen with Enter or Space
----------------------------------------------------------------------------------------------------------------

Playing

- `data-notation="road 0,0,NE"`: sends `play` with this text. With `data-then="offer"` the script opens that form once
  the move is acknowledged ("change the offer" withdraws it and opens the composer with what it held).
- `data-verb="road"` on a button: arms the verb, that is, sets `data-armed="road"` on `<body>` (or removes it, if it was
  armed); the style sheet then shows the targets of that verb. Esc, a sent move and a version without targets of
  the verb disarm. The targets themselves (`#targets [data-notation][data-verb]`) are always in the document;
  `#targets[data-forced]` shows them without arming (set-up, robber, free roads).
  Those with `data-loose` can also be chosen while nothing is armed: they show when pointed at.
- `data-together="2" data-rank="3"` on a target: so many of these are chosen, in any order (`data-chosen`). Once they
  are, their notations are sent in turn, by rank.
- `data-form="offer"` on a button: opens that form, that is, sets `data-open="offer"` on `<body>`; `data-close` closes
  what is open (and Esc does). `#offer[data-live]` and `#choice[data-live]` are shown without being opened.
- `data-why="city"` (a verb or a notation): asks why not. Where the page knows the reason the button also has
  `popovertarget="why-city"` and the browser opens it by itself: the script then does nothing. Otherwise it sends
  `why` with the text and shows the answer's message and rule in `#whynot` (an empty popover of the page with
  `[data-why-text]`, `[data-why-rule]` inside). A button with `data-why` is `aria-disabled`, never `disabled`, and
  sends nothing else.
- `data-do="undo|redo|start|rematch|leave|bot|open|lock|unlock|host|stand-in|back|here|vote|pause|resume|chat"` with
  `data-seat` and `data-text` where the command has them: sends that command. `<form data-do="sit|chat">` sends its
  field `text` when submitted and, for chat, empties it. A line that is refused comes back into the field, or stays in
  `#unsaid` (made from `#unsaid-line`) if the next one has been begun there.
  Every such form also works without script (`action`, `method="post"`).
- `data-key="R"`: the letter that clicks this element, if no text field has the focus: R S C D (build, buy), T trade,
  U undo, Y redo, E end or roll, Esc (`data-key="Escape"`), `?` (`data-key="?"`, keys and help). With several, the
  first that is visible.
- `data-confirm`: one tap shows, a second tap or the tick acts (targets on touch screens); the script's matter.

Forms of goods: `<form data-form="offer|counter|discard|plenty">`

- `data-prefix="discard"`: the first word of what is sent. A line of cards has `data-side="give"` or
  `data-side="want"` (a form with one line only has `give`). Each good has a button in its tray,
  `.pick[data-good="ore"][data-max="4"][data-step="-1"]`, which takes one card back and is shown while one is chosen
  (class `some`); its `[data-count]` is the number chosen (empty for none).
- `data-adds="ore"`: chooses one card more of this good. Inside a form it does so for its line. In the hand it does so
  for the form with `data-hand`: the choice that is due, else the counter-offer, else the offer, which it opens. The
  script marks the card with `data-chosen` and writes the number into its `.taken`.
- `[data-says]` in a line is a live region: the script writes there which cards are chosen.
- `data-need="4"`: the total that must be chosen, exactly. Without it each side needs at least one, and no good may be
  on both sides. `data-most="3"`: the most that may be given.
- The script keeps: the text of `[data-count]`, the class `some` on the pick, `aria-disabled` on `[data-adds]` where no
  more can be chosen (by `data-max`, `data-need`, `data-most`), the text of `[data-total="give"]` (a number) and
  `[data-rest="give"]` (the number of `data-have` less the total), and `aria-disabled` on `[data-send]`.
- `button[data-to="1"][aria-pressed]`: to whom. All pressed (or none there): the `to` part is left out. With none
  pressed nothing can be sent.
- `[data-send]` sends `play` with `<prefix> GIVE`, or `<prefix> GIVE for WANT`, and ` to 1 3` behind it, where goods are
  written in the order of the tray: `ore*2 wool` (`*n` only for more than one).
- `data-fill='{"give": {"wool": 4}, "want": {"ore": 1}}'` on a button: puts these numbers into the form around it.

What the script owns and a morph must leave alone

- `data-keep="offer-12"`: the element keeps its own content, value and pressed state for as long as `data-keep` says
  the same in the old and the new document; when it differs the new element replaces it. After a morph the script goes
  over each form again (limits may have changed) and cuts numbers above `data-max`.
- Rows: an element with `data-rows="rail"` holds rows whose ids are `rail-0`, `rail-1`, …; they come as panels of their
  own, and one that comes first is made at the end. See `rows.Rows`.
- Scroll: `[data-tail]` is a scrolled list that stays at its end if it was there.
- Attributes of `<body>`: `data-armed`, `data-open`, `data-tab`, `data-drawer`, `data-link="up|down"`; of `<html>`:
  `data-theme`. They are the script's; no panel writes them.

Parts of the page

- `data-tab="build|trade|log|chat|players"`: sets `data-tab` on `<body>`: on a phone which sheet is up, on a desk
  whether the log or the chat is. `data-drawer="side"` toggles `data-drawer` on `<body>` (the right column below 1200
  px).
- `data-setting="theme|sound|language|offers"` with `data-value`: a setting of this browser. `offers` is the standing
  answer to offers: `ask`, `bots` (refuse those of bots) or `all`. The script refuses with the notation in
  `#offer[data-refuse]`, once for each `data-offer`, after a random delay within the seconds of `data-delay`; `data-by`
  says whether a `bot` or a `person` offers. `sound` and `theme` without `data-value` toggle; the button shows its
  state by `aria-pressed`.
- `data-copy="#share-link"`: copies the value or text of that element and says so in `#said` (a polite live region).
- `data-zoom="in|out|fit"`: the board's size. `#land` has `data-box="x y width height"` (its tight box in board units)
  and `data-solid="[[x0, y0, x1, y1], ...]"` (boxes that no panel may cover); elements with `data-wall` are the
  panels.
- `.target[data-tip]` holds the HTML of the tip to show beside the place while it has pointer or focus (in `#tip`).
- `[data-clock="2"]` is the clock of seat 2, `data-mine` marks the reader's own. The script writes what is left into
  `[data-left]` and sets `data-runs`, `data-answer` (out of turn), `data-low` (ten seconds) and `data-up` (time is up).
- `[data-countdown="58"]` is the time in seconds until a wait is over; the script counts down from there.
- `data-badge="chat"`: the script writes the number of unread lines there and hides it at none; `#chat [data-number]`
  dates them.

States as read by style sheet and script: `#head[data-stage="waiting|playing|over"]`,
`#actions[data-turn="mine|other"]`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final

from markupsafe import Markup

from bastide.server.common.model import TableView
from bastide.web.panels import chat, head, notice, room, seats
from bastide.web.panels.desk import Desk, words_at
from bastide.web.panels.families import FAMILIES, family_at
from bastide.web.panels.html import tag


def defs(desk: Desk) -> Markup:
    """The symbols that the drawings of this table use."""
    return family_at(desk.table).defs(desk)


GAME_PANELS: Final = (
    "prompt",
    "land",
    "lit",
    "pieces",
    "targets",
    "rail",
    "bank",
    "west",
    "dice",
    "east",
    "log",
    "hand",
    "actions",
    "choice",
    "offer",
    "players",
    "pause",
    "summary",
    "tabs",
)
"""The panels that need a game, drawn by its family; until then they are empty and hidden."""
TABLE_PANELS: Final[dict[str, Callable[[Desk], Markup]]] = {
    "defs": defs,
    "head": head.head,
    "chat": chat.chat,
    "room": room.room,
    "notice": notice.notice,
    "people": seats.people,
}
"""The panels that exist without a game."""
EMPTY: Final[dict[str, str]] = {
    "land": "g",
    "lit": "g",
    "pieces": "g",
    "targets": "g",
    "rail": "ol",
    "log": "div",
    "tabs": "footer",
    "west": "div",
    "east": "div",
}
"""The elements of panels that are no `<section>`."""
IDS: Final = ("defs", "head", *GAME_PANELS, "chat", "room", "notice", "people")
"""Every panel, in the order of the page."""


def render(table: TableView, language: str, unseen: Collection[str] = ()) -> dict[str, str]:
    """Every panel of a table for one viewer in one language, but for the unseen ones: the outer HTML by its id."""
    desk = Desk(table, words_at(table, language))
    return {name: str(draw(name, desk)) for name in IDS if name not in unseen}


def draw(name: str, desk: Desk) -> Markup:
    """One panel."""
    if name in TABLE_PANELS:
        return TABLE_PANELS[name](desk)
    view = desk.table.view
    return blank(name) if view is None else panel_of(view.family, name)(desk, view)


def panel_of(family: str, name: str) -> Callable[[Desk, Any], Markup]:
    """The renderer of a family's panel; blank if the family does not use it."""
    return FAMILIES[family].panels.get(name, lambda desk, view: blank(name))


def blank(name: str) -> Markup:
    """A panel with no content."""
    element = EMPTY.get(name, "section")
    return tag(element, id=name) if element == "g" else tag(element, id=name, hidden=True)
