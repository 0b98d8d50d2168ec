"""The Markdown of a comparison."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from bastide.cli.bench import number
from bastide.cli.others import QUARTERS

NAME: Final = "results"
"""The name of the marked table."""

WHOLE: Final = (
    ("Inside the engine's own loop", "loop", ("compiled", "fastcatan_loop", "interpreted")),
    ("Driven action by action from Python", "driven", ("compiled", "fastcatan", "interpreted", "catanatron")),
    ("Driven from Python only where there is a choice; the engine takes forced actions", "choices", ("compiled",)),
    ("Driven action by action from Python, each chosen from a list of the legal actions", "listed", ("compiled",)),
    ("Driven action by action from Python, each game on a new board, dealing timed", "dealt", ("compiled",)),
    ("Driven action by action from Python, through packed masks of legal actions", "masked", ("fastcatan",)),
    ("Driven from Python, many games at once", "batch", ("fastcatan",)),
)
"""The groups of whole random games: title, measure, subjects."""

CALLS: Final = (
    ("copy_us", "copy a position", "µs"),
    ("legal_us", "list the legal actions of a seat", "µs"),
    ("apply_us", "apply an action", "µs"),
    ("read_us", "parse a decision's notation", "µs"),
    ("write_us", "write a decision's notation", "µs"),
    ("resample_us", "deal the hidden cards anew", "µs"),
    ("configure_us", "configure a game on a new board", "µs"),
    ("view_ms", "build a seat's view after each decision", "ms"),
    ("text_ms", "render a view as text", "ms"),
)

OTHERS: Final = {
    "carcassonne": "Carcassonne, two seats",
    "carcassonne_everything": "Carcassonne, four seats, every expansion",
}
"""The other games, by the word that ends the names of their figures; those of single rooms are in their READMEs."""


def spread(figure: Mapping[str, float] | None) -> str:
    """The median with the minimum and maximum; a dash if not measured."""
    if figure is None:
        return "–"
    return f"{number(figure['median'])} ({number(figure['low'])} to {number(figure['high'])})"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A Markdown table; all columns but the first are right-aligned."""
    lines = [head, [":--", *["--:"] * (len(head) - 1)], *rows]
    return [f"| {' | '.join(line)} |" for line in lines]


def markdown(results: Mapping[str, Any], image: str) -> str:
    """The content between the markers: plot, tables, machine, versions and commands."""
    subjects: Mapping[str, Any] = results["subjects"]

    def figure(key: str, name: str) -> Mapping[str, float] | None:
        found: Mapping[str, float] | None = subjects.get(key, {}).get("figures", {}).get(name)
        return found

    facts = dict(results["facts"])
    lines = [
        f"Measured on {facts.pop('Date')} at {facts.pop('Commit')}: {facts['Processor']}, one core,"
        f" {results['rounds']} rounds.",
        "",
        f"![Complete random games per second of each engine; the table has the figures]({image})",
        "",
        "### Complete random games",
        "",
        "Four seats, no trade among players. Median of all rounds, with minimum and maximum.",
        "",
    ]
    rows: list[list[str]] = []
    for title, measure, keys in WHOLE:
        shown = [key for key in keys if figure(key, f"{measure}_games_per_second")]
        if shown:
            rows.append([f"**{title}**", "", "", ""])
        for key in shown:
            per_game = figure(key, f"{measure}_actions_per_game")
            rows.append(
                [
                    subjects[key]["title"],
                    spread(figure(key, f"{measure}_games_per_second")),
                    spread(figure(key, f"{measure}_actions_per_second")),
                    number(per_game["median"]) if per_game else "–",
                ]
            )
    lines += table(["", "games/s", "actions/s", "actions per game"], rows)
    lines += ["", "### Ratios", "", "Games per second, computed within each round.", ""]
    rows = [
        [
            ratio["meaning"],
            spread(ratio),
            f"at least {ratio['target']:g}" if "target" in ratio else "–",
            verdict(ratio),
        ]
        for ratio in results["ratios"].values()
    ]
    lines += table(["ratio", "median (min to max)", "target", ""], rows)
    lines += ["", "### Single calls", "", "Called from Python, on the positions of a game between greedy bots.", ""]
    rows = [
        [
            what,
            *(
                f"{spread(found)} {unit}" if (found := figure(key, name)) else "–"
                for key in ("compiled", "interpreted")
            ),
        ]
        for name, what, unit in CALLS
    ]
    rows.append(
        [
            "decisions per second through the facade `Game`",
            *(spread(figure(key, "facade_decisions_per_second")) for key in ("compiled", "interpreted")),
        ]
    )
    rows.append(
        [
            "games per second between four greedy bots",
            *(spread(figure(key, "greedy_games_per_second")) for key in ("compiled", "interpreted")),
        ]
    )
    lines += table(["", "compiled", "interpreted"], rows)
    lines += ["", "### Growth", "", "Bastide, compiled, inside the engine. Idle modules override no seam.", ""]
    rows = []
    own: Mapping[str, Any] = next((subjects[key] for key in ("compiled", "interpreted") if key in subjects), {})
    sizes: Mapping[str, int] = own.get("sizes", {})
    for kind, label in (("seats", "{} seats"), ("modules", "{} idle modules")):
        for count in range(20):
            games = figure("compiled", f"loop_games_per_second_{kind}_{count}")
            if games is None:
                continue
            size = sizes.get(f"state_bytes_seats_{count}" if kind == "seats" else "state_bytes")
            rows.append(
                [
                    label.format(count) if count != 1 else label.format(count).removesuffix("s"),
                    spread(games),
                    spread(figure("compiled", f"loop_actions_per_second_{kind}_{count}")),
                    f"{size:,}" if size else "–",
                ]
            )
    lines += table(["", "games/s", "actions/s", "bytes per position"], rows)
    lines += ["", "### Other games", "", "Random games, Bastide, compiled, inside the engine.", ""]
    rows = []
    for name, title in OTHERS.items():
        games = figure("compiled", f"loop_games_per_second_{name}")
        target = results["targets"].get(f"loop_games_per_second_{name}")
        if games:
            rows.append(
                [
                    title,
                    spread(games),
                    spread(figure("compiled", f"loop_actions_per_second_{name}")),
                    f"{sizes[f'state_bytes_{name}']:,}",
                    f"at least {target['target']:,}" if target else "–",
                    verdict({**target, **games}) if target else "–",
                ]
            )
    lines += table(["", "games/s", "actions/s", "bytes per position", "target", ""], rows)
    quarters = [figure("compiled", f"placement_us_quarter_{number}") for number in range(1, QUARTERS + 1)]
    lines += ["", "Full cost of a placement in Carcassonne, by quarter of a two-seat game:", ""]
    lines += table(
        ["", *(f"quarter {number}" for number in range(1, QUARTERS + 1))],
        [["µs", *(spread(quarter) for quarter in quarters)]],
    )
    lines += ["", "### Machine and versions", ""]
    if results["share_of_core"] is not None:
        facts["Share of the core available to the subjects"] = f"{100 * results['share_of_core']:.0f} %"
    for subject in subjects.values():
        facts[subject["title"]] = about(subject)
    lines += table(["", ""], ([name, value] for name, value in facts.items()))
    lines += [f"\nLeft out: {line}." for line in results["missing"]]
    lines += ["", "```sh", *results["commands"], "```"]
    return "\n".join(lines)


def verdict(ratio: Mapping[str, Any]) -> str:
    """Whether the target is met, and if only by the median: some rounds then say otherwise."""
    if "target" not in ratio:
        return "–"
    said = "met" if ratio["met"] else "**not met**"
    return f"{said} by the median" if ratio["low"] < ratio["target"] <= ratio["high"] else said


def about(subject: Mapping[str, Any]) -> str:
    """The versions of a subject as text."""
    parts = [str(subject["version"])] if "version" in subject else []
    for name, shown in (("python", "Python"), ("numpy", "numpy"), ("networkx", "networkx"), ("compiler", "g++")):
        if name in subject:
            parts.append(f"{shown} {subject[name]}")
    return ", ".join(parts)
