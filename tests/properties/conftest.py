"""How many examples the properties are tried on, unless they say it themselves: see `tests.sizes`."""

from __future__ import annotations

from hypothesis import settings

from tests.sizes import examples

settings.register_profile("sized", examples(40))
settings.load_profile("sized")
