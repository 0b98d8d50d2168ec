"""The bots in the terminal: their list."""

from __future__ import annotations

from bastide.cli.output import emit, table
from bastide.players import known_levels
from bastide.view.levels import about
from bastide.view.words import Words


def show(words: Words, as_json: bool) -> None:
    """Print the levels, the weakest first, with the page's names and a sentence each; then the bots of plug-ins."""
    rows = [(level, words.name(level), about(words, level)) for level in known_levels()]
    if as_json:
        emit([{"name": level, "title": title, "about": sentence} for level, title, sentence in rows])
        return
    table([(level, f"{title}. {sentence}".removesuffix(". ")) for level, title, sentence in rows])
