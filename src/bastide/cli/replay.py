"""Records replayed: checked, shown as text at any step, or drawn."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from bastide.cli.failure import Failure
from bastide.cli.output import emit, progress, read_text, write_text
from bastide.data.decisions import notation
from bastide.data.sources import RecordText, located, parts
from bastide.kernel.errors import RecordError, quote
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.view import view as make_view
from bastide.view.model import OPEN, SPECTATOR, Say, View
from bastide.view.text import spoken, text
from bastide.view.words import Words


def loaded(path: Path, part: RecordText) -> Game:
    """The game of one record, every decision checked.

    :raises Failure: the record is truncated, altered or no record; names file and line.
    """
    try:
        return Game.load(part.text)
    except RecordError as error:
        raise Failure("{path}: {reason}", path=str(path), reason=located(error, part)) from None


def check(words: Words, paths: Sequence[Path], as_json: bool) -> None:
    """Play every record of these files and compare where it leads with what the record says.

    :raises Failure: one is not right.
    """
    found: list[dict[str, Any]] = []
    for path in paths:
        records = [*parts(read_text(path).split("\n"))]
        games: list[dict[str, Any]] = []
        bar, task = progress(len(records), words.gettext("Records"), as_json)
        with bar:
            for part in records:
                games.append(summary(loaded(path, part)))
                bar.advance(task)
        found.append({"file": str(path), "ok": True, "games": games})
        if not as_json:
            print(
                words.gettext(
                    "{path}: valid, {games} {games:game|games}, {count} {count:decision|decisions}",
                    path=str(path),
                    games=len(games),
                    count=sum(game["decisions"] for game in games),
                )
            )
    if as_json:
        emit(found)


def show(
    words: Words, path: Path, number: int, at: int | None, seat: str, svg: Path | None, moves: bool, as_json: bool
) -> None:
    """Show a game as it stood after `at` decisions, as that seat saw it.

    :raises Failure: there is no such game in the file, no such step, or no such seat.
    """
    whole = opened(path, number)
    viewer = viewer_of(seat, int(whole.rules.seats))
    if moves:
        listed(words, stepped(whole, at), viewer, as_json)
        return
    game = stepped(whole, at)
    last = whole.version
    view = make_view(game, viewer)
    words = spoken(view, words)
    names = seat_names(words, game)
    if svg is not None:
        draw(words, view, names, svg)
    elif as_json:
        emit({"names": names, "last": last, "view": msgspec.to_builtins(view)})
    else:
        print(words.gettext("Step {step} of {last}", step=game.version, last=last))
        print(f"\n{text(view, words, names)}")


def opened(path: Path, number: int, at: int | None = None) -> Game:
    """One game of a file, by its number from 1, after `at` decisions.

    :raises Failure: there is no such game in the file, or no such step.
    """
    records = [*parts(read_text(path).split("\n"))]
    if not 1 <= number <= len(records):
        raise Failure(
            "--game {given}: {path} holds {count} {count:game|games}, counted from 1",
            given=number,
            path=str(path),
            count=len(records),
        )
    return stepped(loaded(path, records[number - 1]), at)


def stepped(game: Game, at: int | None) -> Game:
    """The game after `at` decisions; unchanged if `at` is None.

    :raises Failure: there is no such step.
    """
    if at is None:
        return game
    if not 0 <= at <= game.version:
        raise Failure("--at {given} is out of range: the game has steps 0 to {last}", given=at, last=game.version)
    return game.at(at)


def viewer_of(seat: str, seats: int) -> int:
    """The viewer that `--seat` means.

    :raises Failure: there is none.
    """
    if seat in ("open", "spectator"):
        return OPEN if seat == "open" else SPECTATOR
    if seat.isascii() and seat.isdigit() and int(seat[:3]) < seats:
        return int(seat)
    raise Failure(
        "--seat {given} is not a viewer; use open (everything), spectator, or a seat from 0 to {last}",
        given=quote(seat),
        last=seats - 1,
    )


def seat_names(words: Words, game: Game) -> list[str]:
    """The players by seat, those without a name by their number."""
    seats = range(int(game.rules.seats))
    return [game.names[n] if n < len(game.names) else words.gettext("Seat {number}", number=str(n)) for n in seats]


def summary(game: Game) -> dict[str, Any]:
    """A game's result."""
    return {
        "names": list(game.names),
        "seats": int(game.rules.seats),
        "decisions": game.version,
        "over": game.over,
        "winners": game.winners,
        "hash": game.hash(),
    }


def listed(words: Words, game: Game, viewer: int, as_json: bool) -> None:
    """List every decision with its number and seat, as that viewer may know it."""
    moves = [(n, decision.seat, notation(game, n, viewer)) for n, decision in enumerate(game.decisions, 1)]
    if as_json:
        about = summary(game)
        if viewer != OPEN:
            del about["hash"]  # of everything, hidden cards included
        emit({**about, "moves": [{"n": n, "by": seat, "do": text} for n, seat, text in moves]})
        return
    names = seat_names(words, game)
    chance = words.gettext("chance")
    print("\n".join(f"{n:>5}  {chance if seat == CHANCE else names[seat]:<16}  {text}" for n, seat, text in moves))


def draw(words: Words, view: View, names: list[str], target: Path) -> None:
    """Write the board as an SVG document to a file or, for `-`, to stdout."""
    from bastide.view.picture import board

    def label(say: Say) -> str:
        return words.text(say, names)

    drawing = board(msgspec.structs.replace(view, targets=[]), label, title=label(view.prompt))
    if str(target) == "-":
        print(drawing)
        return
    write_text(target, drawing)
    print(words.gettext("Drawing written to {path}", path=str(target)))
