"""Tables built by hand, one for each thing that a table can ask of its viewer; no engine is needed to draw them.

The position is a real middle game on the beginners' board: pieces keep the distance and road rules, and the marked
places are all the legal ones.
"""

from __future__ import annotations

from msgspec.structs import replace

from bastide.server.common.model import Chair, ChatLine, TableView
from bastide.view.island.model import Answer, BankTrade, Board, Harbor, Hex, Instead, IslandView, Offer, Roll, SeatView
from bastide.view.model import (
    SPECTATOR,
    Action,
    Arg,
    Card,
    Choice,
    LogLine,
    Option,
    Piece,
    Points,
    Reason,
    Result,
    Say,
    Story,
    Target,
)

HEXES = """
    0,-2:mountains:10 1,-2:pasture:2 2,-2:forest:9 -1,-1:fields:12 0,-1:hills:6
    1,-1:pasture:4 2,-1:hills:10 -2,0:fields:9 -1,0:forest:11 0,0:desert
    1,0:forest:3 2,0:mountains:8 -2,1:forest:8 -1,1:mountains:3 0,1:fields:4
    1,1:pasture:5 -2,2:hills:5 -1,2:fields:6 0,2:pasture:11
"""
HARBORS = """
    0,-2,NW:3 1,-2,NE:2:grain 2,-1,NE:2:ore -1,-1,W:2:lumber 2,0,E:3
    -2,1,W:2:brick 1,1,SE:2:wool -2,2,SW:3 -1,2,SE:3
"""
PIECES = [
    ("road", "0,1,E -2,2,NE 0,1,SE -2,1,SE -2,2,E -3,2,NE -3,1,E -2,3,NE", 0),
    ("settlement", "0,2,N -2,2,N -2,3,N", 0),
    ("road", "1,0,E -1,-1,SE 1,0,SE 0,1,NE 0,0,E -2,0,NE 2,-1,SE -2,-1,SE", 1),
    ("settlement", "-1,0,N 2,0,N", 1),
    ("city", "1,1,N", 1),
    ("road", "1,-1,NE -1,2,NE -1,2,E -1,3,NE 0,2,SE -1,2,SE", 2),
    ("settlement", "2,-2,S 0,3,N", 2),
    ("city", "-1,2,N", 2),
    ("road", "0,-1,NE -2,1,NE -2,0,SE -2,1,E -1,0,SE -2,0,E", 3),
    ("settlement", "0,-1,N", 3),
    ("city", "-2,1,N -1,1,N", 3),
]
OPEN_CORNERS = ["-2,-1,S", "-2,0,N", "1,-1,S", "0,1,N"]
OPEN_EDGES = ["-3,0,E", "-2,-1,E", "-1,-1,E", "-1,0,NE", "0,0,NE", "0,0,SE", "1,-1,SE", "1,0,NE", "1,1,NE", "2,-1,E"]
HAND = {"lumber": 1, "brick": 1, "wool": 3, "grain": 1, "ore": 4}
COSTS = {
    "road": {"lumber": 1, "brick": 1},
    "settlement": {"lumber": 1, "brick": 1, "wool": 1, "grain": 1},
    "city": {"ore": 3, "grain": 2},
    "card": {"wool": 1, "grain": 1, "ore": 1},
}
STEPS = [
    "0:2 5:3 12:4 21:6 30:7 35:8 38:6",
    "0:2 9:3 16:4 24:5 33:6 38:8 42:10",
    "0:2 7:3 14:4 27:6 31:7 42:8",
    "0:2 11:3 18:4 22:5 34:6 39:7",
]
"""Of the finished game: from which turn on each player had how many points."""
CAUSES = "production trade bank robber cards spent trade_out bank_out robber_out cards_out discard"
GOODS = ["37 7 3 2 2 31 6 5 3 0 5", "41 6 3 3 4 40 7 4 2 0 0", "44 4 2 6 0 36 5 3 3 0 6", "39 6 2 1 0 33 5 4 0 4 0"]
NAMES = ["Guilhem", "Maud", "Odile", "Tibor"]
COLORS = ["garnet", "azure", "ivory", "amber"]


def board() -> Board:
    """The beginners' board."""
    hexes = []
    for word in HEXES.split():
        place, terrain, *number = word.split(":")
        q, r = map(int, place.split(","))
        hexes.append(Hex(q, r, terrain, int(number[0]) if number else None))
    harbors = []
    for word in HARBORS.split():
        place, ratio, *good = word.split(":")
        q_, r_, side = place.split(",")
        harbors.append(Harbor(int(q_), int(r_), side, good[0] if good else None, int(ratio)))
    return Board(hexes, harbors)


def pieces() -> list[Piece]:
    """The pieces of the four players."""
    return [Piece(kind, place, seat) for kind, places, seat in PIECES for place in places.split()]


def seat(number: int, viewer: int) -> SeatView:
    """One player as `viewer` sees them."""
    points = [5, 4, 6, 5][number]
    sources = [
        [Points("settlements", 3, 3), Points("route", 1, 2)],
        [Points("settlements", 2, 2), Points("cities", 1, 2)],
        [Points("settlements", 2, 2), Points("cities", 1, 2), Points("army", 1, 2)],
        [Points("settlements", 1, 1), Points("cities", 2, 4)],
    ][number]
    mine = number == viewer
    return SeatView(
        seat=number,
        points=points,
        sources=sources,
        hidden_points=(1 if number == 1 else 0) if mine else None,
        hand_size=[4, 10, 9, 3][number],
        hand=HAND
        if mine and number == 1
        else ({"lumber": 2, "brick": 2, "wool": 0, "grain": 0, "ore": 0} if mine else None),
        over_limit=number in (1, 2),
        cards_size=[1, 2, 1, 2][number],
        cards=([Card("knight", 1, 0, notation="knight"), Card("point", 1)] if number == 1 else []) if mine else None,
        knights=[1, 1, 3, 0][number],
        route=[6, 5, 4, 3][number],
        awards=[["route"], [], ["army"], []][number],
        left={"road": [7, 7, 9, 9][number], "settlement": [2, 3, 3, 4][number], "city": [4, 3, 3, 2][number]},
        rates={"lumber": 4, "brick": 4, "wool": 4, "grain": 4, "ore": 2 if number == 1 else 4},
    )


def short(piece: str, **missing: int) -> Reason:
    """The reason for what cannot be paid."""
    say = Say("you lack cards for a {piece}", {"piece": piece})
    return Reason(
        say, {"road": "BASE-029", "settlement": "BASE-031", "city": "BASE-032", "card": "BASE-033"}[piece], missing
    )


def actions(*, mine: bool = True) -> list[Action]:
    """The buttons of the one on turn after the roll, or, if it is another's turn, with the reason for each."""
    wait = Reason(Say("it is not your turn"), "BASE-016")

    def action(
        verb: str, *, notation: str | None = None, left: int | None = None, reason: Reason | None = None
    ) -> Action:
        why = reason if mine else wait
        return Action(verb, why is None, notation if why is None else None, COSTS.get(verb, {}), left, why)

    return [
        action("road", left=7),
        action("settlement", left=3),
        action("city", left=3, reason=short("city", grain=1)),
        action("card", notation="buy", left=13),
        action("trade"),
        action("bank"),
        action("roll", reason=Reason(Say("you have rolled already this turn"), "BASE-016")),
        action("end", notation="end"),
    ]


def targets() -> list[Target]:
    """Corners for a settlement and edges for a road."""
    gives = [
        Say("{good} {number}", {"good": "wool", "number": 4}),
        Say("{good} {number}", {"good": "lumber", "number": 3}),
        Say("{count} in 36 rolls", {"count": 5}),
    ]
    label = Say("{piece:Name} here", {"piece": "settlement"})
    road = Say("{piece:Name} here", {"piece": "road"})
    return [
        *(Target(f"settle {place}", place, "settlement", "settlement", label, gives) for place in OPEN_CORNERS),
        *(Target(f"road {place}", place, "road", "road", road) for place in OPEN_EDGES),
    ]


def log() -> list[LogLine]:
    """The last turns as a log tells them."""

    def gets(seat_: int, *pieces_: str, **goods: int) -> tuple[int, str, Say, list[Say]]:
        detail = [Say("{piece} at {terrain} {number}", {"piece": p, "terrain": "fields", "number": 4}) for p in pieces_]
        return seat_, "gain", Say("{player} gets {gained}", {"player": seat_, "gained": goods}), detail

    def rolls(seat_: int, number: int) -> tuple[int, str, Say, list[Say]]:
        return seat_, "dice", Say("{player} rolls {number}", {"player": seat_, "number": number}), []

    def says(seat_: int, kind: str, text: str, **args: Arg) -> tuple[int, str, Say, list[Say]]:
        return seat_, kind, Say(text, args), []

    lines = [
        (27, says(2, "card", "{player} plays {card}", player=2, card="knight")),
        (27, says(2, "robber", "{player} steals a card from {victim}", player=2, victim=3)),
        (27, says(2, "army", "{player} has the largest army, {count} knights", player=2, count=3)),
        (28, rolls(3, 11)),
        (28, gets(2, "settlement", wool=1)),
        (
            28,
            says(
                -1,
                "robber",
                "{terrain:Name} {number} gives nothing: the robber stands there",
                terrain="forest",
                number=11,
            ),
        ),
        (
            28,
            says(
                3,
                "bank",
                "{player} gives the bank {paid} for {gained}",
                player=3,
                paid={"wool": 4},
                gained={"brick": 1},
            ),
        ),
        (29, rolls(0, 4)),
        (29, gets(0, grain=1)),
        (29, gets(2, "city", "settlement", grain=2, wool=1)),
        (29, says(0, "road", "{player} builds a road", player=0)),
        (30, rolls(1, 8)),
        (30, gets(1, "city", "settlement", ore=3)),
        (30, gets(0, lumber=1)),
        (30, gets(3, lumber=2)),
    ]
    return [LogLine(110 + i, turn, who, kind, say, detail) for i, (turn, (who, kind, say, detail)) in enumerate(lines)]


def view(viewer: int = 1) -> IslandView:
    """The middle of a game, Maud (seat 1) on turn after the dice, as one player or a spectator sees it."""
    mine = viewer == 1
    marks = targets() if mine else []
    bank = [BankTrade("bank wool*3 ore", "wool", 3, "ore"), BankTrade("bank ore*2 grain", "ore", 2, "grain")]
    prompt = (
        Say("Your turn: trade, build, play a card, or end your turn.")
        if mine
        else Say("{player} trades and builds.", {"player": 1})
    )
    return IslandView(
        version=124,
        viewer=viewer,
        goal=10,
        hand_limit=7,
        turn=30,
        phase="main",
        on_turn=1,
        actors=[1],
        optional=[],
        prompt=prompt,
        board=board(),
        pieces=pieces(),
        robber="-1,0",
        roll=Roll(1, [5, 3], ["2,0", "-2,1"], None),
        rolls=[0, 0, 1, 2, 3, 3, 4, 5, 4, 3, 3, 1, 1],
        bank={"lumber": 15, "brick": 16, "wool": 12, "grain": 15, "ore": 11},
        deck=13,
        seats=[seat(n, viewer) for n in range(4)],
        actions=actions(mine=mine) if viewer >= 0 else [],
        targets=marks,
        bank_trades=bank[1:] if mine else [],
        choice=None,
        offer=None,
        legal=[*(t.notation for t in marks), "buy", "end", "knight", "bank ore*2 grain"] if mine else [],
        forms=["offer GIVE for WANT"] if mine else [],
        log=log(),
        moved="-2,3,NE",
        can_undo=mine,
        result=None,
    )


def chairs() -> list[Chair]:
    """Three people, of whom one is away, and a bot."""
    return [
        Chair(0, "person", "Guilhem", "garnet", "", False, True),
        Chair(1, "person", "Maud", "azure", "", True, True),
        Chair(2, "person", "Odile", "ivory", "", False, False),
        Chair(3, "bot", "Tibor", "amber", "greedy", False, True),
    ]


def table(shown: IslandView | None, seat_: int | None = 1) -> TableView:
    """The table round a view."""
    return TableView(
        id="crooked",
        name="The Crooked Tower",
        version=200,
        stage="waiting" if shown is None else "over" if shown.result else "playing",
        link="/table/crooked",
        config={"game": "catan", "seats": 4, "layout": "beginner", "options": {"goal": 10}},
        chairs=chairs(),
        seat=seat_,
        host=seat_ == 1,
        watchers=2,
        chat=[
            ChatLine(1, 2, "Odile", "Grain for ore, anyone?", 1_790_000_000),
            ChatLine(2, 1, "Maud", "Two wool for one, if you like.", 1_790_000_040),
            ChatLine(3, None, "Passer-by", "Good luck to all", 1_790_000_060),
        ],
        undo=True,
        view=shown,
    )


def mine() -> TableView:
    """Maud is on turn and may build, trade, buy, play a knight or end."""
    return table(view())


def waiting() -> TableView:
    """Guilhem waits for Maud."""
    return table(view(0), 0)


def watching() -> TableView:
    """A spectator."""
    return table(view(SPECTATOR), None)


def before_roll() -> TableView:
    """Maud must roll first."""
    first = Reason(Say("roll the dice first"), "BASE-016")
    buttons = [
        replace(
            a,
            enabled=a.verb == "roll",
            notation="roll" if a.verb == "roll" else None,
            reason=None if a.verb == "roll" else first,
        )
        for a in actions()
    ]
    shown = replace(
        view(),
        phase="roll",
        prompt=Say("Your turn: roll the dice, or play a card first."),
        actions=buttons,
        targets=[],
        bank_trades=[],
        forms=[],
        legal=["roll", "knight"],
    )
    return table(shown)


def setup() -> TableView:
    """Maud places her first settlement: the only thing to do, so that its places show at once."""
    wait = Reason(Say("finish first what you have begun"), "BASE-013")
    marks = [
        Target(f"settle {p}", p, "settlement", "settlement", Say("{piece:Name} here", {"piece": "settlement"}))
        for p in ["0,0,N", "0,0,S", "1,0,N", "1,-1,N", "-1,1,S", "2,-2,S"]
    ]
    shown = replace(
        view(),
        phase="setup",
        turn=0,
        roll=None,
        rolls=[0] * 13,
        prompt=Say("Place your first settlement."),
        pieces=pieces()[:1],
        actions=[replace(a, enabled=False, notation=None, reason=wait) for a in actions()],
        targets=marks,
        legal=[t.notation for t in marks],
        forms=[],
        bank_trades=[],
        log=[],
        can_undo=False,
    )
    return table(shown)


def discard() -> TableView:
    """A seven: Maud owes five of her ten cards."""
    say = Say("You hold too many cards: discard {count}.", {"count": 5})
    shown = replace(
        view(),
        phase="discard",
        prompt=Say("A seven: choose {count} cards to discard.", {"count": 5}),
        actors=[1, 2],
        roll=Roll(0, [3, 4], [], None),
        actions=actions(mine=False),
        targets=[],
        bank_trades=[],
        forms=["discard GOODS"],
        legal=[],
        choice=Choice("discard", say, "discard", 5, HAND),
        can_undo=False,
    )
    return table(shown)


def plenty() -> TableView:
    """Two free goods of Maud's choice."""
    among = {"lumber": 2, "brick": 2, "wool": 2, "grain": 2, "ore": 1}
    say = Say("Take {count} goods from the bank", {"count": 2})
    choice = Choice("plenty", say, "plenty", 2, among)
    return table(replace(view(), targets=[], legal=[], forms=["plenty GOODS"], choice=choice, prompt=say))


def monopoly() -> TableView:
    """One kind of goods to be taken from everybody."""
    options = [Option(f"monopoly {g}", Say("{good}", {"good": g}), good=g) for g in HAND]
    say = Say("Name the good that all others hand over to you")
    choice = Choice("monopoly", say, "", 0, {}, options)
    return table(replace(view(), targets=[], legal=[o.notation for o in options], choice=choice, prompt=say))


def steal() -> TableView:
    """Two players stand at the robber."""
    options = [
        Option(f"rob {n}", Say("{player}, {count} cards", {"player": n, "count": c}), seat=n)
        for n, c in ((0, 4), (2, 9))
    ]
    say = Say("Whom do you rob?")
    choice = Choice("rob", say, "", 0, {}, options)
    return table(replace(view(), targets=[], legal=[o.notation for o in options], choice=choice, prompt=say))


def offering() -> TableView:
    """Maud's offer is out: one accepts, one asks for something else, one refuses."""
    answers = [
        Answer(0, "accept", notation="trade 0"),
        Answer(2, "counter", {"grain": 1}, {"ore": 1}, "trade 2"),
        Answer(3, "refuse"),
    ]
    offer = Offer(1, {"wool": 2}, {"grain": 1}, answers, False, False, "withdraw")
    free = view()
    instead = Instead(
        before="withdraw",
        phase=free.phase,
        actions=free.actions,
        targets=free.targets,
        choice=None,
        legal=free.legal,
        forms=free.forms,
        bank_trades=free.bank_trades,
        cards=free.seats[1].cards,
    )
    shown = replace(
        free,
        phase="offer",
        instead=instead,
        actions=[replace(one, enabled=False, notation=None) for one in free.actions],
        targets=[],
        bank_trades=[],
        forms=[],
        legal=["trade 0", "trade 2", "withdraw"],
        offer=offer,
        prompt=Say("Take an answer, or withdraw your offer."),
    )
    return table(shown)


def answering() -> TableView:
    """Odile offers; Maud may accept, refuse or ask for something else."""
    answers = [Answer(0, "refuse"), Answer(1, "waiting"), Answer(3, "waiting")]
    offer = Offer(2, {"grain": 1}, {"ore": 1}, answers, True, True, None)
    shown = replace(
        view(),
        phase="offer",
        on_turn=2,
        actors=[1, 3],
        actions=actions(mine=False),
        targets=[],
        bank_trades=[],
        forms=["counter GIVE for WANT"],
        legal=["accept", "refuse"],
        offer=offer,
        can_undo=False,
        prompt=Say("{player} offers you a trade.", {"player": 2}),
    )
    return table(shown)


def told() -> Story:
    """The finished game in figures."""
    points = []
    for steps in STEPS:
        known = {int(turn): int(count) for turn, count in (step.split(":") for step in steps.split())}
        line: list[int] = []
        for turn in range(43):
            line.append(known[turn] if turn in known else line[-1])
        points.append(line)
    return Story(points, [dict(zip(CAUSES.split(), map(int, row.split()), strict=True)) for row in GOODS])


def decided() -> list[LogLine]:
    """What the log tells of honours and of the end."""
    longest, largest = "{player} has the longest road, {count}", "{player} has the largest army, {count} knights"
    return [
        LogLine(88, 21, 0, "route", Say(longest, {"player": 0, "count": 5})),
        LogLine(109, 27, 2, "army", Say(largest, {"player": 2, "count": 3})),
        LogLine(160, 38, 1, "route", Say(longest, {"player": 1, "count": 8})),
        LogLine(171, 42, 1, "win", Say("{winner} wins with {count} points", {"winner": 1, "count": 10})),
    ]


def finished() -> TableView:
    """Maud has won with a hidden point."""
    shown = view(-2)
    final = [
        replace(
            shown.seats[0],
            points=6,
            sources=[Points("settlements", 4, 4), Points("cities", 1, 2)],
            route=7,
            awards=[],
        ),
        replace(
            shown.seats[1],
            points=10,
            route=8,
            sources=[Points("settlements", 2, 2), Points("cities", 2, 4), Points("route", 1, 2), Points("cards", 2, 2)],
            awards=["route"],
        ),
        replace(
            shown.seats[2],
            points=8,
            sources=[Points("settlements", 3, 3), Points("cities", 1, 2), Points("army", 1, 2), Points("cards", 1, 1)],
        ),
        replace(shown.seats[3], points=7, sources=[Points("settlements", 1, 1), Points("cities", 3, 6)]),
    ]
    opened = [replace(s, hidden_points=0, hand=dict.fromkeys(HAND, 1), cards=[Card("point", 1)]) for s in final]
    result = Result([1], Say("{winner} wins with {count} points.", {"winner": 1, "count": 10}), told())
    return table(
        replace(
            shown,
            turn=42,
            seats=opened,
            result=result,
            log=decided(),
            actors=[],
            phase="over",
            prompt=Say("{winner} wins with {count} points.", {"winner": 1, "count": 10}),
        )
    )


def room() -> TableView:
    """The waiting room, seen by its host: a person, a bot and two open chairs."""
    seats = chairs()
    seats[2] = Chair(2, "open", "", "ivory", "", False, False)
    seats[0] = Chair(0, "open", "", "garnet", "", False, False)
    return replace(table(None), chairs=seats)


def stranger() -> TableView:
    """The waiting room as somebody sees it who has just followed the link."""
    return replace(room(), seat=None, host=False)


ALL = {
    make.__name__: make
    for make in (
        mine,
        waiting,
        watching,
        before_roll,
        setup,
        discard,
        plenty,
        monopoly,
        steal,
        offering,
        answering,
        finished,
        room,
        stranger,
    )
}
"""Every table by name."""
