"""Why a decision is illegal: the rule against it. Sentences are keys of the translations."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.carcassonne.base.laying import find
from bastide.carcassonne.base.tables import FIELD_KIND, NAMED, RIMS, SECTIONS
from bastide.carcassonne.base.turn import FigureVerb
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import BITS, CHANCE, OVER, State


def why_not(r: Carcassonne, s: State, seat: i64, codes: list[int]) -> IllegalAction:
    """The rule against a decision that is not legal in this position."""
    verb = r.verb_of[codes[0]]
    no = Refusal(verb.describe(codes[0] - verb.offset))
    if s.cells[OVER] != 0:
        return no.say("CARC-044", "the game is over")
    chance = r.chance_acts(s)
    if seat == CHANCE:
        if not chance:
            return no.say("CARC-009", "chance does not decide now")
        reason = _of_modules(r, s, seat, codes[0], no)
        if reason is not None:
            return reason
        if verb.word != "draw":
            return no.say("CARC-009", "a tile is drawn first")
        return no.say("CARC-003", "no such tile is left to be drawn")
    if verb.by_chance:
        return no.say("CARC-003", "only chance decides this")
    if chance:
        reason = _of_modules(r, s, seat, codes[0], no)
        if reason is not None:
            return reason
        return no.say("CARC-009", "a tile is drawn first")
    if (r.actors(s) & BITS[seat]) == 0:
        return no.say("CARC-005", "it is not your turn")
    phase = r.phases[s.cells[s.top()]].name
    if verb.word == "tile" and phase == "tile":
        return _tile(r, s, seat, codes[0], no)
    if isinstance(verb, FigureVerb) and phase == "figure":
        return _figure(r, s, seat, verb, codes[0], no)
    reason = _of_modules(r, s, seat, codes[0], no)
    if reason is not None:
        return reason
    if verb.word == "tile":
        return no.say("CARC-009", "you have laid your tile of this turn already")
    if phase == "tile":
        return no.say("CARC-009", "lay the drawn tile first")
    return no.say("CARC-009", "this is not possible now")


def _of_modules(r: Carcassonne, s: State, seat: i64, code: i64, no: Refusal) -> IllegalAction | None:
    return r.seams.why_not(s, seat, code, no) if r.modular else None


def _tile(r: Carcassonne, s: State, seat: i64, code: i64, no: Refusal) -> IllegalAction:
    c = s.cells
    arg = code - r.tile_offset
    place = find(r, s, arg // 4)
    if place >= 0 and c[r.standing + place] != 0:
        return no.say("CARC-011", "a tile lies there already")
    if place < 0:
        return no.say("CARC-011", "a tile must share a side with a tile already laid")
    if r.tables.fits[(c[r.drawn] - 1) * RIMS + c[r.rim + place]] & BITS[arg % 4]:
        reason = _of_modules(r, s, seat, code, no)
        return reason if reason is not None else no.say("CARC-012", "the tile cannot lie there")
    return no.say("CARC-012", "every side must continue what its neighbour shows")


def _figure(r: Carcassonne, s: State, seat: i64, verb: FigureVerb, code: i64, no: Refusal) -> IllegalAction:
    c = s.cells
    figure = verb.figure
    lies = c[r.lies + c[r.tiles] - 1]
    k = r.tables.section_of[lies * NAMED + code - verb.offset]
    if k < 0:
        return no.say("CARC-015", "the tile just laid has no such section")
    if c[r.figure_supply[figure] + seat] == 0:
        if figure == 0:
            return no.say("CARC-021", "you have no follower left in your supply")
        if r.figure_follows[figure]:
            return no.say("CARC-021", "you have no such follower left in your supply")
        return no.say("CARC-015", "this piece is not in your supply")
    reason = _of_modules(r, s, seat, code, no)
    if reason is not None:
        return reason
    if not r.farmers and r.tables.part_kind[lies // 4 * SECTIONS + k] == FIELD_KIND:
        return no.say("CARC-008", "there are no farmers in this game")
    return no.say("CARC-017", "somebody stands there already")
