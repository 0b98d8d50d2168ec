"""Fixtures of the page's tests: passwords are hashed at the lowest cost."""

from __future__ import annotations

from tests.passwords import cheap_passwords as cheap_passwords
