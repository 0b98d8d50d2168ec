"""Colours of the table: players, and the tokens of the two themes; those of land, goods and cards are styles.

Players are told apart by an emblem and a road pattern as well as by colour. The first four seats differ most.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

Theme = Literal["light", "dark"]


class Looks(dict[str, "Player"]):
    """Looks by colour; behind a colour and a hyphen may stand another emblem than its own, `azure-tower`."""

    def __missing__(self, name: str) -> Player:
        color, _, emblem = name.partition("-")
        if emblem not in EMBLEMS:
            raise KeyError(name)
        return self[color]._replace(emblem=emblem)


class Player(NamedTuple):
    """A player's visual identity: the colour, its shaded and lit sides, and the colour and name of its emblem."""

    base: str
    dark: str
    light: str
    mark: str
    emblem: str
    pattern: str

    @property
    def variables(self) -> dict[str, str]:
        """The CSS variables that colour a piece."""
        return {"c": self.base, "d": self.dark, "l": self.light, "e": self.mark}


EMBLEMS: Final = ("sun", "lily", "tower", "bell", "trefoil", "rose", "shell", "key")
PLAYERS: Final = Looks({
    "garnet": Player("#B01E2D", "#6F0F1C", "#D2505A", "#FFF3E2", "sun", "line"),
    "azure": Player("#1C5AAE", "#0F3670", "#4C88D6", "#F4F8FF", "lily", "dots"),
    "ivory": Player("#F7F1E1", "#BFAF8B", "#FFFFFF", "#4A3B22", "tower", "bars"),
    "amber": Player("#F2AC1C", "#A86A06", "#FFD06B", "#4A2B00", "bell", "chevron"),
    "green": Player("#3F9B5F", "#1F5E37", "#70C08A", "#062417", "trefoil", "bend"),
    "mauve": Player("#C77FC0", "#82457C", "#E2ABDD", "#3B1038", "rose", "lozenge"),
    "sky": Player("#7FD0F0", "#3A87A8", "#B6E6F8", "#0B3B50", "shell", "wave"),
    "ink": Player("#2A2730", "#121016", "#57525F", "#F1E7D2", "key", "check"),
})  # fmt: skip
SEAT_COLORS: Final = tuple(PLAYERS)
"""The colours in the order in which seats get them."""
NEUTRALS: Final[dict[str, Player]] = {
    "stone": Player("#8C9296", "#565C61", "#B6BCC0", "#F7F9FA", "ring", "plain"),
    "driftwood": Player("#A38A6B", "#675239", "#C9B496", "#FFF8EA", "cross", "plain"),
}
"""The looks of colours that nobody plays: bare stone and wood."""
LOOKS: Final = Looks(PLAYERS | NEUTRALS)
"""All looks of pieces."""


def color_of(seats: Sequence[str], owner: int) -> str:
    """The colour of an owner of pieces: a seat's, or a neutral look for a colour that nobody plays.

    Beyond the neutral looks it is a colour that no seat has.

    >>> color_of(["azure", "ivory"], 1), color_of(["azure", "ivory"], 2), color_of(["azure", "ivory"], 4)
    ('ivory', 'stone', 'garnet')
    """
    if owner < len(seats):
        return seats[owner]
    taken = {seat.partition("-")[0] for seat in seats}
    free = [*NEUTRALS, *(color for color in SEAT_COLORS if color not in taken)]
    return free[owner - len(seats)]


LIGHT: Final[dict[str, str]] = {
    "sea-0": "#1E7076", "sea-1": "#135761", "sea-2": "#0C424C", "sea-line": "#8FD0CC",
    "shallow-1": "#2C8A8A", "shallow-2": "#4FA9A0", "shallow-3": "#86C9B8", "foam": "#F4FBF4",
    "sand-1": "#F0E1B8", "sand-2": "#D3B983", "path": "#EAD9B0", "night-on": "0",
    "stone": "#F7F1E4", "stone-raised": "#FDFAF3", "stone-inset": "#EBE1CC", "stone-line": "#D5C6A5",
    "stone-strong": "#9A8762", "ink": "#23292D", "ink-2": "#4B4F4E", "ink-3": "#635B4B",
    "on-sea": "#F6F2E6", "on-sea-2": "#CFE4E0", "sheen": ".8",
    "slate": "#2F3C45", "slate-hover": "#3D4D58", "on-slate": "#FBF6EA",
    "ochre": "#C98A1B", "ochre-soft": "#F6E3B4", "ochre-ink": "#7A4E06",
    "olive": "#5E6E2A", "olive-soft": "#E4E8C6", "olive-ink": "#465418", "on-olive": "#FFFFFF",
    "terra": "#B24A2A", "terra-soft": "#F6DACB", "terra-ink": "#8E3216",
    "focus": "#FFC94A", "focus-edge": "#23292D", "shade": "6 40 48", "legal": "#FFE39A",
    "token": "#FAF3DF", "token-rim": "#CDB98A", "token-ink": "#2B2924", "token-hot": "#A81E16",
}  # fmt: skip
"""Tokens of the light theme: each becomes a CSS variable of the same name."""

DARK: Final[dict[str, str]] = LIGHT | {
    "sea-0": "#124650", "sea-1": "#0C343E", "sea-2": "#07232C", "sea-line": "#5FA3A3",
    "shallow-1": "#17565D", "shallow-2": "#236F71", "shallow-3": "#3C8B85", "foam": "#CFE3DC",
    "sand-1": "#B3A27A", "sand-2": "#85734F", "path": "#A08F69", "night-on": "1",
    "stone": "#20272C", "stone-raised": "#2A3338", "stone-inset": "#171D21", "stone-line": "#3B464C",
    "stone-strong": "#7D8A8C", "ink": "#F1E9D8", "ink-2": "#CBC4B3", "ink-3": "#B2AF9F",
    "on-sea": "#F1E9D8", "on-sea-2": "#A9C9C6", "sheen": ".06",
    "slate": "#E9DCC0", "slate-hover": "#FFF3D8", "on-slate": "#1C2226",
    "ochre": "#E2A53A", "ochre-soft": "#4A3A1B", "ochre-ink": "#F2C66D",
    "olive": "#A9B868", "olive-soft": "#323A1F", "olive-ink": "#C6D38A", "on-olive": "#1C2226",
    "terra": "#E07B54", "terra-soft": "#4B2A20", "terra-ink": "#F3A384",
    "focus-edge": "#0B1114", "shade": "0 8 12", "token": "#F0E6CC", "token-rim": "#A8966C",
}  # fmt: skip
"""Tokens of the dark theme."""


def tokens(theme: Theme) -> dict[str, str]:
    """The tokens of a theme by name."""
    return DARK if theme == "dark" else LIGHT


def theme_css(theme: Theme) -> str:
    """The tokens of a theme as CSS declarations, to stand in `:root {...}` or in a `style` attribute."""
    return "".join(f"--{name}:{value};" for name, value in tokens(theme).items())


def player_css() -> str:
    """One CSS rule per player, `.p-azure{--c:...}`: the class on a `use` colours the piece, whatever its emblem."""
    rules = []
    for name, player in LOOKS.items():
        variables = f"{{{''.join(f'--{key}:{value};' for key, value in player.variables.items())}}}"
        rules.append(f".p-{name}{variables}")
        if name in PLAYERS:
            others = [f".p-{name}-{emblem}" for emblem in EMBLEMS if emblem != player.emblem]
            rules.append(",".join(others) + variables)
    return "".join(rules)
