"""The fitted weights of the evaluation of searching bots: written by `python -m training.island write`.

For 2 seats: 5,563 decisions (4 shards), fitted on 2026-11-30 at fddc5b9264.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

WEIGHTS: Final[list[vec[i64]]] = [
    # 2 seats
    vec[i64](
        [
            153377,  # points
            757841,  # need_1
            436827,  # need_2
            272095,  # need_3
            404637,  # settlements
            846275,  # cities
            252,  # income
            11783,  # pips_0
            7552,  # pips_1
            30531,  # pips_2
            29008,  # pips_3
            19426,  # pips_4
            256015,  # has_0
            157069,  # has_1
            207236,  # has_2
            388253,  # has_3
            -156033,  # has_4
            13787,  # harbor_three
            10630,  # harbor_two
            594,  # cards
            -161196,  # knights
            31765,  # knights_played
            598358,  # army
            -8827,  # army_missing
            -319803,  # roads_held
            -609271,  # plenty_held
            -554027,  # monopoly_held
            538319,  # unplayed
            535,  # route
            55784,  # route_lead
            400967,  # route_holder
            -58623,  # road_pieces
            661,  # plans
            36188,  # hand_0
            36799,  # hand_1
            27157,  # hand_2
            70455,  # hand_3
            33321,  # hand_4
            -22892,  # too_many
            -20596,  # open_corners
            18,  # site_0
            38,  # site_1
            -22,  # site_2
            28,  # city_gain
        ]
    ),
]
"""Of each feature of `FEATURES`, in millionths; the first row is for two seats, the last for more."""
