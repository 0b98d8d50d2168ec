"""The rows of games as a data frame or a Parquet file. Needs the extra `bastide[data]`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import chain
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any, Final

from bastide import __version__
from bastide.data import decisions
from bastide.data.sources import Found, Source, found
from bastide.kernel.errors import RecordError
from bastide.kernel.rules import Rules
from bastide.kernel.state import CHANCE

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

    from bastide.data.actions import Sampler

GROUP: Final = 20_000
"""So many rows, or a game more, are written at a time."""
ABOUT: Final = "bastide"
"""The key of a file's metadata: what `card` shows, as JSON."""
POINTS: Final = "points_"
TYPES: Final = {
    "file": "string",
    "game": "int32",
    "seats": "int8",
    "modules": "string",
    "n": "int32",
    "turn": "int32",
    "seat": "int8",
    "player": "string",
    "phase": "string",
    "action": "int32",
    "decision": "string",
    "choices": "int32",
    "legal": "int32",
    "won": "bool",
    "result": "double",
    **{name: "int16" for name in decisions.COLUMNS if name.startswith(POINTS)},
}
MEANINGS: Final = {
    "file": "where the game comes from",
    "game": "the number of the game there, from 1",
    "seats": "the number of seats",
    "modules": "the modules of the game",
    "n": "the number of the decision in its game, from 1",
    "turn": "the number of the turn",
    "seat": "who acts, from 0; -1 is chance",
    "player": "who plays the seat",
    "phase": "the pending phase",
    "action": "the number of the action",
    "decision": "the decision in notation",
    "choices": "how many actions were legal",
    "won": "whether the seat won; null for chance, and where the game did not end",
    "result": "the utility of the seat at the end, from -1 to 1; 0 where the game did not end",
    "observation": "what the seat saw: the numbers below",
}


def to_parquet(
    sources: Source | Iterable[Source],
    target: str | Path,
    *,
    viewer: decisions.Viewer = "open",
    observations: bool | Mapping[str, Any] = False,
    masks: bool = False,
    forced: bool = False,
) -> int:
    """Write the rows of all games of sources to a Parquet file, and return how many there are.

    Without `observations` and `masks` these are the rows of `rows`, as `viewer` could know them. With one of them there
    is a row for each action that a seat chose, with its number and what that seat could know: `observations` adds what
    the seat saw (`True`, or arguments of `learn.features.Features`), `masks` the numbers of its legal actions, and
    `forced` the actions without a choice. Then the actions of all games must be numbered alike.

    The file appears once all rows are written. `card` says what is in it.

    :raises ImportError: pyarrow is not installed.
    :raises RecordError: there is no game, or a record is truncated or altered; the message names file and line.
    :raises ConfigError: the actions or observations of two games differ; the message names the first difference.
    :raises OSError: a file cannot be read or written.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    made = _made(viewer, observations, masks, forced)
    path = Path(target)
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as draft:
        try:
            tables = made.tables(sources)
            first = next(tables)
            # Not for the lists: a dictionary of their numbers takes longer than writing them, and nobody filters by it.
            single = [field.name for field in first.schema if not pa.types.is_nested(field.type)]
            with pq.ParquetWriter(
                draft, first.schema, compression="zstd", use_dictionary=single, write_statistics=single
            ) as writer:
                for table in chain([first], tables):
                    writer.write_table(table)
                writer.add_key_value_metadata({ABOUT: json.dumps(made.metadata())})
            draft.close()
            Path(draft.name).chmod(0o644)
            Path(draft.name).replace(path)
        except BaseException:
            with suppress(OSError):
                Path(draft.name).unlink()
            raise
    return made.rows


def frame(
    sources: Source | Iterable[Source],
    *,
    viewer: decisions.Viewer = "open",
    observations: bool | Mapping[str, Any] = False,
    masks: bool = False,
    forced: bool = False,
) -> pd.DataFrame:
    """The same as a data frame of pandas. Its columns `observation` and `legal` hold an array of numpy in each row.

    :raises ImportError: pandas or pyarrow is not installed.
    """
    import pyarrow as pa

    made = _made(viewer, observations, masks, forced)
    return pa.concat_tables(made.tables(sources)).to_pandas()


def card(path: str | Path) -> str:
    """A data card: what a file of `to_parquet` holds, as Markdown, to publish beside it.

    :raises ImportError: pyarrow is not installed.
    :raises ValueError: the file was not written by `to_parquet`.
    :raises OSError: it cannot be read.
    """
    import pyarrow.parquet as pq

    file = pq.ParquetFile(path)
    held = (file.metadata.metadata or {}).get(ABOUT.encode())
    if held is None:
        raise ValueError(f"{path} was not written by bastide.data.to_parquet, and does not say what its columns mean")
    about = json.loads(held)
    lines = [
        f"# {Path(path).name}",
        "",
        f"{file.metadata.num_rows:,} rows, written by Bastide {about['version']}. {about['rows']}",
        f"{about['over']:,} of the games were played to their end.",
        "",
        "| game | games |",
        "| :-- | --: |",
        *(f"| {game} | {count:,} |" for game, count in about["played"].items()),
        "",
        "| column | type | meaning |",
        "| :-- | :-- | :-- |",
        *(f"| {field.name} | {field.type} | {about['meanings'][field.name]} |" for field in file.schema_arrow),
    ]
    if about["actions"]:
        lines += ["", f"Numbering of actions (bastide.learn.actions.Actions): `{about['actions']}`"]
    if about["features"]:
        names = ", ".join(f"{number} `{name}`" for number, name in enumerate(about["features"]))
        lines += ["", f"Numbers of an observation (bastide.learn.features.Features): {names}"]
    return "\n".join(lines) + "\n"


class _Rows:
    """Makes the rows of games, and counts them."""

    about = ""

    def __init__(self) -> None:
        self.rows = 0
        self._over = 0
        self._played: Counter[str] = Counter()

    def game(self, given: Found) -> pa.Table:
        """The rows of one game."""
        raise NotImplementedError

    def tables(self, sources: Source | Iterable[Source]) -> Iterator[pa.Table]:
        """The rows of all games, `GROUP` at a time. Raises RecordError if there is no game."""
        import pyarrow as pa

        held: list[pa.Table] = []
        for each in found(sources):
            held.append(self.game(each))
            self.rows += held[-1].num_rows
            if sum(table.num_rows for table in held) >= GROUP:
                yield pa.concat_tables(held)
                held = []
        if not self._played:
            raise RecordError("these sources hold no game: a folder has files *.jsonl, a database finished games")
        if held:
            yield pa.concat_tables(held)

    def count(self, rules: Rules, over: bool) -> None:
        """Count a game."""
        self._over += over
        game = f"{rules.resolved()['game']}, {rules.seats} seats"
        self._played[", ".join([game, *rules.module_names])] += 1

    def metadata(self) -> dict[str, Any]:
        """What `card` shows."""
        return {
            "version": __version__,
            "rows": self.about,
            "over": self._over,
            "played": dict(self._played),
            "meanings": MEANINGS,
            "actions": "",
            "features": [],
        }


class _Decisions(_Rows):
    """The rows of `decisions`."""

    def __init__(self, viewer: decisions.Viewer) -> None:
        super().__init__()
        self.viewer = viewer
        seer = {"open": "who sees everything", "spectator": "a spectator"}.get(str(viewer), f"seat {viewer}")
        self.about = f"A row is a decision, as {seer} could know it then."

    def game(self, given: Found) -> pa.Table:
        import pyarrow as pa

        game = given.load()
        self.count(game.rules, game.over)
        rows = decisions.rows_of(game, decisions.viewer_of(self.viewer, int(game.rules.seats)))
        named = {"file": given.source, "game": given.number}
        made = [row | named | {"seat": CHANCE if row["seat"] == "chance" else row["seat"]} for row in rows]
        return pa.Table.from_pylist(made, pa.schema([(name, TYPES[name]) for name in decisions.COLUMNS]))

    def metadata(self) -> dict[str, Any]:
        legal = "how many actions were legal; null where the viewer could not know"
        points = {name: f"the points of seat {name.removeprefix(POINTS)}" for name in TYPES if name.startswith(POINTS)}
        return super().metadata() | {"meanings": {**MEANINGS, "legal": legal, **points}}


class _Actions(_Rows):
    """The rows of `actions`."""

    def __init__(self, sampler: Sampler) -> None:
        super().__init__()
        self.sampler = sampler
        left = "" if sampler.forced else " Actions without a choice are left out."
        self.about = f"A row is an action that a seat chose, with what that seat could know.{left}"

    def game(self, given: Found) -> pa.Table:
        import numpy as np
        import pyarrow as pa

        rules, record, columns = self.sampler.columns(given)
        self.count(rules, record.over)
        count = len(columns["n"])
        named = {"file": [given.source] * count, "game": [given.number] * count}
        observed, legal = columns.pop("observation", None), columns.pop("legal", None)
        arrays = {name: pa.array(values, TYPES[name]) for name, values in (named | columns).items()}
        if legal is not None:
            ends = np.cumsum([0, *columns["choices"]], dtype=np.int32)
            arrays["legal"] = pa.ListArray.from_arrays(pa.array(ends), pa.array(legal))
        if observed is not None:
            arrays["observation"] = pa.FixedSizeListArray.from_arrays(pa.array(observed.ravel()), observed.shape[1])
        return pa.table(arrays)

    def metadata(self) -> dict[str, Any]:
        actions, features = self.sampler.actions, self.sampler.features
        return super().metadata() | {
            "meanings": {**MEANINGS, "legal": "the numbers of the legal actions"},
            "actions": actions.fingerprint if actions else "",
            "features": features.names if features else [],
        }


def _made(viewer: decisions.Viewer, observations: bool | Mapping[str, Any], masks: bool, forced: bool) -> _Rows:
    """What makes these rows. Raises ValueError for arguments that exclude each other."""
    if observations is False and not masks:
        if forced:
            raise ValueError("forced=True is for rows with observations or masks; all others have every decision")
        return _Decisions(viewer)
    if viewer != "open":
        raise ValueError(f"viewer={viewer!r}: a row with an observation or a mask is as the seat that acts saw it")
    from bastide.data.actions import Sampler  # not for all: it needs numpy

    options = dict(observations) if isinstance(observations, Mapping) else {} if observations else None
    return _Actions(Sampler(options, masks, forced))
