"""The cards of politics: their verbs, and which may be played (CK-140 to CK-156, CK-187)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.island import hand_size, open_points
from bastide.catan.base.network import touches
from bastide.catan.base.robber import robber_may_go
from bastide.expansions.island.cities_knights.rules.progress.allegiance import (
    DismissVerb,
    EncouragementVerb,
    EnlistVerb,
    IntrigueVerb,
    TreasonVerb,
    enlisted,
    has_post,
)
from bastide.expansions.island.cities_knights.rules.progress.diplomacy import DiplomacyVerb, may_lift
from bastide.expansions.island.cities_knights.rules.progress.espionage import EspionageVerb, SpyVerb
from bastide.expansions.island.cities_knights.rules.progress.hand import holds
from bastide.expansions.island.cities_knights.rules.progress.levies import (
    CitySabotageVerb,
    HandSabotageVerb,
    TaxationVerb,
    WeddingVerb,
    hit,
)
from bastide.expansions.island.cities_knights.rules.progress.names import (
    DIPLOMACY,
    ENCOURAGEMENT,
    ESPIONAGE,
    INTRIGUE,
    SABOTAGE,
    TAXATION,
    TREASON,
    WEDDING,
)
from bastide.expansions.island.cities_knights.rules.state import KnightsState
from bastide.kernel.codes import Codes
from bastide.kernel.rules import Verb
from bastide.kernel.state import State


class PoliticsCards:
    """The verbs of the cards of politics."""

    def __init__(self, m: KnightsState) -> None:
        self.m = m
        add = m.r.add_verb
        self.diplomacy = add(DiplomacyVerb(m, "diplomacy", names=m.r.board.edge_names), final=True)
        self.encouragement = add(EncouragementVerb(m, ENCOURAGEMENT), final=True)
        self.espionage = add(EspionageVerb(m, "espionage", names=m.r.seat_names), final=True)
        self.spy = add(SpyVerb(m, "spy", names=m.card_names), final=True)
        self.intrigue = add(IntrigueVerb(m, "intrigue", names=m.r.board.corner_names), final=True)
        sabotage: Verb = HandSabotageVerb(m, SABOTAGE)
        if m.sabotage_hits_cities:
            sabotage = CitySabotageVerb(m, "sabotage", names=m.r.board.corner_names)
        self.sabotage = add(sabotage, final=True)
        self.taxation = add(TaxationVerb(m, "taxation", names=m.r.board.hex_names), final=True)
        self.treason = add(TreasonVerb(m, "treason", names=m.r.seat_names), final=True)
        self.dismiss = add(DismissVerb(m, "dismiss", names=m.r.board.corner_names), final=True)
        self.enlist = add(EnlistVerb(m, "enlist", names=enlisted(m.r.board.corner_names)), final=True)
        self.wedding = add(WeddingVerb(m, WEDDING), final=True)

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        """Add what may be played after the roll (CK-187)."""
        m = self.m
        r = m.r
        c = s.cells
        if holds(m, s, seat, DIPLOMACY):
            for e in range(r.board.edges):
                if may_lift(m, s, seat, e):
                    out.add(self.diplomacy + e)
        if holds(m, s, seat, ENCOURAGEMENT):
            corner = m.next_knight(s, seat, -1)
            while corner >= 0 and c[m.active + corner] != 0:
                corner = m.next_knight(s, seat, corner)
            if corner >= 0:
                out.add(self.encouragement)
        if holds(m, s, seat, ESPIONAGE):
            for other in range(r.seats):
                if other != seat and m.cards_of(s, other) > 0:
                    out.add(self.espionage + other)
        if holds(m, s, seat, INTRIGUE):
            for corner in range(r.board.corners):
                owner = c[m.knight + corner]
                if owner != 0 and owner != seat + 1 and touches(r, s, seat, corner):
                    out.add(self.intrigue + corner)
        if holds(m, s, seat, SABOTAGE):
            self._sabotage(s, seat, out)
        if holds(m, s, seat, TAXATION) and m.robber_is_awake(s):
            for h in range(r.board.land):
                if robber_may_go(r, s, seat, h):
                    out.add(self.taxation + h)
        if holds(m, s, seat, TREASON) and (not m.treason_is_free or has_post(m, s, seat)):
            for other in range(r.seats):
                if other != seat and m.knights_out(s, other) > 0:
                    out.add(self.treason + other)
        if holds(m, s, seat, WEDDING):
            points = open_points(r, s, seat)
            for other in range(r.seats):
                if hand_size(r, s, other) > 0 and open_points(r, s, other) > points:
                    out.add(self.wedding)
                    break

    def _sabotage(self, s: State, seat: i64, out: Codes) -> None:
        m = self.m
        r = m.r
        if not m.sabotage_hits_cities:
            points = open_points(r, s, seat)
            for other in range(r.seats):
                if hit(m, s, seat, points, other):
                    out.add(self.sabotage)
                    return
            return
        for corner in range(r.board.corners):
            owner = s.cells[r.owner + corner] - 1
            if owner >= 0 and owner != seat and s.cells[m.damaged + corner] == 0:
                if m.plain_city(s, owner, corner):
                    out.add(self.sabotage + corner)
