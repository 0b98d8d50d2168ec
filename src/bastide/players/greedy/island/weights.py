"""The weights of the greedy bot: every constant of its evaluation, in one place.

The unit is a thousandth of a victory point. Income is counted in pips: the ways out of 36 to roll a hex's number, so
that a settlement at a 6, a 9 and a 4 has 12. Waiting is counted in rolls of the dice by any player. Shares are
percentages.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# -- points

POINT: Final[i64] = 1000
"""A victory point: the unit."""
WIN: Final[i64] = 1_000_000
"""A won game: more than all other terms together."""
RIVALS: Final[i64] = 90
"""Share of the strongest rival's open points that counts against a position, divided by the number of rivals."""

# -- income

PIP: Final[i64] = 250
"""One pip of income at the start of a game; its value shrinks as the game goes on."""
HORIZON_LEAST: Final[i64] = 15
"""The minimum share of its value that a pip keeps near the end."""
FIRST_PIPS: Final[i64] = 3
"""How many pips of a good count as its first, the most valuable ones."""
FIRST_SHARE: Final[i64] = 130
NEXT_PIPS: Final[i64] = 4
"""How many further pips count in full."""
FURTHER_SHARE: Final[i64] = 75
"""Share of its value that each pip beyond those counts."""
HARBOR_THREE: Final[i64] = 8
"""Added share of a good's pips when the bank takes three for one."""
HARBOR_TWO: Final[i64] = 22
"""Added share of a good's pips when the bank takes two for one."""
ROBBED: Final[i64] = 45
"""Share of the pips under the robber that still counts: it will move on."""
NEED: Final = vec[i64]([6, 3, 3, 4])
"""How many roads, settlements, cities and cards are bought in a game; raises the value of goods in demand."""
GOOD_LEAST: Final[i64] = 75
GOOD_MOST: Final[i64] = 135
"""Bounds of a good's value relative to the average, by demand and by scarcity on the board."""

# -- plans

DECAY: Final[i64] = 957
"""The share of its value, in thousandths, that a plan keeps for each roll of waiting."""
LONGEST_WAIT: Final[i64] = 63
AT_HAND: Final[i64] = 96
"""Share of its gain that a plan counts while all its cards are in hand."""
EXCHANGE: Final[i64] = 3
"""Subtracted for each exchange with the bank that a plan still needs."""
BY_BANK_LEAST: Final[i64] = 87
"""Minimum share that a plan counts if exchanges with the bank complete it at once."""
WAITING: Final[i64] = 88
"""Share that a plan counts, before decay, while cards are missing."""
SPARE_SHARE: Final[i64] = 75
"""Share of surplus income that becomes exchanges with the bank; the rest is lost to rounding."""
SECOND: Final[i64] = 30
"""Share of the second-best plan, with the cards that the best one leaves."""
SITE_RISK: Final = vec[i64]([100, 85, 66, 45])
"""Share of its value that a site keeps, by the number of missing roads: a rival may be there first."""
CONTESTED: Final[i64] = 75
"""Share of that value that a site keeps if an opponent's road already ends there."""
DENY: Final[i64] = 150
"""Added for a settlement where an opponent's road ends: it denies them the site."""
REACH: Final[i64] = 3
"""How many roads ahead the bot looks for sites."""
SITES: Final[i64] = 3
"""How many sites become plans."""

# -- cards in the hand

CARD_LEFT: Final[i64] = 10
"""A resource card, for any use."""
AT_RISK: Final[i64] = 75
"""A resource card that a seven would take."""

# -- development cards

KNIGHT_HELD: Final[i64] = 330
ROADS_HELD: Final[i64] = 480
PLENTY_HELD: Final[i64] = 480
MONOPOLY_HELD: Final[i64] = 520
"""The value of each development card in hand."""
PATIENCE: Final[i64] = 450
"""What playing a card, not a knight, may cost in place of ending the turn: so much of its value in hand is hope."""
ARMY: Final = vec[i64]([1900, 850, 420, 180, 60])
"""The largest army, by the number of missing knights; a knight in hand counts half."""
ARMY_HELD: Final[i64] = 150
"""Subtracted for each knight still in hand."""

# -- longest road

ROUTE: Final[i64] = 1300
"""Holding the longest road: two points that can be lost again."""
ROUTE_AHEAD: Final[i64] = 120
"""Added for each road of lead over the next seat, at most two."""
ROUTE_REACH: Final[i64] = 4
"""If more roads are missing, the longest road is not a plan."""

# -- robber

ROB_PIP: Final[i64] = 40
"""A blocked pip of an opponent."""
ROB_OWN: Final[i64] = 110
"""A blocked pip of the seat itself, as a cost."""
STEAL: Final[i64] = 190
"""A card stolen from an opponent."""
RIVALRY: Final[i64] = 28
"""Added share for each point by which an opponent is ahead of the weakest."""

# -- trade

OFFERS: Final[i64] = 2
"""Maximum number of offers in one turn."""
COOLING: Final[i64] = 8
"""Minimum number of turns, of any seat, before an offer is repeated; the others must hold more of the good, too."""
OFFER_GAIN: Final[i64] = 130
"""Minimum gain of an offer."""
HOPE: Final = vec[i64]([0, 10, 25])
"""The odds, in percent, that a partner gives its only card of a good for that many cards of which it has none."""
FEAR: Final[i64] = 133
"""Reduces the odds by the additional gain that the partner needs, in percent of it."""
HOPE_LEAST: Final[i64] = 35
"""Minimum chance, in percent, that somebody takes an offer."""
HOPE_MORE: Final[i64] = 5
"""Added to it for each seat beyond four: an offer asks more seats, and there are more offers."""
ACCEPT_GAIN: Final[i64] = 30
"""Minimum gain for accepting an offer."""
COUNTER_GAIN: Final[i64] = 200
"""Minimum gain of a counter-offer."""
TAKE_GAIN: Final[i64] = 40
"""Minimum gain for taking an answer."""
NEAR: Final[i64] = 2
"""The bot does not trade with a seat that lacks this many open points or fewer."""
LEADER: Final[i64] = 45
"""Added to the required gain for each point by which the partner is ahead."""
NEVER: Final[i64] = 1_000
"""The rate of a good that the bank does not take now: nobody has that many."""

# -- set-up

FIRST_PLANS: Final = vec[i64]([0, 2200, 2400, 600])
"""The values of a first settlement (with a road), city and card, discounted by the rolls until income pays for them."""
ROOM: Final[i64] = 10
"""Share of the best site two roads away that is added to a starting site."""
TAKEN: Final[i64] = 25
"""Added for each card that a monopoly takes from a rival."""

# -- search

SPREAD: Final[i64] = 2340
"""The difference of two seats' values at which the odds of the better one are e to 1."""
QUICK_CARD: Final = vec[i64]([500, 1000, 700, 570])
"""A development card to the quick policy, by the knights that it lacks for the largest army; 0 if it holds it."""
QUICK_HARBOR: Final[i64] = 250
"""A harbour to the quick policy."""
