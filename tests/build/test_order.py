"""The longest tests run first."""

from __future__ import annotations

import pytest

from tests import order
from tests.order import longest_first, read, written
from tests.shares import begun_elsewhere, folders


def cut(tests: list[str], workers: int) -> list[list[str]]:
    """The pieces that the workers begin with, as `xdist.scheduler.worksteal` cuts them."""
    pieces = []
    for worker in range(workers):
        size = len(tests) // (workers - worker)
        pieces.append(tests[:size])
        tests = tests[size:]
    return pieces


@pytest.mark.parametrize("workers", [2, 3])
@pytest.mark.parametrize("long", [0, 1, 2, 5, 7, 8])
@pytest.mark.parametrize("short", [0, 1, 4, 9])
def test_each_worker_begins_with_its_share_of_the_longest(long: int, short: int, workers: int) -> None:
    tests = [f"s{n}" for n in range(short)] + [f"l{n}" for n in range(long)]
    seconds = [0] * short + [n + 1 for n in range(long)]
    ordered = longest_first(tests, seconds, workers)
    assert sorted(ordered) == sorted(tests)
    pieces = cut(ordered, workers)
    heads = [[test for test in piece if test[0] == "l"] for piece in pieces]
    for piece, head in zip(pieces, heads, strict=True):
        assert piece[: len(head)] == sorted(head, reverse=True)
    if long + short >= workers:
        assert max(map(len, heads)) - min(map(len, heads)) <= 1
    assert [test for test in ordered if test[0] == "s"] == tests[:short]


def test_the_file_has_the_slowest_of_each_test() -> None:
    text = written({"a.py::test_a[x]": 9.6, "a.py::test_a[y]": 12.4, "a.py::test_b": 2.9, "a.py::test_c": 40})
    assert text == "40 a.py::test_c\n12 a.py::test_a\n"
    assert read(text) == {"a.py::test_c": 40, "a.py::test_a": 12}
    assert written(read(order.FILE.read_text("utf-8"))) == order.FILE.read_text("utf-8")


def test_workers_begin_to_collect_at_their_shares_and_agree_in_the_end() -> None:
    sizes = folders()
    begun = [begun_elsewhere(list(sizes), list(sizes.values()), worker, 3) for worker in range(3)]
    assert [sorted(order) for order in begun] == [list(sizes)] * 3
    firsts = [list(sizes).index(order[0]) for order in begun]
    assert firsts == sorted(set(firsts)), "each share begins later than the one before"
    assert begun_elsewhere([], [], 1, 2) == []
