"""Cities & Knights as text, for terminals and screen readers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bastide.expansions.island.cities_knights.view.knights import PIECES
from bastide.expansions.island.cities_knights.view.model import KnightsView, Ruler, Weighing
from bastide.expansions.island.cities_knights.view.words import CARDS, DOMAINS, building, card, card_key
from bastide.view.island.model import IslandView
from bastide.view.lines import listed, pair
from bastide.view.model import Say
from bastide.view.words import Words

SIGNS: Final[Mapping[str, str]] = {**dict.fromkeys(PIECES.values(), "<>"), "city-tipped": "(]"}
"""The characters on either side of the seat's number."""
LEGEND: Final = Say("<0> is a knight, (0] a city on its side; M is the merchant.")
COUNTED: Final = Say("{count} {count:progress card|progress cards}")
HEADED: Final = Say("progress cards")


def lines(view: IslandView, own: KnightsView, words: Words, names: Sequence[str]) -> list[str]:
    """The barbarians, the piles, each player's levels and knights, and the effects of the viewer's cards."""
    out = [barbarians(own, words, names)]
    piles = ", ".join(f"{words.name(f'domain-{domain}')} {count}" for domain, count in own.piles.items())
    out.append(pair(words, words.gettext("Piles of progress cards"), piles))
    for ruler in own.rulers:
        out += player_lines(view, own, words, names, ruler)
    held = next((seat.cards for seat in view.seats if seat.seat == view.viewer), None) or []
    out += [words.gettext("What your progress cards do:")] if held else []
    for one in held:
        does = card(one.kind, own.edition, own.readings)
        rules = ", ".join(does.rules)
        out.append("  " + pair(words, words.title(card_key(one.kind)), f"{words.text(does.text, names)} ({rules})"))
    return out


def barbarians(own: KnightsView, words: Words, names: Sequence[str]) -> str:
    """The barbarians' distance, attacks so far, and what would happen if they landed now."""
    say, now = words.gettext, own.now
    parts = [
        say(
            "Barbarians: {count} of {length}; cities {cities}, defenders {knights}.",
            count=own.ship,
            length=own.length,
            cities=now.barbarians,
            knights=now.knights,
        ),
        *verdict(now, words, names),
    ]
    if own.attacks:
        parts.append(say("Attacks so far: {count}.", count=own.attacks))
    if own.robber_sleeps:
        parts.append(say("The robber sleeps until they have come once."))
    return " ".join(parts)


def verdict(now: Weighing, words: Words, names: Sequence[str]) -> Iterator[str]:
    """Who would win now, who would lose by it, and who would be rewarded."""
    say = words.gettext
    if now.barbarians > now.knights:
        yield say("If they landed now, they would win.")
        if now.losers:
            yield say("A city each would lose: {players}.", players=", ".join(names[seat] for seat in now.losers))
        else:
            yield say("Nobody has a city to lose.")
        return
    yield say("If they landed now, they would be held.")
    if len(now.best) == 1:
        yield words.text(Say("{player} would get a point.", {"player": now.best[0]}), names)
    elif now.best:
        yield say("A card each would draw: {players}.", players=", ".join(names[seat] for seat in now.best))
    else:
        yield say("Nobody would be rewarded.")


def player_lines(view: IslandView, own: KnightsView, words: Words, names: Sequence[str], ruler: Ruler) -> Iterator[str]:
    """One player: levels, sources of points, cities, knights, cards, and for the viewer the remaining supply."""
    say = words.gettext
    levels = ", ".join(level(own, words, ruler, domain) for domain in DOMAINS)
    yield pair(words, names[ruler.seat], levels)
    knights = [
        f"{knight.place} {words.name(PIECES[knight.rank, knight.active])}"
        for knight in own.knights
        if knight.seat == ruler.seat
    ]
    if knights:
        strength = say("knights, strength {force} of {host}", force=ruler.force, host=ruler.host)
        yield "  " + pair(words, strength, listed(words, knights))
    walls = [piece.place for piece in view.pieces if piece.kind == "wall" and piece.seat == ruler.seat]
    harm = (("wall", walls), ("city-tipped", ruler.tipped), ("sabotaged", ruler.sabotaged))
    found = [pair(words, words.name(kind), listed(words, places)) for kind, places in harm if places]
    if more := ", ".join(honours(own, words, ruler)):
        found.append(pair(words, say("also worth points"), more))
    backs = ", ".join(f"{words.name(f'domain-{domain}')} {count}" for domain, count in ruler.backs.items() if count)
    if backs:
        found.append(pair(words, say(HEADED.text), backs))
    yield from (f"  {line}" for line in found)
    if ruler.seat == view.viewer:
        ranks = ", ".join(several(words.name(f"rank-{rank}"), count) for rank, count in enumerate(ruler.knights, 1))
        left = [several(words.name("wall"), ruler.walls), pair(words, words.name("recruit"), ranks)]
        yield "  " + pair(words, say("left to build"), listed(words, left))


def level(own: KnightsView, words: Words, ruler: Ruler, domain: str) -> str:
    """A player's level in a domain: the number, its building, and the site of the metropolis."""
    reached = ruler.levels[domain]
    notes = [words.name(name)] if (name := building(domain, reached)) else []
    if domain in ruler.metropolises:
        notes.append(f"{words.gettext('metropolis')} {own.holders[domain].place}")
    return f"{words.name(f'domain-{domain}')} {reached}" + (f" ({', '.join(notes)})" if notes else "")


def honours(own: KnightsView, words: Words, ruler: Ruler) -> Iterator[str]:
    """Points besides cities: the merchant, point cards, the defender's award."""
    if ruler.merchant and own.merchant:
        yield f"{words.name('merchant')} {own.merchant}"
    yield from (words.name(card_key(kind)) for kind in ruler.open)
    if ruler.tokens:
        yield several(words.name("defender"), ruler.tokens)


def several(name: str, count: int) -> str:
    """A name with its count."""
    return f"{name} ×{count}"


def hint(own: KnightsView, words: Words, verb: str) -> str:
    """What playing a card does, in a few words; empty for other verbs."""
    if verb not in CARDS:
        return ""
    does = words.gettext(card(verb, own.edition, own.readings).line.text)
    return f"{words.name(card_key(verb))} ({does[:1].lower()}{does[1:]})"
