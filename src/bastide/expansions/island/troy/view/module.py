"""Troy as it is shown: pieces, places, prompts, the text view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bastide.catan.base.island import Island
from bastide.expansions.island.troy.rules.board import BARREN, BERTH, MYCENAE, TROY
from bastide.expansions.island.troy.rules.state import CITIES, KINDS, SUPPORT, TroyState
from bastide.expansions.island.troy.view.log import EVENTS, LINES, SECRETS, P, tell
from bastide.expansions.island.troy.view.model import RowCard, TroyView, seen
from bastide.kernel.state import Event
from bastide.view.island.glance import Glance
from bastide.view.island.model import IslandView
from bastide.view.island.module_view import ModuleView, Telling
from bastide.view.lines import listed, pair
from bastide.view.model import Arg, Choice, Option, Piece, Points, Say, Target
from bastide.view.styles import Ground, PieceStyle, SiteStyle, Styles
from bastide.view.words import Words

PEOPLE: Final = P + "people"
MARK: Final = P + "mark"
SHIP_PIECES: Final = {kind: P + kind for kind in KINDS}
"""The pieces of the ships by their kind, which are also the keys of their names."""
HINTS: Final = {
    "people": Say("move the sea people"),
    "donate": Say("put these cards into the row, for a trade point"),
    "swap-card": Say("take a card of the row, and put one in"),
    "draw-row": Say("take a card of the row"),
    "put-back": Say("put this card into the row"),
    "point": Say("take this card of the row"),
    "charter": Say("trade this resource at 2:1"),
}
ASKED: Final = {
    P + "people": (Say("Move the sea people to another hex of sea."), Say("{player} moves the sea people.")),
    P + "charter": (Say("Choose the trade card of your new ship."), Say("{player} chooses a trade card.")),
    P + "point": (Say("Point at the card of the row that you take."), Say("{player} points at a card of the row.")),
    P + "return": (Say("Put a card of your hand into the row."), Say("{player} puts a card into the row.")),
}
"""Prompts for the player who decides and for the others, by phase."""
CHANCE: Final = {
    P + "deal": Say("The decision cards are dealt."),
    P + "lift": Say("A card of the row is taken."),
    P + "battle": Say("The battle for Troy: the cards are turned up."),
}
"""The prompt while nobody decides."""


class TroyShown(ModuleView):
    """How the scenario is shown."""

    reasons: Mapping[str, Say] = {"ships": Say("It brings you nearer to your next ship.")}
    fields = EVENTS
    secrets: Mapping[str, str] = SECRETS
    plain = LINES
    hints = HINTS
    deeds: Mapping[str, Say] = {"donate": Say("Put {goods} into the row, for a trade point")}
    placed = frozenset({"ship", "people"})
    asked = ASKED
    chance = CHANCE
    turn_prompt = Say("Your turn: trade, build, give cards, or end your turn.")
    styles = Styles(
        pieces={
            PEOPLE: PieceStyle(figure=True, scale=1.2, shade=True, shift=(0.0, -6.0), depth=4),
            MARK: PieceStyle(figure=True, mark=True, ring=True),
            **{kind: PieceStyle(scale=1.35, button="scale(.56) translate(0 6)") for kind in SHIP_PIECES.values()},
        },
        terrains={
            BARREN: Ground("#D9CFB4", "#B5A784", "#ECE4CD", "#83775A"),
            TROY: Ground("#E4CFA0", "#C9A768", "#F3E5C4", "#8C6A38"),
            MYCENAE: Ground("#DCD3A6", "#B9AE74", "#EEE8C8", "#7D7344"),
        },
        sites={BERTH: SiteStyle()},
    )
    legend = Say("S the sea people")

    def own(self, g: Glance) -> TroyView:
        return seen(g)

    def pieces(self, g: Glance) -> list[Piece]:
        own = self.own(g)
        out: list[Piece] = []
        for seat, places in enumerate(own.built):
            for kind, place in zip(own.ships, places, strict=False):
                label = Say("{figure}", {"figure": SHIP_PIECES[kind]})
                out.append(Piece(SHIP_PIECES[kind], place, seat, [label]))
        return out if own.people is None else [*out, Piece(PEOPLE, own.people, -1, [Say("the sea people")])]

    def targets(self, g: Glance) -> list[Target]:
        out: list[Target] = []
        m = g.rules.module(TroyState)
        for text in g.legal:
            verb, _, place = text.partition(" ")
            if verb == "ship":
                kind = SHIP_PIECES[KINDS[int(m.order[m.built(g.state, g.viewer)])]]
                label = Say("{figure:Name} at {place}", {"figure": kind, "place": place})
                out.append(Target(text, place, "ship", kind, label))
            elif verb == "people":
                label = Say("the sea people here")
                out.append(Target(text, place, "people", MARK, label, there(g, place)))
        return out

    def prompt(self, g: Glance) -> Say | None:
        if g.phase == "rob" and g.viewer in g.actors:
            return Say("Take a card from a player at the sea people's hex, or none.")
        return super().prompt(g)

    def ending(self, g: Glance) -> Say | None:
        r, winners = g.rules, g.game.winners
        if r.ending(g.state) != "troy.war":
            return None
        points = int(r.total_points(g.state, winners[0]))
        if len(winners) == 1:
            return Say("{winner} wins the war with {count} points.", {"winner": winners[0], "count": points})
        if len(winners) == 2:
            fields: dict[str, Arg] = {"winner": winners[0], "other": winners[1], "count": points}
            return Say("{winner} and {other} win the war together, with {count} points each.", fields)
        fields = {"count": len(winners), "points": points}
        return Say("{count} players win the war together, with {points} points each.", fields)

    def choice(self, g: Glance) -> Choice | None:
        if g.viewer not in g.actors:
            return None
        if g.phase == P + "charter":
            left = self.own(g).left
            options = [
                Option(f"charter {good}", Say("{good:Name} at 2:1", {"good": good}), good=good)
                for good in left
                if f"charter {good}" in g.legal
            ]
            return Choice("good", ASKED[g.phase][0], options=options)
        if g.phase == P + "point":
            return Choice("good", ASKED[g.phase][0], options=[pointed(self.own(g), text) for text in g.legal])
        if g.phase == P + "return":
            goods = [text.split()[1] for text in g.legal]
            options = [Option(f"put-back {good}", Say("{good:Name}", {"good": good}), good=good) for good in goods]
            return Choice("good", ASKED[g.phase][0], options=options)
        return None

    def points(self, g: Glance, seat: int) -> list[Points]:
        flags = int(g.rules.module(TroyState).flags(g.state, seat))
        return [Points(P + "flags", flags, flags)] if flags else []

    def marks(self, own: TroyView) -> Mapping[str, str]:
        return {} if own.people is None else {own.people: P + "sea_people"}

    def args(self, rules: Island, event: Event) -> dict[str, Arg]:
        out = super().args(rules, event)
        if event.kind == P + "ship":
            out["figure"] = P + KINDS[int(event.c)]
        if event.kind == P + "victory":
            out |= {"source": CITIES[int(event.a)], "count": int(event.b)}
        return out

    def tell(self, telling: Telling, i: int) -> None:
        tell(telling, i)

    def text(self, view: IslandView, own: TroyView, words: Words, names: Sequence[str]) -> list[str]:
        say = words.gettext
        lines = [
            say(
                "{city}: {count} {count:point|points} ({goods})",
                city=words.title(city),
                count=own.worth[k],
                goods=", ".join(words.name(good) for good in SUPPORT[city]),
            )
            for k, city in enumerate(CITIES)
        ]
        row = [card_words(card, words, names) for card in own.row]
        if own.rest:
            row.append(say("{count} that nobody knows", count=own.rest))
        lines.append(
            say(
                "Support row: {count} of {all}; {cards}", count=own.cards, all=own.full, cards=listed(words, row) or "–"
            )
        )
        lines.append(pair(words, say("Sea people"), own.people or "–"))
        for seat, places in enumerate(own.built):
            ships = ", ".join(
                f"{words.name(SHIP_PIECES[kind])} {place}" for kind, place in zip(own.ships, places, strict=False)
            )
            trade = say("{count} trade {count:point|points}", count=own.trade_points[seat])
            side = own.sides[seat]
            facts = [trade, *([ships] if ships else []), *([words.title(side)] if side is not None else [])]
            lines.append(pair(words, names[seat], listed(words, facts)))
        lines.append(say("The board, its numbers and the order of ships are Bastide's own design."))
        return lines


def pointed(own: TroyView, text: str) -> Option:
    """A card to point at: what it is, if the viewer knows it, or else whose."""
    place = text.split()[1]
    if not place.isdigit():
        return Option(text, Say("one of {count} that nobody knows", {"count": own.rest}))
    card = own.row[int(place) - 1]
    if card.good is not None:
        return Option(text, Say("{number}: {good:Name}", {"number": int(place), "good": card.good}), good=card.good)
    fields: dict[str, Arg] = {"number": int(place)}
    if card.seat is not None:
        fields["player"] = card.seat
    return Option(text, Say("{number}: a card of {player}", fields))


def card_words(card: RowCard, words: Words, names: Sequence[str]) -> str:
    """A card of the row in words: what it is, if that is known, and from whom."""
    good = words.name(card.good) if card.good is not None else words.gettext("a card")
    if card.seat is None:
        return good
    return words.gettext("{card} of {name}", card=good, name=names[card.seat])


def there(g: Glance, place: str) -> list[Say]:
    """Whose ships and buildings are at a hex of sea, as a target's tip."""
    m, r = g.rules.module(TroyState), g.rules
    hex_ = r.board.hex_index[place]
    owners = [g.cell(m.ship_on + hex_) - 1]
    owners += [g.cell(r.owner + int(r.board.hex_corners[hex_ * 6 + k])) - 1 for k in range(6)]
    return [Say("{player} is here", {"player": seat}) for seat in dict.fromkeys(owners) if seat not in (-1, g.viewer)]
