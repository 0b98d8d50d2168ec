"""Places of the island by hex and direction, and along the coast, so that scenarios can be drawn while they are read.

>>> sides("0,0 NW NE", "1,0 SW")
'0,-1,SE 0,0,NE 0,1,NE'
>>> corner("0,0 NE")
'1,-1,S'
>>> coast(0, 2), landing(2)
('-1,-2,E 0,-3,SE', '0,-2,N')

The coast is a circle of 30 paths. Landing 0 is the corner where hexes -1,-1 and 0,-2 meet the sea; path n leads
clockwise from landing n to landing n + 1.
"""

from __future__ import annotations

from typing import Final

EDGES: Final = {
    "NE": (0, 0, "NE"),
    "E": (0, 0, "E"),
    "SE": (0, 0, "SE"),
    "SW": (-1, 1, "NE"),
    "W": (-1, 0, "E"),
    "NW": (0, -1, "SE"),
}
CORNERS: Final = {
    "N": (0, 0, "N"),
    "NE": (1, -1, "S"),
    "SE": (0, 1, "N"),
    "S": (0, 0, "S"),
    "SW": (-1, 1, "N"),
    "NW": (0, -1, "S"),
}
COAST: Final = """
0,-2 W|0,-2 NW|0,-2 NE|1,-2 NW|1,-2 NE|2,-2 NW|2,-2 NE|2,-2 E|2,-1 NE|2,-1 E|2,0 NE|2,0 E|2,0 SE|1,1 E|1,1 SE
0,2 E|0,2 SE|0,2 SW|-1,2 SE|-1,2 SW|-2,2 SE|-2,2 SW|-2,2 W|-2,1 SW|-2,1 W|-2,0 SW|-2,0 W|-2,0 NW|-1,-1 W|-1,-1 NW
"""
SHORE: Final = [side for row in COAST.split("\n") if row for side in row.split("|")]
START: Final = {"W": "SW", "NW": "NW", "NE": "N", "E": "NE", "SE": "SE", "SW": "S"}
"""The corner where a side of a hex begins, going clockwise."""
INLAND: Final = {
    0: "-1,-1,NE",
    3: "0,-2,E",
    5: "1,-2,E",
    8: "2,-2,SE",
    10: "2,-1,SE",
    13: "1,1,NE",
    15: "0,2,NE",
    18: "-1,2,E",
    20: "-2,2,E",
    23: "-2,1,SE",
    25: "-2,0,SE",
    28: "-2,0,NE",
}
"""The path that leads inland from a landing, where there is one."""


def _name(hex_: str, step: tuple[int, int, str]) -> str:
    q, r = map(int, hex_.split(","))
    return f"{q + step[0]},{r + step[1]},{step[2]}"


def sides(*hexes: str) -> str:
    """Paths in notation: `sides("0,0 NW NE", "1,0 SW")`."""
    return " ".join(_name(text.split()[0], EDGES[way]) for text in hexes for way in text.split()[1:])


def corner(text: str) -> str:
    """An intersection in notation: `corner("0,0 NE")`."""
    hex_, way = text.split()
    return _name(hex_, CORNERS[way])


def coast(start: int, stop: int) -> str:
    """The paths of the coast from one landing to another, clockwise."""
    return " ".join(sides(SHORE[n % 30]) for n in range(start, stop))


def landing(n: int) -> str:
    """An intersection of the coast."""
    hex_, way = SHORE[n % 30].split()
    return corner(f"{hex_} {START[way]}")
