"""The turn: draw a tile, lay it, perhaps place a follower, score (CARC-009); and the end (CARC-044, CARC-055)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.carcassonne.base.laying import find, fits_somewhere, lay, spots
from bastide.carcassonne.base.scoring import put_down, score_completed, score_end
from bastide.carcassonne.base.tables import FIELD_KIND, NAMED, SECTIONS
from bastide.carcassonne.tiles.model import NAMES
from bastide.kernel.chooser import Chooser
from bastide.kernel.codes import Codes
from bastide.kernel.rules import Phase, Verb
from bastide.kernel.state import BITS, State

MOST_DIGITS: Final = 3
"""The most digits of a coordinate."""

STEP_FIGURE: Final[i64] = 0
STEP_PLACED: Final[i64] = 1
STEP_SCORE: Final[i64] = 2
"""The next step in the figure's frame after an inserted decision: the figure, its consequences, scoring."""


class DrawPhase(Phase):
    """Chance: a uniformly random tile of the current pile (CARC-003)."""

    def __init__(self, r: Carcassonne) -> None:
        super().__init__("draw")
        self.r = r

    def actors(self, s: State) -> i64:
        return 0

    def outcomes(self, s: State, out: Codes) -> None:
        r = self.r
        pile: i64 = 0
        if r.modular:
            pile = r.seams.pile(s)
        for kind in range(r.tables.kinds):
            left = s.cells[r.left + kind]
            if left > 0 and r.pile_of[kind] == pile:
                out.weigh(r.draw_offset + kind, left)

    def sample(self, s: State, chooser: Chooser, out: Codes) -> i64:
        r = self.r
        c = s.cells
        kind: i64 = 0
        if not r.modular:
            at = chooser.below(c[r.stack])
            while True:
                at -= c[r.left + kind]
                if at < 0:
                    return r.draw_offset + kind
                kind += 1
        # There may be several piles, and unseen tiles may have left this one.
        pile = r.seams.pile(s)
        total: i64 = 0
        for each in range(r.tables.kinds):
            if r.pile_of[each] == pile:
                total += c[r.left + each]
        at = chooser.below(total)
        while True:
            if r.pile_of[kind] == pile:
                at -= c[r.left + kind]
                if at < 0:
                    return r.draw_offset + kind
            kind += 1


class TilePhase(Phase):
    """Where the drawn tile goes, and how it is turned."""

    def __init__(self, r: Carcassonne) -> None:
        super().__init__("tile")
        self.r = r

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        spots(self.r, s, s.cells[self.r.drawn] - 1, self.r.tile_offset, out)

    def resume(self, s: State, seat: i64, value: i64) -> None:
        settle_draw(self.r, s)


class FigurePhase(Phase):
    """At most one figure on the tile just laid."""

    def __init__(self, r: Carcassonne) -> None:
        super().__init__("figure")
        self.most = [1, int(STEP_SCORE)]
        self.r = r

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        claims(self.r, s, seat, out)
        out.add(self.r.pass_offset)

    def resume(self, s: State, seat: i64, value: i64) -> None:
        step = s.cells[s.top() + 3]
        if step == STEP_SCORE:
            score_part(self.r, s, seat)
        elif step == STEP_PLACED or not may_place(self.r, s, seat):
            finish_part(self.r, s, seat)


class DrawVerb(Verb):
    """`draw road_curve`: a tile comes up."""

    def __init__(self, r: Carcassonne) -> None:
        super().__init__("draw", names=r.tables.names)
        self.r = r

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        r = self.r
        c = s.cells
        player = c[s.top() + 1]
        c[r.left + arg] -= 1
        c[r.stack] -= 1
        s.emit("draw", player, arg)
        c[r.drawn] = arg + 1
        c[s.top()] = r.tile_phase
        if not r.modular or not r.seams.after_draw(s, player, arg):
            settle_draw(r, s)


class TileVerb(Verb):
    """`tile 1,0,90`: lay the drawn tile there, turned 90 degrees clockwise."""

    def __init__(self, r: Carcassonne) -> None:
        super().__init__("tile", r.width * r.width * 4)
        self.r = r

    def describe(self, arg: i64) -> str:
        r = self.r
        return f"tile {r.x_of(arg // 4)},{r.y_of(arg // 4)},{arg % 4 * 90}"

    def example(self) -> str:
        return "tile 1,0,90"

    def parse(self, words: list[str]) -> i64:
        r = self.r
        parts = words[0].split(",") if len(words) == 1 else []
        if len(parts) != 3 or not all(is_number(part) for part in parts):
            return -1
        x: i64 = int(parts[0])
        y: i64 = int(parts[1])
        if parts[2] not in ("0", "90", "180", "270") or max(x, -x, y, -y) > r.reach:
            return -1
        return r.position_of(x, y) * 4 + int(parts[2]) // 90

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        r = self.r
        c = s.cells
        seat = c[s.top() + 1]
        kind = c[r.drawn] - 1
        c[r.drawn] = 0
        tile = c[r.tiles]
        monasteries = lay(r, s, find(r, s, arg // 4), kind * 4 + arg % 4)
        s.emit("tile", seat, kind, arg // 4, arg % 4)
        top = s.top()
        c[top] = r.figure_phase
        c[top + 2] = 0
        c[top + 3] = STEP_FIGURE
        if monasteries:
            c[top + 2] = 1
        if r.modular and r.seams.after_tile(s, seat, tile):
            return
        if not may_place(r, s, seat):
            finish_part(r, s, seat)


class FigureVerb(Verb):
    """`meeple road:W`: a figure on that section of the tile just laid (CARC-015, CARC-016)."""

    def __init__(self, r: Carcassonne, figure: i64) -> None:
        super().__init__(r.figure_words[figure], names=NAMES)
        self.r = r
        self.figure: i64 = figure
        # The section in the example.
        self.on = "road:N"

    def example(self) -> str:
        return f"{self.word} {self.on}"

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        place_figure(self.r, s, seat, self.figure, arg)
        finish_part(self.r, s, seat)


class PassVerb(Verb):
    """`pass`: no figure in this turn."""

    def __init__(self, r: Carcassonne) -> None:
        super().__init__("pass", 1)
        self.r = r

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        finish_part(self.r, s, seat)


def add_figure(r: Carcassonne, word: str, count: i64, weight: i64, follower: bool, on: str = "road:N") -> i64:
    """Add a kind of figure for every seat, with the verb that places it; returns the kind's number.

    Followers may be placed wherever the plain one may; for others the module's seam `figures` decides. `on` is a
    section on which it may stand, for the example of its notation.
    """
    figure = r.add_figure(word, count, weight, follower)
    verb = FigureVerb(r, figure)
    verb.on = on
    r.figure_offset[figure] = r.add_verb(verb)
    return figure


def place_figure(r: Carcassonne, s: State, seat: i64, figure: i64, name: i64) -> None:
    """Move a figure from the supply to the named section of the tile just laid."""
    c = s.cells
    tile = c[r.tiles] - 1
    k = r.tables.section_of[c[r.lies + tile] * NAMED + name]
    c[r.figure_supply[figure] + seat] -= 1
    put_down(r, s, seat, tile, k, figure, r.figure_weight[figure])
    s.emit("meeple", seat, c[r.position + tile] * 32 + name, figure)


def claims(r: Carcassonne, s: State, seat: i64, out: Codes) -> None:
    """Add a seat's figure placements on the tile just laid, without passing (CARC-017 to CARC-021)."""
    c = s.cells
    t = r.tables
    tile = c[r.tiles] - 1
    lies = c[r.lies + tile]
    first = c[r.first + tile]
    for figure in r.followers:
        if c[r.figure_supply[figure] + seat] > 0:
            offset = r.figure_offset[figure]
            for k in range(t.sections[lies // 4]):
                if c[r.who + c[r.label + first + k]] == 0:
                    if r.farmers or t.part_kind[lies // 4 * SECTIONS + k] != FIELD_KIND:
                        out.add(offset + t.name_of[lies * SECTIONS + k])
    if r.modular:
        r.seams.figures(s, seat, tile, out)


def may_place(r: Carcassonne, s: State, seat: i64) -> bool:
    """Whether a seat has any choice but to pass."""
    c = s.cells
    t = r.tables
    if c[r.supply + seat] != 0:
        tile = c[r.tiles] - 1
        kind = c[r.lies + tile] // 4
        first = c[r.first + tile]
        for k in range(t.sections[kind]):
            if c[r.who + c[r.label + first + k]] == 0 and (r.farmers or t.part_kind[kind * SECTIONS + k] != FIELD_KIND):
                return True
    if not r.modular:
        return False
    # Rare: no plain follower can be placed, but another figure may be.
    out = Codes()
    claims(r, s, seat, out)
    return out.count > 0


def go_on(r: Carcassonne, s: State) -> None:
    """Pop the frame of an inserted decision and resume the frame below."""
    s.pop()
    r.phase(s).resume(s, s.cells[s.top() + 1], 0)


def settle_draw(r: Carcassonne, s: State) -> None:
    """Go on to laying the drawn tile; one that fits nowhere is removed and its player redraws (CARC-013)."""
    c = s.cells
    kind = c[r.drawn] - 1
    if fits_somewhere(r, s, kind):
        return
    top = s.top()
    c[r.drawn] = 0
    c[r.aside + kind] += 1
    s.emit("aside", c[top + 1], kind)
    c[top] = r.draw_phase
    if c[r.stack] == 0:
        s.pop()
        end_game(r, s)


def finish_part(r: Carcassonne, s: State, seat: i64) -> None:
    """After the figure: score complete features, then the next seat draws."""
    if r.modular:
        c = s.cells
        c[s.top() + 3] = STEP_SCORE
        if r.seams.after_figure(s, seat, c[r.tiles] - 1):
            return
    score_part(r, s, seat)


def score_part(r: Carcassonne, s: State, seat: i64) -> None:
    """Score features the tile completes; the next seat draws."""
    c = s.cells
    score_completed(r, s, c[r.tiles] - 1, c[s.top() + 2] != 0)
    s.pop()
    if r.modular and r.seams.end_part(s, seat):
        return
    if c[r.stack] == 0:
        end_game(r, s)
        return
    begin_turn(r, s, (seat + 1) % r.seats)


def begin_turn(r: Carcassonne, s: State, seat: i64) -> None:
    """A seat's turn begins with a draw (CARC-005, CARC-009)."""
    c = s.cells
    c[r.turn] += 1
    c[r.on_turn] = seat
    s.push(r.draw_phase, seat)
    s.emit("turn", seat, c[r.turn])


def end_game(r: Carcassonne, s: State) -> None:
    """Do final scoring; all seats with the highest score win (CARC-055)."""
    c = s.cells
    s.emit("final", -1)
    score_end(r, s)
    most = c[r.score]
    for seat in range(r.seats):
        most = max(most, c[r.score + seat])
    winners: i64 = 0
    for seat in range(r.seats):
        if c[r.score + seat] == most:
            winners |= BITS[seat]
            s.emit("win", seat, most)
    r.finish(s, winners)


def is_number(text: str) -> bool:
    """Whether a text is a canonical integer coordinate: no plus, no leading zeros, no minus zero."""
    digits = text[1:] if text.startswith("-") else text
    if not digits.isascii() or not digits.isdigit() or len(digits) > MOST_DIGITS:
        return False
    return digits[0] != "0" or text == "0"
