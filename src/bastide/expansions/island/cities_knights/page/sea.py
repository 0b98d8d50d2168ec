"""The barbarians: their ship, both strengths, a forecast, and an attack step by step."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from markupsafe import Markup

from bastide.expansions.island.cities_knights.view import drawings as art
from bastide.expansions.island.cities_knights.view.model import Battle, KnightsView, Weighing
from bastide.view.lines import pair
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import Child, classes, hidden, tag
from bastide.web.panels.module_page import SidePanel
from bastide.web.panels.why import rule_link


def steps_away(desk: Desk, own: KnightsView) -> str:
    """The ship's distance."""
    return desk._("{count} {count:step|steps} away", count=own.length - own.ship)


def strip(desk: Desk, own: KnightsView) -> Markup:
    """The barbarians in one line, for a phone; a tap opens the sheet with more."""
    now: Weighing | Battle = own.now
    verdict = desk._("they would win") if now.barbarians > now.knights else desk._("they would be held")
    if own.battle is not None and not own.battle.over:
        now = own.battle
        verdict = desk._("they win") if now.barbarians > now.knights else desk._("they are held")
    return tag(
        "button",
        Markup(art.track(own.ship, own.length)),
        hidden(f"{pair(desk.words, desk._('Barbarians'), steps_away(desk, own))}. "),
        tag("span", tag("b", now.barbarians), f" {desk._('to')} ", tag("b", now.knights)),
        tag("u", verdict, cls="bad" if now.barbarians > now.knights else "good"),
        pictures.mark("chevron", 18),
        type="button",
        cls="slab ck-strip",
        data_tab="cities",
        data_wall=True,
    )


def barbarians_panel(desk: Desk, own: KnightsView) -> SidePanel:
    """The barbarians as a panel; folded, it shows strengths and the ship's distance."""
    now = own.now
    sides = desk._("{barbarians} to {knights}", barbarians=now.barbarians, knights=now.knights)
    return SidePanel(
        "ck-barbarians",
        desk._("Barbarians"),
        partial(barbarians, desk, own),
        summary=f"{sides} · {steps_away(desk, own)}",
        note=steps_away(desk, own),
        tone="bad" if now.barbarians > now.knights else "good",
        priority=50,
        sheet="cities",
    )


def attack_panel(desk: Desk, battle: Battle) -> SidePanel:
    """An attack as a panel: urgent while it lasts, then first to fold."""
    number = desk._("attack {number}", number=battle.number)
    return SidePanel(
        "ck-attack",
        desk._("The barbarians land"),
        partial(attack, desk, battle),
        summary=number,
        note=number,
        priority=20 if battle.over else 90,
        sheet="cities",
        urgent=not battle.over,
    )


def barbarians(desk: Desk, own: KnightsView) -> Markup:
    """Track, strengths and verdict."""
    now = own.now
    asleep = None
    if own.robber_sleeps:
        asleep = tag(
            "p", desk._("The robber sleeps until they have come once."), " ", rule_link(desk, "CK-037"), cls="ck-asleep"
        )
    return tag(
        "div",
        Markup(art.track(own.ship, own.length)),
        Markup(art.scales(now.barbarians, now.knights, desk._("cities"), desk._("defenders"))),
        hidden(desk._("Cities {cities}, defenders {knights}.", cities=now.barbarians, knights=now.knights)),
        verdict(desk, now),
        asleep,
        cls="ck-barb",
    )


def names(desk: Desk, seats: Sequence[int]) -> str:
    """Players' names."""
    return ", ".join(desk.name(seat) for seat in seats)


def verdict(desk: Desk, now: Weighing) -> Markup:
    """What would happen if they landed now, and how to change it."""
    if now.barbarians > now.knights:
        short = now.barbarians - now.knights
        head = desk._("If they landed now, they would win.")
        who = desk._("Nobody has a city to lose.")
        if now.losers:
            who = desk._("A city each would lose: {players}.", players=names(desk, now.losers))
        turn = desk._("{count} more strength would hold them.", count=short)
        return note("bad", "!", head, f"{who} {turn}")
    head = desk._("If they landed now, they would be held.")
    if not now.best:
        return note("good", "✓", head, desk._("Nobody would be rewarded."))
    if len(now.best) == 1:
        return note("good", "✓", head, desk._("{player} would get a point.", player=desk.name(now.best[0])))
    return note("good", "✓", head, desk._("A card each would draw: {players}.", players=names(desk, now.best)))


def note(kind: str, sign: str, head: str, rest: str) -> Markup:
    """A verdict as a coloured line."""
    inner = tag("span", tag("b", head), " ", rest)
    return tag("p", tag("i", sign, aria_hidden="true"), inner, cls=classes("ck-verdict", kind))


def attack(desk: Desk, battle: Battle) -> Markup:
    """An attack in six steps: what counts, who counts, who wins, who pays, who is rewarded, what follows."""
    lost = battle.barbarians > battle.knights
    then = desk._("The knights that fought rest, the ship sails home, the land yields.")
    if not battle.knights:
        then = desk._("The ship sails home, the land yields.")
    now = None if battle.over else 4 if lost else 5
    items = [
        step(
            1,
            now,
            desk._("Barbarians"),
            battle.barbarians,
            desk._("One for each city or metropolis"),
            tally(desk, battle),
        ),
        step(2, now, desk._("Defenders"), battle.knights, None, defence(desk, battle)),
        step(3, now, result(desk, battle), None, reason(desk, battle), rules(desk, lost)),
        step(4, now, *falling(desk, battle)),
        step(5, now, *reward(desk, battle)),
        step(6, now, desk._("Then"), None, then),
    ]
    return tag("div", tag("ol", items), cls=classes("ck-attack", now is not None and "live"))


def step(number: int, now: int | None, head: str, count: int | None, text: str | None, *more: Child) -> Markup:
    """One step; the current one stands out, later ones are pale."""
    state = None if now is None or number < now else "now" if number == now else "later"
    title = tag("b", head, tag("u", count) if count is not None else None)
    return tag("li", title, tag("span", text) if text else None, *more, cls=state, data_n=number)


def tally(desk: Desk, battle: Battle) -> Markup:
    """The cities of each player."""
    cells = [
        tag("span", desk.shield(seat, 18), count, hidden(f" {desk.name(seat)}"))
        for seat, count in enumerate(battle.cities)
    ]
    return tag("div", cells, cls="ck-tally")


def defence(desk: Desk, battle: Battle) -> Markup:
    """The active strength of each player, the best first."""
    rows = []
    for seat in sorted(range(len(battle.strengths)), key=lambda seat: -battle.strengths[seat]):
        low = seat in battle.fallen or seat in battle.owing
        reason = desk._("no city to lose") if seat in battle.spared else None
        rows.append(
            tag(
                "div",
                desk.shield(seat, 17),
                tag("b", desk.name(seat)),
                tag("em", reason),
                tag("strong", battle.strengths[seat]),
                cls=classes("ck-rowp", low and "low"),
            )
        )
    return tag("div", rows)


def result(desk: Desk, battle: Battle) -> str:
    """Who has won."""
    sides = {"barbarians": battle.barbarians, "knights": battle.knights}
    if battle.barbarians > battle.knights:
        return desk._("{barbarians} {barbarians:beats|beat} {knights}: the barbarians win", **sides)
    return desk._("{knights} {knights:holds|hold} against {barbarians}: the island is saved", **sides)


def reason(desk: Desk, battle: Battle) -> str:
    """Why it came so."""
    if battle.barbarians > battle.knights:
        return desk._("Of the players with a city that is not a metropolis, those who defended least lose one.")
    if battle.defender is not None:
        return desk._("{player} defended best, alone.", player=desk.name(battle.defender))
    return desk._("The barbarians must be stronger to win.")


def rules(desk: Desk, lost: bool) -> Child:
    """The rules that apply."""
    return " ", tag(
        "span", [[rule_link(desk, rule), " "] for rule in (("CK-101", "CK-102") if lost else ("CK-100", "CK-108"))]
    )


def falling(desk: Desk, battle: Battle) -> tuple[str, None, str]:
    """Which cities fall."""
    if battle.owing:
        return desk._("A city falls"), None, desk._("To choose: {players}.", players=names(desk, battle.owing))
    if battle.fallen:
        return desk._("A city falls"), None, desk._("Lost by: {players}.", players=names(desk, battle.fallen))
    return desk._("No city falls"), None, desk._("Nobody loses anything.")


def reward(desk: Desk, battle: Battle) -> tuple[str, None, str]:
    """Who is rewarded."""
    if battle.defender is not None:
        return desk._("A defender"), None, desk._("{player} gets a point.", player=desk.name(battle.defender))
    if battle.drawing:
        players = names(desk, battle.drawing)
        return (
            desk._("Several defenders"),
            None,
            desk._("As good as each other, a card each: {players}.", players=players),
        )
    return desk._("No reward"), None, desk._("There is none for those who lose, or send nobody.")
