"""Cities: improvements and their prices, metropolises, walls, and what all can see of each player."""

from __future__ import annotations

from bastide.catan.modules.cities_knights.cities import improvement_cost
from bastide.catan.modules.cities_knights.progress.piles import pile_size
from bastide.catan.modules.cities_knights.realm import KNIGHT, REPAIR, TOP_LEVEL, WALL
from bastide.catan.modules.cities_knights.why import why_no_level
from bastide.kernel.errors import Refusal
from bastide.view.island.glance import reason
from bastide.view.island.knights.knights import standing, strengths
from bastide.view.island.knights.lens import Lens
from bastide.view.island.knights.model import Holder, Ruler, Step
from bastide.view.island.knights.words import COMMODITIES, DOMAINS, building
from bastide.view.island.tips import tip
from bastide.view.model import Action, Piece, Points, Reason, Say, Target


def rulers(lens: Lens) -> list[Ruler]:
    """What all can see of each player."""
    m, g = lens.m, lens.g
    host = strengths(lens)
    posted = [(seat, rank) for _, seat, rank, _ in standing(lens)]
    held = {domain: holder.seat for domain, holder in holders(lens).items()}
    out = []
    for seat in lens.seats:
        opened = [name for i, name in enumerate(("printing", "constitution")) if g.cell(m.laid + 2 * seat + i)]
        out.append(
            Ruler(
                seat=seat,
                levels={domain: lens.level(seat, d) for d, domain in enumerate(DOMAINS)},
                metropolises=[domain for domain in DOMAINS if held.get(domain) == seat],
                backs={domain: backs(lens, seat, d) for d, domain in enumerate(DOMAINS)},
                force=host[seat][0],
                host=host[seat][1],
                cities=int(m.cities(g.state, seat)),
                tokens=g.cell(m.tokens + seat),
                open=opened,
                merchant=g.cell(m.merchant_holder) == seat + 1,
                walls=g.cell(m.walls_left + seat),
                knights=[g.cell(m.knights_left + seat * 3 + rank) for rank in range(3)],
                walled=len(owned(lens, seat, m.wall)),
                posted=[posted.count((seat, rank)) for rank in (1, 2, 3)],
                tipped=[lens.corner_name(c) for c in owned(lens, seat, m.tipped)],
                sabotaged=[lens.corner_name(c) for c in owned(lens, seat, m.damaged)],
            )
        )
    return out


def owned(lens: Lens, seat: int, field: int) -> list[int]:
    """The corners of a seat's buildings at which a field of the module holds something."""
    g, owner = lens.g, lens.g.rules.owner
    return [c for c in lens.corners if g.cell(field + c) and g.cell(owner + c) == seat + 1]


def harmed(lens: Lens, kind: str, field: int) -> list[Piece]:
    """The cities that something has happened to, as pieces that say what, whose they are, and where they stand."""
    out = []
    for seat in lens.seats:
        said = Say("{piece:Name} of {owner}", {"piece": kind, "owner": seat})
        for corner in owned(lens, seat, field):
            place = lens.corner_name(corner)
            out.append(Piece(kind, place, seat, [said, *tip(lens.g, "knight", place)]))
    return out


def backs(lens: Lens, seat: int, domain: int) -> int:
    """How many hidden cards of a domain a seat holds: their backs are seen by all."""
    m = lens.m
    size = int(m.first[domain + 1] - m.first[domain])
    return sum(lens.g.cell(m.held[domain] + seat * size + k) for k in range(size))


def holders(lens: Lens) -> dict[str, Holder]:
    """Who has which metropolis."""
    out = {}
    for d, domain in enumerate(DOMAINS):
        corner = lens.g.cell(lens.m.metropolis + d) - 1
        if corner >= 0:
            seat = lens.g.cell(lens.g.rules.owner + corner) - 1
            out[domain] = Holder(seat, lens.level(seat, d), lens.corner_name(corner))
    return out


def piles(lens: Lens) -> dict[str, int]:
    """How many cards are left in each pile."""
    return {domain: int(pile_size(lens.m, lens.g.state, d)) for d, domain in enumerate(DOMAINS)}


def points(lens: Lens, seat: int) -> list[Points]:
    """Where the points come from that this module gives."""
    m, g = lens.m, lens.g
    metropolises = int(m.metropolises(g.state, seat))
    found = [
        Points("metropolises", metropolises, 2 * metropolises),
        Points("defender", g.cell(m.tokens + seat), g.cell(m.tokens + seat)),
        Points("printing", 1, g.cell(m.laid + 2 * seat)),
        Points("constitution", 1, g.cell(m.laid + 2 * seat + 1)),
        Points("merchant", 1, int(g.cell(m.merchant_holder) == seat + 1)),
    ]
    return [source for source in found if source.points]


def steps(lens: Lens) -> list[Step]:
    """The next level of each domain, for a viewer with a seat."""
    g, viewer = lens.g, lens.g.viewer
    if viewer < 0:
        return []
    out = []
    for d, domain in enumerate(DOMAINS):
        level = lens.level(viewer, d)
        good, text = COMMODITIES[domain], f"improve {domain}"
        cost = int(improvement_cost(lens.m, g.state, viewer, d)) if level < TOP_LEVEL else 0
        ready = text in g.legal and g.phase == "main"
        out.append(
            Step(
                domain=domain,
                good=good,
                level=level,
                building=building(domain, level + 1),
                cost=cost,
                held=lens.held(viewer, good),
                notation=text if ready else None,
                reason=None if ready else why_no_step(lens, d, cost),
            )
        )
    return out


def why_no_step(lens: Lens, domain: int, cost: int) -> Reason:
    """Why the viewer cannot go on in a domain now."""
    g, viewer = lens.g, lens.g.viewer
    good = COMMODITIES[DOMAINS[domain]]
    found = why_no_level(lens.m, g.state, viewer, domain, Refusal(""))
    if found is not None:
        return reason(found)
    held = lens.held(viewer, good)
    if held < cost:
        return lens.no("CK-080", "you lack cards for this improvement", {good: cost - held})
    return lens.free_to_act() or lens.no("BASE-016", "finish first what you have begun")


def pieces(lens: Lens) -> list[Piece]:
    """Walls, metropolises, the damage of sabotage and the merchant."""
    m, g = lens.m, lens.g
    owner = g.rules.owner
    out = [Piece("wall", lens.corner_name(c), g.cell(owner + c) - 1) for c in lens.corners if g.cell(m.wall + c)]
    out += [Piece(f"metropolis-{domain}", h.place, h.seat) for domain, h in holders(lens).items()]
    out += harmed(lens, "sabotaged", m.damaged)
    at = g.cell(m.merchant) - 1
    if at >= 0:
        out.append(Piece("merchant", lens.board.hex_names[at], g.cell(m.merchant_holder) - 1))
    return out


def actions(lens: Lens) -> list[Action]:
    """The buttons: a wall, a knight; in the older edition a repair, where a city was sabotaged."""
    m, g, seat = lens.m, lens.g, lens.g.viewer
    wall = why_no_wall(lens)
    out = [item(lens, "wall", WALL, g.cell(m.walls_left + seat), wall), recruiting(lens)]
    if owned(lens, seat, m.damaged):
        out.append(item(lens, "repair", REPAIR, None, None))
    return out


def recruiting(lens: Lens) -> Action:
    """The button for a new knight."""
    m, g, seat = lens.m, lens.g, lens.g.viewer
    stopped = None
    if not g.cell(m.knights_left + seat * 3):
        stopped = lens.no("CK-064", "you have no knight of this level left in your supply")
    elif m.next_post(g.state, seat, -1) < 0:
        stopped = lens.no("CK-052", "there is no free corner at your roads")
    return item(lens, "recruit", KNIGHT, g.cell(m.knights_left + seat * 3), stopped)


LACKING = {
    "wall": ("CK-048", "you lack cards for a wall"),
    "recruit": ("CK-051", "you lack cards for a knight"),
    "repair": ("CKO-003", "you lack cards to repair a city"),
}
"""The rule and the sentence for whoever cannot pay."""


def item(lens: Lens, verb: str, kind: int, left: int | None, stopped: Reason | None) -> Action:
    """One button for something that has a price and a place."""
    g = lens.g
    price = lens.price(int(kind))
    if any(text.startswith(f"{verb} ") for text in g.legal):
        return Action(verb, True, cost=price, left=left)
    lacking = lens.missing(g.viewer, price)
    found = lens.no(*LACKING[verb], lacking) if lacking else stopped
    found = found or lens.free_to_act() or lens.no("BASE-016", "finish first what you have begun")
    return Action(verb, False, cost=price, left=left, reason=found)


def why_no_wall(lens: Lens) -> Reason | None:
    """What stops the viewer from building a wall, the price apart."""
    m, g, seat = lens.m, lens.g, lens.g.viewer
    if not g.cell(m.walls_left + seat):
        return lens.no("CK-048", "you have no wall left in your supply")
    owner, level = g.rules.owner, g.rules.level
    for c in lens.corners:
        if g.cell(owner + c) == seat + 1 and g.cell(level + c) == 2 and not g.cell(m.wall + c):
            return None
    return lens.no("CK-049", "you have no city without a wall")


PLACED = {
    "wall": ("wall", Say("A wall at {place}")),
    "recruit": ("knight-1-resting", Say("A knight at {place}")),
    "repair": ("", Say("Repair the city at {place}")),
    "metropolis": ("", Say("The metropolis comes to {place}")),
    "lose": ("", Say("Give up the city at {place}")),
    "promote": ("", Say("Promote the knight at {place}")),
    "defend": ("", Say("The knight at {place} fights")),
    "dismiss": ("", Say("Give up the knight at {place}")),
    "engineering": ("wall", Say("A wall at {place}")),
    "medicine": ("", Say("The settlement at {place} becomes a city")),
    "intrigue": ("", Say("Drive the knight at {place} away")),
    "sabotage": ("", Say("Sabotage the city at {place}")),
    "merchant": ("merchant", Say("The merchant at {place}")),
    "taxation": ("robber", Say("The robber at {place}")),
    "diplomacy": ("", Say("Take away the road at {place}")),
}
"""What a decision that names one place brings there, and what it is called."""


LETTERS = "ABCD"
"""By which letter a city is meant that may be given up, in the order of what is legal."""


def targets(lens: Lens) -> list[Target]:
    """The places of decisions that name one place."""
    g = lens.g
    out: list[Target] = []
    for text in g.legal:
        verb, _, place = text.partition(" ")
        known = PLACED.get(verb)
        if known is None or " " in place or "," not in place:
            continue
        if verb == "promote" and g.phase == "main":
            continue  # from the knight's own menu
        piece, say = known
        label = Say(say.text, {"place": place})
        about = "edge" if verb == "diplomacy" else "robber" if verb in ("taxation", "merchant") else "corner"
        lines = place_lines(lens, about, place)
        piece = piece or ("lift" if verb == "diplomacy" else "pick")
        badge = LETTERS[g.legal.index(text)] if verb == "lose" else ""
        out.append(Target(text, place, verb, piece, label, lines, badge=badge))
    return out


def place_lines(lens: Lens, about: str, place: str) -> list[Say]:
    """What is said of a place."""
    if about == "edge":
        return tip(lens.g, "road", place)
    return tip(lens.g, "robber" if about == "robber" else "city", place)
