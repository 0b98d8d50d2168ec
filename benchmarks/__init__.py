"""Bastide measured side by side with other engines of the same game: `make bench`, or `python -m benchmarks`.

Every subject runs in a process of its own (`workers`), built and installed under `build/bench` (`subjects`). The driver
lets them take turns, round by round (`rounds`), works out the ratios within each round (`results`), and writes a table
(`report`) and a plot (`plot`) into `docs/performance.md`.
"""
