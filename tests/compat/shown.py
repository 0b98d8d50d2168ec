"""All that a stored game shows, part by part, so that a difference can be told by its part.

| part | what it holds | depends on |
| :-- | :-- | :-- |
| `cells` | the row of numbers after each decision | the order of fields, phases and verbs, no name |
| `fingerprint` | `Game.hash`, as records and snapshots hold it | names of fields and phases |
| `legal` | what each seat may do and what chance may bring, sorted | notation |
| `order` | the same in the order in which it is listed, by which bots choose | notation, the order of verbs |
| `events` | what happened, as one who sees all is sent it, and another viewer in turn | names of events |
| `log-en`, `log-fr` | the log as one who sees all reads it | words |
| `data` | the views of all viewers as JSON, less what expansions add and less the log | names in views |
| `modules` | what expansions add to the views, as JSON | names in views |
| `told` | the latest lines of the log as each viewer reads them | words |
| `text-en`, `text-fr` | the text view of one who sees all, of a spectator and of one seat | words |
| `drawing` | the board as SVG, with all that can be seen | drawings |

The first seven are told of every decision, in stretches of `EVERY`; the others at chosen versions.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from bastide import CHANCE, Game
from bastide.kernel.fingerprint import state_hash
from bastide.view import OPEN, SPECTATOR, events_view, view
from bastide.view.picture import board
from bastide.view.text import spoken, text
from bastide.view.words import Words

EVERY: Final = 25
"""How many decisions make a stretch."""
ONWARD: Final = 20
"""How many decisions are played after a game that stopped."""
BY_STEPS: Final = ("cells", "fingerprint", "legal", "order", "events", "log-en", "log-fr")
BY_VIEWS: Final = ("data", "modules", "told", "text-en", "text-fr", "drawing")
PARTS: Final = (*BY_STEPS, *BY_VIEWS)
LANGUAGES: Final = ("en", "fr")


class Piece(msgspec.Struct, frozen=True):
    """Something that a game shows: its part, the version of the last decision that it tells of, all of it as text."""

    part: str
    version: int
    text: str


def pieces(game: Game, versions: Sequence[int], parts: Sequence[str] = PARTS) -> Iterator[Piece]:
    """Everything that a game shows on its way to where it stands, its views at these versions."""
    walker = Game(game.rules, game.names)
    stretch: dict[str, list[str]] = {part: [] for part in ("cells", "legal", "order") if part in parts}
    ends = []
    for number, decision in enumerate(game.decisions, 1):
        if "legal" in parts or "order" in parts:
            lists = able(walker)
            for part in stretch.keys() & {"legal", "order"}:
                stretch[part].append(str(lists if part == "order" else {who: sorted(of) for who, of in lists.items()}))
        walker.replay(decision.text, decision.seat)
        if "cells" in parts:
            stretch["cells"].append(state_hash(walker.state))
        if number % EVERY == 0 or number == game.version:
            ends.append(number)
            for part, lines in stretch.items():
                yield Piece(part, number, "\n".join(lines))
                lines.clear()
            if "fingerprint" in parts:
                yield Piece("fingerprint", number, walker.hash())
            if "events" in parts:
                yield Piece("events", number, "\n".join(happened(walker, len(ends))))
        if number in versions:
            yield from views(walker, parts)
    seen = view(game, OPEN)
    for language in LANGUAGES:
        if (part := f"log-{language}") in parts:
            words = Words(language)
            for since, end in zip([0, *ends], ends, strict=False):
                yield Piece(part, end, "\n".join(told(game, seen, words, since, end)))


def able(game: Game) -> dict[int, list[str]]:
    """What each seat may do now, and what chance may bring with its weights. Choices of several cards are patterns."""
    if game.over:
        return {}
    if game.actors == [CHANCE]:
        return {int(CHANCE): [f"{text} {weight}" for text, weight in game.chances()]}
    return {seat: game.simple(seat) + game.forms(seat) for seat in game.actors + game.optional}


def happened(game: Game, number: int) -> Iterator[str]:
    """The events of the latest stretch, which has this number."""
    since = (game.version - 1) // EVERY * EVERY
    events = [event for events in game.history[since:] for event in events]
    for viewer in (OPEN, number % (int(game.rules.seats) + 1) - 1):
        yield f"viewer {viewer}"
        yield from map(as_json, events_view(game, events, viewer))


def views(game: Game, parts: Sequence[str]) -> Iterator[Piece]:
    """What every viewer sees now."""
    found: dict[str, list[str]] = {part: [] for part in BY_VIEWS if part in parts}
    seats = range(int(game.rules.seats))
    readers = (OPEN, SPECTATOR, game.version % len(seats))
    for viewer in (OPEN, SPECTATOR, *seats):
        seen = view(game, viewer)
        plain = msgspec.to_builtins(seen)
        for part, lines in found.items():
            lines.append(f"viewer {viewer}")
            if part == "data":
                lines.append(as_json({key: value for key, value in plain.items() if key not in ("modules", "log")}))
            elif part == "modules":
                lines.append(as_json(plain.get("modules")))
            elif part == "told":
                lines += told(game, seen, Words("en"), game.version - EVERY, game.version)
            elif part == "drawing":
                lines += [board(seen)] if viewer == OPEN else []
            elif viewer in readers:
                lines.append(text(seen, Words(part.removeprefix("text-")), game.names))
    for part, lines in found.items():
        yield Piece(part, game.version, "\n".join(lines))


def told(game: Game, seen: Any, words: Words, since: int, to: int) -> Iterator[str]:
    """The lines of the log of the decisions after a version, with their reasons."""
    words = spoken(seen, words)
    for line in seen.log:
        if since < line.version <= to:
            reasons = "; ".join(words.text(say, game.names) for say in line.detail)
            yield f"{line.version} {words.text(line.say, game.names)}" + (f" ({reasons})" if reasons else "")


def as_json(data: Any) -> str:
    """Data as one line."""
    return msgspec.json.encode(data).decode()


def short(text: str) -> str:
    """A fingerprint of a text."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=5).hexdigest()


def whole(game: Game, versions: Sequence[int], parts: Sequence[str] = PARTS) -> dict[str, Any]:
    """What a game must come to: its end, and each part in short, by versions."""
    found: dict[str, Any] = {"decisions": game.version, "over": game.over, "winners": game.winners, "hash": game.hash()}
    for part in parts:
        found[part] = {}
    for piece in pieces(game, versions, parts):
        found[piece.part][str(piece.version)] = short(piece.text)
    return found


def only(expected: Mapping[str, Any], versions: Sequence[int], parts: Sequence[str]) -> dict[str, Any]:
    """Of what a game must come to: these parts, and views at these versions."""
    out = {key: value for key, value in expected.items() if key not in PARTS or key in parts}
    wanted = set(map(str, versions))
    for part in out.keys() & set(BY_VIEWS):
        out[part] = {version: found for version, found in out[part].items() if version in wanted}
    return out


def onward(game: Game) -> dict[str, str]:
    """Play some decisions more at random, by what is legal and not by its order; what that came to."""
    game = game.copy()
    begun = game.version
    rng = random.Random(begun)
    while not game.over and game.version < begun + ONWARD:
        if game.actors == [CHANCE]:
            outcomes = sorted(game.chances())
            [chosen] = rng.choices([text for text, _ in outcomes], [weight for _, weight in outcomes])
            game.play(chosen, int(CHANCE))
        else:
            seat = rng.choice(game.actors)
            game.play(rng.choice(sorted(game.legal(seat))), seat)
    played = "\n".join(f"{decision.seat} {decision.text}" for decision in game.decisions[begun:])
    return {"decisions": short(played), "cells": state_hash(game.state), "fingerprint": game.hash()}


def differences(expected: Mapping[str, Any], found: Mapping[str, Any]) -> list[str]:
    """The parts that differ, each with the first version where it does."""
    out = []
    for key in expected.keys() | found.keys():
        was, now = expected.get(key), found.get(key)
        if was == now:
            continue
        if isinstance(was, dict) and isinstance(now, dict):
            wrong = [version for version in was.keys() | now.keys() if was.get(version) != now.get(version)]
            out.append(f"{key}: {len(wrong)} of {len(was)} differ, the first at version {min(map(int, wrong))}")
        else:
            out.append(f"{key}: {was!r} became {now!r}")
    return sorted(out)
