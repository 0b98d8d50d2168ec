"""The `bastide` command: its arguments, and how errors are reported.

Each command is implemented in its own file, imported when the command runs.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, cast

import typer

from bastide import __version__
from bastide.cli.failure import Failure
from bastide.kernel.errors import BastideError, ConfigError

app = typer.Typer(
    name="bastide",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

OBSERVATIONS: Final = "Parquet: a row an action of a seat, with what it saw."
MASKS: Final = "Parquet: a row an action of a seat, with all its legal ones."
Lang = Annotated[
    str | None, typer.Option("--lang", metavar="en|fr", help="The language; default: from BASTIDE_LANG or LANG.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of text.")]
Config = Annotated[Path | None, typer.Option("--config", metavar="FILE", help="The game's config, TOML or JSON.")]
GameName = Annotated[
    str | None, typer.Option("--game", metavar="NAME", help="island or carcassonne; overrides --config.")
]
Layout = Annotated[
    str | None, typer.Option("--layout", metavar="NAME", help="beginner, spiral or random; overrides --config.")
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="KEY=VALUE", help="A game option, such as goal=8; may be repeated."),
]
Modules = Annotated[
    list[str] | None,
    typer.Option("--module", "-m", metavar="NAME", help="A module (expansion) to play with; may be repeated."),
]
Seats = Annotated[
    int | None,
    typer.Option("--seats", help="The number of players, 2 to 8 as the game and its modules allow; usually 4."),
]
Seed = Annotated[int | None, typer.Option("--seed", help="The random seed: it fixes all dice and draws.")]
LogFormat = Annotated[
    str | None, typer.Option("--log-format", metavar="text|json", help="The format of log lines; default text.")
]
LogLevel = Annotated[
    str | None, typer.Option("--log-level", metavar="LEVEL", help="The minimum level: debug, info, warning or error.")
]
Database = Annotated[
    str | None,
    typer.Option("--db", metavar="FILE|URL", help="The database; default: the one that serve uses."),
]
Data = Annotated[
    Path | None, typer.Option("--data", metavar="FOLDER", help="The folder for the database and the secret.")
]


def main() -> None:
    """Run the command and exit: 0 on success, 2 with one line on stderr on failure."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # Characters that the terminal cannot show become question marks, not a traceback.
            stream.reconfigure(errors="replace")
    sys.exit(run())


@cache
def command_line() -> Any:
    """All commands, as Typer makes them for Click."""
    return typer.main.get_command(app)


def run(arguments: list[str] | None = None) -> int:
    """Run the command with these arguments (default: the process's) and return its exit status."""
    command = command_line()
    given = sys.argv[1:] if arguments is None else arguments
    try:
        code = command.main(given or ["--help"], prog_name="bastide", standalone_mode=False)
        print(end="", flush=True)  # does nothing if there is no stdout
    except BrokenPipeError:
        # The reader of our output has gone (broken pipe): print nothing more, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (KeyboardInterrupt, typer.Abort):
        print(file=sys.stderr)
        return 130
    except UsageError as error:
        return complain(error.format_message())
    except Failure as error:
        from bastide.cli.output import language

        return complain(language().gettext(error.text, **error.args_), error.code)
    except ConfigError as error:
        return refused(error)
    except BastideError as error:
        return complain(str(error))
    except OSError as error:
        named = f"{error.filename}: " if error.filename else ""
        return complain(f"{named}{error.strerror or error}")
    except (Exception, SystemExit) as error:
        from bastide.kernel.plugins import failed

        blamed = failed(error)
        if blamed is None:
            raise
        return refused(blamed)
    return code if isinstance(code, int) else 0


def refused(error: ConfigError) -> int:
    """One line on stderr, in the user's language."""
    from bastide.cli.output import language

    said = language().gettext(error.text, **error.values)
    return complain(f"{said} ({error.rule})" if error.rule else said)


UsageError: Final = cast("type[typer.BadParameter]", typer.BadParameter.__mro__[1])
"""What Typer raises for an option it does not know; it has no public name there."""


def complain(message: str, code: int = 2) -> int:
    """One line on stderr."""
    print(f"bastide: {' '.join(message.split())}", file=sys.stderr)
    return code


@contextmanager
def undisturbed() -> Iterator[None]:
    """Pause garbage collection while a server is loaded; resume it once that has succeeded or failed."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def show_version(wanted: bool) -> None:
    """Print the version and end."""
    if wanted:
        print(f"bastide {__version__}")
        raise typer.Exit


@app.callback()
def bastide(
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """A digital table for hex-island board games and Carcassonne: play, serve, simulate, replay, look up rules."""


@app.command()
def play(
    text: Annotated[bool, typer.Option("--text", help="Play in the terminal instead of the browser.")] = False,
    browser: Annotated[bool, typer.Option(help="Open the page in your browser.")] = True,
    port: Annotated[int | None, typer.Option(help="The port; default: 8642 or the next free one.")] = None,
    data: Data = None,
    log_format: LogFormat = None,
    log_level: LogLevel = None,
    bots: Annotated[
        str | None,
        typer.Option("--bots", metavar="NAMES", help="With --text: your opponents, such as greedy,random,random."),
    ] = None,
    seat: Annotated[int, typer.Option("--seat", help="With --text: your seat, counted from 0.")] = 0,
    name: Annotated[str | None, typer.Option("--name", help="With --text: your name.")] = None,
    load: Annotated[
        Path | None, typer.Option("--load", metavar="FILE", help="With --text: continue a saved game.")
    ] = None,
    seed: Seed = None,
    game_name: GameName = None,
    layout: Layout = None,
    option: Options = None,
    module: Modules = None,
    config: Config = None,
    lang: Lang = None,
) -> None:
    """Play in the browser at a table on this machine, or with --text in the terminal against bots."""
    from bastide.cli.output import language

    words = language(lang)
    if not text:
        given = (
            ("--bots", bots),
            ("--name", name),
            ("--load", load),
            ("--seed", seed),
            ("--layout", layout),
            ("--game", game_name),
        )
        for flag, value in (*given, ("--option", option), ("--module", module), ("--config", config)):
            if value:
                raise Failure("{option} needs --text; in the browser, choose it when you create a table", option=flag)
        with undisturbed():
            from bastide.cli import serve as serving

            serving.play(words, port, data, browser, lang, serving.Log(log_format, log_level))
        return
    from bastide.cli import configs, texttable

    if load is not None:
        for flag, value in (
            ("--config", config),
            ("--game", game_name),
            ("--layout", layout),
            ("--option", option),
            ("--module", module),
        ):
            if value:
                raise Failure("{first} and {second} exclude each other; choose one", first="--load", second=flag)
    names = configs.bots(bots) if bots is not None else None
    settings = configs.config(config, game=game_name, layout=layout, options=option or (), modules=module or ())
    texttable.play(words, settings, names, seat, name, seed, load)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for all addresses.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 for any free port.")] = 8642,
    data: Data = None,
    db: Annotated[
        str | None,
        typer.Option(
            "--db",
            metavar="FILE|URL",
            help="A database file or URL, such as postgresql://...; default: bastide.db in --data.",
        ),
    ] = None,
    grace: Annotated[
        float | None,
        typer.Option(
            "--grace", min=1.0, max=600.0, metavar="SECONDS", help="The time limit for shutting down; default 10."
        ),
    ] = None,
    metrics_port: Annotated[
        int | None, typer.Option("--metrics-port", metavar="PORT", help="Serve metrics on this port of 127.0.0.1.")
    ] = None,
    log_format: LogFormat = None,
    log_level: LogLevel = None,
    lang: Lang = None,
) -> None:
    """Serve tables to browsers until interrupted."""
    with undisturbed():
        from bastide.cli import serve as serving
        from bastide.cli.output import language

        log = serving.Log(log_format, log_level)
        settings = serving.checked(data, database=db, grace=grace, metrics_port=metrics_port)
        serving.serve(language(lang), host, port, settings, log)


@app.command()
def backup(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    db: Database = None,
    data: Data = None,
    force: Annotated[bool, typer.Option("--force", help="Replace FILE if it exists.")] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Back up the database and verify the copy; a server may be running."""
    from bastide.cli import backup as copying
    from bastide.cli.output import language

    copying.backup(language(lang), db, data, target, force, json)


accounts = typer.Typer(
    help="List accounts, reset a password, delete one, compute ratings again; a server may be running."
)
app.add_typer(accounts, name="accounts")
AccountName = Annotated[str, typer.Argument(metavar="NAME", help="The account's name; case and accents do not matter.")]


@accounts.command("list")
def list_accounts(db: Database = None, data: Data = None, json: Json = False, lang: Lang = None) -> None:
    """List all accounts with their creation dates."""
    from bastide.cli import accounts as keeping
    from bastide.cli.output import language

    keeping.show(language(lang), db, data, json)


@accounts.command("reset")
def reset_account(
    name: AccountName, db: Database = None, data: Data = None, json: Json = False, lang: Lang = None
) -> None:
    """Reset an account's password, print the new one, and end its sessions."""
    from bastide.cli import accounts as keeping
    from bastide.cli.output import language

    keeping.reset(language(lang), db, data, name, json)


@accounts.command("delete")
def delete_account(
    name: AccountName,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
    db: Database = None,
    data: Data = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Delete an account with its history; the games stay at their tables."""
    from bastide.cli import accounts as keeping
    from bastide.cli.output import language

    keeping.delete(language(lang), db, data, name, yes, json)


@accounts.command("ratings")
def compute_ratings(db: Database = None, data: Data = None, json: Json = False, lang: Lang = None) -> None:
    """Compute all ratings again from the finished games, and say whether any was different."""
    from bastide.cli import accounts as keeping
    from bastide.cli.output import language

    keeping.rerate(language(lang), db, data, json)


arena = typer.Typer(help="Play plans of many games between bots, go on with them, and compare the bots.")
app.add_typer(arena, name="arena")

Run = Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of the run, with its plan.toml.")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", help="The number of processes; 0 for one per processor.")]
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Play on a Ray cluster: auto, HOST:PORT, or local to start one here.",
    ),
]


@arena.command("run")
def arena_run(folder: Run, jobs: Jobs = 0, ray: Ray = None, json: Json = False, lang: Lang = None) -> None:
    """Play the plan in a folder and show the results. Ctrl-C stops; resume goes on."""
    _arena_played(folder, jobs, ray, json, lang, resume=False)


@arena.command("resume")
def arena_resume(folder: Run, jobs: Jobs = 0, ray: Ray = None, json: Json = False, lang: Lang = None) -> None:
    """Go on with a run that was stopped."""
    _arena_played(folder, jobs, ray, json, lang, resume=True)


def _arena_played(folder: Path, jobs: int, ray: str | None, json: bool, lang: str | None, *, resume: bool) -> None:
    from bastide.cli import arena as playing
    from bastide.cli.output import language
    from bastide.cli.simulate import check_numbers

    check_numbers(1, jobs, 0, None)
    playing.run(language(lang), folder, jobs, ray, resume, json)


@arena.command("table")
def arena_table(folder: Run, json: Json = False, lang: Lang = None) -> None:
    """Show scores and ratings with their intervals, also while the run goes on."""
    from bastide.cli import arena as playing
    from bastide.cli.output import language

    playing.show(language(lang), folder, json)


@arena.command("test")
def arena_test(folder: Run, json: Json = False, lang: Lang = None) -> None:
    """Show where the sequential test of the plan stands."""
    from bastide.cli import arena as playing
    from bastide.cli.output import language

    playing.test(language(lang), folder, json)


@arena.command("export")
def arena_export(
    folder: Run,
    output: Annotated[
        Path | None, typer.Option("--output", "-O", metavar="FILE", help="The file, .csv or .jsonl; default: stdout.")
    ] = None,
) -> None:
    """Write a row for each game, as CSV or JSON Lines."""
    from bastide.cli import arena as playing

    playing.export(folder, output)


@arena.command("page")
def arena_page(
    folder: Run,
    output: Annotated[Path, typer.Option("--output", "-O", metavar="FILE", help="The file, such as run.html.")],
    lang: Lang = None,
) -> None:
    """Write the results so far as one file of HTML, to share: ratings, scores by block, the plan."""
    from bastide.cli import arena_page as writing
    from bastide.cli.output import language

    writing.page(language(lang), folder, output)


@arena.command("record")
def arena_record(
    folder: Run, number: Annotated[int, typer.Argument(metavar="NUMBER", help="The number of the game, from 0.")]
) -> None:
    """Print the record of a game, for `bastide replay -` or a file."""
    from bastide.cli import arena as playing

    playing.record(folder, number)


@arena.command("watch")
def arena_watch(
    folder: Run,
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="The number of the game, from 0.")],
    port: Annotated[int | None, typer.Option(help="The port; default: 8642 or the next free one.")] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in your browser.")] = True,
    lang: Lang = None,
) -> None:
    """Show a game in the replay page, until Ctrl-C."""
    from bastide.cli import arena_watch as watching
    from bastide.cli.output import language

    watching.watch(language(lang), folder, number, port, browser, lang)


@app.command()
def simulate(
    games: Annotated[int, typer.Option("--games", "-n", help="The number of games.")] = 100,
    players: Annotated[
        str | None,
        typer.Option("--players", "-p", metavar="NAMES", help="The bot of each seat, such as greedy,random,random."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="The random seed; the same seed gives the same games.")] = 0,
    jobs: Annotated[int, typer.Option("--jobs", "-j", help="The number of processes; 0 for one per processor.")] = 1,
    rotate: Annotated[bool, typer.Option("--rotate", help="Shift the bots by one seat after each game.")] = False,
    game_name: GameName = None,
    layout: Layout = None,
    option: Options = None,
    module: Modules = None,
    config: Config = None,
    records: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER|FILE", help="Save the records: one file each, or all in one FILE.jsonl."),
    ] = None,
    parquet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save the decisions of all games as a table.")
    ] = None,
    observations: Annotated[bool, typer.Option("--observations", help=OBSERVATIONS)] = False,
    masks: Annotated[bool, typer.Option("--masks", help=MASKS)] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Play games between bots; report wins, decisions, turns and speed. Results do not depend on --jobs."""
    from bastide.arena.matches import Series
    from bastide.cli import configs
    from bastide.cli import simulate as simulating
    from bastide.cli.output import language

    words = language(lang)
    settings = configs.config(config, game=game_name, layout=layout, options=option or (), modules=module or ())
    kinds = tuple(configs.bots(players)) if players is not None else ("random",) * configs.seats_of(settings)
    simulating.check_numbers(games, jobs, len(kinds), players)
    if players is not None and settings.setdefault("seats", len(kinds)) != len(kinds):
        seats = str(settings["seats"])
        raise Failure("--players names {count} bots, but the config has seats = {seats}", count=len(kinds), seats=seats)
    if parquet is None and (observations or masks):
        raise Failure("--observations and --masks need --parquet FILE")
    series = Series(settings, kinds, seed, rotate, records is not None or parquet is not None)
    rows = None if parquet is None else (parquet, observations, masks)
    simulating.simulate(words, series, games, jobs or os.cpu_count() or 1, records, rows, json)


@app.command()
def replay(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="A record, or several with --check; - for stdin.")
    ],
    check: Annotated[bool, typer.Option("--check", help="Only check that all records in the files are valid.")] = False,
    moves: Annotated[bool, typer.Option("--moves", help="List the decisions with their numbers.")] = False,
    at: Annotated[int | None, typer.Option("--at", help="The number of decisions to replay; default: all.")] = None,
    seat: Annotated[
        str, typer.Option(metavar="SEAT", help="The viewer: open (sees everything), spectator, or a seat from 0.")
    ] = "open",
    text: Annotated[bool, typer.Option("--text", help="Show the position as text (the default).")] = False,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a drawing of the board to a file; - for stdout.")
    ] = None,
    game: Annotated[int, typer.Option("--game", help="The game's number in a file with several.")] = 1,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Check records, or show a position of a record as any seat saw it."""
    from bastide.cli import replay as replaying
    from bastide.cli.output import language

    chosen = [name for name, on in (("--check", check), ("--moves", moves), ("--text", text), ("--svg", svg)) if on]
    if len(chosen) > 1:
        raise Failure("{first} and {second} exclude each other; choose one", first=chosen[0], second=chosen[1])
    words = language(lang)
    if check:
        replaying.check(words, files, json)
    elif len(files) > 1:
        raise Failure("{count} files are too many: only --check takes several", count=len(files))
    else:
        replaying.show(words, files[0], game, at, seat, svg, moves, json)


@app.command("new-room")
def new_room(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The room's name, such as lean_years.")],
    into: Annotated[Path, typer.Option("--into", metavar="FOLDER", help="Where its folder is made.")] = Path(),
    lang: Lang = None,
) -> None:
    """Write the package of a new expansion of the island, ready to be changed and played."""
    from bastide.cli import new_room as writing
    from bastide.cli.output import language

    writing.new_room(language(lang), name, into)


@app.command("check-module")
def check_module(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The module's name, such as lean_years.")],
    games: Annotated[int, typer.Option("--games", "-n", min=0, help="The number of games.")] = 20,
    first: Annotated[int, typer.Option("--seed", help="The seed of the first game.")] = 0,
    beside: Annotated[list[str] | None, typer.Option("--beside", "-b", help="Another module of all games.")] = None,
    only: Annotated[list[str] | None, typer.Option("--only", metavar="CHECK", help="Make only this check.")] = None,
) -> None:
    """Play random games of a module and check it, as the tests of its author do (bastide.testing)."""
    from bastide import testing

    unknown = [check for check in only or () if check not in testing.CHECKS]
    if unknown:
        known = ", ".join(testing.CHECKS)
        raise Failure("{given} is no check; choose among {known}", given=repr(unknown[0]), known=known)
    try:
        report = testing.check_module(name, games, first=first, beside=beside or (), only=only or testing.CHECKS)
    except testing.CheckFailed as error:
        raise Failure("{reason}", 1, reason=str(error)) from None
    print(report)


@app.command()
def bots(json: Json = False, lang: Lang = None) -> None:
    """List the bots that --bots and --players name, the weakest first, with a sentence each."""
    from bastide.cli import bots as players
    from bastide.cli.output import language

    players.show(language(lang), json)


lesson = typer.Typer(help="List the lessons, and check them by playing every legal move of every step.")
app.add_typer(lesson, name="lesson")


@lesson.command("list")
def list_lessons(json: Json = False, lang: Lang = None) -> None:
    """List all lessons, those of plug-ins too."""
    from bastide.cli import lessons as teaching
    from bastide.cli.output import language

    teaching.show(language(lang), json)


@lesson.command("check")
def check_lessons(
    names: Annotated[list[str] | None, typer.Argument(metavar="[NAME]", help="The lessons; default: all.")] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Play lessons to their end in every way that they offer, and try every other legal move once."""
    from bastide.cli import lessons as teaching
    from bastide.cli.output import language

    teaching.check_all(language(lang), names or [], json)


@app.command()
def export(
    sources: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="Records, a folder of them, or the URL of a database; - for stdin."),
    ],
    format_: Annotated[
        str | None,
        typer.Option("--format", metavar="jsonl|csv|parquet", help="Default: by the end of --output FILE, else jsonl."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", metavar="FILE", help="The file to write; default: stdout.")
    ] = None,
    seat: Annotated[
        str, typer.Option(metavar="SEAT", help="The viewer: open (sees everything), spectator, or a seat from 0.")
    ] = "open",
    observations: Annotated[bool, typer.Option("--observations", help=OBSERVATIONS)] = False,
    masks: Annotated[bool, typer.Option("--masks", help=MASKS)] = False,
    lang: Lang = None,
) -> None:
    """Write records as flat rows, one a decision, as JSON Lines, CSV or Parquet."""
    from bastide.cli import export as exporting
    from bastide.cli.output import language

    language(lang)
    exporting.export(sources, seat, format_, output, observations, masks)


@app.command()
def perft(
    depth: Annotated[int, typer.Option("--depth", "-d", help="The depth in actions.")] = 2,
    divide: Annotated[bool, typer.Option("--divide", help="Also print the count for each first action.")] = False,
    seats: Seats = None,
    game_name: GameName = None,
    layout: Layout = None,
    option: Options = None,
    module: Modules = None,
    config: Config = None,
    seed: Annotated[int, typer.Option("--seed", help="The random seed of the layout.")] = 0,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Start from a record's position.")] = None,
    at: Annotated[
        int | None, typer.Option("--at", help="With --record: the number of decisions to replay; default: all.")
    ] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Count the action sequences from a position: the standard test of a move generator."""
    from bastide.cli import configs, counting
    from bastide.cli.output import language
    from bastide.cli.replay import opened
    from bastide.kernel.game import Game

    words = language(lang)
    if record is not None:
        settled = (
            ("--config", config),
            ("--game", game_name),
            ("--seats", seats),
            ("--layout", layout),
            ("--option", option),
        )
        for flag, value in (*settled, ("--module", module)):
            if value:
                raise Failure("{first} and {second} exclude each other; choose one", first="--record", second=flag)
        game = opened(record, 1, at)
    else:
        if at is not None:
            raise Failure("--at {given} needs --record FILE", given=at)
        settings = configs.config(
            config, game=game_name, seats=seats, layout=layout, options=option or (), modules=module or ()
        )
        game = Game.new(settings, seed=seed)
    counting.count(words, game.rules, game.state, depth, divide, json)


@app.command()
def rules(
    query: Annotated[
        list[str] | None, typer.Argument(metavar="[WORDS|ID]", help="Words such as robber, or an id such as BASE-019.")
    ] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Report how many rules have a test; needs --map.")
    ] = False,
    map_: Annotated[
        Path | None, typer.Option("--map", metavar="FILE", help="The output of pytest --collect-only --rule-map FILE.")
    ] = None,
    require: Annotated[
        list[str] | None,
        typer.Option(
            "--require",
            metavar="GROUP",
            help="A group of rules that all need a test, such as BASE; default: every group.",
        ),
    ] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Look up rules by id or by words; without arguments, list all."""
    from bastide.cli import rulebook
    from bastide.cli.output import language

    words = language(lang)
    if not coverage:
        rulebook.look_up(words, " ".join(query or ()), json)
        return
    if map_ is None:
        raise Failure("--coverage needs --map FILE, which pytest --collect-only --rule-map FILE writes; see make rules")
    raise typer.Exit(rulebook.show_coverage(words, map_, require or (), json))


@app.command()
def bench(
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.001, max=600.0, help="The duration of a measurement in each round.")
    ] = 0.3,
    rounds: Annotated[
        int, typer.Option("--rounds", min=1, max=1000, help="The number of measurements of each figure.")
    ] = 5,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Benchmark this machine and build: games, single calls, scaling with seats and modules."""
    from bastide.cli import bench as measuring
    from bastide.cli.output import language

    if seconds != seconds:  # NaN passes no range check, and its time would never be up
        raise typer.BadParameter("nan is not a number of seconds from 0.001 to 600", param_hint="--seconds")
    measuring.bench(language(lang), seconds, rounds, json)
