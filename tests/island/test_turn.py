"""The turn (BASE-016, 047, 051, 054, HOUSE-003)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from bastide.kernel.errors import IllegalAction
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE, Event
from bastide.view import SPECTATOR
from bastide.view.island.shown import events_view, view
from tests.island.places import corner, landing, sides
from tests.kit import Table, table

PLAIN_TURN = ("roll", "roll 1 1", "end")


def beginners(seats: int = 3, first: int | str = 0) -> Game:
    """The beginners' board with its printed pieces, from the start, so that decisions can be taken back."""
    return Game.new({"game": "island", "seats": seats, "layout": "beginner", "options": {"first": first}})


def knowers(events: Iterable[Event], kind: str, seats: int) -> list[set[int]]:
    """For each event of a kind: the seats that may know all of it, and 9 for a spectator."""
    everybody = [*range(seats), 9]
    return [{n for n in everybody if event.sees == -1 or event.sees >> n & 1} for event in events if event.kind == kind]


# -- one turn after the other


@pytest.mark.rule("BASE-047")
@pytest.mark.parametrize("starter", range(3))
def test_who_placed_first_takes_the_first_turn_and_play_goes_clockwise(starter: int) -> None:
    game = Game.new({"game": "island", "seats": 3, "layout": "beginner", "options": {"pieces": "free"}})
    t = Table(game)
    t.play(*("roll 6 5" if seat == starter else "roll 1 2" for seat in range(3)))
    placed = []
    while t.phase == "setup":
        placed.append(t.actors[0])
        t.play(t.legal()[0])
    assert placed[0] == placed[-1] == starter
    turns = []
    for _ in range(7):
        turns += t.actors
        t.play(*PLAIN_TURN)
    assert turns == [(starter + n) % 3 for n in range(7)]


@pytest.mark.rule("BASE-047")
def test_on_the_beginners_board_the_winner_of_the_roll_begins() -> None:
    t = Table(beginners(first="roll")).play("roll 1 2", "roll 2 2", "roll 6 6")
    t.check(phase="roll", actors=[2])
    t.play(*PLAIN_TURN).check(phase="roll", actors=[0])


@pytest.mark.rule("BASE-016", "BASE-047")
def test_one_roll_a_turn() -> None:
    t = table().refuses
    t("roll", "BASE-047")


# -- one turn


@pytest.mark.rule("BASE-016")
def test_before_the_roll_a_player_can_only_roll_or_play_a_card() -> None:
    t = table(
        hands={0: "brick*4 lumber*4 wool*4 grain*4 ore*4", 1: "ore"},
        settlements={0: "0,0,N"},
        roads={0: "0,0,NE 0,0,E"},
        cards={0: "knight"},
        rolled=False,
    )
    assert t.legal() == ["roll", "knight"]
    assert t.game.forms() == []
    for early in (
        "road 0,0,SE",
        f"settle {corner('0,0 SE')}",
        "city 0,0,N",
        "buy",
        "bank ore*4 wool",
        "offer wool for ore",
        "end",
    ):
        t.refuses(early, "BASE-016")
    t.play("roll", "roll 1 1")
    assert t.verbs() == {"road", "settle", "city", "buy", "knight", "bank", "offer", "end"}


@pytest.mark.rule("BASE-016")
@pytest.mark.parametrize("card", ["knight", "roads", "plenty", "monopoly"])
@pytest.mark.parametrize("rolled", [False, True])
def test_any_kind_of_card_may_come_before_or_after_the_roll(card: str, rolled: bool) -> None:
    t = table(settlements={0: "0,0,N"}, cards={0: card}, rolled=rolled)
    moves = {
        "knight": ["knight", "robber 1,0"],
        "roads": ["roads", "road 0,0,NE", "road 0,0,E"],
        "plenty": ["plenty ore wool"],
        "monopoly": ["monopoly ore"],
    }
    t.play(*moves[card]).check(phase="main" if rolled else "roll", actors=[0], cards={0: ""})


@pytest.mark.rule("BASE-016")
def test_a_turn_may_end_with_nothing_done() -> None:
    table(seats=3, on_turn=1).play("end").check(phase="roll", actors=[2])


@pytest.mark.rule("BASE-016")
def test_others_wait_for_their_turn() -> None:
    t = table(on_turn=1, hands={0: "brick lumber"}, settlements={0: "0,0,N"}, cards={0: "knight"}, rolled=False)
    for line in ("roll", "knight", "end"):
        t.refuses(f"0: {line}", "BASE-016")
    assert t.legal(0) == []


@pytest.mark.rule("BASE-051")
def test_the_active_player_trades_and_builds_as_often_as_they_can_pay() -> None:
    t = table(
        settlements={0: "0,0,N"},
        hands={0: "brick*3 lumber*3 wool*6 grain*3 ore*4", 1: "brick"},
    )
    t.play("road 0,0,NE", "road 0,0,E", f"settle {corner('0,0 SE')}")  # roads, then a settlement
    t.play("bank wool*4 lumber")  # a trade between
    t.play("offer wool for brick to 1", "1: accept", "trade 1")
    t.play("road 0,0,SE", "city 0,0,N")  # and building again
    t.check(hands={0: "ore", 1: "wool"}, points={0: 3}, phase="main", actors=[0])
    t.refuses("road -1,1,NE", "BASE-029", missing="brick lumber")
    t.play("end").check(actors=[1])


@pytest.mark.rule("BASE-051")
@pytest.mark.parametrize("line", ["road 0,0,NE", "city 0,0,N", "buy", "bank ore*4 wool", "offer wool for ore"])
def test_nobody_else_builds_or_trades_meanwhile(line: str) -> None:
    t = table(settlements={1: "0,0,N"}, hands={0: "ore", 1: "brick*4 lumber*4 wool*4 grain*4 ore*4"})
    t.refuses(f"1: {line}", "BASE-016")
    t.play("end", "roll", "roll 1 1")
    assert t.can(f"1: {line}")


# -- what is hidden


@pytest.mark.rule("BASE-054")
def test_hands_are_hidden_and_their_sizes_open() -> None:
    t = table(hands={0: "ore*3", 1: "wool grain*2 brick"}, cards={1: "knight point"}, fresh={1: "monopoly"})
    for viewer in (0, 2, SPECTATOR):
        seat = view(t.game, viewer).seats[1]
        assert (seat.hand, seat.cards, seat.hidden_points) == (None, None, None)
        assert (seat.hand_size, seat.cards_size) == (4, 3)
    own = view(t.game, 1).seats[1]
    assert own.hand == {"lumber": 0, "brick": 1, "wool": 1, "grain": 2, "ore": 0}
    assert [card.kind for card in own.cards or []] == ["knight", "monopoly", "point"]


@pytest.mark.rule("BASE-054")
def test_the_rules_declare_what_is_hidden_from_whom() -> None:
    fields = {f.name: f for f in table().r.schema.fields}
    assert {name for name, f in fields.items() if f.sees == 1} == {"hand", "cards", "fresh"}  # the owner's own
    assert {name for name, f in fields.items() if f.sees == 2} == {"deck"}  # nobody's


@pytest.mark.rule("BASE-054")
def test_only_thief_and_victim_know_a_stolen_card() -> None:
    t = table(
        seats=4,
        rolled=False,
        settlements={2: "0,1,S"},
        hands={2: "ore wool"},
    )
    t.play("roll", "roll 3 4", "robber 0,1", "steal ore")
    assert knowers(t.events, "steal", 4) == [{0, 2}]
    for viewer in (0, 2):
        assert events_view(t.game, t.events, viewer) == [{"kind": "steal", "seat": 0, "victim": 2, "good": "ore"}]
    for viewer in (1, 3, SPECTATOR):
        assert events_view(t.game, t.events, viewer) == [{"kind": "steal", "seat": 0, "victim": 2}]


@pytest.mark.rule("BASE-054")
def test_what_a_player_may_do_says_nothing_about_the_hands_of_others() -> None:
    """The same number of cards, other kinds: the same decisions are offered, and refused for the same reasons."""
    tables = [
        table(hands={0: "wool*4 grain ore brick lumber", 1: one, 2: "ore"}, cards={0: "monopoly knight", 1: card})
        for one, card in (("brick*2", "knight"), ("ore grain", "point"))
    ]
    lines = ["offer wool for ore*2", "offer wool for brick*2 to 1", "offer wool for brick*3", "monopoly grain"]
    seen = [
        (t.legal(), t.game.forms(), [str(t.game.why_not(line)) for line in lines], t.game.rules.legal(t.game.state, 0))
        for t in tables
    ]
    assert seen[0] == seen[1]


# -- taking back


@pytest.mark.rule("HOUSE-003")
def test_a_player_takes_back_their_own_last_steps_one_by_one() -> None:
    game = beginners()
    t = Table(game).play("roll", "roll 1 1")
    before = game.hash()
    t.play(f"road {sides('0,1 SE')}").check(hands={0: "ore"})
    t.play("end").check(actors=[1])
    assert game.undo(0).text == "end"
    t.check(phase="main", actors=[0])
    assert game.undo(0).text.startswith("road")
    t.check(hands={0: "lumber brick ore"}, roads={0: 13})
    assert game.hash() == before


@pytest.mark.rule("HOUSE-003")
def test_no_way_back_past_the_dice() -> None:
    game = beginners()
    t = Table(game).play("roll")
    assert game.can_undo(0)  # the dice have not fallen
    t.play("roll 1 1")
    assert not game.can_undo(0)
    with pytest.raises(IllegalAction) as error:
        game.undo(0)
    assert error.value.rule == "HOUSE-003"
    assert game.version == 2


@pytest.mark.rule("HOUSE-003")
def test_no_way_back_past_another_players_decision() -> None:
    game = beginners()
    t = Table(game).play("roll", "roll 1 1", "end")
    assert game.can_undo(0)
    assert not game.can_undo(1)  # not one's own
    t.play("roll")
    assert not game.can_undo(0)
    assert game.can_undo(1)


@pytest.mark.rule("HOUSE-003")
def test_no_way_back_once_an_offer_is_answered_or_taken() -> None:
    t = Table(beginners()).play("roll", "roll 1 1", "offer lumber for grain to 1 2")
    game = t.game
    assert not game.can_undo(0)  # what others were asked is withdrawn, not undone
    t.play("1: accept")
    assert not game.can_undo(0)
    assert game.can_undo(1)  # the answer can be taken back until somebody acts on it
    t.play("0: trade 1")
    assert not game.can_undo(0)
    assert not game.can_undo(1)


@pytest.mark.rule("HOUSE-003")
def test_no_way_back_past_a_card_that_was_seen() -> None:
    t = table(hands={0: "ore wool grain", 1: "wool"}, cards={0: "monopoly"}).play("buy")
    assert t.game.can_undo(0)
    t.play("draw knight")
    assert not t.game.can_undo(0)
    t.play("monopoly wool")  # the hands of others were laid open
    assert not t.game.can_undo(0)
    t = table(rolled=False, settlements={1: "0,1,S"}, hands={1: "ore"}).play("roll", "roll 3 4", "robber 0,1")
    assert t.game.can_undo(0)
    t.play("steal ore")
    assert not t.game.can_undo(0)


@pytest.mark.rule("HOUSE-003")
@pytest.mark.parametrize(
    ("card", "played", "after"),
    [("knight", "knight", "robber 0,1"), ("roads", "roads", "road 0,0,NE"), ("plenty", "plenty ore*2", "")],
)
def test_a_development_card_that_was_laid_open_stays(card: str, played: str, after: str) -> None:
    t = table(settlements={0: "0,0,N"}, cards={0: card}).play(played)
    assert not t.game.can_undo(0)
    if after:
        t.play(after)
        assert t.game.undo(0).text == after  # where the robber or the road went was the player's own doing
        assert not t.game.can_undo(0)


@pytest.mark.rule("HOUSE-003")
def test_a_discard_that_all_have_seen_stays() -> None:
    t = table(hands={0: "ore*8", 1: "wool*8"}, rolled=False).play("roll", "roll 3 4", "0: discard ore*4")
    assert not t.game.can_undo(0)


@pytest.mark.rule("HOUSE-003")
def test_nothing_is_taken_back_when_the_game_is_over() -> None:
    t = table(goal=3, settlements={0: f"{landing(0)} {landing(2)}"}, hands={0: "ore*3 grain*2"})
    t.play(f"city {landing(0)}").check(winners=[0])
    assert not t.game.can_undo(0)


@pytest.mark.rule("HOUSE-003")
def test_at_one_screen_and_in_analysis_anything_is_taken_back() -> None:
    game = beginners()
    start = game.hash()
    assert not game.can_undo()
    Table(game).play("roll", "roll 1 1", "end", "roll", "roll 3 4")
    texts = []
    while game.can_undo():
        last = game.undo()
        texts.append(last.text)
    assert texts == ["roll 3 4", "roll", "end", "roll 1 1", "roll"]
    assert last.seat == 0
    assert game.hash() == start
    assert game.actors == [0]
    game.play("roll")
    assert game.actors == [CHANCE]
