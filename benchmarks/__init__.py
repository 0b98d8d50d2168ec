"""Compares Bastide with other engines for the same game: `make bench`, or `python -m benchmarks`.

Every subject runs in its own process (`workers`), built and installed under `build/bench` (`subjects`). The driver
runs them in turn, round by round (`rounds`), computes the ratios within each round (`results`), and writes a table
(`report`) and a plot (`plot`) into `docs/performance.md`.
"""
