"""Checks of a module, for its author's tests: `check_module("lean_years", games=200)`."""

from bastide.testing.module import CHECKS, CheckFailed, Report, check_module
from bastide.testing.own import Own

__all__ = ["CHECKS", "CheckFailed", "Own", "Report", "check_module"]
