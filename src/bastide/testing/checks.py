"""What must hold in a position or a game of any module: each check raises AssertionError that says what does not."""

from __future__ import annotations

import random
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from operator import le
from typing import Final

import msgspec

from bastide.catan.family import IslandGame
from bastide.kernel.catalogue import Catalogue
from bastide.kernel.errors import IllegalAction, InvalidAction
from bastide.kernel.game import Game
from bastide.kernel.perft import perft, seats_to_move
from bastide.kernel.plugins import MODULES, plugins
from bastide.kernel.resample import resample
from bastide.kernel.rules import Rules
from bastide.kernel.state import AGENDA, DEPTH, FRAME, State
from bastide.testing import invariants
from bastide.testing.own import NotInstalled
from bastide.testing.play import decision
from bastide.view import SPECTATOR, view
from bastide.view.catalogues import LANGUAGES
from bastide.view.text import text as written
from bastide.view.words import Words

BACK = 25
"""How many decisions of a game are taken back."""
MOST_ACTIONS: Final = 5_000
"""The most actions of a verb whose notations are compared."""


def check_position(game: Game, rng: random.Random) -> None:
    """Every number is within its bounds. On the island, the invariants of the base and of the modules hold."""
    beyond = outside(game.rules, game.state)
    assert not beyond, "; ".join(beyond)
    if isinstance(game.rules, IslandGame):
        with suppress(NotInstalled):
            invariants.check(game.rules, game.state)


@cache
def bounds(rules: Rules) -> tuple[list[int], list[int]]:
    """The least and the greatest value of every cell."""
    least: list[int] = []
    most: list[int] = []
    for field in rules.schema.fields:
        for i in range(int(field.size)):
            least.append(field.least[i % len(field.least)])
            most.append(field.most[i % len(field.most)])
    return least, most


def outside(rules: Rules, s: State) -> list[str]:
    """The cells beyond their bounds, and the frames' numbers beyond those of their phase."""
    least, most = bounds(rules)
    row = memoryview(s.cells).tolist()
    out: list[str] = []
    if not (all(map(le, least, row)) and all(map(le, row, most))):
        for field in rules.schema.fields:
            for i in range(int(field.size)):
                at = int(field.offset) + i
                if not least[at] <= row[at] <= most[at]:
                    out.append(f"{field.name}[{i}] = {row[at]} is not in {least[at]} to {most[at]}")
    for at in range(int(AGENDA), int(AGENDA) + row[int(DEPTH)] * int(FRAME), int(FRAME)):
        phase = rules.phases[row[at]]
        for k in range(2):
            if not 0 <= row[at + 2 + k] <= phase.most[k]:
                out.append(f"a frame of {phase.name} holds {row[at + 2 + k]}, not 0 to {phase.most[k]}")
    return out


def worlds(game: Game, viewer: int, rng: random.Random) -> tuple[Game, Game]:
    """The game and another that is the same for the viewer."""
    dealt = game.copy()
    dealt.state = resample(game.rules, game.state, viewer, rng)
    return game, dealt


def shown(game: Game, viewer: int) -> bytes:
    """All that a viewer is shown, as bytes."""
    return msgspec.json.encode(view(game, viewer))


def offered(game: Game, viewer: int) -> tuple[list[str], list[str], list[str]]:
    """All that a viewer is offered to do."""
    if viewer == SPECTATOR or viewer not in game.actors + game.optional:
        return [], [], []
    return game.legal(viewer), game.simple(viewer), game.forms(viewer)


def answers(game: Game, viewer: int, texts: Iterable[str]) -> list[str]:
    """What the viewer learns by asking why not."""
    return [str(game.why_not(text, viewer)) for text in texts] if viewer != SPECTATOR else []


def check_worlds(one: Game, other: Game, viewer: int, texts: Iterable[str]) -> None:
    """Two worlds that differ in nothing that a viewer may know are the same for it in every way."""
    same = shown(one, viewer) == shown(other, viewer)
    assert same, f"the view of seat {viewer} differs in worlds that it cannot tell apart"
    assert offered(one, viewer) == offered(other, viewer), f"what seat {viewer} may do tells it what is hidden from it"
    assert one.actors == other.actors, f"who has to act tells seat {viewer} what is hidden from it"
    for said, elsewhere in zip(answers(one, viewer, texts), answers(other, viewer, texts), strict=True):
        assert said == elsewhere, f"a refusal tells seat {viewer} what is hidden from it: {said!r}, or {elsewhere!r}"


def check_secrecy(game: Game, rng: random.Random) -> None:
    """What a viewer cannot know is shown in no way, and a position dealt anew is one that may be."""
    asked = [*one_of_each_verb(game, rng), *(decision.text for decision in game.decisions[-5:])]
    for viewer in range(SPECTATOR, int(game.rules.seats)):
        one, other = worlds(game, viewer, rng)
        check_position(other, rng)
        check_worlds(one, other, viewer, asked)


def one_of_each_verb(game: Game, rng: random.Random) -> list[str]:
    """An action of every verb that has a notation of its own, legal or not, with an argument of the verb's range."""
    rules = game.rules
    found = []
    for verb in rules.verbs:
        text = rules.write([int(verb.offset) + rng.randrange(int(verb.size))])
        with suppress(InvalidAction):  # a verb inside a choice of several cards, or one that begins it
            rules.read(text)
            found.append(text)
    return found


def check_actions(game: Game, rng: random.Random) -> None:
    """What is legal reads back; what is not is refused by a rule of the catalogue, and changes nothing."""
    rules = game.rules
    assert not ambiguous(rules), f"{ambiguous(rules)!r} is the notation of two actions"
    for seat in seats_to_move(rules, game.state):
        for text in [*game.legal(seat), rules.write(decision(rules, game.state.copy(), seat, rng))]:
            again = rules.write(rules.read(text))
            assert again == text, f"{text!r} reads back as {again!r}"
            assert game.is_legal(text, seat), f"{text!r} is listed for seat {seat} and refused: {game.why_not(text)}"
    for text in one_of_each_verb(game, rng):
        for seat in range(SPECTATOR, int(rules.seats)):
            if not game.is_legal(text, seat):
                assert refused(game, text, seat)


@cache
def ambiguous(rules: Rules) -> str:
    """A notation that two actions have, so that a record cannot tell them apart; empty if there is none.

    Verbs with an action for each place of an unlimited board are left out: they have too many.
    """
    seen: set[str] = set()
    for verb in rules.verbs:
        for arg in range(int(verb.size) if verb.size <= MOST_ACTIONS else 0):
            text = rules.write([int(verb.offset) + arg])
            if text in seen:
                return text
            seen.add(text)
    return ""


def refused(game: Game, text: str, seat: int) -> bool:
    """Play a decision. If it is refused, then by a rule of the catalogue, and nothing is changed.

    Returns whether it is refused.
    """
    before = game.hash(), list(game.decisions)
    try:
        game.play(text, seat)
    except (IllegalAction, InvalidAction) as error:
        refusal = error
    else:
        return False
    if isinstance(refusal, IllegalAction):
        known = refusal.rule in every_rule(tuple(sorted(plugins(MODULES))))
        assert known, f"{text!r} of seat {seat} is refused by no rule of the catalogue: {refusal}"
    assert (game.hash(), game.decisions) == before, f"{text!r} of seat {seat} was refused and has changed the position"
    return True


@cache
def every_rule(names: tuple[str, ...] = ()) -> Catalogue:
    """Every rule of Bastide and of these plug-ins."""
    return Catalogue.installed(names) if names else Catalogue.discover()


def check_texts(game: Game, rng: random.Random) -> None:
    """What any viewer is shown can be written in every language."""
    for viewer in range(SPECTATOR, int(game.rules.seats)):
        for language in LANGUAGES:
            written(view(game, viewer), Words(language), game.names)


def check_counts(game: Game, rng: random.Random) -> None:
    """Listing and performing actions leaves the position as it is, and it is the same, taken back or read again.

    Two positions are compared by all their cells, also those that are derived, and by the actions after each action.
    """
    rules = game.rules
    before, count = game.state.row(), perft(rules, game.state, 2)
    assert game.state.row() == before, "the position was changed by listing its actions, or those of a copy"
    other = game.copy()
    seat = rng.choice(seats_to_move(rules, game.state))
    other.play(rules.write(decision(rules, other.state.copy(), seat, rng)), seat)
    taken = other.undo()
    for what, same in ((f"after {taken.text!r} was taken back", other), ("of the record", Game.load(game.save()))):
        check_same(game, same, what)
        assert perft(rules, same.state, 2) == count, f"other actions follow in the position {what}"


def check_same(game: Game, other: Game, what: str) -> None:
    """The positions of two games have the same cells, also those that are derived."""
    one, two = (memoryview(each.state.cells).tolist() for each in (game, other))
    spans = {field.name: slice(field.offset, field.offset + field.size) for field in game.rules.schema.fields}
    fields = [name for name, span in spans.items() if one[span] != two[span]]
    assert not fields, f"the position {what} differs in {', '.join(fields)}"


def check_record(game: Game, rng: random.Random) -> None:
    """The record of a game leads to its last position, by the same decisions."""
    again = loaded(game.save(), game.hash())
    assert again.decisions == game.decisions, "the record has other decisions"


def loaded(text: str, hash_: str) -> Game:
    """The game of a record, which leads to the position with this hash."""
    game = Game.load(text)
    assert game.hash() == hash_, "the record leads to another position"
    assert game.save() == text, "the record is written otherwise when it was read"
    return game


def check_undo(game: Game, rng: random.Random) -> None:
    """The last decisions are taken back one by one and taken again: that leads to the positions of the record."""
    back = min(BACK, game.version)
    there = game.copy()
    for _ in range(back):
        there.undo()
    check_same(game.at(game.version - back), there, f"after {back} decisions were taken back")
    for _ in range(back):
        there.redo()
    check_same(game, there, f"after {back} decisions were taken again")
