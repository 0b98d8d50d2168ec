"""The rules of Event Cards."""

from bastide.expansions.island.event_cards.rules.module import EventCards

MODULE = EventCards
