"""Rows of features arranged as a graph of places, or as planes of the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from bastide.kernel.errors import OutOfRange
from bastide.kernel.observer import Part
from bastide.kernel.state import Places, Schema

Ints = npt.NDArray[np.int64]
Arrays = dict[str, npt.NDArray[Any]]

FORMS: Final = ("vector", "graph", "planes")
GLOBAL: Final = "global"
PLANES: Final = "planes"
SIDES: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The neighbours of a laid place, by x and y."""


class Arrangement:
    """Which features of a row belong to which places.

    `columns` names the features of each place by kind, and those of no place as `global`. `at[kind]` has for each place
    and column the index in a row, -1 for none, which reads 0. `links` are pairs of indices by two kinds, `hex-corner`.
    Places that are laid in the course of a game have their neighbours in the arrays: `tile.neighbours`, with for each
    place the index of the one at y - 1, x + 1, y + 1 and x - 1, or -1.
    """

    def __init__(self, schema: Schema, parts: list[tuple[Part, int]], names: list[str], reach: int | None) -> None:
        self.places: dict[str, Places] = {each.name: each for each in schema.places}
        self.links: dict[str, Ints] = {
            f"{each.one}-{each.other}": np.array(each.pairs, np.int64).reshape(-1, 2) for each in schema.links
        }
        self.columns: dict[str, list[str]] = {name: [] for name in self.places}
        found: dict[str, list[Ints]] = {name: [] for name in self.places}
        left = np.ones(len(names), np.bool_)
        for part, start in parts:
            if not part.place:
                continue
            kind, count = part.place, self.places[part.place].count
            listed = part.shape[0]
            if listed > count:
                raise ValueError(f"{part.name} has {listed} places, and there are {count} of the kind {kind!r}")
            width = part.size // listed
            index = np.full((count, width), -1, np.int64)
            index[:listed] = np.arange(start, start + part.size).reshape(listed, width)
            found[kind].append(index)
            left[start : start + part.size] = False
            inner = part.shape[1:]
            self.columns[kind] += [
                part.name + (f"[{','.join(str(n) for n in np.unravel_index(k, inner))}]" if inner else "")
                for k in range(width)
            ]
        self.at: dict[str, Ints] = {
            kind: np.concatenate(rows, 1) if rows else np.zeros((self.places[kind].count, 0), np.int64)
            for kind, rows in found.items()
        }
        self.rest: Ints = np.flatnonzero(left)
        self.columns[GLOBAL] = [names[k] for k in self.rest]
        self.channels = [f"{kind}.{name}" for kind in self.places for name in self.columns[kind]]
        self._spots = {name: self._spot(each, reach) for name, each in self.places.items()}
        sizes = [size for _, size in self._spots.values()]
        self.height, self.width = (max(size[axis] for size in sizes) for axis in range(2)) if sizes else (0, 0)

    def graph(self, rows: npt.NDArray[Any], whole: Callable[[npt.NDArray[Any], Ints], Ints]) -> Arrays:
        """`global`, the features of each kind of place, and the neighbours of laid places."""
        out: Arrays = {GLOBAL: rows[..., self.rest]}
        for kind, places in self.places.items():
            out[kind] = self._nodes(rows, kind)
            if places.at:
                out[f"{kind}.neighbours"] = self._neighbours(self._laid(rows, places, whole))
        return out

    def planes(self, rows: npt.NDArray[Any], whole: Callable[[npt.NDArray[Any], Ints], Ints]) -> Arrays:
        """`global`, and `planes` with a channel for each column of each kind, then the rows and columns of the board.

        :raises OutOfRange: a place lies further from the middle than the reach.
        """
        lead = rows.shape[:-1]
        out = np.zeros((*lead, len(self.channels), self.height, self.width), rows.dtype)
        flat, many = out.reshape(-1, *out.shape[len(lead) :]), rows.reshape(-1, rows.shape[-1])
        first = 0
        for kind, places in self.places.items():
            nodes = self._nodes(many, kind)
            last = first + nodes.shape[-1]
            if places.at:
                self._scatter(flat[:, first:last], nodes, self._laid(many, places, whole), kind)
            else:
                x, y = self._spots[kind][0]
                flat[:, first:last, y, x] = nodes.swapaxes(1, 2)
            first = last
        return {GLOBAL: rows[..., self.rest], PLANES: out}

    def _nodes(self, rows: npt.NDArray[Any], kind: str) -> npt.NDArray[Any]:
        at = self.at[kind]
        nodes: npt.NDArray[Any] = rows[..., at]
        nodes[..., at < 0] = 0
        return nodes

    def _spot(self, places: Places, reach: int | None) -> tuple[tuple[Ints, Ints], tuple[int, int]]:
        """The column and the row of each place on the planes, and how many rows and columns there are.

        Of places that lie from the beginning, only rows and columns are kept in which one lies.
        """
        if places.at:
            side = 2 * (places.count if reach is None else reach) + 1
            return (np.zeros(0, np.int64), np.zeros(0, np.int64)), (side, side)
        fixed = [each for each in self.places.values() if not each.at]
        grid = [np.unique([n for each in fixed for n in getattr(each, axis)]) for axis in "xy"]
        x, y = (np.searchsorted(grid[k], getattr(places, axis)) for k, axis in enumerate("xy"))
        return (x, y), (len(grid[1]), len(grid[0]))

    def _laid(self, rows: npt.NDArray[Any], places: Places, whole: Callable[[npt.NDArray[Any], Ints], Ints]) -> Ints:
        """The coordinates of each place; 0 and 0 if it is not laid."""
        columns = [k for k, name in enumerate(self.columns[places.name]) if name.partition("[")[0] == places.at]
        return whole(rows, self.at[places.name][:, columns])

    def _neighbours(self, laid: Ints) -> Ints:
        lead, count = laid.shape[:-2], laid.shape[-2]
        out = np.full((*lead, count, len(SIDES)), -1, np.int64)
        for index in np.ndindex(*lead):
            found = {(int(x), int(y)): k for k, (x, y) in enumerate(laid[index]) if x or y}
            for (x, y), k in found.items():
                out[index][k] = [found.get((x + right, y + down), -1) for right, down in SIDES]
        return out

    def _scatter(self, out: npt.NDArray[Any], nodes: npt.NDArray[Any], laid: Ints, kind: str) -> None:
        middle = self.places[kind].count
        row, place = np.nonzero(laid.any(axis=-1))
        x, y = (laid[row, place, axis] - middle + self.height // 2 for axis in range(2))
        beyond = (x < 0) | (y < 0) | (x >= self.width) | (y >= self.height)
        if beyond.any():
            raise OutOfRange(f"a {kind} lies further from the middle than {self.height // 2}: make Features(reach=...)")
        out[row, :, y, x] = nodes[row, place]
