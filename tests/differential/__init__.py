"""The same games on the interpreted and on the compiled engine: every step must lead to the same position."""
