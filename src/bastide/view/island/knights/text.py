"""Cities & Knights in words, for terminals and for those who listen."""

from __future__ import annotations

from collections.abc import Sequence

from bastide.view.island.knights.knights import PIECES
from bastide.view.island.knights.model import KnightsView, Ruler
from bastide.view.island.knights.words import DOMAINS, card, card_key
from bastide.view.model import IslandView, Say
from bastide.view.words import Words


def lines(view: IslandView, own: KnightsView, words: Words, names: Sequence[str]) -> list[str]:
    """The barbarians, each player's levels and knights, and what the viewer's cards do."""
    say = words.gettext
    now = own.now
    out = [
        say(
            "Barbarians: {count} of {length}; cities {cities}, defenders {knights}.",
            count=own.ship,
            length=own.length,
            cities=now.barbarians,
            knights=now.knights,
        )
    ]
    for ruler in own.rulers:
        out.append(f"  {names[ruler.seat]}: {told(own, words, ruler)}")
    held = next((seat.cards for seat in view.seats if seat.seat == view.viewer), None)
    for one in held or []:
        does = card(one.kind, own.edition, own.readings)
        rules = ", ".join(does.rules)
        out.append(f"  {words.title(card_key(one.kind))}: {words.text(does.text, names)} ({rules})")
    return out


def told(own: KnightsView, words: Words, ruler: Ruler) -> str:
    """One player's levels, metropolises and knights."""
    parts = []
    for domain in DOMAINS:
        star = f" ({words.gettext('metropolis')})" if domain in ruler.metropolises else ""
        parts.append(f"{words.name(f'domain-{domain}')} {ruler.levels[domain]}{star}")
    knights = [knight for knight in own.knights if knight.seat == ruler.seat]
    parts += [f"{words.name(PIECES[knight.rank, knight.active])} {knight.place}" for knight in knights]
    for kind, places in (("city-tipped", ruler.tipped), ("sabotaged", ruler.sabotaged)):
        parts += [f"{words.name(kind)} {place}" for place in places]
    if ruler.merchant and own.merchant:
        parts.append(f"{words.name('merchant')} {own.merchant}")
    if ruler.tokens:
        parts.append(words.text(Say("{card:Name}, {count}", {"card": "defender", "count": ruler.tokens}), []))
    return ", ".join(parts)
