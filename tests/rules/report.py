"""How many rules there are and how many have a test: `python -m tests.rules.report`.

Exits with 1 if a rule of a required group has no test; all groups are required unless `--require` names some. A rule
that waits for an expansion needs none (`Rule.waits`).
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from bastide.kernel.catalogue import Catalogue, Coverage, coverage

ROOT = Path(__file__).parents[2]


class CollectionFailed(Exception):
    """The tests could not be collected; the message is what pytest said."""


def rule_map(root: Path = ROOT) -> dict[str, list[str]]:
    """The tests of each rule, as pytest collects them below `root`/tests.

    :raises CollectionFailed: a test file cannot be collected.
    """
    said = io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "map.json")
        tests = ["--rootdir", str(root), str(root / "tests")]
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider", "--rule-map", str(target), *tests])
        if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            raise CollectionFailed(said.getvalue())
        found: dict[str, list[str]] = json.loads(target.read_text(encoding="utf-8"))
    return found


def lines(rows: Iterable[Coverage], language: str = "en") -> Iterable[str]:
    """The report as lines of text: a total for each group, then its headings and the ids that lack a test."""
    rows = list(rows)
    for group in dict.fromkeys(row.group for row in rows):
        mine = [row for row in rows if row.group == group]
        yield f"{group}: {sum(row.tested for row in mine)} of {sum(row.total for row in mine)} rules have a test"
        for row in mine:
            missing = f"   missing: {' '.join(row.missing)}" if row.missing else ""
            yield f"  {row.section.title[language]:<32}{row.tested:>4} of {row.total:>3}{missing}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the report; 1 if a required rule has no test, 2 if the tests cannot be collected."""
    parser = argparse.ArgumentParser(prog="python -m tests.rules.report", description="Which rules have a test?")
    parser.add_argument("--require", action="append", metavar="GROUP", help="every rule of this group needs a test")
    catalogue = Catalogue.discover("bastide")
    required = set(parser.parse_args(arguments).require or catalogue.groups)
    if unknown := required - set(catalogue.groups):
        parser.error(f"no rules {', '.join(sorted(unknown))}; there are {', '.join(catalogue.groups)}")
    try:
        rows = coverage(catalogue, rule_map())
    except CollectionFailed as error:
        sys.stderr.write(f"{error}\nthe tests cannot be collected\n")
        return 2
    sys.stdout.writelines(f"{line}\n" for line in lines(rows))
    return int(any(row.missing for row in rows if row.group in required))


if __name__ == "__main__":
    sys.exit(main())
