"""Notation of the island: one decision as text, and back.

Most decisions are one verb with one argument. Those that choose several cards are written as one and taken card by
card:
`discard ore*2 wool`, `take ore`, `plenty grain ore`, `offer wool*2 for brick to 1 3`, `counter brick for wool*3`.
Sets of goods are registered by the owner of their verb (`Island.add_set`); offers have two sets and addressees.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.kernel.errors import InvalidAction, quote
from bastide.kernel.rules import Verb
from bastide.kernel.state import BITS

MOST_CARDS: Final = 100
MOST_CHARACTERS: Final = 200
OFFERS: Final = {
    "offer": "offer wool*2 for brick, or offer wool for brick to 1 3",
    "counter": "counter brick for wool*3",
}
"""The verbs whose notation writes two sets of goods, with an example."""
PARTS: Final = ("give", "want", "send")
"""The verbs that are only ever part of an offer's notation."""


def read_action(r: Island, text: str) -> list[int]:
    """The codes of one decision. Raises InvalidAction that quotes the text and shows the form."""
    if len(text) > MOST_CHARACTERS:
        raise InvalidAction(f"{quote(text)} is too long: a notation has at most {MOST_CHARACTERS} characters")
    words = text.split()
    if not words:
        raise InvalidAction("an empty notation; say for example 'roll' or 'road 0,0,NE'")
    word = words[0]
    if word in OFFERS:
        return _read_offer(r, word, words[1:], text)
    if word in r.sets:
        return _read_set(r, word, words[1:], text)
    parts = _parts(r)
    forms: list[str] = []
    for verb in r.verbs:
        if verb.word == word and word not in parts:
            arg = verb.parse(words[1:])
            if arg >= 0:
                return [int(verb.offset + arg)]
            forms.append(verb.example())
    if forms:
        raise InvalidAction(f"{quote(text)} cannot be read; {word!r} is written like {' or '.join(map(repr, forms))}")
    known = sorted({verb.word for verb in r.verbs if not verb.by_chance} - parts)
    raise InvalidAction(f"{quote(text)} cannot be read: {quote(word)} is no verb; the verbs are {', '.join(known)}")


def write_action(r: Island, codes: list[int]) -> str:
    """The notation of one decision, given its action codes."""
    first = _verb(r, codes[0])
    if first.word in r.sets:
        return f"{first.word} {write_set(r, _counts(r, codes, r.sets[first.word].card))}".rstrip()
    if first.word in OFFERS:
        text = f"{first.word} {write_set(r, _counts(r, codes, 'give'))} for {write_set(r, _counts(r, codes, 'want'))}"
        mask = codes[-1] - _named(r, "send").offset
        if first.word == "offer" and 0 < mask < BITS[r.seats]:
            text += " to " + " ".join(str(seat) for seat in range(r.seats) if mask & BITS[seat])
        return text
    return first.describe(codes[0] - first.offset)


def read_set(r: Island, words: list[str], text: str) -> list[int]:
    """The count of each good in words like `ore*2 wool`. Raises InvalidAction."""
    counts = [0] * int(r.goods)
    for word in words:
        name, star, number = word.partition("*")
        if name not in r.good_names:
            raise InvalidAction(f"{quote(text)}: {quote(word)} is no good; the goods are {', '.join(r.good_names)}")
        if star and not (
            number.isascii() and number.isdigit() and 1 <= int(number[:4]) <= MOST_CARDS and len(number) < 4
        ):
            raise InvalidAction(f"{quote(text)}: {quote(word)} must count from 1 to {MOST_CARDS}, like {name}*2")
        counts[r.good_names.index(name)] += int(number) if star else 1
    if sum(counts) > MOST_CARDS:
        raise InvalidAction(f"{quote(text)} names {sum(counts)} cards; at most {MOST_CARDS}")
    return counts


def write_set(r: Island, counts: list[int]) -> str:
    """Goods in notation, in the order of the goods: `wool ore*2`."""
    return " ".join(name if n == 1 else f"{name}*{n}" for name, n in zip(r.good_names, counts, strict=True) if n)


def _read_set(r: Island, word: str, words: list[str], text: str) -> list[int]:
    form = r.sets[word]
    counts = read_set(r, words, text)
    if not any(counts):
        raise InvalidAction(f"{quote(text)} names no cards; it is written like {form.example!r}")
    begun = [int(_named(r, word).offset)] if form.card != word else []
    ended = [int(_named(r, form.end).offset)] if form.end else []
    return [*begun, *_cards(r, form.card, counts), *ended]


def _read_offer(r: Island, word: str, words: list[str], text: str) -> list[int]:
    mask = 0
    if word == "offer" and "to" in words:
        at = words.index("to")
        for seat in words[at + 1 :]:
            if seat not in [str(n) for n in range(r.seats)]:
                raise InvalidAction(f"{quote(text)}: {quote(seat)} is no seat; seats are 0 to {r.seats - 1}")
            mask |= int(BITS[int(seat)])
        if mask == 0:
            raise InvalidAction(f"{quote(text)} names nobody after 'to'; it is written like {OFFERS[word]!r}")
        words = words[:at]
    if words.count("for") != 1:
        raise InvalidAction(f"{quote(text)} cannot be read; it is written like {OFFERS[word]!r}")
    at = words.index("for")
    gives, wants = read_set(r, words[:at], text), read_set(r, words[at + 1 :], text)
    if not any(gives) or not any(wants):
        raise InvalidAction(
            f"{quote(text)} must name goods on both sides (BASE-026); it is written like {OFFERS[word]!r}"
        )
    send = int(_named(r, "send").offset) + mask
    return [int(_named(r, word).offset), *_cards(r, "give", gives), *_cards(r, "want", wants), send]


def _parts(r: Island) -> set[str]:
    """The words that are only ever part of a decision's notation."""
    parts = set(PARTS)
    for form in r.sets.values():
        for word in (form.card, form.end):
            if word and word not in r.sets:
                parts.add(word)
    return parts


def _cards(r: Island, word: str, counts: list[int]) -> list[int]:
    offset = int(_named(r, word).offset)
    return [offset + g for g, n in enumerate(counts) for _ in range(n)]


def _counts(r: Island, codes: list[int], word: str) -> list[int]:
    verb = _named(r, word)
    counts = [0] * int(r.goods)
    for code in codes:
        if verb.offset <= code < verb.offset + verb.size:
            counts[code - verb.offset] += 1
    return counts


def _verb(r: Island, code: i64) -> Verb:
    return r.verb_of[code]


def _named(r: Island, word: str) -> Verb:
    for verb in r.verbs:
        if verb.word == word:
            return verb
    raise KeyError(word)
