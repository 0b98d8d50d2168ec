"""How Fishermen is shown: tokens and what they buy, the stock, the old boot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from bastide.expansions.island.fishermen.rules.deliveries import price
from bastide.expansions.island.fishermen.rules.grounds import GROUND, LAKE
from bastide.expansions.island.fishermen.rules.payments import (
    DELIVERIES,
    NOTATION,
    PAYMENTS,
    Tokens,
    fish,
    pays,
    written,
)
from bastide.expansions.island.fishermen.rules.refusals import robs_for_fish
from bastide.expansions.island.fishermen.rules.state import KINDS, FishermenState
from bastide.view.island.glance import Glance
from bastide.view.island.model import IslandView
from bastide.view.island.module_view import NUMBER, SEAT, Fields, ModuleView, Telling
from bastide.view.lines import pair
from bastide.view.model import Choice, Option, Reason, Say
from bastide.view.styles import Ground, SiteStyle, Styles
from bastide.view.words import Words

CATCH: Final = "fishermen_catch"
PAID: Final = "fishermen_paid"
EVENTS: Final[Mapping[str, Fields]] = {
    CATCH: (("fish", NUMBER),),
    "fishermen_boot": (),
    PAID: (("delivery", NUMBER), ("ones", NUMBER), ("twos", NUMBER), ("threes", NUMBER)),
    "fishermen_thrown": (("fish", NUMBER),),
    "fishermen_turned": (("count", NUMBER),),
    "fishermen_given": (("to", SEAT),),
    "fishermen_none": (),
}
LINES: Final = {
    "fishermen_boot": ("fish", Say("{player} draws the old boot and needs one point more")),
    "fishermen_thrown": ("fish", Say("{player} exchanges a token of {count} fish")),
    "fishermen_turned": ("fish", Say("The {count} spent fish tokens are turned over and shuffled")),
    "fishermen_given": ("fish", Say("{player} gives the old boot to {victim}")),
    "fishermen_none": ("fish", Say("No fish token is left for {player}")),
}
BOUGHT: Final = {
    "robber": ("robber", Say("{player} pays {count} fish: the robber leaves the board")),
    "steal": ("robber", Say("{player} pays {count} fish to take a card")),
    "resource": ("bank", Say("{player} pays {count} fish for a card from the bank")),
    "road": ("road", Say("{player} pays {count} fish for a road")),
    "card": ("card", Say("{player} pays {count} fish for a development card")),
}
"""The line of a delivery: icon and sentence."""
HINTS: Final = {
    "fish": Say("deliver fish, with these tokens"),
    "boot": Say("give the old boot to that seat"),
    "throw-back": Say("exchange this token for one from the stock"),
}
DEEDS: Final = {
    "boot": Say("Give {other} the old boot"),
    "fish robber": Say("Pay fish: the robber leaves the board"),
    "fish steal": Say("Pay fish for a card of a player"),
    "fish resource": Say("Pay fish for a card from the bank"),
    "fish road": Say("Pay fish for a road"),
    "fish card": Say("Pay fish for a development card"),
}
ASKED: Final = {
    "fishermen_swap": (
        Say("You hold seven tokens: exchange one of them, or keep them all."),
        Say("{player} holds seven tokens and may exchange one."),
    ),
    "fishermen_resource": (
        Say("Take one card from the bank for your fish."),
        Say("{player} takes a card from the bank for fish."),
    ),
    "fishermen_road": (Say("Build the road for your fish."), Say("{player} builds a road for fish.")),
}
"""What is asked in each phase, of the viewer and of another player."""
CHOOSE_VICTIM: Final = Say("Choose from whom you take a card for your fish.")


class Way(msgspec.Struct, frozen=True):
    """A payment: what to send, its tokens by kind, the fish that are lost."""

    notation: str
    tokens: Tokens
    lost: int


class Delivery(msgspec.Struct, frozen=True):
    """A delivery for the viewer: its price now, the payments that are possible, or why there is none."""

    word: str
    price: int
    ways: list[Way]
    reason: Reason | None = None


class FishermenView(msgspec.Struct, frozen=True):
    """The tokens and the boot.

    `held` is how many tokens lie before each seat, `shown` which, by kind, before those seats whose tokens the viewer
    may see. `face_down` counts the stock, the boot included, `spent` the spent tokens by kind. `goals` are the points
    that each seat needs. `deliveries` are the viewer's, and `receivers` the seats to which the viewer may give the boot
    now; `boot_reason` says why the viewer, who holds it, cannot.
    """

    held: list[int]
    shown: list[Tokens | None]
    face_down: int
    spent: Tokens
    boot: int | None
    goals: list[int]
    deliveries: list[Delivery] = []
    receivers: list[int] = []
    boot_reason: Reason | None = None


class FishermenShown(ModuleView):
    """How the scenario is shown."""

    reasons: Mapping[str, Say] = {"fish": Say("It brings you more fish.")}
    fields = EVENTS
    secrets: Mapping[str, str] = {CATCH: "fish"}
    plain = LINES
    hints = HINTS
    deeds = DEEDS
    asked = ASKED
    chance: Mapping[str, Say] = dict.fromkeys(("fishermen_draw", "fishermen_due"), Say("Fish tokens are drawn."))
    styles = Styles(
        terrains={LAKE: Ground("#A9D0A2", "#7FB287", "#CFE3B4", "#5C8A63")},
        sites={GROUND: SiteStyle(numbered=True, turned=True, seaward=72)},
    )

    def own(self, g: Glance) -> FishermenView:
        m = g.rules.module(FishermenState)
        seats = range(int(g.rules.seats))
        holder = int(m.holder(g.state))
        plays = g.viewer >= 0 and g.cell(g.rules.turn) > 0 and not g.game.over
        receivers = [int(text.split()[1]) for text in g.legal if text.startswith("boot ")]
        return FishermenView(
            held=[int(m.held(g.state, seat)) for seat in seats],
            shown=[tokens_at(g, m.fish + seat * KINDS) if g.sees(seat) else None for seat in seats],
            face_down=int(m.face_down(g.state)),
            spent=tokens_at(g, m.spent),
            boot=holder if holder >= 0 else None,
            goals=[int(g.rules.goal(g.state, seat)) for seat in seats],
            deliveries=[delivery(g, m, word) for word in DELIVERIES] if plays else [],
            receivers=receivers,
            boot_reason=why_no_boot(g) if plays and holder == g.viewer and not receivers else None,
        )

    def prompt(self, g: Glance) -> Say | None:
        if g.phase == "roll" and "boot" in g.verbs:
            return Say("Your turn: roll, or give the old boot away first.")
        if g.viewer in g.actors and robs_for_fish(g.rules.module(FishermenState), g.state):
            return CHOOSE_VICTIM
        return super().prompt(g)

    def choice(self, g: Glance) -> Choice | None:
        if g.viewer not in g.actors:
            return None
        if g.phase == "fishermen_swap":
            options = [
                Option(text, Say("Exchange a token of {count} fish", {"count": int(text.split()[1])}))
                for text in g.legal
                if text != "pass"
            ]
            return Choice("fish", ASKED[g.phase][0], options=[*options, Option("pass", Say("Keep all tokens"))])
        if g.phase == "fishermen_resource":
            there = [name for name, left in g.cards(g.rules.bank).items() if left]
            taken = [Option(f"take {name}", Say("{good:Name}", {"good": name}), good=name) for name in there]
            return Choice("good", ASKED[g.phase][0], options=taken)
        return None

    def tell(self, telling: Telling, i: int) -> None:
        event = telling.events[i]
        seat = int(event.seat)
        if event.kind == CATCH:
            said = Say("{player} draws a fish token", {"player": seat})
            if telling.knows(event):
                said = Say("{player} draws a token of {count} fish", {"player": seat, "count": int(event.a)})
            telling.line("fish", seat, said)
        elif event.kind == PAID:
            kind, line = BOUGHT[DELIVERIES[int(event.a)]]
            count = fish((int(event.b), int(event.c), int(event.d)))
            telling.line(kind, seat, Say(line.text, {"player": seat, "count": count}))

    def text(self, view: IslandView, own: FishermenView, words: Words, names: Sequence[str]) -> list[str]:
        say = words.gettext
        held = [f"{name} {count}" for name, count in zip(names, own.held, strict=False)]
        lines = [pair(words, say("Fish tokens"), ", ".join(held))]
        for name, tokens in zip(names, own.shown, strict=False):
            if tokens is not None and any(tokens):
                lines.append(say("Fish of {name}: {tokens}", name=name, tokens=written(tokens)))
        lines.append(say("{count} face down; spent: {tokens}", count=own.face_down, tokens=written(own.spent) or "0"))
        for one in own.deliveries:
            what = words.name(f"fish-{one.word}")
            lines.append(say("{count} fish: {name}", count=one.price, name=what))
        if own.boot is not None:
            goal = own.goals[own.boot]
            lines.append(say("{name} has the old boot and needs {count} points", name=names[own.boot], count=goal))
        return lines


def tokens_at(g: Glance, offset: int) -> Tokens:
    """A row of tokens by kind."""
    return g.cell(offset), g.cell(offset + 1), g.cell(offset + 2)


def delivery(g: Glance, m: FishermenState, word: str) -> Delivery:
    """A delivery for the viewer, with the ways to pay: first those that lose the fewest fish."""
    cost = int(price(m, g.state, g.viewer, DELIVERIES.index(word)))
    head = f"fish {word} "
    possible = {text.removeprefix(head) for text in g.legal if text.startswith(head)}
    ways = [
        Way(head + text, tokens, fish(tokens) - cost)
        for text, tokens in zip(NOTATION, PAYMENTS, strict=True)
        if text in possible
    ]
    if ways:
        return Delivery(word, cost, ways)
    held = tokens_at(g, m.fish + g.viewer * KINDS)
    enough = [tokens for tokens in PAYMENTS if pays(tokens, cost)]
    payable = [tokens for tokens in enough if covers(held, tokens)]
    return Delivery(word, cost, [], g.refusal(head + written((payable or enough)[0])))


def covers(held: Tokens, tokens: Tokens) -> bool:
    """Whether a payment can be taken from the tokens held."""
    return all(n <= there for n, there in zip(tokens, held, strict=True))


def why_no_boot(g: Glance) -> Reason | None:
    """Why the viewer cannot give the boot away now."""
    other = (g.viewer + 1) % int(g.rules.seats)
    return g.refusal(f"boot {other}")


VIEW: Final = FishermenShown()
