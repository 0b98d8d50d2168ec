"""Shepherds and their flocks: placing, growing, gathering, the wolf (SHEEP-003 to SHEEP-018).

A token belongs to the shepherd whose owner drew it, which determines its field: a field loses its shepherds and all
its tokens together, so a token is never without a shepherd.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import FIGURE_SECTION, Carcassonne
from bastide.carcassonne.base.scoring import take_up
from bastide.carcassonne.base.tables import FIELD_KIND, SECTIONS, tag_count
from bastide.carcassonne.base.turn import STEP_PLACED, STEP_SCORE, FigureVerb, place_figure
from bastide.carcassonne.tiles.sets import tags
from bastide.kernel.codes import Codes
from bastide.kernel.rules import Phase, Verb
from bastide.kernel.state import State

MOST_SHEEP: Final[i64] = 4
"""Tokens show one to four sheep; token 0 is the wolf."""
BAGS: Final = {"p12": [2, 4, 5, 5, 2], "overview": [2, 4, 5, 6, 1]}
"""The number of tokens of each, by option `sheep_bag` (SHEEP-002)."""
TOKENS: Final = ("wolf", "1", "2", "3", "4")


@final
class Flocks:
    """The fields of the state, and what happens to flocks.

    `shepherd` is the section on which a seat's shepherd stands, plus one, or 0; `flock` counts the tokens beside it by
    their sheep; `bag` what can be drawn. `came_home` says that the shepherd of the seat on turn came home since it has
    drawn its tile.
    """

    def __init__(self, r: Carcassonne) -> None:
        self.r = r
        tokens = BAGS[r.config.options["sheep_bag"]]
        self.bag_of: vec[i64] = vec[i64](tokens)
        self.again: bool = r.config.options["shepherd_again"] == "yes"
        self.tend_first: bool = r.config.options["flock_order"] == "before_figure"
        self.gather_closed: bool = r.config.options["flock_on_close"] == "gather"
        n = int(r.seats)
        self.shepherd: i64 = r.schema.add("shepherd", [n], derived=True, most=int(r.most_sections), by_seat=[0])
        self.flock: i64 = r.schema.add("flock", [n, int(MOST_SHEEP)], most=tokens[1:], by_seat=[0])
        self.bag: i64 = r.schema.add("bag", [int(MOST_SHEEP) + 1], most=tokens)
        self.came_home: i64 = r.schema.add("came_home", [], most=1)
        self.figure: i64 = r.add_figure("shepherd", 1, 0, False)
        self.reason: i64 = r.add_reason("flock")
        self.tokens: i64 = r.add_term("sheep")
        self.printed: i64 = r.add_term("printed sheep")
        self.sheep: i64 = tags().index("sheep")
        # Each tile may gather all tokens and the printed sheep.
        sheep = sum(count * number for number, count in enumerate(tokens))
        r.add_points(int(r.most) * (sheep + r.tag_totals[self.sheep]))
        self.token_phase: i64 = r.add_phase(TokenPhase(self))
        self.flock_phase: i64 = r.add_phase(FlockPhase(self))
        self.token_offset: i64 = r.add_verb(TokenVerb(self), by_chance=True)
        self.tend_offset: i64 = r.add_verb(FlockVerb(self))
        self.shepherd_offset: i64 = r.add_verb(ShepherdVerb(self))
        r.figure_offset[self.figure] = self.shepherd_offset

    def begin(self, s: State) -> None:
        """All tokens are in the bag."""
        for token in range(MOST_SHEEP + 1):
            s.cells[self.bag + token] = self.bag_of[token]

    def root_of(self, s: State, seat: i64) -> i64:
        """The field of a seat's shepherd, or -1."""
        c = s.cells
        at = c[self.shepherd + seat]
        if at == 0:
            return -1
        return c[self.r.label + at - 1]

    def tended(self, s: State, root: i64) -> bool:
        """Whether any shepherd stands in a field."""
        for seat in range(self.r.seats):
            if self.root_of(s, seat) == root:
                return True
        return False

    def extended(self, s: State, seat: i64, tile: i64) -> bool:
        """Whether a tile extends the field of the seat's shepherd, who stood there before (SHEEP-008)."""
        r = self.r
        c = s.cells
        root = self.root_of(s, seat)
        if root < 0 or c[r.tile_of + c[self.shepherd + seat] - 1] == tile:
            return False
        first = c[r.first + tile]
        for k in range(r.tables.sections[c[r.lies + tile] // 4]):
            if c[r.label + first + k] == root:
                return True
        return False

    def places(self, s: State, seat: i64, tile: i64, out: Codes) -> None:
        """Add where the seat's shepherd may stand on a tile (SHEEP-003)."""
        r = self.r
        c = s.cells
        t = r.tables
        if c[self.shepherd + seat] != 0 or (not self.again and c[self.came_home] != 0):
            return
        lies = c[r.lies + tile]
        first = c[r.first + tile]
        for k in range(t.sections[lies // 4]):
            if t.part_kind[lies // 4 * SECTIONS + k] == FIELD_KIND and not self.tended(s, c[r.label + first + k]):
                out.add(self.shepherd_offset + t.name_of[lies * SECTIONS + k])

    def gather(self, s: State, root: i64) -> None:
        """Every shepherd of a field scores all its sheep; all go home (SHEEP-011, SHEEP-012, SHEEP-018)."""
        r = self.r
        c = s.cells
        printed = tag_count(c[r.tags + root], self.sheep)
        counts = vec[i64]([0] * (MOST_SHEEP + 1))
        points = printed
        for seat in range(r.seats):
            if self.root_of(s, seat) == root:
                for sheep in range(1, MOST_SHEEP + 1):
                    held = c[self.flock + seat * MOST_SHEEP + sheep - 1]
                    counts[sheep] += held
                    points += held * sheep
        for seat in range(r.seats):
            if self.root_of(s, seat) == root:
                c[r.score + seat] += points
                s.emit("score", seat, points, self.reason, r.address(s, c[self.shepherd + seat] - 1), 1)
                for sheep in range(1, MOST_SHEEP + 1):
                    if counts[sheep] > 0:
                        s.emit("line", seat, self.tokens, counts[sheep], sheep, counts[sheep] * sheep)
                if printed > 0:
                    s.emit("line", seat, self.printed, printed, 1, printed)
        self.scatter(s, root)

    def scatter(self, s: State, root: i64) -> None:
        """All tokens of a field go back to the bag, its shepherds to their owners (SHEEP-010, SHEEP-011)."""
        r = self.r
        c = s.cells
        for seat in range(r.seats):
            if self.root_of(s, seat) == root:
                for sheep in range(1, MOST_SHEEP + 1):
                    at = self.flock + seat * MOST_SHEEP + sheep - 1
                    c[self.bag + sheep] += c[at]
                    c[at] = 0
                take_up(r, s, c[r.tile_of + c[self.shepherd + seat] - 1])
                c[self.shepherd + seat] = 0
                if seat == c[r.on_turn]:
                    c[self.came_home] = 1

    def tend(self, s: State, seat: i64, tile: i64) -> bool:
        """If the tile extends the field of the seat's shepherd, it must choose (SHEEP-006)."""
        if not self.extended(s, seat, tile):
            return False
        s.push(self.flock_phase, seat)
        return True

    def close(self, s: State) -> None:
        """With the option `flock_on_close`: gather in fields that the tile just laid has closed (SHEEP-015)."""
        if not self.gather_closed:
            return
        r = self.r
        c = s.cells
        tile = c[r.tiles] - 1
        kind = c[r.lies + tile] // 4
        for k in range(r.tables.sections[kind]):
            if r.tables.part_kind[kind * SECTIONS + k] == FIELD_KIND:
                root = c[r.label + c[r.first + tile] + k]
                if c[r.ends + root] == 0 and self.tended(s, root):
                    self.gather(s, root)

    def done(self, s: State) -> None:
        """Resume the frame below after the choice or the draw."""
        c = s.cells
        s.pop()
        top = s.top()
        if c[top + 3] == STEP_SCORE:
            self.close(s)
        self.r.phase(s).resume(s, c[top + 1], 0)


class TokenPhase(Phase):
    """Chance: a token is drawn for the seat of the frame, each of those in the bag as likely (SHEEP-013)."""

    def __init__(self, f: Flocks) -> None:
        super().__init__("token")
        self.f = f

    def actors(self, s: State) -> i64:
        return 0

    def outcomes(self, s: State, out: Codes) -> None:
        for token in range(MOST_SHEEP + 1):
            if s.cells[self.f.bag + token] > 0:
                out.weigh(self.f.token_offset + token, s.cells[self.f.bag + token])


class FlockPhase(Phase):
    """The seat has extended the field of its shepherd: grow or gather (SHEEP-006)."""

    def __init__(self, f: Flocks) -> None:
        super().__init__("flock")
        self.f = f

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        out.add(self.f.tend_offset)
        out.add(self.f.tend_offset + 1)


class TokenVerb(Verb):
    """`token 3`: so many sheep come to the flock; `token wolf`: it drives flock and shepherds away."""

    def __init__(self, f: Flocks) -> None:
        super().__init__("token", names=TOKENS)
        self.f = f

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        f = self.f
        c = s.cells
        player = c[s.top() + 1]
        s.emit("token", player, arg, f.r.address(s, c[f.shepherd + player] - 1))
        if arg == 0:
            f.scatter(s, f.root_of(s, player))
        else:
            c[f.bag + arg] -= 1
            c[f.flock + player * MOST_SHEEP + arg - 1] += 1
        f.done(s)


class FlockVerb(Verb):
    """`flock grow`, `flock gather`."""

    def __init__(self, f: Flocks) -> None:
        super().__init__("flock", names=("grow", "gather"))
        self.f = f

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        f = self.f
        if arg == 0:
            s.cells[s.top()] = f.token_phase
            return
        f.gather(s, f.root_of(s, seat))
        f.done(s)


class ShepherdVerb(FigureVerb):
    """`shepherd field:NL`: the shepherd stands there, and draws a token (SHEEP-003, SHEEP-005)."""

    def __init__(self, f: Flocks) -> None:
        super().__init__(f.r, f.figure)
        self.on = "field:NL"
        self.f = f

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        f = self.f
        r = self.r
        c = s.cells
        place_figure(r, s, seat, self.figure, arg)
        tile = c[r.tiles] - 1
        c[f.shepherd + seat] = c[r.first + tile] + (c[r.figure + tile] - 1) // FIGURE_SECTION + 1
        c[s.top() + 3] = STEP_PLACED
        s.push(f.token_phase, seat)
