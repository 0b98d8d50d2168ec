"""A game under way on the beginners' board, as one player sees it: the table that the drawings are tried on."""

from __future__ import annotations

from bastide.view.island.model import Board, Harbor, Hex, IslandView, Roll
from bastide.view.model import Piece, Say, Target

HEXES = """
0,-2,mountains,10 1,-2,pasture,2 2,-2,forest,9 -1,-1,fields,12 0,-1,hills,6 1,-1,pasture,4 2,-1,hills,10
-2,0,fields,9 -1,0,forest,11 0,0,desert, 1,0,forest,3 2,0,mountains,8
-2,1,forest,8 -1,1,mountains,3 0,1,fields,4 1,1,pasture,5 -2,2,hills,5 -1,2,fields,6 0,2,pasture,11
"""
HARBORS = """
0,-2,NW, 1,-2,NE,grain 2,-1,NE,ore -1,-1,W,lumber 2,0,E, -2,1,W,brick 1,1,SE,wool -2,2,SW, -1,2,SE,
"""
PIECES = {
    "road": (
        "-2,1,SE -2,2,E -2,2,NE -2,3,NE -3,1,E -3,2,NE 0,1,E 0,1,SE",
        "-1,-1,SE -2,-1,SE -2,0,NE 0,0,E 0,1,NE 1,0,E 1,0,SE 2,-1,SE",
        "-1,2,E -1,2,NE -1,2,SE -1,3,NE 0,2,SE 1,-1,NE",
        "-1,0,SE -2,0,E -2,0,SE -2,1,E -2,1,NE 0,-1,NE",
    ),
    "settlement": ("0,2,N -2,2,N -2,3,N", "-1,0,N 2,0,N", "2,-2,S 0,3,N", "0,-1,N"),
    "city": ("", "1,1,N", "-1,2,N", "-2,1,N -1,1,N"),
}
OPEN_CORNERS = ("-2,-1,S", "-2,0,N", "1,-1,S", "0,1,N")


def board(hexes: str = HEXES, harbors: str = HARBORS) -> Board:
    """A board from one word per hex, `q,r,terrain,number`, and per harbour, `q,r,side,good`."""
    land = [word.split(",") for word in hexes.split()]
    signs = [word.split(",") for word in harbors.split()]
    return Board(
        hexes=[
            Hex(int(q), int(r), terrain, int(number) if number else None, water=terrain == "sea")
            for q, r, terrain, number in land
        ],
        harbors=[Harbor(int(q), int(r), side, good or None, 2 if good else 3) for q, r, side, good in signs],
    )


def settlement(place: str) -> Target:
    """A corner where the viewer may build a settlement."""
    say = Say("Settlement at {place}", {"place": place})
    return Target(
        f"settle {place}", place, "settlement", "settlement", say, [Say("{number} in 36 rolls", {"number": 5})]
    )


def view(
    of: Board | None = None,
    pieces: list[Piece] | None = None,
    targets: list[Target] | None = None,
    robber: str | None = "-1,0",
    roll: Roll | None = None,
    moved: str | None = "-2,3,NE",
    viewer: int = 1,
) -> IslandView:
    """The table of the pictures: the second seat, on turn, places a settlement after a roll of eight."""
    if pieces is None:
        pieces = [
            Piece(kind, place, seat)
            for kind, seats in PIECES.items()
            for seat, places in enumerate(seats)
            for place in places.split()
        ]
    return IslandView(
        version=120,
        viewer=viewer,
        goal=10,
        hand_limit=7,
        turn=30,
        phase="turn",
        on_turn=1,
        actors=[1],
        optional=[],
        prompt=Say("Place your settlement."),
        board=of or board(),
        pieces=pieces,
        robber=robber,
        roll=roll or Roll(1, [5, 3], ["2,0", "-2,1"], None),
        rolls=[0, 0, 1, 2, 3, 3, 4, 5, 4, 3, 3, 1, 1],
        bank={"lumber": 15, "brick": 16, "wool": 12, "grain": 15, "ore": 11},
        deck=13,
        seats=[],
        actions=[],
        targets=[settlement(place) for place in OPEN_CORNERS] if targets is None else targets,
        bank_trades=[],
        choice=None,
        offer=None,
        legal=[],
        forms=[],
        log=[],
        moved=moved,
        can_undo=True,
        result=None,
    )


def plain(say: Say) -> str:
    """A message with its arguments, without words of any language."""
    return say.text.format(**say.args)
