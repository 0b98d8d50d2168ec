"""What each hex and each seat gives, in words: the sheet that a tap on either opens, and the whole of it by keyboard.

It is asked for when it is opened (`GET /t/{id}/about`), so that no frame of a game carries it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from bastide.view.island.facts import CHOICE, Facts, HexFacts, SeatFacts
from bastide.view.island.model import IslandView, SeatView
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import join, tag
from bastide.web.panels.rail import source_rows


def about(desk: Desk, view: IslandView, known: Facts, cards: Sequence[Mapping[str, int]] = ()) -> Markup:
    """All seats, then all hexes, each with the name (`data-fact`) by which the script shows it alone.

    `cards` are the cards that everybody knows to be in each hand, where the table lists them.
    """
    seats = [of_seat(desk, view.seats[one.seat], one, cards[one.seat] if cards else None) for one in known.seats]
    return join(*seats, *(of_hex(desk, one) for one in known.hexes))


def article(name: str, title: Markup, lines: list[Markup | str]) -> Markup:
    """One seat or hex."""
    return tag("section", tag("h3", title), tag("ul", [tag("li", line) for line in lines]), data_fact=name)


def of_seat(desk: Desk, seat: SeatView, one: SeatFacts, cards: Mapping[str, int] | None) -> Markup:
    """A seat: its points, its hand with the known cards of it, its income, and for what it exchanges."""
    hand = desk._("{count} {count:card|cards} in hand", count=seat.hand_size)
    income = Markup("{}{}").format(desk._("In 36 rolls: "), goods(desk, one.income))
    sources = tag("ul", source_rows(desk, seat), cls="sources-of")
    title = Markup("{}{}").format(desk.shield(seat.seat) or "", desk.name(seat.seat))
    points = desk._("{count} {count:point|points}", count=seat.points)
    held = [hand] if cards is None or not seat.hand_size else [hand, known_of(desk, seat, cards)]
    lines = [tag("span", points, sources), *held, income, exchanges(desk, one.rates)]
    return article(f"seat {seat.seat}", title, lines)


def known_of(desk: Desk, seat: SeatView, cards: Mapping[str, int]) -> Markup | str:
    """The cards of a hand that everybody knows to be there."""
    if not cards:
        return desk._("No card of this hand is known to all.")
    whole = sum(cards.values()) == seat.hand_size
    words = desk._("The whole hand is known to all: ") if whole else desk._("Known to all, at least: ")
    return Markup("{}{}").format(words, desk.goods(cards))


def goods(desk: Desk, counts: Mapping[str, int]) -> Markup:
    """Goods with their words, cards of choice last."""
    plain = {good: count for good, count in counts.items() if good != CHOICE}
    free = counts.get(CHOICE, 0)
    parts = [desk.goods(plain)] if plain or not free else []
    if free:
        parts.append(Markup("{}").format(desk._("{count} {count:card|cards} of choice", count=free)))
    return Markup(", ").join(parts)


def exchanges(desk: Desk, rates: Mapping[str, int]) -> str:
    """For how many cards the bank gives one: the usual rate, and the goods for which fewer do."""
    usual = max(rates.values(), default=0)
    better = [f"{desk.words.name(good)} {rate}:1" for good, rate in rates.items() if 0 < rate < usual]
    rest = desk._("the rest {rate}:1", rate=usual) if better else f"{usual}:1"
    return desk._("Exchanges: {rates}", rates=", ".join([*better, rest]))


def of_hex(desk: Desk, one: HexFacts) -> Markup:
    """A hex: how often it yields, who draws what then, the robber, its harbours."""
    lines: list[Markup | str] = []
    if one.rolls:
        lines.append(desk._("{count} in 36 rolls", count=one.rolls))
    else:
        lines.append(desk._("No number: it yields nothing."))
    if one.blocked:
        lines.append(desk._("The robber is here: it yields nothing."))
    for seat, drawn in one.draws.items():
        lines.append(Markup("{} {}: {}").format(desk.shield(seat, 18) or "", desk.name(seat), goods(desk, drawn)))
    if one.rolls and not one.blocked and not one.draws:
        lines.append(desk._("Nobody draws here."))
    lines += [desk.text(harbor) for harbor in one.harbors]
    words = desk.text(one.say)
    return article(f"hex {one.place}", Markup("{}").format(words[:1].upper() + words[1:]), lines)
