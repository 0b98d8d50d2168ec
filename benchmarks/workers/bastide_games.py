"""Bastide, in the build that this process imports: compiled or interpreted."""

from __future__ import annotations

import bastide
from bastide.cli.measures import build, measures, sizes
from benchmarks.workers.protocol import serve


def main() -> None:
    """Answer the driver."""
    chosen = measures()
    about = {**build(), "file": bastide.__file__, "sizes": sizes()}
    serve(about, lambda measure, seconds, number: chosen[measure](seconds, number))


if __name__ == "__main__":
    main()
