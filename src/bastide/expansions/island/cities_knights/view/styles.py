"""How Cities & Knights is drawn: colours of commodities, decks and dice, subjects of cards, sizes of pieces."""

from __future__ import annotations

from typing import Final

from bastide.expansions.island.cities_knights.view.knights import PIECES
from bastide.view.styles import CardStyle, DeckStyle, DieStyle, GoodStyle, PieceStyle, Styles

KNIGHT_SCALE: Final = 0.86
RECRUIT: Final = PIECES[1, False]
"""The knight on the button for a new one."""

DECKS: Final = {
    "science": DeckStyle("#2F7D5B", "#174B36", "s-alchemist"),
    "trade": DeckStyle("#BC8412", "#734E05", "s-merchant"),
    "politics": DeckStyle("#3C6CA8", "#1E3E68", "s-university"),
}
"""The progress cards, by domain."""

STYLES: Final = Styles(
    pieces={
        # A wall stands before its city, the choir of a metropolis behind it, smoke and flames over it.
        "wall": PieceStyle(scale=0.975, depth=0.5, button="scale(.8) translate(0 -14)"),
        **{f"metropolis-{domain}": PieceStyle(depth=-0.5) for domain in DECKS},
        **{kind: PieceStyle(scale=KNIGHT_SCALE) for kind in PIECES.values() if kind != RECRUIT},
        RECRUIT: PieceStyle(scale=KNIGHT_SCALE, button="scale(.53) translate(0 5)"),
        "city-tipped": PieceStyle(),
        "sabotaged": PieceStyle(figure=True, depth=0.25),
        # The merchant leaves the middle of a hex to the robber and the token.
        "merchant": PieceStyle(figure=True, scale=1.05, depth=-18, shift=(-38.0, -32.0), pennant=True),
        "barbarians": PieceStyle(figure=True),
    },
    goods={
        "cloth": GoodStyle(card=("#B79ACB", "#6B4A87"), chip=("#CDB3DE", "#6B4A87")),
        "coin": GoodStyle(card=("#E9C46A", "#9A6B1B"), chip=("#F3D892", "#9A6B1B")),
        "paper": GoodStyle(card=("#9FC3B8", "#4A7F74"), chip=("#BBDACF", "#4A7F74")),
    },
    cards={
        "alchemist": CardStyle("alchemist", "science"),
        "crane": CardStyle("crane", "science"),
        "engineering": CardStyle("engineering", "science"),
        "invention": CardStyle("invention", "science"),
        "irrigation": CardStyle("irrigation", "science"),
        "medicine": CardStyle("medicine", "science"),
        "mining": CardStyle("mining", "science"),
        "printing": CardStyle("printing", "science", point=True),
        "road-building": CardStyle("roads", "science"),
        "smithing": CardStyle("smithing", "science"),
        "commercial-harbor": CardStyle("harbour", "trade"),
        "merchant": CardStyle("merchant", "trade"),
        "merchant-fleet": CardStyle("fleet", "trade"),
        "resource-monopoly": CardStyle("resmono", "trade"),
        "taxes": CardStyle("taxes", "trade"),
        "trade-monopoly": CardStyle("trademono", "trade"),
        "constitution": CardStyle("constitution", "politics", point=True),
        "diplomacy": CardStyle("diplomacy", "politics"),
        "encouragement": CardStyle("warlord", "politics"),
        "espionage": CardStyle("espionage", "politics"),
        "intrigue": CardStyle("intrigue", "politics"),
        "sabotage": CardStyle("sabotage", "politics"),
        "taxation": CardStyle("bishop", "politics"),
        "treason": CardStyle("treason", "politics"),
        "wedding": CardStyle("wedding", "politics"),
    },
    decks=DECKS,
    dice={
        "garnet": DieStyle("#C8333F", "#8A1420", "#FFF3E2", ".35"),
        "amber": DieStyle("#F6C445", "#B57C10", "#3A2400", ".6"),
    },
)
