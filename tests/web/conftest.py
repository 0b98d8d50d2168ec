"""Fixtures of the page's tests: passwords are hashed at the lowest cost, databases get their schema at once."""

from __future__ import annotations

from tests.laid_out import laid_out_at_once as laid_out_at_once
from tests.passwords import cheap_passwords as cheap_passwords
