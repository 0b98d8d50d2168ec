"""The table: tiles, figures, tokens, and every feature with its owners and value."""

from __future__ import annotations

from typing import Final
from weakref import WeakKeyDictionary

from bastide.carcassonne.base.carcassonne import FIGURE, FIGURE_SECTION, WHO_BITS, WHO_MOST, Carcassonne
from bastide.carcassonne.base.laying import neighbour
from bastide.carcassonne.base.scoring import AROUND, score
from bastide.carcassonne.base.tables import FIELD_KIND, MONASTERY_KIND, tag_count
from bastide.carcassonne.tiles.model import KINDS
from bastide.carcassonne.tiles.sets import tags as all_tags
from bastide.kernel.game import Game
from bastide.kernel.state import BITS, State
from bastide.view.carcassonne.glance import Glance, number_of, tile_of
from bastide.view.carcassonne.model import Feature, Figure, Kind, Laid, Part, Share, Term, Token

_known: Final[WeakKeyDictionary[Game, tuple[object, list[Feature]]]] = WeakKeyDictionary()
"""Each game's features at its last version; they are the same for every viewer."""


def tiles(g: Glance) -> list[Laid]:
    """The tiles in the order of laying."""
    out = []
    for n in range(g.laid):
        kind = g.kind_at(n)
        x, y = g.place_at(n)
        out.append(Laid(tile_of(g.rules, kind).id, x, y, g.turns_at(n), g.number(kind)))
    return out


def figures(g: Glance) -> list[Figure]:
    """The figures on the table."""
    out = []
    for n in range(g.laid):
        held = g.cell(g.rules.figure + n) - 1
        if held >= 0:
            x, y = g.place_at(n)
            section = g.section_name(n, held // int(FIGURE_SECTION))
            word = g.rules.figure_words[held % int(FIGURE_SECTION) // int(FIGURE)]
            out.append(Figure(word, held % int(FIGURE), x, y, section))
    return out


def tokens(g: Glance) -> list[Token]:
    """Module tokens on the table."""
    return [token for module in g.modules for token in module.tokens(g)]


def kinds(g: Glance) -> list[Kind]:
    """The kinds of tiles left in the stack or out of the game, in set order."""
    r = g.rules
    out = []
    for kind, name in enumerate(r.tables.names):
        left, aside = g.cell(r.left + kind), g.cell(r.aside + kind)
        if left or aside:
            out.append(Kind(name, tile_of(r, kind).id, number_of(name), left, aside))
    return out


def drawn(g: Glance) -> Kind | None:
    """The tile to place."""
    r = g.rules
    kind = g.cell(r.drawn) - 1
    if kind < 0:
        return None
    name = r.tables.names[kind]
    return Kind(name, tile_of(r, kind).id, number_of(name), g.cell(r.left + kind), g.cell(r.aside + kind))


def features(g: Glance) -> list[Feature]:
    """Every feature, in order of first tile. Computed once per version of a game."""
    mark: object = (g.game.version, g.game.history[-1] if g.game.history else None)
    known = _known.get(g.game)
    if known is None or known[0] != mark:
        known = (mark, _features(g))
        _known[g.game] = known
    return known[1]


def _features(g: Glance) -> list[Feature]:
    r, c = g.rules, g.state.cells
    parts: dict[int, list[Part]] = {}
    for part in range(g.cell(r.parts)):
        tile = g.cell(r.tile_of + part)
        parts.setdefault(int(c[r.label + part]), []).append(Part(tile, part - g.cell(r.first + tile)))
    trial = g.state.copy()
    return [_feature(g, trial, root, of) for root, of in parts.items()]


def _feature(g: Glance, trial: State, root: int, parts: list[Part]) -> Feature:
    r = g.rules
    kind = int(r.kind_of(g.state, root))
    who = g.cell(r.who + root)
    complete = kind != FIELD_KIND and g.cell(r.ends + root) == 0
    shares = worth(r, trial, root, kind, complete)
    now, terms = shares[0].value, shares[0].terms
    counts = {seat: who // int(BITS[seat * WHO_BITS]) & int(WHO_MOST) for seat in range(int(r.seats))}
    owners = int(r.best_of(who))
    if r.modular:
        owners = int(r.seams.foremost(g.state, root, owners))
    tags = {tag: int(tag_count(g.state.cells[r.tags + root], n)) for n, tag in enumerate(all_tags())}
    return Feature(
        kind=KINDS[kind],
        parts=parts,
        tiles=len({part.tile for part in parts}),
        complete=complete,
        followers={seat: count for seat, count in counts.items() if count},
        owners=[seat for seat in range(int(r.seats)) if owners >> seat & 1],
        value=now,
        finished=now if complete else whole(r, trial, root, kind),
        terms=terms,
        tags={tag: n for tag, n in tags.items() if n},
        shares=shares if any(share.value != now for share in shares) else [],
    )


def whole(r: Carcassonne, trial: State, root: int, kind: int) -> int | None:
    """What an incomplete feature of its current size would score if complete; None if it cannot be completed."""
    if kind == FIELD_KIND:
        return None
    if kind != MONASTERY_KIND:
        return worth(r, trial, root, kind, True)[0].value
    c = trial.cells
    missing = c[r.ends + root]
    if missing > vacant(r, trial, root):
        return None
    c[r.ends + root] = 0
    found = worth(r, trial, root, kind, True)[0].value
    c[r.ends + root] = missing
    return found


def vacant(r: Carcassonne, s: State, monastery: int) -> int:
    """How many squares around a monastery still wait for a tile; fewer than it misses if some can never count."""
    c = s.cells
    place = c[r.place_of + c[r.tile_of + monastery]]
    count = 0
    for step in range(int(AROUND)):
        beside = neighbour(r, s, place, step)
        count += beside < 0 or c[r.standing + beside] == 0
    return count


def worth(r: Carcassonne, trial: State, root: int, kind: int, complete: bool) -> list[Share]:
    """What each owner of a feature would score, computed on a copy.

    If nobody stands there, it is scored for the first seat.
    """
    c = trial.cells
    who = c[r.who + root]
    if who == 0:
        c[r.who + root] = 1
    trial.journal = []
    score(r, trial, root, kind, complete)
    events = trial.journal
    trial.journal = None
    c[r.who + root] = who
    shares: list[Share] = []
    for event in events:
        if event.kind == "score":
            shares.append(Share(int(event.seat), int(event.a), []))
        elif event.kind == "line":
            shares[-1].terms.append(Term(r.terms[event.a], int(event.b), int(event.c), int(event.d)))
    return shares


def claiming(g: Glance) -> int | None:
    """The tile that may receive a figure now."""
    return g.laid - 1 if g.phase == "figure" else None
