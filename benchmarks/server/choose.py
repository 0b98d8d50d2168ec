"""Decisions of a scripted player, based only on the panels its page is sent."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping
from html import unescape
from typing import Final

PANELS: Final = ("hand", "actions", "targets", "choice", "offer")
"""The panels that offer decisions."""
OFFERS: Final = 0.15
"""The probability that the turn's player makes an offer if possible."""
RESTLESS: Final = 0.5
"""The probability that a player ends the turn although other actions are possible."""
NOTATION: Final = re.compile(r'data-notation="([^"]*)"')
HELD: Final = re.compile(r'class="stack[^"]*" data-good="(\w+)" data-count="(\d+)"')
PREFIX: Final = re.compile(r'data-prefix="(\w+)" data-need="(\d+)"')
MOST: Final = re.compile(r'class="pick[^"]*" data-good="(\w+)" data-max="(\d+)"')


def decide(panels: Mapping[str, str], rng: random.Random) -> str | None:
    """A random notation that these panels offer; None if they offer none."""
    owed = panels.get("choice", "")
    form = PREFIX.search(owed) if 'data-live="' in owed else None
    if form is not None:
        return goods(form[1], int(form[2]), {good: int(most) for good, most in MOST.findall(owed)}, rng)
    found = [unescape(text) for name in PANELS for text in NOTATION.findall(panels.get(name, ""))]
    mine = 'data-turn="mine"' in panels.get("actions", "")
    if mine and 'data-form="offer"' in panels.get("actions", "") and rng.random() < OFFERS:
        return offer(panels.get("hand", ""), rng)
    if "end" in found and len(found) > 1:
        found = ["end"] if rng.random() < RESTLESS else [text for text in found if text != "end"]
    return rng.choice(found) if found else None


def goods(prefix: str, need: int, most: Mapping[str, int], rng: random.Random) -> str:
    """That many random goods, as `discard ore*2 wool`."""
    pile = [good for good, count in most.items() for _ in range(count)]
    return f"{prefix} {counted(rng.sample(pile, min(need, len(pile))))}"


def offer(hand: str, rng: random.Random) -> str | None:
    """Offer one good of the hand for another; None with an empty hand."""
    held = {good: int(count) for good, count in HELD.findall(hand)}
    own = [good for good, count in held.items() if count]
    if not own:
        return None
    give = rng.choice(own)
    want = rng.choice([good for good in held if good != give])
    return f"offer {give} for {want}"


def counted(pile: Iterable[str]) -> str:
    """Goods in notation."""
    chosen = sorted(pile)
    kinds = dict.fromkeys(chosen)
    return " ".join(good if chosen.count(good) == 1 else f"{good}*{chosen.count(good)}" for good in kinds)
