"""A game small enough to see through, for tests of the server: secret cards, an offer that several answer, undo.

On a turn: `draw` (chance decides which card; only the drawer knows), `mark N` (can be taken back), `offer` (everybody
else says `yes` or `no`, in any order, and the turn's seat may `withdraw` meanwhile), `end`. The first seat with `goal`
cards wins.
"""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from bastide.kernel.errors import ConfigError, IllegalAction, InvalidAction, RecordError, quote
from bastide.kernel.record import Decision
from bastide.server.engine.interface import BotLike
from bastide.view.hints import Hints
from bastide.view.island.model import Board, IslandView, OpenOffer, SeatView
from bastide.view.model import CHANCE, Action, Reason, Result, Say

PILE = [f"secret{number:03d}" for number in range(60)]
RULE = "TOY-001"
POOR = Reason(Say("a city lacks {missing}", {"missing": {"ore": 3}}), RULE, {"ore": 3})


class ToyGame:
    def __init__(self, config: Mapping[str, Any]) -> None:
        unknown = set(config) - {"game", "seats", "goal"}
        if config.get("game") != "toy" or unknown:
            raise ConfigError(f"game = {quote(config.get('game'))} with {quote(sorted(unknown))}: not a toy")
        if not 2 <= config.get("seats", 0) <= 4:
            raise ConfigError(f"seats = {quote(config.get('seats'))}: a toy has 2 to 4 seats")
        self.config = dict(config)
        self.goal = int(config.get("goal", 4))
        self.decisions: list[Decision] = []
        self.history: list[list[dict[str, Any]]] = []
        self.undone: list[Decision] = []
        self.reset()

    def reset(self) -> None:
        seats = self.config["seats"]
        self.turn = 0
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.marks: list[int] = []
        self.drawing = False
        self.waiting: list[int] = []
        self.winners: list[int] = []

    @property
    def over(self) -> bool:
        return bool(self.winners)

    @property
    def actors(self) -> list[int]:
        if self.over:
            return []
        return [CHANCE] if self.drawing else list(self.waiting) or [self.turn]

    @property
    def optional(self) -> list[int]:
        return [self.turn] if self.waiting and not self.over else []

    def legal(self, seat: int) -> list[str]:
        if self.over or self.drawing:
            return []
        if self.waiting:
            return ["yes", "no"] if seat in self.waiting else ["withdraw"] if seat == self.turn else []
        return ["draw", "mark 1", "mark 2", "offer", "end"] if seat == self.turn else []

    def left(self) -> list[str]:
        held = {card for hand in self.hands for card in hand}
        return [card for card in PILE if card not in held]

    def play(self, text: str, seat: int | None = None) -> list[dict[str, Any]]:
        words = text.split()
        verb = words[0] if words else ""
        if verb not in ("draw", "mark", "offer", "yes", "no", "withdraw", "end", "card"):
            raise InvalidAction(f"{quote(text)} is no notation of the toy; try one of draw, mark 1, offer, end")
        who = self.turn if seat is None else seat
        if who == CHANCE:
            if not self.drawing or len(words) != 2 or words[1] not in self.left():
                raise IllegalAction(f"{quote(text)} cannot come", RULE)
        elif text not in self.legal(who):
            raise IllegalAction(
                f"{quote(text)} is not allowed", RULE, "{player} may not {act} now", {"player": who, "act": verb}
            )
        self.decisions.append(Decision(who, text))
        self.history.append(self.apply(verb, words, who))
        self.undone = []
        return self.history[-1]

    def replay(self, text: str, seat: int) -> list[dict[str, Any]]:
        return self.play(text, seat)

    def apply(self, verb: str, words: list[str], who: int) -> list[dict[str, Any]]:
        event: dict[str, Any] = {"kind": verb, "seat": who}
        match verb:
            case "draw":
                self.drawing = True
            case "card":
                self.drawing = False
                self.hands[self.turn].append(words[1])
                event |= {"seat": self.turn, "card": words[1]}
                if len(self.hands[self.turn]) >= self.goal:
                    self.winners = [self.turn]
            case "mark":
                self.marks.append(int(words[1]))
            case "offer":
                self.waiting = [seat for seat in range(self.config["seats"]) if seat != who]
            case "yes" | "no":
                self.waiting.remove(who)
            case "withdraw":
                self.waiting = []
            case "end":
                self.turn = (self.turn + 1) % self.config["seats"]
        return [event]

    def can_undo(self, seat: int | None = None) -> bool:
        last = self.decisions[-1] if self.decisions else None
        return last is not None and last.seat == seat and last.text.startswith("mark")

    def can_redo(self, seat: int | None = None) -> bool:
        return bool(self.undone) and self.undone[-1].seat == seat

    def undo(self, seat: int | None = None) -> None:
        if not self.can_undo(seat):
            raise IllegalAction("nothing to take back", RULE)
        *decisions, last = self.decisions
        undone = [*self.undone, last]
        self.decisions, self.history = [], []
        self.reset()
        self.play_all(decisions)
        self.undone = undone

    def redo(self, seat: int | None = None) -> None:
        if not self.can_redo(seat):
            raise IllegalAction("nothing to redo", RULE)
        *undone, last = self.undone
        self.play(last.text, last.seat)
        self.undone = undone

    def play_all(self, decisions: Sequence[Decision]) -> None:
        for decision in decisions:
            self.play(decision.text, decision.seat)

    def copy(self) -> ToyGame:
        game = ToyGame(self.config)
        game.play_all(self.decisions)
        game.undone = list(self.undone)
        return game

    def save(self) -> str:
        def rows(decisions: Sequence[Decision]) -> list[tuple[int, str]]:
            return [(decision.seat, decision.text) for decision in decisions]

        return json.dumps({"toy": self.config, "decisions": rows(self.decisions), "undone": rows(self.undone)})

    def hash(self) -> str:
        return json.dumps([self.turn, self.hands, self.marks, self.drawing, self.waiting, self.winners])


class ToyBot:
    waited_for = threading.Event()
    """Until it is set, a bot of the level "waits" thinks."""

    def __init__(self, level: str, seed: int) -> None:
        self.level = level
        self.rng = random.Random(seed)

    def choose(self, game: ToyGame, seat: int) -> str:
        if self.level == "broken":
            raise RuntimeError("this bot is broken")
        if self.level == "illegal":
            return "card secret000"
        if self.level == "slow":
            threading.Event().wait(0.3)
        if self.level == "waits":
            self.waited_for.wait(60)
        return self.rng.choice([text for text in game.legal(seat) if text not in ("offer", "withdraw", "mark 2")])


class Toy:
    """The toy behind the interface of engines."""

    LEVELS = ("random", "greedy", "broken", "illegal", "slow", "waits")

    def new(self, config: Mapping[str, Any], names: Sequence[str] = ()) -> ToyGame:
        return ToyGame(config)

    def load(self, record: str) -> ToyGame:
        try:
            found = json.loads(record)
            game = ToyGame(found["toy"])
            game.play_all([Decision(*row) for row in found["decisions"]])
        except (ValueError, KeyError) as error:
            raise RecordError(f"line 1: {error}") from None
        return game

    def draw(self, game: ToyGame, rng: random.Random) -> tuple[str, Sequence[Any]]:
        text = f"card {rng.choice(game.left())}"
        return text, game.play(text, CHANCE)

    def turn(self, game: ToyGame) -> tuple[int, int]:
        return sum(decision.text == "end" for decision in game.decisions), game.turn

    def quick(self, game: ToyGame) -> bool:
        return bool(game.waiting)

    def only(self, game: ToyGame, seat: int) -> str | None:
        legal = game.legal(seat)
        return legal[0] if len(legal) == 1 else None

    def open_offer(self, game: ToyGame) -> OpenOffer | None:
        if not game.waiting:
            return None
        number = max(n for n, decision in enumerate(game.decisions, 1) if decision.text == "offer")
        empty = frozenset(seat for seat in game.waiting if not game.hands[seat])
        return OpenOffer(number, game.turn, tuple(game.waiting), "no", empty)

    def settle(self, kept: ToyGame, played: ToyGame) -> ToyGame:
        return played

    def freeze(self, game: ToyGame) -> bytes | None:
        return game.save().encode()

    def thaw(self, data: bytes) -> tuple[ToyGame, list[list[dict[str, Any]]]]:
        found = json.loads(data)
        game = ToyGame(found["toy"])
        game.play_all([Decision(*row) for row in found["decisions"]])
        game.undone = [Decision(*row) for row in found["undone"]]
        return game, game.history

    def events(self, game: ToyGame, events: Sequence[Any], viewer: int) -> list[dict[str, Any]]:
        return [
            {key: value for key, value in event.items() if key != "card" or event["seat"] == viewer} for event in events
        ]

    def explain(self, game: ToyGame, text: str, seat: int) -> Reason | None:
        if text == "city":
            return POOR
        try:
            game.copy().play(text, seat)
        except IllegalAction as error:
            return Reason(Say(error.text, dict(error.values)), error.rule)
        return None

    def bot(self, level: str, seed: int) -> BotLike:
        if level not in self.LEVELS:
            raise ValueError(f"there are {', '.join(self.LEVELS)}")
        return ToyBot(level, seed)

    def thinks(self, level: str) -> bool:
        return False

    def question(self, game: ToyGame, level: str, seat: int, seed: int) -> dict[str, Any]:
        raise NotImplementedError

    def advised(self, game: ToyGame, seat: int, told: str) -> Hints:
        raise NotImplementedError

    def view(self, game: ToyGame, viewer: int, brief: bool = False) -> IslandView:
        seats = [
            SeatView(
                seat=seat,
                points=len(hand),
                sources=[],
                hidden_points=None,
                hand_size=len(hand),
                hand=dict.fromkeys(hand, 1) if viewer == seat or game.over else None,
                over_limit=False,
                cards_size=0,
                cards=None,
                knights=0,
                route=0,
                awards=[],
                left={},
                rates={},
            )
            for seat, hand in enumerate(game.hands)
        ]
        legal = game.legal(viewer)
        return IslandView(
            version=len(game.decisions),
            viewer=viewer,
            goal=game.goal,
            hand_limit=7,
            turn=0,
            phase="turn",
            on_turn=game.turn,
            actors=game.actors,
            optional=game.optional,
            prompt=Say("{player} draws", {"player": game.turn}),
            board=Board([], []),
            pieces=[],
            robber=None,
            roll=None,
            rolls=[],
            bank={},
            deck=len(game.left()),
            seats=seats,
            actions=[Action("end", "end" in legal, "end"), Action("city", False, None, {"ore": 3}, 4, POOR)],
            targets=[],
            bank_trades=[],
            choice=None,
            offer=None,
            legal=legal,
            forms=[],
            log=[],
            moved=None,
            can_undo=game.can_undo(viewer),
            can_redo=game.can_redo(viewer) or msgspec.UNSET,
            result=Result(game.winners, Say("{winner} wins", {"winner": game.winners[0]})) if game.over else None,
        )


def draw_panels(table: Any, language: str, unseen: frozenset[str] = frozenset()) -> dict[str, str]:
    """A renderer that shows everything that the view holds."""
    view = table.view
    panels = {
        "head": f"<h1 lang={language}>{table.name}</h1>",
        "rail": " ".join(f"{chair.name}:{chair.kind}:{chair.present}" for chair in table.chairs),
        "chat": " | ".join(f"{line.name}: {line.text}" for line in table.chat),
    }
    if view is not None:
        panels |= {
            "prompt": f"{view.prompt.text} {view.actors} {view.phase}",
            "hand": " ".join(str(seat.hand) for seat in view.seats),
            "actions": " ".join(view.legal),
        }
        if view.choice is not None:
            panels["choice"] = view.choice.kind
    return panels
