"""What things are worth to the greedy bot: every constant of its evaluation, in one place.

The unit is a thousandth of a victory point. Income is counted in pips: ways out of 36 to roll a hex's number, so that a
settlement at a 6, a 9 and a 4 has 12. Waiting is counted in rolls of the dice by any player. Shares are percentages.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# -- points

POINT: Final[i64] = 1000
"""A victory point: the unit."""
WIN: Final[i64] = 1_000_000
"""A won game: more than anything else can add up to."""
RIVALS: Final[i64] = 90
"""Share of the strongest rival's open points that counts against a position, divided among all rivals."""

# -- income

PIP: Final[i64] = 250
"""One pip of income at the start of a game; it shrinks with what is left to play."""
HORIZON_LEAST: Final[i64] = 15
"""The least share of its value that a pip keeps near the end."""
FIRST_PIPS: Final[i64] = 3
"""So many pips of a good are its first: it is good to have any."""
FIRST_SHARE: Final[i64] = 130
NEXT_PIPS: Final[i64] = 4
"""So many pips more count in full."""
FURTHER_SHARE: Final[i64] = 75
"""What every further pip of the same good counts."""
HARBOR_THREE: Final[i64] = 8
"""Added share of a good's pips when the bank takes three for one."""
HARBOR_TWO: Final[i64] = 22
"""Added share of a good's pips when the bank takes two for one."""
ROBBED: Final[i64] = 45
"""What the pips under the robber still count: it will move on."""
NEED: Final = vec[i64]([6, 3, 3, 4])
"""How often a road, a settlement, a city, a card is bought in a game: makes goods in demand dearer."""
GOOD_LEAST: Final[i64] = 75
GOOD_MOST: Final[i64] = 135
"""Bounds of the value of a good against the average, from demand and from how rare it is on the board."""

# -- plans

DECAY: Final[i64] = 957
"""What a plan keeps of its value for each roll it must still wait (thousandths)."""
LONGEST_WAIT: Final[i64] = 63
AT_HAND: Final[i64] = 96
"""What a plan counts, of having done it, while its cards are in the hand."""
EXCHANGE: Final[i64] = 3
"""Taken off for each exchange with the bank that it still needs."""
BY_BANK_LEAST: Final[i64] = 87
"""What a plan counts at least when exchanges with the bank complete it at once."""
WAITING: Final[i64] = 88
"""What a plan counts, before decay, when cards must still come."""
SPARE_SHARE: Final[i64] = 75
"""How much of the surplus income becomes exchanges with the bank: the rest does not come out even."""
SECOND: Final[i64] = 30
"""Share of a second plan, with the cards that the best one leaves."""
SITE_RISK: Final = vec[i64]([100, 85, 66, 45])
"""What a site keeps of its value when that many roads are missing: a rival may be there first."""
CONTESTED: Final[i64] = 75
"""What it keeps of that when an opponent's road ends there already."""
DENY: Final[i64] = 150
"""For a settlement where an opponent's road ends: it will not be theirs."""
REACH: Final[i64] = 3
"""How many roads ahead sites are looked for."""
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
"""Cards not yet played."""
ARMY: Final = vec[i64]([1900, 850, 420, 180, 60])
"""Two points for the largest army, by the number of knights still missing, those in the hand counted half."""
ARMY_HELD: Final[i64] = 150
"""Each knight still in the hand takes this off."""

# -- longest road

ROUTE: Final[i64] = 1300
"""Taking the longest road: two points, but they can be lost again."""
ROUTE_AHEAD: Final[i64] = 120
"""Each road of lead over the next, at most two."""
ROUTE_REACH: Final[i64] = 4
"""With more roads missing it is no plan."""

# -- robber

ROB_PIP: Final[i64] = 40
"""A pip of an opponent kept from yielding until the robber moves on."""
ROB_OWN: Final[i64] = 110
"""A pip of one's own."""
STEAL: Final[i64] = 190
"""A card stolen from an opponent."""
RIVALRY: Final[i64] = 28
"""Added share for each point by which an opponent is ahead of the weakest."""

# -- trade

OFFERS: Final[i64] = 2
"""Offers in one turn."""
COOLING: Final[i64] = 8
"""The turns, of any seat, before an offer is repeated."""
OFFER_GAIN: Final[i64] = 130
"""What an offer must gain."""
HOPE: Final[i64] = 4
"""How likely an offer is taken: this, and a partner's pips of the good that is wanted less those of the good given."""
HOPE_LEAST: Final[i64] = 8
"""Less likely offers are not made."""
ACCEPT_GAIN: Final[i64] = 60
"""What accepting must gain."""
COUNTER_GAIN: Final[i64] = 200
"""What a counter-offer must gain."""
TAKE_GAIN: Final[i64] = 40
"""What an answer must gain to be taken."""
NEAR: Final[i64] = 2
"""Nobody trades with a seat that lacks only so many open points."""
LEADER: Final[i64] = 45
"""For each point by which the partner is ahead, so much more must be gained."""
NEVER: Final[i64] = 1_000
"""The rate of a good that the bank does not take now: nobody has that many."""

# -- set-up

FIRST_PLANS: Final = vec[i64]([0, 2200, 2400, 600])
"""What a first settlement (with a road), city and card are worth, for how soon an income pays for them."""
ROOM: Final[i64] = 10
"""Share of the best site two roads away that counts for a starting place."""
TAKEN: Final[i64] = 25
"""For each card that a monopoly takes from a rival."""
