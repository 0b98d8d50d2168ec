"""Measures of the engine; `python -m benchmarks` runs the quick one, which `bastide bench` also runs."""
