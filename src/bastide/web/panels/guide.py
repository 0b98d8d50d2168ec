"""The guide of a lesson: it stands in the place of the prompt, and says what to do and why."""

from __future__ import annotations

import json
from typing import Final

from markupsafe import Markup

from bastide.lessons.course import Place
from bastide.lessons.lessons import Lesson
from bastide.view.model import View
from bastide.view.typesetting import typeset
from bastide.web.making import BASE
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import classes, tag
from bastide.web.panels.prompt import again, tick

ISLAND: Final = "island"
WAYS: Final = {
    "play": ('#targets [data-notation="{0}"]', '#choice [data-notation="{0}"]', '[data-notation="{0}"]'),
    "verb": ('button[data-verb="{0}"]', '#tabs [data-tab="build"]'),
    "form": ('form[data-form="{0}"]', 'button[data-form="{0}"]', '#tabs [data-tab="trade"]'),
    "bank": (
        '#offer label:has(input[value="bank"]:not(:checked))',
        'button[data-form="offer"]:not([aria-expanded="true"])',
        '#tabs [data-tab="trade"]',
    ),
    "turn": ('[data-turn-by="90"]',),
    "panel": ("#{0}",),
    "cell": ('#targets .place[data-cell="{0}"]',),
}
"""The elements that a highlighted thing may be, by its kind; the first that is shown is lit."""


def guide(desk: Desk, view: View, place: Place, watching: bool = False, shelved: bool = True) -> Markup:
    """The guide; `data-lights` are the selectors of the highlighted thing, which the script draws.

    While the learner is `watching` what the others do, nothing is lit. `shelved` says whether the front page has the
    game of the lesson.
    """
    lesson, asked = place.lesson, place.move
    language, count = desk.words.language, len(lesson.steps)
    title = lesson.title if place.over else lesson.steps[place.step].title
    said = typeset((lesson.end if asked is None else asked.say).of(language), language)
    if watching:
        said = desk._("Watch what happens now.")
    told = desk._("{step} of {count}", step=min(place.step + 1, count), count=count)
    return tag(
        "div",
        tag(
            "header",
            tag("b", typeset(title.of(language), language)),
            tag("span", told, cls="count"),
            tag(
                "span",
                [tag("i", cls=classes(n < place.step and "on", n == place.step and "now")) for n in range(count)],
                cls="dots",
                aria_hidden=True,
            ),
        ),
        tag("p", said, cls="ask", role="status", aria_live="polite"),
        tag("p", cls="missed", data_missed=True, hidden=True),
        tag("div", *buttons(desk, place, shelved), cls="do"),
        id="prompt",
        cls=classes("slab prompt guide", not place.over and "mine"),
        role="region",
        aria_label=desk._("Lesson"),
        data_wall=True,
        data_lights=json.dumps([] if watching else lights(view, place), separators=(",", ":")),
    )


def buttons(desk: Desk, place: Place, shelved: bool) -> list[Markup]:
    """Back, skip and leave; at the end a whole game."""
    out = [tick(desk), again(desk)]
    if place.over:
        out += [onward(desk, place, shelved), turned("again", "again", desk._("Once more"), "PageUp")]
    else:
        out += [
            turned("back", "prev", desk._("Back"), "PageUp", off=not place.done),
            turned("skip", "next", desk._("Skip this step"), "PageDown"),
        ]
    out.append(
        tag(
            "a",
            pictures.mark("door", 17),
            tag("span", desk._("Leave the lesson")),
            href="/learn",
            cls="btn quiet leave",
        )
    )
    return out


def turned(way: str, picture: str, words: str, key: str, off: bool = False) -> Markup:
    """A button by which the reader moves within the lesson."""
    return tag(
        "button",
        pictures.mark(picture, 17),
        tag("span", words),
        type="button",
        cls="btn",
        data_guide=None if off else way,
        data_key=None if off else key,
        disabled=off,
        title=f"{words} ({key})",
    )


def onward(desk: Desk, place: Place, shelved: bool) -> Markup:
    """The way from the end of a lesson to a whole game of the same kind, against easy bots.

    A game that is not `shelved` is made with the form, for as many players as the lesson has.
    """
    lesson = place.lesson
    if not shelved:
        path = "/create" if lesson.family == ISLAND else f"/create/{lesson.family}"
        return tag("a", desk._("Now a whole game"), href=f"{path}?players={place.game.rules.seats}", cls="btn main")
    fields = {"game": key_of(lesson), "level": "easy", "slow": "on", "nickname": desk.name(lesson.seat)}
    return tag(
        "form",
        [tag("input", type="hidden", name=name, value=value) for name, value in fields.items()],
        # Against bots a seat may ask for hints.
        tag("button", desk._("Now a whole game, with hints"), type="submit", cls="btn main"),
        method="post",
        action="/play",
    )


def key_of(lesson: Lesson) -> str:
    """The key of its game on the shelf of the front page."""
    return f"{lesson.family}/{lesson.room or BASE}"


def offering(notation: str) -> list[str]:
    """The selectors of what is pressed next for an offer: each good that is not chosen yet, then the button that sends
    it; until the form is open, what opens it.
    """
    given, _, wanted = notation.removeprefix("offer ").partition(" to ")[0].partition(" for ")
    form = 'form[data-form="offer"]'
    out = []
    for side, goods, where in (("give", given, "#hand"), ("want", wanted, f'{form} [data-side="want"]')):
        for good in (one.partition("*")[0] for one in goods.split()):
            chosen = f'{form} [data-side="{side}"] .some[data-good="{good}"]'
            out.append(
                f'body:is([data-open="offer"], [data-tab="trade"]):not(:has({chosen})) {where} [data-adds="{good}"]'
            )
    return [*out, f'{form} [data-send][aria-disabled="false"]', *(way.format("offer") for way in WAYS["form"])]


def lights(view: View, place: Place) -> list[str]:
    """The selectors of what is highlighted now, best first."""
    out: list[str] = []
    for light in () if place.move is None else place.move.light:
        kind, _, what = light.partition(" ")
        out += [way.format(what) for way in WAYS[kind]]
        if kind == "play" and what.startswith("bank "):
            out += WAYS["bank"]
        elif kind == "play" and what.startswith("offer "):
            out += offering(what)
        elif kind == "play" and what.startswith("tile "):
            out += WAYS["turn"]
        elif kind == "play":
            verbs = [target.verb for target in view.targets if target.notation == what]
            for verb in dict.fromkeys(verbs):
                out += [way.format(verb) for way in WAYS["verb"]]
    return out
