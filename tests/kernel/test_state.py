"""Rows of cells, declarations of fields, the agenda."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from bastide.kernel.fingerprint import fingerprint, state_hash
from bastide.kernel.rules import Rules
from bastide.kernel.state import AGENDA, DEPTH, FRAME, FRAMES, HEADER, NOBODY, OWNER, Schema, State


def state(size: int = int(HEADER)) -> State:
    return State(vec[i64]([0] * size))


def test_fields_follow_one_another_without_gaps() -> None:
    schema = Schema()
    assert schema.size == HEADER
    assert schema.add("bank", [5], most=9) == HEADER
    assert schema.add("hand", [3, 5], OWNER, "goods", most=9) == HEADER + 5
    assert schema.add("turn", [], most=9) == HEADER + 20
    assert schema.add("deck", [2], NOBODY, "cards", most=9) == HEADER + 21
    assert schema.size == HEADER + 23
    at = 0
    for field in schema.fields:
        assert field.offset == at
        at += int(field.size)
    assert at == schema.size
    hand = next(field for field in schema.fields if field.name == "hand")
    assert (hand.size, hand.shape, hand.sees, hand.pool) == (15, [3, 5], OWNER, "goods")


@pytest.mark.parametrize("name", ["bank", "agenda"])
def test_a_field_is_declared_once(name: str) -> None:
    schema = Schema()
    schema.add("bank", [5], most=9)
    size = schema.size
    with pytest.raises(ValueError, match=f"'{name}' is declared twice"):
        schema.add(name, [1], most=9)
    assert schema.size == size


def test_a_copy_shares_nothing_and_has_no_journal() -> None:
    s = state()
    s.journal = []
    s.push(3, 1, 7, 8)
    copy = s.copy()
    assert copy.journal is None
    assert state_hash(copy) == state_hash(s)
    copy.cells[AGENDA] = 4
    assert s.cells[AGENDA] == 3
    assert state_hash(copy) != state_hash(s)


def test_the_hash_depends_on_every_cell() -> None:
    s = state()
    seen = {state_hash(s)}
    for i in range(int(HEADER)):
        s.cells[i] += 1
        seen.add(state_hash(s))
        s.cells[i] -= 1
        assert state_hash(s) in seen
    assert len(seen) == HEADER + 1
    assert state_hash(s) == "a7c72b53b3695b2167ff5fd8dfd7ce6a"  # on every machine


def test_the_agenda_is_a_stack_that_leaves_no_trace() -> None:
    s = state()
    empty = state_hash(s)
    s.push(1, 2, 3, 4)
    one = state_hash(s)
    s.push(5, 0)
    top = int(s.top())
    assert [int(s.cells[top + k]) for k in range(int(FRAME))] == [5, 0, 0, 0]
    s.pop()
    assert state_hash(s) == one
    top = int(s.top())
    assert [int(s.cells[top + k]) for k in range(int(FRAME))] == [1, 2, 3, 4]
    s.pop()
    assert state_hash(s) == empty


def test_a_full_agenda_says_so_and_stays_as_it_is() -> None:
    s = state()
    for n in range(int(FRAMES)):
        s.push(n, 0)
    before = state_hash(s)
    with pytest.raises(IndexError, match="agenda is full"):
        s.push(1, 1, 1, 1)
    assert state_hash(s) == before
    assert s.cells[DEPTH] == FRAMES
    assert AGENDA + FRAMES * FRAME == HEADER


def test_events_are_told_only_while_somebody_listens() -> None:
    s = state()
    s.emit("road", 1, 5)
    s.journal = []
    s.emit("draw", 2, 3, sees=4)
    (event,) = s.journal
    assert (event.kind, event.seat, event.a, event.b, event.sees) == ("draw", 2, 3, 0, 4)


def test_a_fingerprint_outlives_a_change_of_the_layout_of_the_state() -> None:
    """More fields, in other places, change nothing while they are not used; derived ones never do."""
    before, after = Rules(2), Rules(2)
    hand = before.schema.add("hand", [2], most=9)
    spare = after.schema.add("spare", [3], most=9)
    moved = after.schema.add("hand", [2], most=9)
    reach = after.schema.add("reach", [2], derived=True, most=9)
    old, new = state(int(before.schema.size)), state(int(after.schema.size))
    old.cells[hand + 1] = new.cells[moved + 1] = 4
    new.cells[reach] = 9
    assert fingerprint(before, old) == fingerprint(after, new)
    new.cells[spare] = 1
    assert fingerprint(before, old) != fingerprint(after, new)
