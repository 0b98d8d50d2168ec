"""Why a decision about neutral colours or trade tokens is illegal."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.island import ROAD, hand_size
from bastide.expansions.island.two_players.rules.state import TwoPlayersState
from bastide.expansions.island.two_players.rules.tokens import FORCED, SWAPPED, knights
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import State

BEFORE_THE_SECOND_ROLL: Final = ("TB-TWO-005", "roll the dice a second time first")


def why_not(m: TwoPlayersState, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
    """The rule against a decision of a seat that must act; None if there is none."""
    r = m.r
    c = s.cells
    top = s.top()
    phase = c[top]
    word, arg = r.named(codes[0])
    if phase == m.colour_phase:
        return no.say("TB-TWO-008", "choose first which neutral colour builds")
    if phase == m.neutral_phase:
        return _building(m, c[top + 2], word, no)
    if phase == r.discard_phase and c[top + 3] == FORCED:
        return no.say("TB-TWO-017", "give back exactly {count} cards that you hold", {"count": int(SWAPPED)})
    if word in ("neutral", "neutral-road", "neutral-settle"):
        return no.say("TB-TWO-008", "a neutral colour builds only when you have built")
    if phase != r.roll_phase and phase != r.main_phase:
        return None
    if not m.has_tokens and word in ("retire", "forced-trade", "banish"):
        return no.say("TB-TWO-004", "this game has no trade tokens")
    if word == "retire":
        return _retiring(m, s, seat, no)
    if word == "forced-trade":
        return why_no_action(m, s, seat, no) or _forcing(m, s, seat, no)
    if word == "banish":
        return why_no_action(m, s, seat, no) or _banishing(m, s, arg, no)
    return None


def _building(m: TwoPlayersState, item: i64, word: str, no: Refusal) -> IllegalAction:
    if item == ROAD and word == "neutral-road":
        return no.say("TB-TWO-031", "a neutral road must touch a road or building of its colour, on a free path")
    if item == ROAD:
        return no.say("TB-TWO-008", "build the neutral road first")
    if word == "neutral-settle":
        return no.say(
            "TB-TWO-031", "a neutral settlement needs a free corner at a road of its colour, two paths from others"
        )
    return no.say("TB-TWO-009", "build the neutral settlement first")


def why_no_action(m: TwoPlayersState, s: State, seat: i64, no: Refusal) -> IllegalAction | None:
    """Why a seat cannot act for trade tokens; None if it can."""
    if s.cells[m.acted] != 0:
        return no.say("TB-TWO-016", "you have used a token action this turn already")
    if m.tokens_of(s, seat) < m.price(s, seat):
        counts: dict[str, int | str] = {"count": int(m.price(s, seat)), "number": int(m.tokens_of(s, seat))}
        return no.say("TB-TWO-020", "this costs {count} {count:trade token|trade tokens}, you have {number}", counts)
    return None


def _forcing(m: TwoPlayersState, s: State, seat: i64, no: Refusal) -> IllegalAction:
    if hand_size(m.r, s, 1 - seat) == 0:
        return no.say("TB-TWO-018", "your opponent has no card to take")
    return no.say("TB-TWO-029", "you would not have two cards to give back")


def _banishing(m: TwoPlayersState, s: State, arg: i64, no: Refusal) -> IllegalAction:
    r = m.r
    if not r.has_robber:
        return no.say("TB-TWO-019", "this game is played without the robber")
    there = s.cells[r.robber]
    in_desert = there >= 0 and r.is_desert[there] == 1
    if (in_desert and arg == there) or (r.desert < 0 and there < 0 and arg == r.board.hexes):
        return no.say("TB-TWO-035", "the robber is there already")
    if r.desert < 0:
        return no.say("TB-TWO-019", "without a desert the robber can only be sent off the board")
    terrain = {"terrain": r.board.terrain[r.desert]}
    if in_desert and r.deserts == 1:
        return no.say("TB-TWO-035", "the robber stands in the {terrain} already", terrain)
    return no.say("TB-TWO-019", "trade tokens send the robber to a {terrain}", terrain)


def _retiring(m: TwoPlayersState, s: State, seat: i64, no: Refusal) -> IllegalAction:
    if s.cells[m.retired] != 0:
        return no.say("TB-TWO-022", "you have given up a knight this turn already")
    if knights(m, s, seat) == 0:
        return no.say("TB-TWO-022", "you have played no knight that you could give up")
    return no.say("TB-TWO-025", "the supply has no trade token left")
