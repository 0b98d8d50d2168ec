"""Cities: improvements and their prices, metropolises, walls, and each player's public data."""

from __future__ import annotations

from bastide.expansions.island.cities_knights.rules.cities import improvement_cost
from bastide.expansions.island.cities_knights.rules.progress.piles import pile_size
from bastide.expansions.island.cities_knights.rules.refusals import why_no_level
from bastide.expansions.island.cities_knights.rules.state import KNIGHT, REPAIR, TOP_LEVEL, WALL
from bastide.expansions.island.cities_knights.view.glance import KnightsGlance
from bastide.expansions.island.cities_knights.view.knights import standing, strengths
from bastide.expansions.island.cities_knights.view.model import Holder, Ruler, Step
from bastide.expansions.island.cities_knights.view.words import COMMODITIES, DOMAINS, building
from bastide.kernel.errors import Refusal
from bastide.view.island.tips import tip
from bastide.view.lines import reason
from bastide.view.model import Action, Piece, Points, Reason, Say, Target


def rulers(k: KnightsGlance) -> list[Ruler]:
    """The public data of each player."""
    m, g = k.m, k.g
    host = strengths(k)
    posted = [(seat, rank) for _, seat, rank, _ in standing(k)]
    held = {domain: holder.seat for domain, holder in holders(k).items()}
    out = []
    for seat in k.seats:
        opened = [name for i, name in enumerate(("printing", "constitution")) if g.cell(m.laid_open + 2 * seat + i)]
        out.append(
            Ruler(
                seat=seat,
                levels={domain: k.level(seat, d) for d, domain in enumerate(DOMAINS)},
                metropolises=[domain for domain in DOMAINS if held.get(domain) == seat],
                backs={domain: backs(k, seat, d) for d, domain in enumerate(DOMAINS)},
                force=host[seat][0],
                host=host[seat][1],
                cities=int(m.cities(g.state, seat)),
                tokens=g.cell(m.tokens + seat),
                open=opened,
                merchant=g.cell(m.merchant_holder) == seat + 1,
                walls=g.cell(m.walls_left + seat),
                knights=[g.cell(m.knights_left + seat * 3 + rank) for rank in range(3)],
                walled=len(owned(k, seat, m.wall)),
                posted=[posted.count((seat, rank)) for rank in (1, 2, 3)],
                tipped=[k.corner_name(c) for c in owned(k, seat, m.tipped)],
                sabotaged=[k.corner_name(c) for c in owned(k, seat, m.damaged)],
            )
        )
    return out


def owned(k: KnightsGlance, seat: int, field: int) -> list[int]:
    """Corners of a seat's buildings where a field of the module is set."""
    g, owner = k.g, k.g.rules.owner
    return [c for c in k.corners if g.cell(field + c) and g.cell(owner + c) == seat + 1]


def harmed(k: KnightsGlance, kind: str, field: int) -> list[Piece]:
    """Damaged cities as pieces: the damage, the owner, and the corner."""
    out = []
    for seat in k.seats:
        said = Say("{piece:Name} of {owner}", {"piece": kind, "owner": seat})
        for corner in owned(k, seat, field):
            place = k.corner_name(corner)
            out.append(Piece(kind, place, seat, [said, *tip(k.g, "knight", place)]))
    return out


def backs(k: KnightsGlance, seat: int, domain: int) -> int:
    """How many hidden cards of a domain a seat holds; their backs are public."""
    m = k.m
    size = int(m.first[domain + 1] - m.first[domain])
    return sum(k.g.cell(m.held[domain] + seat * size + kind) for kind in range(size))


def holders(k: KnightsGlance) -> dict[str, Holder]:
    """Who has which metropolis."""
    out = {}
    for d, domain in enumerate(DOMAINS):
        corner = k.g.cell(k.m.metropolis + d) - 1
        if corner >= 0:
            seat = k.g.cell(k.g.rules.owner + corner) - 1
            out[domain] = Holder(seat, k.level(seat, d), k.corner_name(corner))
    return out


def piles(k: KnightsGlance) -> dict[str, int]:
    """How many cards are left in each pile."""
    return {domain: int(pile_size(k.m, k.g.state, d)) for d, domain in enumerate(DOMAINS)}


def points(k: KnightsGlance, seat: int) -> list[Points]:
    """The sources of points that this module adds."""
    m, g = k.m, k.g
    metropolises = int(m.metropolises(g.state, seat))
    found = [
        Points("metropolises", metropolises, 2 * metropolises),
        Points("defender", g.cell(m.tokens + seat), g.cell(m.tokens + seat)),
        Points("printing", 1, g.cell(m.laid_open + 2 * seat)),
        Points("constitution", 1, g.cell(m.laid_open + 2 * seat + 1)),
        Points("merchant", 1, int(g.cell(m.merchant_holder) == seat + 1)),
    ]
    return [source for source in found if source.points]


def steps(k: KnightsGlance) -> list[Step]:
    """The next level of each domain, for a viewer with a seat."""
    g, viewer = k.g, k.g.viewer
    if viewer < 0:
        return []
    out = []
    for d, domain in enumerate(DOMAINS):
        level = k.level(viewer, d)
        good, text = COMMODITIES[domain], f"improve {domain}"
        cost = int(improvement_cost(k.m, g.state, viewer, d)) if level < TOP_LEVEL else 0
        ready = text in g.legal and g.phase == "main"
        out.append(
            Step(
                domain=domain,
                good=good,
                level=level,
                building=building(domain, level + 1),
                cost=cost,
                held=k.held(viewer, good),
                notation=text if ready else None,
                reason=None if ready else why_no_step(k, d, cost),
            )
        )
    return out


def why_no_step(k: KnightsGlance, domain: int, cost: int) -> Reason:
    """Why the viewer cannot improve a domain now."""
    g, viewer = k.g, k.g.viewer
    good = COMMODITIES[DOMAINS[domain]]
    found = why_no_level(k.m, g.state, viewer, domain, Refusal(""))
    if found is not None:
        return reason(found)
    held = k.held(viewer, good)
    if held < cost:
        return k.no("CK-080", "you lack cards for this improvement", {good: cost - held})
    return k.free_to_act() or k.no("BASE-016", "finish first what you have begun")


def pieces(k: KnightsGlance) -> list[Piece]:
    """Walls, metropolises, the damage of sabotage and the merchant."""
    m, g = k.m, k.g
    owner = g.rules.owner
    out = [Piece("wall", k.corner_name(c), g.cell(owner + c) - 1) for c in k.corners if g.cell(m.wall + c)]
    out += [Piece(f"metropolis-{domain}", h.place, h.seat) for domain, h in holders(k).items()]
    out += harmed(k, "sabotaged", m.damaged)
    at = g.cell(m.merchant) - 1
    if at >= 0:
        out.append(Piece("merchant", k.board.hex_names[at], g.cell(m.merchant_holder) - 1))
    return out


def actions(k: KnightsGlance) -> list[Action]:
    """The buttons: a wall, a knight; in the older edition a repair, if a city was sabotaged."""
    m, g, seat = k.m, k.g, k.g.viewer
    wall = why_no_wall(k)
    out = [item(k, "wall", WALL, g.cell(m.walls_left + seat), wall), recruiting(k)]
    if owned(k, seat, m.damaged):
        out.append(item(k, "repair", REPAIR, None, None))
    return out


def recruiting(k: KnightsGlance) -> Action:
    """The button for a new knight."""
    m, g, seat = k.m, k.g, k.g.viewer
    stopped = None
    if not g.cell(m.knights_left + seat * 3):
        stopped = k.no("CK-064", "you have no knight of this level left in your supply")
    elif m.next_post(g.state, seat, -1) < 0:
        stopped = k.no("CK-052", "there is no free corner where a knight could be placed")
    return item(k, "recruit", KNIGHT, g.cell(m.knights_left + seat * 3), stopped)


LACKING = {
    "wall": ("CK-048", "you lack cards for a wall"),
    "recruit": ("CK-051", "you lack cards for a knight"),
    "repair": ("CKO-003", "you lack cards to repair a city"),
}
"""The reason given when a seat cannot pay."""


def item(k: KnightsGlance, verb: str, kind: int, left: int | None, stopped: Reason | None) -> Action:
    """One button for an item that has a price and a place."""
    g = k.g
    price = k.price(int(kind))
    if any(text.startswith(f"{verb} ") for text in g.legal):
        return Action(verb, True, cost=price, left=left)
    lacking = k.missing(g.viewer, price)
    found = k.no(*LACKING[verb], lacking) if lacking else stopped
    found = found or k.free_to_act() or k.no("BASE-016", "finish first what you have begun")
    return Action(verb, False, cost=price, left=left, reason=found)


def why_no_wall(k: KnightsGlance) -> Reason | None:
    """The reason why the viewer cannot build a wall, its price apart."""
    m, g, seat = k.m, k.g, k.g.viewer
    if not g.cell(m.walls_left + seat):
        return k.no("CK-048", "you have no wall left in your supply")
    owner, level = g.rules.owner, g.rules.level
    for c in k.corners:
        if g.cell(owner + c) == seat + 1 and g.cell(level + c) == 2 and not g.cell(m.wall + c):
            return None
    return k.no("CK-049", "you have no city without a wall")


PLACED = {
    "wall": ("wall", Say("A wall here")),
    "recruit": ("knight-1-resting", Say("A knight here")),
    "repair": ("", Say("Repair this city")),
    "metropolis": ("", Say("The metropolis comes here")),
    "lose": ("", Say("Give up this city")),
    "promote": ("", Say("Promote this knight")),
    "defend": ("", Say("This knight fights")),
    "dismiss": ("", Say("Give up this knight")),
    "engineering": ("wall", Say("A wall here")),
    "medicine": ("", Say("This settlement becomes a city")),
    "intrigue": ("", Say("Drive this knight away")),
    "sabotage": ("", Say("Sabotage this city")),
    "merchant": ("merchant", Say("The merchant here")),
    "taxation": ("robber", Say("The robber here")),
    "diplomacy": ("", Say("Take away this road")),
}
"""The piece that a decision with one place puts there, and its name."""


ABOUT = {
    "diplomacy": "road",
    "taxation": "robber",
    "merchant": "hex",
    **dict.fromkeys(("recruit", "promote", "defend", "dismiss", "intrigue"), "knight"),
}
"""The purpose of a place in a decision that is not about a building."""


LETTERS = "ABCD"
"""Letters of the cities that may be given up, in the order of legal decisions."""


def targets(k: KnightsGlance) -> list[Target]:
    """The places of decisions that have one place."""
    g = k.g
    out: list[Target] = []
    for text in g.legal:
        verb, _, place = text.partition(" ")
        known = PLACED.get(verb)
        if known is None or " " in place or "," not in place:
            continue
        if verb == "promote" and g.phase == "main":
            continue  # from the knight's own menu
        piece, label = known
        about = ABOUT.get(verb, "city")
        lines = place_lines(k, about, place)
        piece = piece or ("lift" if verb == "diplomacy" else "pick")
        badge = LETTERS[g.legal.index(text)] if verb == "lose" else ""
        out.append(Target(text, place, verb, piece, label, lines, badge=badge))
    return out


def place_lines(k: KnightsGlance, about: str, place: str) -> list[Say]:
    """A place's tooltip lines."""
    if about == "hex":
        return tip(k.g, "robber", place)[:1]  # the merchant hinders nobody
    return tip(k.g, about, place)
