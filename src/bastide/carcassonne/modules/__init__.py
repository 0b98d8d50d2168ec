"""One folder per expansion."""
