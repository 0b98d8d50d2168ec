"""Fuzzing of everything that parses external input: `python -m tests.fuzz TARGET`, `make fuzz`."""
