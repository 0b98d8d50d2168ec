"""The barbarians: what would happen if they landed now, and the attack of this turn step by step."""

from __future__ import annotations

from bastide.kernel.state import DEPTH, FRAME, Event
from bastide.view.island.knights.knights import strengths
from bastide.view.island.knights.lens import Lens
from bastide.view.island.knights.model import Battle, Weighing


def weighing(lens: Lens) -> Weighing:
    """Both strengths as they are, and who would lose a city or win by it (CK-098 to CK-110)."""
    m, s = lens.m, lens.g.state
    force = {seat: active for seat, (active, _) in strengths(lens).items()}
    cities = {seat: int(m.cities(s, seat)) for seat in lens.seats}
    barbarians, knights = sum(cities.values()), sum(force.values())
    if barbarians > knights:
        at_risk = [seat for seat in lens.seats if cities[seat] > int(m.metropolises(s, seat))]
        least = min((force[seat] for seat in at_risk), default=0)
        return Weighing(barbarians, knights, [seat for seat in at_risk if force[seat] == least], [])
    most = max(force.values())
    return Weighing(barbarians, knights, [], [seat for seat in lens.seats if most and force[seat] == most])


def since(lens: Lens, *kinds: str) -> list[Event]:
    """The events of the last decision that one of these kinds was told of, and of all later ones, oldest first."""
    out: list[list[Event]] = []
    for events in reversed(lens.g.game.history):
        out.append(events)
        if any(event.kind in kinds for event in events):
            return [event for told in reversed(out) for event in told]
    return []


def thrown(lens: Lens) -> int | None:
    """What the event die of the last roll shows, as the module numbers its faces; None while it rolls."""
    return next((int(event.a) for event in since(lens, "roll") if event.kind == "event"), None)


def drew(lens: Lens) -> list[int]:
    """Who drew a progress card by the event die of the last roll, whatever each had to do with a card too many."""
    face = thrown(lens)
    if not face:
        return []
    return [int(e.seat) for e in since(lens, "roll") if e.kind == "progress" and int(e.a) == face - 1]


def battle(lens: Lens) -> Battle | None:
    """The attack that this turn's roll brought; None if it brought none."""
    events = since(lens, "turn", "roll")
    start = next((i for i, event in enumerate(events) if event.kind == "attack"), None)
    if start is None:
        return None
    m, g = lens.m, lens.g
    attack = events[start]
    sides = [e for e in events[:start] if e.kind == "strength"]
    strength = [int(e.a) for e in sides]
    after = events[start:]
    fallen = [int(e.seat) for e in after if e.kind == "fall"]
    defender = next((int(e.seat) for e in after if e.kind == "defender"), None)
    over = any(e.kind == "ship_home" for e in after)
    lost = attack.a > attack.b
    owing = queued(lens, int(m.fall_phase)) if not over else []
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


def queued(lens: Lens, phase: int) -> list[int]:
    """The seats for whom a phase stands on the agenda, the next one first."""
    s = lens.g.state
    out: list[int] = []
    for frame in frames(lens):
        if int(s.cells[frame]) == phase:
            out.append(int(s.cells[frame + 1]))
    return out


def frames(lens: Lens) -> list[int]:
    """Where the frames of the agenda stand, the top one first."""
    s = lens.g.state
    top, size, count = int(s.top()), int(FRAME), int(s.cells[DEPTH])
    return [top - size * i for i in range(count)]
