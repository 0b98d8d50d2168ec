"""A row of codes keeps what is added, whatever it held before."""

from __future__ import annotations

from bastide.kernel.codes import ROOM, Codes


def test_a_row_grows_and_is_filled_again() -> None:
    codes = Codes()
    for times in (3 * int(ROOM), 5, 0):
        codes.clear()
        for n in range(times):
            codes.add(n * n)
        assert [int(code) for code in codes.row()] == [n * n for n in range(times)]
    codes.weigh(4, 9)
    assert [int(code) for code in codes.row()] == [4, 9]


def test_a_row_that_was_given_away_stays_as_it_was() -> None:
    codes = Codes()
    codes.add(1)
    row = codes.row()
    codes.clear()
    codes.add(2)
    assert [int(code) for code in row] == [1]
