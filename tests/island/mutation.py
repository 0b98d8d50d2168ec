"""A mutation: a small change of the source, and the rules whose scenarios must notice it."""

from __future__ import annotations

from typing import NamedTuple


class Mutation(NamedTuple):
    """`old`, which stands exactly once in `file`, becomes `new`; the scenarios of each of `rules` must notice."""

    rules: tuple[str, ...]
    title: str
    file: str
    old: str
    new: str


class Mutations(list[Mutation]):
    """A table of them; the files are named from a folder of the package on."""

    def __init__(self, folder: str = "") -> None:
        super().__init__()
        self.folder = folder

    def add(self, rules: str, title: str, file: str, old: str, new: str) -> None:
        """Write one down; `rules` are ids with blanks between them."""
        self.append(Mutation(tuple(rules.split()), title, self.folder + file, old, new))
