"""The weights of the searching bots' evaluation, written by `python -m training.island write`.

For 2 seats: 18,067 decisions (9 shards), fitted on 2026-11-30 at 1fe458e145.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

WEIGHTS: Final[list[vec[i64]]] = [
    # 2 seats
    vec[i64](
        [
            162179,  # points
            872226,  # need_1
            441066,  # need_2
            208179,  # need_3
            432645,  # settlements
            964231,  # cities
            255,  # income
            6869,  # pips_0
            6904,  # pips_1
            22351,  # pips_2
            27328,  # pips_3
            11749,  # pips_4
            212101,  # has_0
            129825,  # has_1
            250722,  # has_2
            396217,  # has_3
            63001,  # has_4
            1301,  # harbor_three
            4295,  # harbor_two
            607,  # cards
            -225072,  # knights
            23059,  # knights_played
            634312,  # army
            -8096,  # army_missing
            -486501,  # roads_held
            -648646,  # plenty_held
            -563221,  # monopoly_held
            535612,  # unplayed
            -654,  # route
            51191,  # route_lead
            614403,  # route_holder
            -34304,  # road_pieces
            706,  # plans
            23708,  # hand_0
            26992,  # hand_1
            46827,  # hand_2
            68045,  # hand_3
            21014,  # hand_4
            1180,  # too_many
            30194,  # open_corners
            -5,  # site_0
            58,  # site_1
            -34,  # site_2
            29,  # city_gain
        ]
    ),
]
"""Of each feature of `FEATURES`, in millionths; the first row is for two seats, the last for more."""
