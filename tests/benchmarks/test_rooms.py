"""The tables of the rooms: the speed of their random games, and the strength of the bot in their matches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bastide.cli.measures import measures as own_measures
from bastide.cli.room_games import RoomGame
from benchmarks import __main__ as command
from benchmarks import rooms, strength
from benchmarks.results import results
from benchmarks.rounds import Measured
from tests.players import duels
from tests.players import strength as played
from tools.compiled import Engine, Failed
from tools.marked import block, marked, stamps

GAME = RoomGame({"game": "island", "modules": ["quiet"], "seats": 2}, {}, "Quiet, two seats", 1000)


# Speed.


def test_the_games_of_a_room_are_measured_beside_the_base_game() -> None:
    name, game = next(iter(rooms.games_of([]).items()))
    room = game.config["modules"][0]
    found = rooms.games_of([room])
    assert name in found
    assert {game.config["modules"][0] for game in found.values()} == {room}
    assert rooms.base_of(GAME) == "seats_2"
    assert rooms.base_of(RoomGame({"game": "island", "modules": ["quiet"], "seats": 6}, {}, "", None)) == "seats_4"
    assert set(rooms.measures(rooms.games_of([]))) <= set(own_measures())
    with pytest.raises(ValueError, match=r"no bench\.toml declares a game of nothing"):
        rooms.games_of([room, "nothing"])


def measured(name: str) -> dict[str, Any]:
    """Three rounds of a room's game and of the base game with two seats."""
    values = {
        rooms.GAMES + name: [900.0, 1100.0, 1200.0],
        rooms.ACTIONS + name: [1e6, 2e6, 3e6],
        rooms.ACTIONS + "seats_2": [4e6, 4e6, 4e6],
    }
    about = {"version": "1", "sizes": {f"state_bytes_{name}": 4000}}
    facts = {"Date": "2026-11-28", "Commit": "0123456789, with changes"}
    return results(facts, 3, {"compiled": "Bastide"}, Measured({"compiled": values}, {"compiled": about}))


def test_the_speed_of_a_room_stands_in_its_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "README.md"
    page.write_text(f"# Quiet\n\n{marked(rooms.NAME, 'make bench ROOM=quiet', 'old')}\n\nAfter.\n", "utf-8")
    monkeypatch.setattr(rooms, "readme", lambda game: page)
    monkeypatch.setattr(rooms, "games_of", lambda names: {"quiet": GAME})
    [(path, text)] = rooms.pages(measured("quiet"), {"quiet": GAME, "absent": GAME}).items()
    assert path == page
    [row] = block(text, rooms.NAME).text.splitlines()[2:]
    assert row.startswith("| Quiet, two seats | 1,100 (900 to 1,200) | 2,000,000 (1,000,000 to 3,000,000) | 0.5 (")
    assert "| 4,000 | at least 1,000 | met by the median |" in row
    assert stamps(row)[0].changed
    assert text.endswith("\n\nAfter.\n")


@pytest.mark.parametrize("name", ["speed", "strength"])
def test_each_room_with_games_or_matches_has_a_place_for_its_table(name: str) -> None:
    pages = (
        {rooms.readme(game): f"make bench ROOM={game.config['modules'][0]}" for game in rooms.games_of([]).values()}
        if name == "speed"
        else {page: f"make bench-bots ROOM={room}" for room, (page, _) in strength.matches().items()}
    )
    for page, written_by in pages.items():
        assert block(page.read_text("utf-8"), name).command == written_by


def test_an_unknown_room_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for main in (command.main, strength.main):
        with pytest.raises(SystemExit, match="2"):
            main(["--room", "nothing"])
        assert "nothing" in capsys.readouterr().err


# Strength.


def test_every_match_names_a_player_and_its_arguments() -> None:
    found = [match for _, matches in strength.matches().values() for match in matches]
    assert len(found) > len(strength.matches())
    for match in found:
        _, module, *words = match.command()
        assert module in (played.__name__, duels.__name__)
        assert "--match" not in words or words[words.index("--match") + 1] in played.MATCHES


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[match]]\ntitle = "a"\n', "match 'a' needs a title and a play, and nothing else"),
        ('[[match]]\ntitle = "a"\nplay = "b"\ngames = 3\n', "match 'a' needs a title and a play"),
        ('[[match]]\ntitle = "a"\nplay = "b"\n' * 2, "two matches have one title"),
    ],
)
def test_a_wrong_match_is_refused(text: str, said: str) -> None:
    with pytest.raises(strength.MatchError, match=f"bench.toml: {said}"):
        strength.parsed("bench.toml", text)


def test_the_result_is_read_from_what_a_match_prints() -> None:
    game = played.Played(0, True, 0, 0, 60, 1, 0, 0, 0, 0.1, 0.1, 1)
    drawn = played.Played(-1, False, -1, -1, 60, 1, 0, 0, 0, 0.1, 0.1, 1)
    lines = list(played.report("one-blind", played.Tally([game] * 3)))
    assert strength.result("\n".join(lines)) == ("3 of 3", "100.0 % (43.9 to 100.0)")
    lines = list(played.report("one-blind", played.Tally([game, drawn])))
    assert strength.result("\n".join(lines))[0] == "1 of the 1 games that somebody won"
    assert strength.result(f"all: {duels.Score(7.5, 10)}")[0] == "7.5 of 10"
    with pytest.raises(Failed, match="told no figures"):
        strength.result("nothing")


def test_a_match_that_has_ended_replaces_its_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "README.md"
    matches = [strength.Match(title, f"strength --games {title}") for title in ("1", "2", "3")]
    old = strength.written("", matches, {"2": ["a", "b", "2026-11-01", "0123456"], "gone": ["a", "b", "c", "d"]})
    page.write_text(marked(strength.NAME, "make bench-bots ROOM=quiet", old), "utf-8")
    monkeypatch.setattr(strength, "matches", lambda: {"quiet": (page, matches)})
    monkeypatch.setattr(strength, "engine", lambda: Engine(Path(), Path(), ""))

    def play(compiled: Engine, match: strength.Match, jobs: int) -> tuple[str, str]:
        if match.title == "3":
            raise Failed("it broke")
        return ("won", f"with {jobs}")

    monkeypatch.setattr(strength, "played", play)
    assert strength.main(["--room", "quiet", "--jobs", "5"]) == 1
    rows = strength.rows_of(block(page.read_text("utf-8"), strength.NAME).text)
    assert list(rows) == ["1", "2"]
    assert all(row.startswith(f"| {name} | won | with 5 | ") for name, row in rows.items())
    assert "python -m tests.players.strength --games 3\n" in page.read_text("utf-8")
