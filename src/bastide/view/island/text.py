"""The island as text, for terminals and screen readers.

`text` gives the whole position. Its parts are available separately: `chart` draws the island, and everything in the
drawing is also given in words (`land`, `players`), since a drawing made of characters is useless to a screen reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from bastide.view.catalogues import NAMES
from bastide.view.island.base_view import BASE_VIEW
from bastide.view.island.chart import COLUMN, center, spot, standing
from bastide.view.island.chart import chart as chart
from bastide.view.island.chart import legend as legend
from bastide.view.island.log import thrown
from bastide.view.island.model import INNER_SITE, Hex, IslandView, NeutralView, SeatView, Site
from bastide.view.island.module_views import all_views, card_key, dealer, view_of
from bastide.view.island.module_views import edition as edition
from bastide.view.lines import latest, listed, named, pair, prompt, reason_words, wrapped
from bastide.view.model import Action, Card, Say, Target
from bastide.view.words import Words

BANK_RATE: Final = 4
RESOURCES: Final = frozenset({"lumber", "brick", "wool", "grain", "ore"})

UNMARKED: Final = (INNER_SITE, "robber")
"""The base's words of sites, which have lines of their own."""

BUILT: Final = {"city": Say("cities"), "settlement": Say("settlements"), "road": Say("roads")}
"""The headings of the pieces of the base, by kind."""
PLACE: Final = re.compile(r"[-\w]+(?:,[-\w]+)+")
"""A place in a line of text."""
LEFT: Final = {
    "road": Say("{count} {count:road|roads}"),
    "settlement": Say("{count} {count:settlement|settlements}"),
    "city": Say("{count} {count:city|cities}"),
}
"""The supply, by kind."""
AROUND: Final = ((0, 3), (COLUMN, 1), (3, 2), (COLUMN, 0), (0, 0), (0, 2), (3, 1))
"""How far from the middle of a hex its corners and edges are drawn, its own middle and inner paths the last."""

ANSWERS: Final = {
    "waiting": Say("{player} has not answered yet"),
    "accept": Say("{player} accepts"),
    "refuse": Say("{player} refuses"),
    "counter": Say("{player} would give {paid} for {gained}"),
}


def text(view: IslandView, words: Words, names: Sequence[str]) -> str:
    """The whole position as one viewer sees it, ready to print: island, players, cards, log and options.

    `names` are the players by seat; seats without a name are called by their number.
    """
    parts = (
        headline(view, words, names),
        chart(view, words),
        legend(view, words),
        land(view, words),
        players(view, words, names),
        modules(view, words, names),
        others(view, words, names),
        supply(view, words),
        latest(view, words, names),
        offer(view, words, names),
        prompt(view, words, names),
        decisions(view, words),
    )
    return "\n\n".join(part for part in parts if part)


def headline(view: IslandView, words: Words, names: Sequence[str]) -> str:
    """The turn, the winning goal, and the last roll."""
    parts = [
        words.gettext("Turn {turn}", turn=view.turn) if view.turn else words.gettext("Set-up"),
        words.gettext("{count} {count:point wins|points win}", count=view.goal),
    ]
    if view.roll is not None and view.roll.drawn:
        parts.append(words.gettext("number {total}", total=view.roll.drawn))
    elif view.roll is not None:
        total, first, second = sum(view.roll.dice), *view.roll.dice
        rolled = Say(
            "{player} rolled {total} ({first} and {second})",
            {"player": view.roll.seat, "total": total, "first": first, "second": second},
        )
        parts.append(words.text(rolled, named(view, words, names)))
    if view.side_roll:
        parts.append(words.text(thrown(view.side_roll), named(view, words, names)))
    return " · ".join(parts)


def land(view: IslandView, words: Words) -> str:
    """Every hex and every harbour, row by row, with its place in notation."""
    rows: dict[int, list[Hex]] = {}
    for hex_ in view.board.hexes:
        rows.setdefault(hex_.r, []).append(hex_)
    lines = [words.gettext("Hexes, from north to south:")]
    for row in rows.values():
        lines.append(wrapped(listed(words, [hex_words(view, words, hex_) for hex_ in row]), 2))
    harbors = [
        f"{harbor.q},{harbor.r} {harbor.side} {harbor.ratio}:1{f' {words.name(harbor.good)}' if harbor.good else ''}"
        for harbor in view.board.harbors
    ]
    if harbors:
        lines.append(words.gettext("Harbours, by hex and side:"))
        lines.append(wrapped(listed(words, harbors), 2))
    paths = listed(words, [site.place for site in view.board.sites if site.word == INNER_SITE])
    if paths:
        lines.append(words.gettext("Paths within hexes:"))
        lines.append(wrapped(paths, 2))
    marked = listed(words, [site_words(words, site) for site in view.board.sites if site.word not in UNMARKED])
    if marked:
        lines.append(words.gettext("Marked places:"))
        lines.append(wrapped(marked, 2))
    return "\n".join(lines)


def site_words(words: Words, site: Site) -> str:
    """A marked place in words: `0,-1,S market 2`."""
    return " ".join(filter(None, [site.place, words.name(site.word), str(site.value) if site.value else ""]))


def hex_words(view: IslandView, words: Words, hex_: Hex) -> str:
    """A hex in words: `0,-2 mountains 10`, and whether the robber stands there."""
    number = "".join(f" {number}" for number in hex_.tokens)
    stands = ["robber"] * (view.robber == hex_.name) + standing(view, hex_.name)
    here = f" ({', '.join(map(words.name, stands))})" if stands else ""
    return f"{hex_.name} {words.terrain(hex_.terrain)}{number}{here}"


def modules(view: IslandView, words: Words, names: Sequence[str]) -> str:
    """Lines added by the expansions."""
    players = named(view, words, names)
    lines = [line for name, own in view.modules.items() for line in view_of(name).text(view, own, words, players)]
    indents = [len(line) - len(line.lstrip()) for line in lines]
    return "\n".join(wrapped(line.lstrip(), n, n + 2) for line, n in zip(lines, indents, strict=True))


def others(view: IslandView, words: Words, names: Sequence[str]) -> str:
    """The pieces of the expansions, as far as they have a name and the expansions' own lines do not name the place."""
    told, owners = set(PLACE.findall(modules(view, words, names))), dict(enumerate(named(view, words, names)))
    counted = set(BUILT).union(*(seat.left for seat in view.seats), *(colour.left for colour in view.unplayed))
    found: dict[int, dict[str, None]] = {}
    for piece in view.pieces:
        if piece.kind in NAMES and piece.kind not in counted and piece.place not in told:
            found.setdefault(piece.seat, {})[f"{words.name(piece.kind)} {piece.place}"] = None
    rows = [(owners.get(seat), listed(words, list(places))) for seat, places in sorted(found.items())]
    lines = [wrapped(pair(words, owner, row) if owner else row, 2, 4) for owner, row in rows]
    return "\n".join([words.gettext("Other pieces on the board:"), *lines]) if lines else ""


def players(view: IslandView, words: Words, names: Sequence[str]) -> str:
    """Every player: points, cards, pieces, and what the viewer may know of the hand; then colours nobody plays."""
    lines = [line for seat in view.seats for line in player(view, words, names, seat)]
    return "\n".join(lines + [line for colour in view.unplayed for line in neutral(view, words, names, colour)])


def neutral(view: IslandView, words: Words, names: Sequence[str], colour: NeutralView) -> Iterable[str]:
    """The lines of a colour that nobody plays."""
    facts = [*road_length(words, colour), *map(words.name, colour.awards)]
    players = named(view, words, names)[colour.seat]
    yield wrapped(pair(words, players, ", ".join(facts)) if facts else players, 0, 2)
    yield from built(view, words, colour.seat, colour.left)


def built(view: IslandView, words: Words, owner: int, kinds: Iterable[str]) -> Iterable[str]:
    """Where the pieces of an owner stand; `kinds` are all that there are."""
    for kind in dict.fromkeys([*BUILT, *kinds]):
        places = [piece.place for piece in view.pieces if piece.seat == owner and piece.kind == kind]
        if places:
            heading = words.gettext(BUILT[kind].text) if kind in BUILT else words.name(kind)
            yield wrapped(pair(words, heading, listed(words, places)), 2, 4)


def road_length(words: Words, owner: SeatView | NeutralView) -> list[str]:
    """How long the longest road of an owner is; nothing in a game without the longest road."""
    return [words.gettext("road {count} long", count=owner.route)] if owner.route >= 0 else []


def player(view: IslandView, words: Words, names: Sequence[str], seat: SeatView) -> Iterable[str]:
    """The lines of one player."""
    say = words.gettext
    players = named(view, words, names)
    who = f"{seat.seat} {players[seat.seat]}" if seat.seat < len(names) else players[seat.seat]
    notes = [say("you")] if seat.seat == view.viewer else []
    notes += [say("on turn")] if seat.seat == view.on_turn and view.result is None else []
    facts = [say("{count} {count:point|points}", count=seat.points)]
    if seat.hidden_points:
        facts.append(say("{count} hidden", count=seat.hidden_points))
    facts += [f"{words.name(good)} {count}" for good, count in seat.purse.items()]
    facts += [
        say("{count} {count:resource card|resource cards}", count=seat.hand_size)
        if plain(view)
        else say("{count} {count:card|cards} in hand", count=seat.hand_size),
        say(dealer(view).cards_counted.text, count=seat.cards_size),
    ]
    if seat.knights:
        facts.append(say("{count} {count:knight|knights} played", count=seat.knights))
    facts += road_length(words, seat)
    facts += [words.name(award) for award in seat.awards]
    who += f" ({', '.join(notes)})" if notes else ""
    yield wrapped(pair(words, who, ", ".join(facts)), 0, 2)
    yield from built(view, words, seat.seat, seat.left)
    common = max(seat.rates.values(), default=BANK_RATE)
    better = [f"{common}:1"] if common < BANK_RATE else []
    better += [f"{words.name(good)} {rate}:1" for good, rate in seat.rates.items() if 0 < rate < common]
    if better:
        yield wrapped(
            pair(words, say("harbours") if plain(view) else say("with the bank"), listed(words, better)), 2, 4
        )
    if seat.hand is not None:
        yield wrapped(pair(words, say("hand"), words.goods({good: n for good, n in seat.hand.items() if n})), 2, 4)
    if seat.cards:
        cards = listed(words, [card_words(view, words, card) for card in seat.cards])
        yield wrapped(pair(words, say(dealer(view).cards_headed.text), cards), 2, 4)
    if seat.seat == view.viewer:
        left = ", ".join(
            say(LEFT[kind].text, count=n) if kind in LEFT else f"{words.name(kind)} {n}"
            for kind, n in seat.left.items()
        )
        yield wrapped(pair(words, say("left to build"), left), 2, 4)


def plain(view: IslandView) -> bool:
    """Whether all goods are resources, so that only harbours make them cheaper."""
    return RESOURCES.issuperset(view.bank) and not view.seats[0].purse


def card_words(view: IslandView, words: Words, card: Card) -> str:
    """Cards of one kind: `2 × knight (1 new)`."""
    new = f" ({words.gettext('{count} new', count=card.fresh)})" if card.fresh else ""
    times = f"{card.count} ×" if card.count > 1 else "1"
    return f"{times} {words.name(card_key(view, card.kind))}{new}"


def supply(view: IslandView, words: Words) -> str:
    """What the bank holds."""
    say = words.gettext
    held = words.goods(view.bank)
    if view.deck is not None:
        held += ", " + say("{count} {count:development card|development cards}", count=view.deck)
    return wrapped(pair(words, say("Bank"), held), 0, 2)


def offer(view: IslandView, words: Words, names: Sequence[str]) -> str:
    """The offer on the table, with the answers so far."""
    deal = view.offer
    if deal is None:
        return ""
    players = named(view, words, names)
    head = Say("{player} offers {paid} for {gained}", {"player": deal.seat, "paid": deal.gives, "gained": deal.wants})
    lines = [wrapped(words.text(head, players), 0, 2)]
    for answer in deal.answers:
        said = Say(ANSWERS[answer.kind].text, {"player": answer.seat, "paid": answer.gives, "gained": answer.wants})
        send = f"  → {answer.notation}" if answer.notation else ""
        lines.append(wrapped(words.text(said, players) + send, 2, 4))
    return "\n".join(lines)


def hand(view: IslandView, words: Words) -> str:
    """The viewer's own cards in one line; empty for a viewer without a seat."""
    own = next((seat for seat in view.seats if seat.seat == view.viewer), None)
    if own is None or own.hand is None:
        return ""
    parts = [words.goods({good: n for good, n in own.hand.items() if n})]
    parts += [card_words(view, words, card) for card in own.cards or []]
    return wrapped(pair(words, words.gettext("Your hand"), ", ".join(parts)), 0, 2)


def place(view: IslandView, words: Words, names: Sequence[str], where: str) -> str:
    """The content of a hex, corner or edge, and its value to the viewer; empty if there is no such place."""
    players = named(view, words, names)
    lines = [hex_words(view, words, hex_) for hex_ in view.board.hexes if hex_.name == where]
    for piece in view.pieces:
        if piece.place == where:
            owner = f" ({players[piece.seat]})" if piece.seat >= 0 else ""
            lines.append(f"{where} {words.name(piece.kind)}{owner}")
    for target in view.targets:
        if target.place == where:
            tips = listed(words, [words.text(say, players) for say in target.tip])
            lines.append(pair(words, target.notation, tips) if tips else target.notation)
    if not lines and (corner := spot(where)) is not None:
        near = [hex_ for hex_ in view.board.hexes if touches(hex_, corner[:2])]
        lines += [pair(words, where, listed(words, [hex_words(view, words, hex_) for hex_ in near]))] if near else []
    return "\n".join(wrapped(line, 0, 2) for line in lines)


def touches(hex_: Hex, point: tuple[int, int]) -> bool:
    """Whether a corner or an edge, given as a point of the drawing, belongs to a hex."""
    x, y = center(hex_.q, hex_.r)
    return (abs(point[0] - x), abs(point[1] - y)) in AROUND


def decisions(view: IslandView, words: Words) -> str:
    """Everything that the viewer may send now, grouped by verb."""
    groups: dict[str, list[str]] = {}
    for notation in view.legal:
        verb, _, rest = notation.partition(" ")
        groups.setdefault(verb, []).append(rest)
    lines = []
    pays = {target.notation: count for target in view.targets if (count := rolls(target)) and target.verb != "robber"}
    for verb, rests in groups.items():
        means = hint(view, words, verb)
        if any(f"{verb} {rest}" in pays for rest in rests):
            means += f" {words.gettext('(with how many of 36 rolls pay, best first)')}"
            rests = sorted(rests, key=lambda rest: -pays.get(f"{verb} {rest}", 0))
            rests = [f"{rest} ({pays.get(f'{verb} {rest}', 0)})" for rest in rests]
        arguments = listed(words, [rest for rest in rests if rest])
        lines.append(wrapped(f"{verb} – {pair(words, means, arguments) if arguments else means}", 2, 4))
    for form in view.forms:
        lines.append(wrapped(f"{form} – {hint(view, words, form.partition(' ')[0])}", 2, 4))
    if not lines:
        return ""
    goods = view.seats[0].rates
    named = any(rest in goods for rests in groups.values() for rest in rests)
    if any("GOOD" in form for form in view.forms) or "bank" in groups or named:
        foreign = [f"{words.name(good)} = {good}" for good in goods if words.name(good) != good]
        lines += [wrapped(pair(words, words.gettext("Goods in notation"), ", ".join(foreign)), 2, 4)] if foreign else []
    return "\n".join([words.gettext("You may send:"), *lines])


def rolls(target: Target) -> int:
    """How many of 36 rolls pay at a place, as the view says; 0 if it does not."""
    counts = (say.args.get("count") for say in target.tip if say.text == "{count} in 36 rolls")
    return next((count for count in counts if isinstance(count, int)), 0)


def hint(view: IslandView, words: Words, verb: str) -> str:
    """What a verb does, in a few words."""
    for name, own in view.modules.items():
        if found := view_of(name).hint(own, words, verb):
            return found
    views = [BASE_VIEW, *map(view_of, view.modules), *all_views().values()]  # a module may add nothing to the view
    known = next((each.hints[verb] for each in views if verb in each.hints), None)
    return words.gettext(known.text) if known is not None else words.name(verb)


def refusals(view: IslandView, words: Words, names: Sequence[str]) -> str:
    """The buttons of the table that cannot be used now, each with its reason."""
    lines = [
        wrapped(pair(words, action_name(view, words, action), reason_words(words, action.reason, names)), 2, 4)
        for action in view.actions
        if action.reason is not None
    ]
    return "\n".join(lines)


def action_name(view: IslandView, words: Words, action: Action) -> str:
    """The name of a button."""
    verb = {"settlement": "settle", "card": "buy", "trade": "offer"}.get(action.verb, action.verb)
    return hint(view, words, verb)
