"""Whether this engine was compiled."""

from __future__ import annotations

from bastide.kernel import rules


def is_compiled() -> bool:
    """Whether this process runs the compiled engine rather than the Python files."""
    return (rules.__file__ or "").endswith((".so", ".pyd"))
