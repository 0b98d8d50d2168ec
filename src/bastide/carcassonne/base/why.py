"""Why a decision is not possible now: the rule against it. Sentences are keys of the translations."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.carcassonne.base.laying import find
from bastide.carcassonne.base.tables import FIELD_KIND, NAMED, RIMS, SECTIONS
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import BITS, CHANCE, OVER, State


def why_not(r: Carcassonne, s: State, seat: i64, codes: list[int]) -> IllegalAction:
    """The rule against a decision that is not legal in this position."""
    verb = r.verb_of[codes[0]]
    arg: i64 = codes[0] - verb.offset
    no = Refusal(verb.describe(arg))
    if s.cells[OVER] != 0:
        return no.say("CARC-044", "the game is over")
    chance = r.chance_acts(s)
    if seat == CHANCE:
        if not chance:
            return no.say("CARC-009", "chance does not decide now")
        if not verb.by_chance:
            return no.say("CARC-009", "a tile is drawn first")
        return no.say("CARC-003", "no such tile is left to be drawn")
    if verb.by_chance:
        return no.say("CARC-003", "only chance decides this")
    if chance:
        return no.say("CARC-009", "a tile is drawn first")
    if (r.actors(s) & BITS[seat]) == 0:
        return no.say("CARC-005", "it is not your turn")
    if r.modular:
        reason = r.seams.why_not(s, seat, codes[0], no)
        if reason is not None:
            return reason
    phase = r.phases[s.cells[s.top()]].name
    if verb.word == "tile":
        if phase != "tile":
            return no.say("CARC-009", "your tile of this turn lies already")
        return _tile(r, s, arg, no)
    if phase == "tile":
        return no.say("CARC-009", "lay the drawn tile first")
    if phase == "figure":
        for figure in r.followers:
            if r.figure_offset[figure] == verb.offset:
                return _meeple(r, s, seat, figure, arg, no)
    return no.say("CARC-009", "this is not possible now")


def _tile(r: Carcassonne, s: State, arg: i64, no: Refusal) -> IllegalAction:
    c = s.cells
    place = find(r, s, arg // 4)
    if place >= 0 and c[r.standing + place] != 0:
        return no.say("CARC-011", "a tile lies there already")
    if place < 0:
        return no.say("CARC-011", "a tile must share a side with one that lies")
    if r.tables.fits[(c[r.drawn] - 1) * RIMS + c[r.rim + place]] & BITS[arg % 4]:
        return no.say("CARC-012", "the tile cannot lie there")
    return no.say("CARC-012", "every side must continue what its neighbour shows")


def _meeple(r: Carcassonne, s: State, seat: i64, figure: i64, arg: i64, no: Refusal) -> IllegalAction:
    c = s.cells
    tile = c[r.tiles] - 1
    lies = c[r.lies + tile]
    k = r.tables.section_of[lies * NAMED + arg]
    if k < 0:
        return no.say("CARC-015", "the tile just laid has no such section")
    if c[r.figure_supply[figure] + seat] == 0:
        return no.say("CARC-021", "you have no follower left in your supply")
    if not r.farmers and r.tables.part_kind[lies // 4 * SECTIONS + k] == FIELD_KIND:
        return no.say("CARC-008", "there are no farmers in this game")
    return no.say("CARC-017", "somebody stands there already")
