"""The panel of the coast: barbarians and knights at each hex, which falls, what is at stake, how the die hits."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from bastide.expansions.island.barbarian_attack.view.log import P
from bastide.expansions.island.barbarian_attack.view.model import BarbarianAttackView, Bay, Spoils
from bastide.expansions.island.barbarian_attack.view.module import colour_paths
from bastide.view.lines import listed
from bastide.view.model import Say
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import classes, hidden, tag

FULL: Final = 3
SIGNS: Final = {
    "violet": '<path d="M12 3l9 9-9 9-9-9z" fill="#8A4FB8"/>',
    "green": '<path d="M12 3l10 18H2z" fill="#3F8A3C"/>',
    "brown": '<path d="M4 4h16v16H4z" fill="#8A5A30"/>',
}
"""The sign of each colour of the die, as at the castle."""


def coast(desk: Desk, own: BarbarianAttackView) -> Markup:
    """Each hex in the order of the check, then what is worth a line, then what the die takes."""
    return tag(
        "div",
        tag("ol", [bay(desk, one) for one in own.bays], cls="bays"),
        [label for one in own.bays if (label := line(desk, own, one)) is not None],
        tag(
            "p",
            desk._("After a victory the die takes the knights on"),
            tag("span", [colour(desk, name, sides) for name, sides in colour_paths().items()], cls="colours"),
            cls="after",
        ),
        cls="barbarian-attack-coast",
    )


def bay(desk: Desk, one: Bay) -> Markup:
    """One hex: its number, three places for barbarians, the knights on its paths."""
    places = [tag("i", cls=classes(k < one.barbarians and "on")) for k in range(FULL)]
    knights = [shield(desk, owner) for owner in one.knights]
    return tag(
        "li",
        tag("b", one.number, aria_hidden="true"),
        tag("span", places, cls="places", aria_hidden="true"),
        tag("span", knights or "–", cls="knights", aria_hidden="true"),
        hidden(words(desk, one)),
        cls=classes(one.falls and "falls", one.conquered and "conquered", one.number in ("6", "8") and "hot"),
        title=words(desk, one),
        data_hex=one.hex,
    )


def shield(desk: Desk, owner: int) -> Markup:
    """The shield of an owner of knights; a plain one for nobody."""
    return desk.shield(owner, 15) or tag("i", cls="nobody")


def words(desk: Desk, one: Bay) -> str:
    """A hex in words: for those who listen, and for those who point at it."""
    facts = [desk._("Hex {number}: {count} {count:barbarian|barbarians}", number=one.number, count=one.barbarians)]
    if one.knights:
        facts.append(desk._("{count} {count:knight|knights}", count=len(one.knights)))
    if one.landing:
        facts.append(desk._("an invasion comes here: {percent} %", percent=one.landing))
    if one.stake and not one.conquered:
        names = ", ".join(owner(desk, seat) for seat in dict.fromkeys(one.stake))
        facts.append(desk._("at stake: {names}", names=names))
    return ", ".join(facts)


def owner(desk: Desk, seat: int) -> str:
    """The name of an owner of knights or buildings."""
    return desk.name(seat) if seat < len(desk.names) else desk._("nobody")


def line(desk: Desk, own: BarbarianAttackView, one: Bay) -> Markup | None:
    """The line of a hex that falls, is conquered, or is conquered with a building by the next barbarian; else None."""
    names = ", ".join(owner(desk, seat) for seat in dict.fromkeys(one.stake))
    counts: dict[str, int | str] = {"number": one.number, "knights": len(one.knights), "count": one.barbarians}
    if one.falls:
        if own.marching:
            head = desk._("{number} is freed if you stay:", **counts)
        else:
            head = desk._("{number} is freed after this turn:", **counts)
        shares = listed(desk.words, [share(desk, got) for got in one.spoils])
        return tag(
            "p", tag("b", head), " ", desk._("{knights} against {count}.", **counts), " ", shares, cls="told good"
        )
    if one.conquered:
        lies = desk._("Lost: {names}.", names=names) if names else ""
        need = desk._("{count} {count:knight|knights} free it.", count=FULL + 1)
        head = desk._("{number} is conquered:", **counts)
        return tag("p", tag("b", head), " ", desk._("no goods."), " ", lies, " ", need, cls="told bad")
    if one.barbarians == FULL - 1 and names:
        head = desk._("{number} is in danger:", **counts)
        risk = desk._("risk of an invasion: {percent} %. At stake: {names}.", percent=one.landing, names=names)
        return tag("p", tag("b", head), " ", risk, cls="told risk")
    return None


def share(desk: Desk, got: Spoils) -> str:
    """What an owner of knights would get."""
    name = owner(desk, got.owner) if got.owner < len(desk.names) else desk._("the mercenary")
    if got.percent and got.sure:
        return desk._(
            "{name}: {sure} {sure:prisoner|prisoners}, {percent} % for one more",
            name=name,
            sure=got.sure,
            percent=got.percent,
        )
    if got.percent:
        return desk._("{name}: {percent} % for a prisoner, else 3 gold", name=name, percent=got.percent)
    return desk._("{name}: {sure} {sure:prisoner|prisoners}", name=name, sure=got.sure)


def colour(desk: Desk, name: str, sides: Say) -> Markup:
    """A colour of the die and the sides that it hits."""
    sign = Markup('<svg width="13" height="13" viewBox="0 0 24 24" aria-hidden="true">{}</svg>').format(
        Markup(SIGNS[name])
    )
    return tag("span", sign, " ", desk.text(sides), hidden(" " + desk.words.name(P + name)))
