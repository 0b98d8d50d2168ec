"""The expansions: one folder for each, by family; `bastide.kernel.rooms` says what a folder holds."""
