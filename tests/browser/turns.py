"""Like cases of a test that take turns: each commit plays one of them, the campaign plays all.

This is for cases that differ in the language, the theme or the size of the window, and ask the same code the same
thing. The turn depends on the commit and on the test, so that each commit sees every language and size in some tests.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import pytest

from tests.chosen import seed, whose_turn

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet

Test = TypeVar("Test", bound=Callable[..., None])


def by_turns(
    names: str | Sequence[str], cases: Sequence[object], ids: Sequence[str] | None = None
) -> Callable[[Test], Test]:
    """As `pytest.mark.parametrize`, but only the campaign plays the cases whose turn it is not."""

    def decorate(test: Test) -> Test:
        turn = whose_turn(f"{test.__module__}.{test.__qualname__}", len(cases), seed())
        several = not isinstance(names, str)
        parameters: list[ParameterSet] = [
            pytest.param(
                *(case if several and isinstance(case, tuple) else (case,)),
                marks=[] if at == turn else [pytest.mark.campaign],
            )
            for at, case in enumerate(cases)
        ]
        marked: Test = pytest.mark.parametrize(names, parameters, ids=ids)(test)
        return marked

    return decorate
