"""Whether this engine was compiled."""

from __future__ import annotations

from bastide.kernel import rules


def is_compiled() -> bool:
    """Whether the engine of this process is compiled; else it runs from its plain files."""
    return (rules.__file__ or "").endswith((".so", ".pyd"))
