"""How the pieces, goods, cards and dice of the island are drawn: colours, sizes and places, by name.

The drawings themselves lie in SVG files (`bastide.view.svg.art`). The base has its styles here; a room declares those
of what it adds as `ModuleView.styles`, and `styles` collects them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, NamedTuple

from bastide.kernel.rooms import floors, rooms
from bastide.view.owners import BASE, compatible, merged

BUILDING_SCALE: Final = 1.06


class PieceStyle(NamedTuple):
    """How the pieces of one kind are drawn."""

    figure: bool = False
    """Whether it is drawn without player colours, from `figures.svg`; all others are in `buildings.svg`."""
    edge: bool = False
    """Whether it stands on edges; all others stand on corners or hexes."""
    ground: bool = False
    """Whether its target is on free ground, beside figures and edge pieces."""
    mark: bool = False
    """Whether it marks a place without a piece."""
    ring: bool = False
    """Whether that mark is itself a ring."""
    scale: float = BUILDING_SCALE
    depth: float = 0.0
    """Drawing order at one place: above 0 in front of other pieces, below 0 behind."""
    shift: tuple[float, float] = (0.0, 0.0)
    """Its offset from the middle of its place."""
    pennant: bool = False
    """Whether a figure carries a pennant in the colours of its player."""
    turned: bool = False
    """Whether its drawing is turned to lie along its edge."""
    wake: bool = False
    """Whether a dashed line in the colour of its player lies along its edge."""
    shade: bool = False
    """Whether a figure darkens the hex on which it stands."""
    button: str = "scale(.7)"
    """The transform that fits it into a button."""


class GoodStyle(NamedTuple):
    """The colours of a good, each lit and shaded: the field of its card, the ground of its chip."""

    card: tuple[str, str]
    chip: tuple[str, str]


class CardStyle(NamedTuple):
    """The subject of a card (a drawing of `subjects.svg`), its deck, and whether it carries a golden 1 for a point."""

    subject: str
    deck: str
    point: bool = False


class DeckStyle(NamedTuple):
    """The colours of a deck's cards, lit and shaded, and the icon on their backs."""

    light: str
    dark: str
    back: str


class DieStyle(NamedTuple):
    """Face, side and pips of a die, and how bright the light on its edge is."""

    face: str
    side: str
    pips: str
    gleam: str


class Ground(NamedTuple):
    """A terrain: its face, lit and shaded, and the rim round it, lit and shaded.

    What grows there is a drawing of `terrains.svg` with its name, round the middle of the hex. Water of a module with a
    ground of its own is drawn too; other water is open sea. If that ground is `solid`, it lies within the coast like
    land: ground on which nothing is built.
    """

    face: str
    face_shade: str
    rim: str
    rim_shade: str
    solid: bool = False


class SiteStyle(NamedTuple):
    """How the sites of a word are drawn on the land: a drawing of `sites.svg` with that name.

    Sites beside the board lie in a row below it.
    """

    numbered: bool = False
    """Whether its value is a number token."""
    shift: tuple[float, float] = (0.0, 0.0)
    """The offset of the drawing from the middle of its place."""
    scale: float = 1.0
    turned: bool = False
    """Whether it is turned to lie along its edge; one that is `seaward`, so that its top points out to sea."""
    stream: bool = False
    """Whether its places are paths that a river crosses, as it flows: one river for each value."""
    seaward: float = 0.0
    """How far it lies out to sea from its corner of the coast, with its number in the middle."""


class Styles(NamedTuple):
    """The styles of the base, of one room, or of all."""

    pieces: Mapping[str, PieceStyle] = {}
    goods: Mapping[str, GoodStyle] = {}
    cards: Mapping[str, CardStyle] = {}
    decks: Mapping[str, DeckStyle] = {}
    dice: Mapping[str, DieStyle] = {}
    terrains: Mapping[str, Ground] = {}
    sites: Mapping[str, SiteStyle] = {}


BASE_STYLES: Final = Styles(
    pieces={
        "road": PieceStyle(edge=True, button="scale(.8) translate(2 -1)"),
        "ship": PieceStyle(edge=True, wake=True, button="scale(.6) translate(0 5)"),
        "settlement": PieceStyle(ground=True, button="scale(.94) translate(-1 4)"),
        "city": PieceStyle(button="scale(.74) translate(1 10)"),
        "robber": PieceStyle(figure=True, button="scale(.54) translate(0 7)"),
        "pirate": PieceStyle(figure=True, scale=1.5, shade=True),
        "pennant": PieceStyle(figure=True),
        "footstep": PieceStyle(figure=True, mark=True),
        "clash": PieceStyle(figure=True, mark=True, ring=True),
        "pick": PieceStyle(figure=True, mark=True, ring=True),
        "lift": PieceStyle(figure=True, mark=True, edge=True),
        "swap": PieceStyle(figure=True, mark=True),
    },
    goods={
        "lumber": GoodStyle(card=("#6F9A5E", "#33603F"), chip=("#8FB87A", "#3C6A47")),
        "brick": GoodStyle(card=("#E09467", "#A5512E"), chip=("#EBA982", "#AE5833")),
        "wool": GoodStyle(card=("#C3D68A", "#86A956"), chip=("#D3E29C", "#8CB05E")),
        "grain": GoodStyle(card=("#F3D475", "#CC9430"), chip=("#FBE39A", "#D29A36")),
        "ore": GoodStyle(card=("#AAB3BB", "#66717C"), chip=("#C2C9CF", "#6F7A85")),
        "gold": GoodStyle(card=("#F2D98A", "#B98A2C"), chip=("#F7E3A0", "#C2922F")),
    },
    cards={
        "knight": CardStyle("knight", "development"),
        "roads": CardStyle("roads", "development"),
        "road_building": CardStyle("roads", "development"),
        "plenty": CardStyle("plenty", "development"),
        "year_of_plenty": CardStyle("plenty", "development"),
        "monopoly": CardStyle("monopoly", "development"),
        "point": CardStyle("university", "development", point=True),
        "victory_point": CardStyle("university", "development", point=True),
    },
    decks={"development": DeckStyle("#4A5A66", "#26323B", "e-tower")},
    dice={"ivory": DieStyle("#FFFBF0", "#E4D6B4", "#2B2924", ".9")},
    terrains={
        "forest": Ground("#7FA767", "#4B7B4A", "#93B878", "#2C5236"),
        "pasture": Ground("#C6D78C", "#9FBE66", "#DCE8AE", "#6D8A44"),
        "fields": Ground("#F1D57C", "#DCAA45", "#FAE7AE", "#A67527"),
        "hills": Ground("#E3A67A", "#C4724A", "#F0C29C", "#8A4728"),
        "mountains": Ground("#BBC2C6", "#8D979F", "#D7DCDE", "#555F69"),
        "desert": Ground("#F0E2BA", "#DAC08A", "#F9EFD3", "#A58A57"),
        "gold": Ground("#E8D08A", "#B88E3A", "#F7E7B4", "#7B5A1C"),
        "fog": Ground("#E4E8E8", "#B9C4C6", "#F4F6F5", "#8A979B"),
    },
)
PLAIN_PIECE: Final = PieceStyle()
PLAIN_SITE: Final = SiteStyle()


def collected(rooms: Iterable[tuple[str, Styles]]) -> Styles:
    """The styles of the base and of these rooms.

    :raises Collision: two of them style the same thing.
    """
    owned = [(BASE, BASE_STYLES), *rooms]
    return Styles(
        pieces=merged("the style of the piece", [(owner, styles.pieces) for owner, styles in owned]),
        goods=merged("the style of the good", [(owner, styles.goods) for owner, styles in owned]),
        cards=merged("the style of the card", [(owner, styles.cards) for owner, styles in owned]),
        decks=merged("the style of the deck", [(owner, styles.decks) for owner, styles in owned]),
        dice=merged("the style of the die", [(owner, styles.dice) for owner, styles in owned]),
        terrains=merged("the style of the terrain", [(owner, styles.terrains) for owner, styles in owned]),
        sites=merged("the style of the site", [(owner, styles.sites) for owner, styles in owned]),
    )


@cache
def styles() -> Styles:
    """The styles of the base and of all rooms of the island; a plug-in that conflicts with the others is left out."""
    return collected(_compatible().items())


@cache
def _compatible() -> Mapping[str, Styles]:
    found = {name: view.styles for name, view in floors("island", "view").items()}
    return compatible(found, rooms("island"), lambda some: collected(some.items()))


def check_styles(room: str, own: Styles) -> None:
    """Refuse styles of a plug-in that is left out.

    :raises Collision: one of them is declared by another.
    """
    collected({**_compatible(), room: own}.items())


def piece_style(kind: str) -> PieceStyle:
    """How a kind of piece is drawn."""
    return styles().pieces.get(kind, PLAIN_PIECE)


def has_style(kind: str) -> bool:
    """Whether the base or a room has a style for a kind of piece."""
    return kind in styles().pieces


def card_style(kind: str) -> CardStyle:
    """How a kind of card is drawn; undeclared kinds show the subject with their own name."""
    return styles().cards.get(kind) or CardStyle(kind, "development")
