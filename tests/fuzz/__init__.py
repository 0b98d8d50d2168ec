"""Fuzzing of everything that reads what comes from outside: `python -m tests.fuzz TARGET`, `make fuzz`."""
