"""Position hashes: a stable one for records, which survives changes of the state's layout, and a fast one for a
process.

Both are 128 bits of BLAKE2 as hexadecimal, equal on every machine and for compiled and interpreted rules.
"""

from __future__ import annotations

import hashlib

from bastide.kernel.rules import Rules
from bastide.kernel.state import DEPTH, State


def state_hash(state: State) -> str:
    """A fast hash of the raw cells, for comparing states of the same rules."""
    return hashlib.blake2b(state.row(), digest_size=16).hexdigest()


def fingerprint(rules: Rules, state: State) -> str:
    """A stable hash of the position: every nonzero cell under its field's name in records (`Field.recorded`), the
    agenda by phases.

    A later version may reorder or add fields: a position that does not use the new ones keeps its fingerprint, so
    existing records stay valid.
    """
    hash_ = hashlib.blake2b(digest_size=16)
    for field in sorted(rules.schema.fields, key=lambda field: field.recorded):
        if field.derived:
            continue
        cells = [int(state.cells[field.offset + i]) for i in range(int(field.size))]
        if field.name == "agenda":
            frames = [cells[4 * k : 4 * k + 4] for k in range(int(state.cells[DEPTH]))]
            said = [f"{rules.phases[phase].name} {seat} {a} {b}" for phase, seat, a, b in frames]
        else:
            said = [f"{i}={value}" for i, value in enumerate(cells) if value]
        if said:
            hash_.update(f"{field.recorded}: {', '.join(said)}\n".encode())
    return hash_.hexdigest()
