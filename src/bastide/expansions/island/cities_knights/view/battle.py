"""The barbarians: what would happen if they landed now, and the attack of this turn step by step."""

from __future__ import annotations

from typing import Final

from bastide.expansions.island.cities_knights.view.glance import KnightsGlance
from bastide.expansions.island.cities_knights.view.knights import strengths
from bastide.expansions.island.cities_knights.view.model import Battle, Weighing
from bastide.kernel.state import DEPTH, FRAME, Event


def weighing(k: KnightsGlance) -> Weighing:
    """Both current strengths, and who would lose a city or gain from it (CK-098 to CK-110)."""
    m, s = k.m, k.g.state
    force = {seat: active for seat, (active, _) in strengths(k).items()}
    cities = {seat: int(m.cities(s, seat)) for seat in k.seats}
    barbarians, knights = sum(cities.values()), sum(force.values())
    if barbarians > knights:
        at_risk = [seat for seat in k.seats if cities[seat] > int(m.metropolises(s, seat))]
        least = min((force[seat] for seat in at_risk), default=0)
        return Weighing(barbarians, knights, [seat for seat in at_risk if force[seat] == least], [])
    most = max(force.values())
    return Weighing(barbarians, knights, [], [seat for seat in k.seats if most and force[seat] == most])


def since(k: KnightsGlance, *kinds: str) -> list[Event]:
    """Events since the last decision that has one of these kinds, that decision's included, oldest first."""
    out: list[list[Event]] = []
    for events in reversed(k.g.game.history):
        out.append(events)
        if any(event.kind in kinds for event in events):
            return [event for decision in reversed(out) for event in decision]
    return []


RED: Final = ("roll", "throw")
"""The events that tell what the red die shows: two dice, or the red one alone where the number comes from elsewhere."""


def thrown(k: KnightsGlance) -> int | None:
    """The face of the event die in the last roll, as the module numbers it; None while it rolls."""
    return next((int(event.a) for event in since(k, *RED) if event.kind == "event"), None)


def red(k: KnightsGlance) -> int:
    """What the red die of the last roll shows; 0 before the first one."""
    return next((int(event.a) for event in since(k, *RED) if event.kind in RED), 0)


def drew(k: KnightsGlance) -> list[int]:
    """Who drew a progress card from the event die of the last roll, even if they then had to give up one card."""
    face = thrown(k)
    if not face:
        return []
    return [int(e.seat) for e in since(k, *RED) if e.kind == "progress" and int(e.a) == face - 1]


def battle(k: KnightsGlance) -> Battle | None:
    """The attack triggered by this turn's roll, or None."""
    events = since(k, "turn", *RED)
    start = next((i for i, event in enumerate(events) if event.kind == "attack"), None)
    if start is None:
        return None
    m, g = k.m, k.g
    attack = events[start]
    sides = [e for e in events[:start] if e.kind == "strength"]
    strength = [int(e.a) for e in sides]
    after = events[start:]
    fallen = [int(e.seat) for e in after if e.kind == "fall"]
    defender = next((int(e.seat) for e in after if e.kind == "defender"), None)
    over = any(e.kind == "ship_home" for e in after)
    lost = attack.a > attack.b
    owing = queued(k, int(m.fall_phase)) if not over else []
    drawing: list[int] = []
    if not lost and defender is None and attack.b:
        drawing = [seat for seat, n in enumerate(strength) if n == max(strength)]
    spared = [int(e.seat) for e in sides if e.b <= e.c] if lost else []
    return Battle(
        number=g.cell(m.attacks),
        cities=[int(e.b) for e in sides],
        strengths=strength,
        barbarians=int(attack.a),
        knights=int(attack.b),
        spared=spared,
        fallen=fallen,
        owing=owing,
        defender=defender,
        drawing=drawing,
        over=over,
    )


def queued(k: KnightsGlance, phase: int) -> list[int]:
    """The seats with this phase on the agenda, the next one first."""
    s = k.g.state
    out: list[int] = []
    for frame in frames(k):
        if int(s.cells[frame]) == phase:
            out.append(int(s.cells[frame + 1]))
    return out


def frames(k: KnightsGlance) -> list[int]:
    """The offsets of the agenda's frames, the top one first."""
    s = k.g.state
    top, size, count = int(s.top()), int(FRAME), int(s.cells[DEPTH])
    return [top - size * i for i in range(count)]
