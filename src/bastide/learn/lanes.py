"""Many games side by side, a decision of a seat at a time: the loop of `Batch`, compiled, with its buffers.

A lane is the game of one row. Nothing here deals boards: where a game has ended, `Batch` begins the next one.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr, u8

from bastide.kernel.bits import lowest
from bastide.kernel.chooser import Chooser
from bastide.kernel.codes import Codes
from bastide.kernel.errors import OutOfRange
from bastide.kernel.playout import Player, Stepper
from bastide.kernel.rules import Rules
from bastide.kernel.state import CHANCE, OVER, State
from bastide.learn.sight import Sight

OUTSIDE: Final[i64] = 0
"""A seat that is played from outside."""
UNIFORM: Final[i64] = 1
"""A seat that takes any legal action."""
PLAYER: Final[i64] = 2
"""A seat that one of the lane's players plays."""

MASK: Final[i64] = 0
"""Legal actions are a byte each."""
PACKED: Final[i64] = 1
"""Legal actions are a bit each, the first in the lowest bit of the first byte."""
CANDIDATES: Final[i64] = 2
"""Legal actions are listed, each with a row of features."""

BYTE: Final = vec[u8]([1, 2, 4, 8, 16, 32, 64, 128])


@mypyc_attr(allow_interpreted_subclasses=True)
class Describer:
    """Makes the features of actions, each once."""

    def numbers(self, action: i64) -> list[int]:
        """The features of an action, by its number."""
        raise NotImplementedError


def play_on(game: Stepper, players: list[Player], codes: Codes) -> None:
    """Let the players of the seats decide while they know an action and have a choice; `codes` is a scratch buffer."""
    while game.count > 1:
        codes.clear()
        for legal in game.legal():
            codes.add(legal)
        code = players[game.seat].act(game.state, game.seat, codes)
        if code < 0:
            return
        game.step(code)


@final
class Lane:
    """The game of one row, which stops where a seat that is played from outside has to act.

    `controls` says by seat who plays it, and `players` are the players by seat, if there are any. `seat` and `count`
    are as in `Stepper`, and `actor` is the last seat that was to act. Chance is drawn from `chance`, and what players
    leave to chance from `own`. `number` is the row's, and `game` counts its games from 0.
    """

    def __init__(self, number: i64, rules: Rules, controls: list[int], forced: bool, limit: i64) -> None:
        self.number: i64 = number
        self.game: i64 = 0
        self.rules = rules
        self.fixed: vec[i32] = vec[i32]()
        self.controls: vec[i64] = vec[i64](controls)
        self.players: list[Player] = []
        self.forced = forced
        self.limit: i64 = limit
        self.state: State = rules.start()
        self.chance = Chooser(0)
        self.own = Chooser(0)
        self.steps: i64 = 0
        self.seat: i64 = CHANCE
        self.count: i64 = 0
        self.actor: i64 = 0
        self.out = Codes()
        self.shown = Codes()
        self.written = Codes()
        self.written_last = Codes()
        self.renewed = True
        self._phases = rules.phases
        self._verb_of = rules.verb_of

    def begin(
        self,
        game: i64,
        rules: Rules,
        fixed: vec[i32],
        state: State,
        steps: i64,
        players: list[Player],
        chance: Chooser,
        own: Chooser,
    ) -> None:
        """Play on from a position of a game; `fixed` are the features that never change in it."""
        self.game = game
        self.rules = rules
        self.fixed = fixed
        self.state = state
        self.steps = steps
        self.players = players
        self.chance = chance
        self.own = own
        self.renewed = True
        self._phases = rules.phases
        self._verb_of = rules.verb_of
        self.settle()

    def play(self, code: i64) -> None:
        """Perform a legal action of `seat`, and all that comes before the next decision from outside."""
        verb = self._verb_of[code]
        verb.apply(self.state, self.seat, code - verb.offset)
        self.steps += 1
        self.settle()

    def settle(self) -> None:
        """Play what is not decided outside."""
        s = self.state
        c = s.cells
        out = self.out
        controls = self.controls
        while c[OVER] == 0 and self.steps < self.limit:
            phase = self._phases[c[s.top()]]
            mask = phase.actors(s)
            if mask == 0:
                seat = CHANCE
                code = phase.sample(s, self.chance, out)
            else:
                seat = lowest(mask)
                out.clear()
                phase.legal(s, seat, out)
                control = controls[seat]
                if control == OUTSIDE and (self.forced or out.count > 1):
                    self.seat = seat
                    self.actor = seat
                    self.count = out.count
                    return
                code = out.items[0]
                if out.count > 1:
                    code = -1
                    if control == PLAYER:
                        code = self.players[seat].act(s, seat, out)
                    if code < 0:
                        code = out.items[self.own.below(out.count)]
            verb = self._verb_of[code]
            verb.apply(s, seat, code - verb.offset)
            self.steps += 1
        self.seat = CHANCE
        out.clear()
        self.count = 0


@final
class Lanes:
    """The lanes of a batch, and the buffers that it shows, row by row.

    `sights` read the observations of the seats, `size` numbers each; without them there are none. `numbers` has by code
    the action's number, `codes` the reverse. `form` is MASK, PACKED or CANDIDATES; candidates have `columns` features,
    from `describer`, and are `most` at most.
    """

    def __init__(
        self,
        lanes: list[Lane],
        seats: i64,
        sights: list[Sight],
        size: i64,
        fixed_at: i64,
        numbers: list[int],
        codes: list[int],
        form: i64,
        most: i64,
        columns: i64,
        describer: Describer,
    ) -> None:
        n: i64 = len(lanes)
        self.lanes = lanes
        self.seats: i64 = seats
        self.sights = sights
        self.size: i64 = size
        self.fixed_at: i64 = fixed_at
        self.numbers: vec[i64] = vec[i64](numbers)
        self.codes: vec[i64] = vec[i64](codes)
        self.form: i64 = form
        self.most: i64 = most
        self.columns: i64 = columns
        self.describer = describer
        actions: i64 = len(codes)
        self.width: i64 = actions
        if form == PACKED:
            self.width = (actions + 7) // 8
        elif form == CANDIDATES:
            self.width = 0
        self.observation: vec[i32] = vec[i32]([0] * (n * size))
        self.last: vec[i32] = vec[i32]([0] * (n * size))
        self.mask: vec[u8] = vec[u8]([0] * (n * self.width))
        self.candidates: vec[i32] = vec[i32]([0] * (n * most * columns))
        self.seat: vec[i32] = vec[i32]([0] * n)
        self.count: vec[i32] = vec[i32]([0] * n)
        self.last_seat: vec[i32] = vec[i32]([0] * n)
        self.reward: vec[float] = vec[float]([0.0] * (n * seats))
        self.terminated: vec[u8] = vec[u8]([0] * n)
        self.truncated: vec[u8] = vec[u8]([0] * n)
        self.ended = Codes()
        self._chosen: vec[i64] = vec[i64]([0] * n)
        self._features: vec[i32] = vec[i32]([0] * (actions * columns))
        self._known: vec[u8] = vec[u8]([0] * actions)

    def choose(self, actions: list[int], places: bool) -> i64:
        """Note an action for each row, by its number or its place among the legal ones; the first row of an illegal
        one, or -1.
        """
        codes = self.codes
        size: i64 = len(codes)
        chosen = self._chosen
        n: i64 = len(self.lanes)
        for k in range(n):
            lane = self.lanes[k]
            given: i64 = actions[k]
            items = lane.out.items
            count = lane.count
            if places:
                if given < 0 or given >= count:
                    return k
                chosen[k] = items[given]
            else:
                if given < 0 or given >= size:
                    return k
                code = codes[given]
                at: i64 = 0
                while at < count and items[at] != code:
                    at += 1
                if at == count:
                    return k
                chosen[k] = code
        return -1

    def step(self) -> None:
        """Play the actions that `choose` noted. `ended` lists the rows whose games end, which are not shown yet."""
        self.clear()
        n: i64 = len(self.lanes)
        for k in range(n):
            lane = self.lanes[k]
            lane.play(self._chosen[k])
            if lane.count == 0:
                self._finish(k)
                self.ended.add(k)
            else:
                self.show(k)

    def clear(self) -> None:
        """Forget what ended in the last step."""
        for i in range(self.ended.count):
            row = self.ended.items[i]
            self.terminated[row] = 0
            self.truncated[row] = 0
            for seat in range(row * self.seats, (row + 1) * self.seats):
                self.reward[seat] = 0.0
        self.ended.clear()

    def _finish(self, k: i64) -> None:
        """Keep how a game ended."""
        lane = self.lanes[k]
        self.last_seat[k] = i32(lane.actor)
        if lane.state.cells[OVER] != 0:
            self.terminated[k] = 1
            won = lane.rules.returns(lane.state)
            at = k * self.seats
            for share in won:
                self.reward[at] = share
                at += 1
        else:
            self.truncated[k] = 1
        if self.size > 0:
            self.sights[lane.actor].write(lane.state, self.last, k * self.size, lane.written_last)
            self._write_fixed(lane, self.last, k)

    def show(self, k: i64) -> None:
        """Write the row of a lane where a seat is to act.

        :raises OutOfRange: there are more legal actions than candidates.
        """
        lane = self.lanes[k]
        self.seat[k] = i32(lane.seat)
        self.count[k] = i32(lane.count)
        if self.size > 0:
            self.sights[lane.seat].write(lane.state, self.observation, k * self.size, lane.written)
            if lane.renewed:
                self._write_fixed(lane, self.observation, k)
                lane.renewed = False
        if self.form == MASK:
            self._show_mask(lane, k * self.width)
        elif self.form == PACKED:
            self._show_bits(lane, k * self.width)
        else:
            self._show_candidates(lane, k * self.most * self.columns)

    def _write_fixed(self, lane: Lane, out: vec[i32], k: i64) -> None:
        fixed = lane.fixed
        at = k * self.size + self.fixed_at
        for i in range(len(fixed)):
            out[at + i] = fixed[i]

    def _wipe(self, lane: Lane, at: i64) -> None:
        """Set the bytes of a lane's mask to 0 that were shown last."""
        mask = self.mask
        shown = lane.shown
        for i in range(shown.count):
            mask[at + shown.items[i]] = 0
        shown.clear()

    def _show_mask(self, lane: Lane, at: i64) -> None:
        self._wipe(lane, at)
        mask = self.mask
        numbers = self.numbers
        shown = lane.shown
        items = lane.out.items
        for i in range(lane.count):
            number = numbers[items[i]]
            mask[at + number] = 1
            shown.add(number)

    def _show_bits(self, lane: Lane, at: i64) -> None:
        self._wipe(lane, at)
        mask = self.mask
        numbers = self.numbers
        shown = lane.shown
        items = lane.out.items
        for i in range(lane.count):
            number = numbers[items[i]]
            byte = number >> 3
            if mask[at + byte] == 0:
                shown.add(byte)
            mask[at + byte] = mask[at + byte] | BYTE[number & 7]

    def _show_candidates(self, lane: Lane, at: i64) -> None:
        count = lane.count
        if count > self.most:
            raise OutOfRange(f"{count} actions are legal, more than {self.most}: make Batch(..., most=...)")
        columns = self.columns
        rows = self.candidates
        features = self._features
        known = self._known
        numbers = self.numbers
        items = lane.out.items
        to = at
        for i in range(count):
            number = numbers[items[i]]
            if known[number] == 0:
                self._describe(number)
            place = number * columns
            for j in range(to, to + columns):
                rows[j] = features[place]
                place += 1
            to += columns
        shown = lane.shown
        if shown.count == 0:
            shown.add(0)
        for i in range(to, at + shown.items[0] * columns):
            rows[i] = 0
        shown.items[0] = count

    def _describe(self, number: i64) -> None:
        at = number * self.columns
        for each in self.describer.numbers(number):
            value: i64 = each
            self._features[at] = i32(value)
            at += 1
        self._known[number] = 1
