"""How much the tests play: enough for `make check`, or as much as `make campaign` has time for.

`BASTIDE_CAMPAIGN=1` asks for the second. A size changes how many games, positions or examples a test looks at and never
what it asserts. Properties of the engine are tried on fewer examples where it is interpreted: the check tries them on
the compiled engine as well.
"""

from __future__ import annotations

import os
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hypothesis import settings

CAMPAIGN: Final = os.environ.get("BASTIDE_CAMPAIGN") == "1"
"""Whether this is the campaign."""
COMPILED: Final = (getattr(find_spec("bastide.kernel.rules"), "origin", None) or "").endswith((".so", ".pyd"))
"""Whether the engine is compiled."""
FEWER: Final = 4
"""By what the number of examples is divided in the check if the engine is interpreted."""


def sized(check: int, campaign: int) -> int:
    """The first number in the check, the second in the campaign."""
    return campaign if CAMPAIGN else check


def examples(check: int, campaign: int = 200) -> settings:
    """Settings for a property: how many examples Hypothesis makes up, as `@examples(6)`.

    In the check they are the same ones in every run, so that a failure is never somebody else's bad luck; the campaign
    makes up new ones.
    """
    from hypothesis import HealthCheck, settings  # here, because the differential run can do without it

    if not CAMPAIGN:
        forget_constants()
    return settings(
        max_examples=sized(check if COMPILED else max(1, check // FEWER), max(check, campaign)),
        derandomize=not CAMPAIGN,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


@cache
def forget_constants() -> None:
    """Let Hypothesis make up no values from the constants in the sources of all loaded modules.

    To find them it parses every test and all of Bastide in each process, and what a process has loaded depends on the
    tests that it ran before, so that the examples would not be the same ones in every run. The campaign has them.
    """
    import pytest  # here, as above
    from hypothesis.internal.conjecture import providers

    pytest.MonkeyPatch().setattr(providers, "_get_local_constants", lambda: providers._local_constants, raising=False)
