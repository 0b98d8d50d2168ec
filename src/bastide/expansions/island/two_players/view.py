"""How Catan for Two is shown: trade tokens and their use, the two rolls of a turn, what neutral colours build."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from bastide.catan.base.island import ROAD, Island
from bastide.expansions.island.two_players.rules.state import TwoPlayersState
from bastide.kernel.state import AGENDA, DEPTH, FRAME, Event
from bastide.view.island.glance import Glance
from bastide.view.island.model import IslandView
from bastide.view.island.module_view import HEX, NUMBER, Fields, ModuleView
from bastide.view.island.tips import tip
from bastide.view.lines import pair
from bastide.view.model import Arg, Choice, Option, Reason, Say, Target
from bastide.view.styles import PieceStyle, Styles
from bastide.view.words import Words

FORCED: Final = "two_players_forced"
"""The event of a forced trade, and the key of its name."""
EVENTS: Final[Mapping[str, Fields]] = {
    FORCED: (("paid", NUMBER),),
    "two_players_returns": (),
    "two_players_banished": (("paid", NUMBER), ("hex", HEX)),
    "two_players_off": (("paid", NUMBER),),
    "two_players_retired": (),
    "two_players_tokens": (("count", NUMBER),),
    "two_players_nothing": (),
}
LINES: Final = {
    FORCED: ("trade", Say("{player} forces a trade, for {count} {count:trade token|trade tokens}")),
    "two_players_banished": (
        "robber",
        Say("{player} sends the robber to the {terrain}, for {count} {count:trade token|trade tokens}"),
    ),
    "two_players_off": (
        "robber",
        Say("{player} sends the robber off the board, for {count} {count:trade token|trade tokens}"),
    ),
    "two_players_retired": ("army", Say("{player} gives up a knight")),
    "two_players_tokens": ("trade", Say("{player} takes {count} {count:trade token|trade tokens}")),
    "two_players_nothing": ("road", Say("No neutral colour can build")),
}
HINTS: Final = {
    "forced-trade": Say("take two random cards from your opponent and give two back"),
    "banish": Say("send the robber where it robs nobody"),
    "retire": Say("give up a played knight for two trade tokens"),
    "neutral": Say("this neutral colour builds"),
    "neutral-road": Say("build a road of the neutral colour"),
    "neutral-settle": Say("build a settlement of the neutral colour"),
}
PATH, SITE = "two_players_path", "two_players_site"
"""The marks where a neutral colour may build, in the colour of nobody."""
PIECES: Final = {"neutral-road": ("road", PATH), "neutral-settle": ("settlement", SITE)}
"""By verb, the neutral piece, and the mark at its places."""
ASKED: Final = {
    "road": Say("Which neutral colour builds a road?"),
    "settlement": Say("Which neutral colour builds a settlement?"),
}
BUILD: Final = {"road": Say("Build a road for {owner}."), "settlement": Say("Build a settlement for {owner}.")}
BUILDING: Final = {
    "road": Say("{player} builds a road for {owner}."),
    "settlement": Say("{player} builds a settlement for {owner}."),
}
"""What is asked, by the neutral piece; the last is what the others read."""
USES: Final = ("forced-trade", "banish", "retire")
"""What tokens buy, and what brings some."""


class Use(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to do with tokens: what to send, or that a place is to be chosen, or why it is not possible now."""

    verb: str
    notation: str | None = None
    places: bool = False
    reason: Reason | None = None


class TwoPlayersView(msgspec.Struct, frozen=True):
    """The tokens of each player and of the supply, and what a token action costs each player; without tokens, nobody
    has any, nor do they cost anything.

    `numbers` are those of this turn so far, `left` is how many are still to come. `uses` are the viewer's.
    """

    tokens: list[int]
    supply: int
    prices: list[int]
    numbers: list[int]
    left: int
    uses: list[Use]


class TwoPlayersShown(ModuleView):
    """How the variant is shown."""

    reasons: Mapping[str, Say] = {"tokens": Say("It leaves you with more trade tokens.")}
    fields = EVENTS
    plain = LINES
    hints = HINTS
    styles = Styles(
        pieces={
            PATH: PieceStyle(figure=True, mark=True, edge=True),
            SITE: PieceStyle(figure=True, mark=True, ground=True),
        }
    )

    def own(self, g: Glance) -> TwoPlayersView:
        m = g.rules.module(TwoPlayersState)
        seats = range(int(g.rules.seats))
        return TwoPlayersView(
            tokens=[int(m.tokens_of(g.state, seat)) for seat in seats] if m.has_tokens else [],
            supply=int(m.supply(g.state)) if m.has_tokens else 0,
            prices=[int(m.price(g.state, seat)) for seat in seats] if m.has_tokens else [],
            numbers=numbers(g),
            left=left(g),
            uses=[use(g, verb) for verb in USES] if m.has_tokens and g.viewer >= 0 and g.cell(g.rules.turn) > 0 else [],
        )

    def targets(self, g: Glance) -> list[Target]:
        out: list[Target] = []
        for text in g.legal:
            verb, _, place = text.partition(" ")
            if verb in PIECES:
                piece, mark = PIECES[verb]
                label = Say("{piece:Name} of {owner} here", {"piece": piece, "owner": colour(g)})
                out.append(Target(text, place, verb, mark, label, tip(g, piece, place)))
            elif verb == "banish" and place in g.rules.board.hex_index:
                label = Say("{piece:Name} here", {"piece": "robber"})
                out.append(Target(text, place, verb, "robber", label, tip(g, "robber", place)))
        return out

    def moved(self, text: str) -> str | None:
        verb, _, place = text.partition(" ")
        return place if verb in PIECES or (verb == "banish" and place[:1] != "a") else None

    def prompt(self, g: Glance) -> Say | None:
        mine = g.viewer in g.actors
        if g.phase == "two_players_colour":
            if mine:
                return ASKED[wanted(g)]
            return Say("{player} chooses a neutral colour.", {"player": g.actors[0]})
        if g.phase == "two_players_neutral":
            args: dict[str, Arg] = {"owner": colour(g)}
            if mine:
                return Say(BUILD[wanted(g)].text, args)
            return Say(BUILDING[wanted(g)].text, args | {"player": g.actors[0]})
        by_dice = g.rules.seams.number_source(g.state, g.rules.dice_phase) == g.rules.dice_phase
        if g.phase == "roll" and mine and by_dice and left(g) == 1:
            return Say("Your turn: roll the dice for the second time.")
        return None

    def choice(self, g: Glance) -> Choice | None:
        if g.phase != "two_players_colour" or g.viewer not in g.actors:
            return None
        options = [
            Option(text, Say("{owner}", {"owner": int(text.split()[1])}), int(text.split()[1])) for text in g.legal
        ]
        return Choice("neutral", ASKED[wanted(g)], options=options)

    def cause(self, rules: Island, events: Sequence[Event]) -> str | None:
        return FORCED if any(event.kind == "two_players_returns" for event in events) else None

    def text(self, view: IslandView, own: TwoPlayersView, words: Words, names: Sequence[str]) -> list[str]:
        say = words.gettext
        lines = []
        if own.tokens:
            held = [f"{names[seat]} {count}" for seat, count in enumerate(own.tokens)]
            held.append(say("supply {count}", count=own.supply))
            lines.append(pair(words, say("Trade tokens"), ", ".join(held)))
        if own.prices and view.viewer >= 0:
            price = own.prices[view.viewer]
            lines.append(say("A token action costs you {count} {count:token|tokens}", count=price))
        if line := rolled(own, words):
            lines.append(line)
        return lines


def rolled(own: TwoPlayersView, words: Words) -> str:
    """The numbers of this turn, and whether one is still to come; empty before the first."""
    if not own.numbers:
        return ""
    numbers = ", ".join(map(str, own.numbers))
    if own.left:
        return words.gettext("This turn: {numbers}; one more to come", numbers=numbers)
    return words.gettext("This turn: {numbers}", numbers=numbers)


def use(g: Glance, verb: str) -> Use:
    """What the viewer may do with tokens now, or why not."""
    texts = [text for text in g.legal if text.split()[0] == verb]
    if len(texts) == 1:
        return Use(verb, notation=texts[0])
    if texts:
        return Use(verb, places=True)
    board = g.rules.board
    text = f"banish {board.hex_names[max(g.rules.desert, 0)]}" if verb == "banish" else verb
    if verb == "banish" and g.rules.desert < 0:
        text = "banish aside"
    return Use(verb, reason=g.refusal(text))


def numbers(g: Glance) -> list[int]:
    """The numbers of this turn so far, by dice or by cards."""
    out: list[int] = []
    for events in reversed(g.game.history):
        for event in reversed(events):
            if event.kind == "turn":
                return out[::-1]
            if event.kind == "roll":
                out.append(int(event.a) + int(event.b))
            elif event.kind == "number":
                out.append(int(event.a))
    return out[::-1]


def left(g: Glance) -> int:
    """How many numbers of this turn are still to come."""
    for at in range(int(AGENDA), int(AGENDA) + g.cell(int(DEPTH)) * int(FRAME), int(FRAME)):
        if g.cell(at) == g.rules.roll_phase:
            return int(g.rules.rolls) - g.cell(at + 2)
    return 0


def wanted(g: Glance) -> str:
    """The piece that a neutral colour builds."""
    return "road" if g.cell(int(g.state.top()) + 2) == ROAD else "settlement"


def colour(g: Glance) -> int:
    """The neutral colour that builds."""
    return g.cell(int(g.state.top()) + 3)


VIEW: Final = TwoPlayersShown()
