"""The viewer's options: the table's buttons, required choices, the open offer."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import UNSET, UnsetType

from bastide.catan.base.island import (
    ANSWER_NAMES,
    CARD,
    ITEM_NAMES,
    ITEMS,
    WAITING,
    cost_of,
)
from bastide.catan.base.refusals import number_first, why_no_item, why_no_offer
from bastide.catan.base.side_roll import SideRollPhase
from bastide.catan.base.turn import BuildingPhase
from bastide.kernel.errors import Refusal
from bastide.view.island.glance import Glance
from bastide.view.island.model import Answer, BankTrade, Offer, OpenOffer
from bastide.view.island.module_views import cause_of, named_views, views_of
from bastide.view.lines import reason
from bastide.view.model import SPECTATOR, Action, Arg, Choice, Option, Reason, Say

VERBS: Final = {"road": "road", "settlement": "settle", "city": "city", "card": "buy"}


WAITING_FOR: Final = {
    "setup": Say("{player} places a starting {piece}."),
    "roll": Say("{player} is to roll."),
    "discard": Say("Waiting for {player} to choose cards."),
    "robber": Say("{player} moves the robber."),
    "rob": Say("{player} chooses whom to rob."),
    "roads": Say("{player} lays free roads."),
    "answer": Say("Waiting for {player} to answer."),
}
"""Prompts about other players, by phase."""
SEVEN: Final = 7
BUILDING: Final = Say("{player} trades and builds.")


def actions(g: Glance) -> list[Action]:
    """The buttons in their fixed order, for a viewer with a seat."""
    if g.viewer < 0:
        return []
    out = [_item(g, item) for item in range(len(ITEM_NAMES)) if item != CARD or g.rules.sells_cards]
    out += [_item(g, int(item)) for item in g.rules.line_items[1:]]
    for name, module in named_views(g.rules).items():
        out += module.actions(g) or items_of(g, name)
    offers = any(form.startswith("offer ") for form in g.forms)
    bank = any(text.startswith("bank ") for text in g.legal)
    poor = unready(g) if g.phase == "roll" else ("BASE-027", "you cannot pay any rate of the bank")
    out.append(Action("trade", offers, reason=None if offers else _why_no_offer(g)))
    out.append(
        Action(
            "bank",
            bank,
            reason=None if bank else turn_reason(g, *poor),
        )
    )
    for verb in ("roll", "end"):
        ready = verb in g.legal
        why = _why_no_roll(g) if verb == "roll" else number_first(g.rules, g.state)
        out.append(Action(verb, ready, verb if ready else None, reason=None if ready else turn_reason(g, *why)))
    if builds(g):
        out.append(Action("done", True, "pass"))
    return out


def items_of(g: Glance, module: str) -> list[Action]:
    """The buttons of the things to buy that a module adds, lines apart."""
    r = g.rules
    added = enumerate(r.config.items)
    return [_item(g, ITEMS + i) for i, item in added if item.owner == module and item.name not in r.line_names]


def builds(g: Glance) -> bool:
    """Whether the viewer builds and buys outside their own turn."""
    return g.viewer == builder(g)


def builder(g: Glance) -> int | UnsetType:
    """The seat that builds and buys outside its own turn."""
    asked = not g.game.over and isinstance(g.rules.phase(g.state), BuildingPhase)
    return g.actors[0] if asked else UNSET


def _item(g: Glance, item: int) -> Action:
    r = g.rules
    name = r.item_names[item]
    word = VERBS.get(name, name)
    enabled = word in g.verbs
    left = int(r.cards_for_sale(g.state, g.viewer) if item == CARD else r.left_of(g.state, g.viewer, item))
    return Action(
        name,
        enabled,
        notation=word if word in g.legal else None,
        cost=price(g, g.viewer, item),
        # A supply can be negative: a module may count a piece that no supply had.
        left=max(0, left) if item < ITEMS or left >= 0 else None,
        reason=None if enabled else why_no_action(g, item),
    )


def price(g: Glance, seat: int, item: int) -> dict[str, int]:
    """What an item costs a seat now."""
    r = g.rules
    cost = {good: int(cost_of(r, item, i)) for i, good in enumerate(r.good_names)}
    return {good: n for good, n in cost.items() if n}


def why_no_action(g: Glance, item: int) -> Reason:
    """Why the viewer cannot build or buy an item now: missing goods first, then whose turn it is."""
    name = g.rules.item_names[item]
    if g.phase != "setup":
        error = why_no_item(g.rules, g.state, g.viewer, item, Refusal(name))
        if error is None and item >= ITEMS and g.phase == "main" and g.viewer == g.on_turn:
            error = g.why_not(g.viewer, name)
        if error is not None and (error.missing or g.phase == "main" or builds(g)):
            return reason(error)
    return turn_reason(g, *unready(g))


def _why_no_offer(g: Glance) -> Reason:
    if g.phase == "main" and g.on_turn == g.viewer:
        error = why_no_offer(g.rules, g.state, g.viewer, Refusal("offer"))
        if error is not None:
            return reason(error)
    return turn_reason(g, *unready(g))


def _why_no_roll(g: Glance) -> tuple[str, str]:
    """The rule and the sentence against rolling in the middle of a turn."""
    error = g.why_not(g.viewer, "roll") if g.rules.modular and g.phase == "main" else None
    return ("BASE-047", "you have rolled already this turn") if error is None else (error.rule, error.text)


def unready(g: Glance) -> tuple[str, str]:
    """The rule and the sentence that say why the seat on turn cannot build or trade yet."""
    begun = ("BASE-016", "finish first what you have begun")
    return number_first(g.rules, g.state) if g.phase == "roll" else begun


def turn_reason(g: Glance, rule: str, sentence: str) -> Reason:
    """Why the viewer can do nothing of a turn now; the given reason where nothing else comes first."""
    if g.game.over:
        return say("BASE-045", "the game is over")
    if g.viewer not in (*g.actors, *g.optional):
        return say("BASE-016", "it is not your turn")
    if builds(g):
        return say("BASE-016", "you can only build and buy now")
    if g.phase not in ("roll", "main"):
        return say("BASE-016", "finish first what you have begun")
    return say(rule, sentence)


@lru_cache(maxsize=256)
def say(rule: str, sentence: str) -> Reason:
    """A reason without numbers, shared by all views."""
    return Reason(Say(sentence), rule)


def explain(g: Glance, text: str) -> Reason | None:
    """Why the viewer cannot use a button (`road`, `trade`) or play a notation now; None if they can.

    Raises InvalidAction.
    """
    for action in actions(g):
        if action.verb == text:
            return action.reason
    return g.refusal(text)


def bank_trades(g: Glance) -> list[BankTrade]:
    """Every bank exchange that is possible now."""
    out: list[BankTrade] = []
    for text in g.legal:
        if text.startswith("bank "):
            _, given, get = text.split()
            give, _, count = given.partition("*")
            out.append(BankTrade(text, give, int(count), get))
    return out


def choice(g: Glance) -> Choice | None:
    """The choice the viewer must make off the board."""
    r = g.rules
    if g.viewer < 0 or g.viewer not in g.actors:
        return None
    if g.phase == "discard":
        count = g.cell(r.discards + g.viewer)
        say = owed(g, count) or Say("You hold too many cards: discard {count}.", {"count": count})
        kind = "discard" if receiver(g) is None else "give"
        return Choice(kind, say, "discard", count, g.cards(r.hand + g.viewer * r.goods))
    if g.phase == "rob":
        seats = [int(text.split()[1]) for text in g.legal if text != "pass"]
        options = [Option(f"rob {seat}", Say("Take a card from {victim}", {"victim": seat}), seat) for seat in seats]
        if "pass" in g.legal:
            options.append(Option("pass", Say("Take no card")))
        return Choice("rob", Say("Whom do you rob?"), options=options)
    if g.phase == "answer" and g.viewer != g.on_turn:
        offered: dict[str, Arg] = {"player": g.on_turn, "gained": g.some_goods(r.gives), "paid": g.some_goods(r.wants)}
        says = {"accept": Say("Accept"), "refuse": Say("Refuse")}
        options = [Option(text, says[text]) for text in g.legal]
        return Choice("answer", Say("{player} offers {gained} for {paid}.", offered), options=options)
    return next((found for module in views_of(r) if (found := module.choice(g)) is not None), None)


def receiver(g: Glance) -> int | None:
    """Who gets the cards that are owed; None for the bank."""
    seat = g.cell(int(g.state.top()) + 2) - 1
    return seat if seat >= 0 else None


def owed(g: Glance, count: int) -> Say | None:
    """Why the viewer owes cards, and how many; None if due to a seven."""
    taker = receiver(g)
    args: dict[str, Arg] = {"count": count}
    if taker is not None:
        args["player"] = taker
    events = next((events for events in reversed(g.game.history) if any(e.kind == "owes" for e in events)), [])
    cause = cause_of(g.rules, events)
    if cause is not None and taker is not None:
        return Say("{cause:Name}: choose {count} {count:card|cards} for {player}.", args | {"cause": cause})
    if cause is not None:
        return Say("{cause:Name}: choose {count} {count:card|cards} to discard.", args | {"cause": cause})
    if taker is not None:
        return Say("Choose {count} {count:card|cards} for {player}.", args)
    if g.cell(g.rules.dice) + g.cell(g.rules.dice + 1) != SEVEN:
        return Say("Choose {count} {count:card|cards} to discard.", args)
    return None


def offer(g: Glance) -> Offer | None:
    """The open offer; all of it is public."""
    r = g.rules
    if g.phase != "answer":
        return None
    answers: list[Answer] = []
    for seat in range(int(r.seats)):
        answer = g.cell(r.answer + seat)
        if answer == 0:
            continue
        kind = ANSWER_NAMES[answer]
        take = f"trade {seat}"
        answers.append(
            Answer(
                seat,
                kind,
                g.some_goods(r.counter_gives + seat * r.goods) if kind == "counter" else {},
                g.some_goods(r.counter_wants + seat * r.goods) if kind == "counter" else {},
                take if take in g.legal else None,
            )
        )
    return Offer(
        seat=g.on_turn,
        gives=g.some_goods(r.gives),
        wants=g.some_goods(r.wants),
        answers=answers,
        may_answer="refuse" in g.legal,
        may_accept="accept" in g.legal,
        withdraw="withdraw" if "withdraw" in g.legal else None,
    )


def open_offer(g: Glance) -> OpenOffer | None:
    """The offer that seats have yet to answer, from public information."""
    r = g.rules
    if g.phase != "answer":
        return None
    waiting = tuple(seat for seat in range(int(r.seats)) if g.cell(r.answer + seat) == WAITING)
    if not waiting:
        return None
    made = g.game.decisions
    number = next((n for n in range(len(made), 0, -1) if made[n - 1].text.startswith("offer ")), 0)
    unable = frozenset(seat for seat in waiting if cannot_accept(g, seat))
    return OpenOffer(number, g.on_turn, waiting, "refuse", unable)


def cannot_accept(g: Glance, seat: int) -> bool:
    """Whether everybody can see that a seat lacks what the offer asks for: by the size of its hand, by the bank's
    cards, or by a card that it had to give and could not.
    """
    r = g.rules
    wants = [g.cell(r.wants + good) for good in range(int(r.goods))]
    if sum(wants) > r.tradable(g.state, seat):
        return True
    barred = int(r.lacks(g.state, r.hand, seat, SPECTATOR))
    return any(
        count > r.stock[good] - g.cell(r.bank + good)
        or (barred >> good & 1 and count > r.floor(g.state, r.hand, seat, good, SPECTATOR))
        for good, count in enumerate(wants)
        if count
    )


def prompt(g: Glance) -> Say:
    """What is asked, and of whom."""
    if g.game.over:
        return result_words(g)
    if g.phase == "start":
        return Say("The dice decide who starts.")
    for module in views_of(g.rules):
        found = module.prompt(g)
        if found is not None:
            return found
    if g.actors == [-1]:
        rolls = g.phase == "dice" or isinstance(g.rules.phase(g.state), SideRollPhase)
        return Say("The dice roll.") if rolls else Say("A card is drawn.")
    if g.viewer in g.actors:
        return _own_prompt(g)
    if g.viewer in g.optional:
        return Say("Your offer is out. Take an answer, wait, or withdraw it.")
    if len(g.actors) > 1:
        return (
            Say("Waiting for {count} players to choose cards.", {"count": len(g.actors)})
            if g.phase == "discard"
            else Say("Waiting for {count} players to answer.", {"count": len(g.actors)})
        )
    player = g.actors[0]
    piece = "road" if g.phase == "setup" and g.cell(int(g.state.top()) + 3) else "settlement"
    if g.phase == "setup" and piece == "settlement" and places_city(g, player):
        piece = "city"
    args: dict[str, Arg] = {"player": player}
    if g.phase == "setup":
        args["piece"] = piece
    return Say(WAITING_FOR.get(g.phase, BUILDING).text, args)


def _own_prompt(g: Glance) -> Say:
    r = g.rules
    if g.phase == "setup":
        step = g.cell(int(g.state.top()) + 2)
        if g.cell(int(g.state.top()) + 3):
            return Say("Place a road at your new building.")
        if places_city(g, g.viewer):
            return Say("Place your city: it pays your first cards.")
        return (
            Say("Place your first settlement.")
            if step < r.seats
            else Say("Place your second settlement: it pays your first cards.")
        )
    if g.phase == "roll":
        cards = any(text != "roll" for text in [*g.legal, *g.forms])
        return Say("Your turn: roll the dice, or play a card first.") if cards else Say("Your turn: roll the dice.")
    if g.phase == "discard":
        count = g.cell(r.discards + g.viewer)
        return owed(g, count) or Say("A seven: choose {count} cards to discard.", {"count": count})
    if g.phase == "robber":
        return Say("Move the robber to another hex.")
    if g.phase == "rob":
        return Say("Choose whom to rob.")
    if g.phase == "roads":
        return Say("Lay a free road; {count} left.", {"count": g.cell(int(g.state.top()) + 2)})
    if g.phase == "answer":
        if g.viewer == g.on_turn:
            return Say("Take an answer, or withdraw your offer.")
        return Say("{player} offers you a trade.", {"player": g.on_turn})
    more = [view.turn_prompt for view in views_of(r) if view.turn_prompt is not None]
    if g.phase == "main" and len(more) == 1:
        return more[0]
    return Say("Your turn: trade, build, play a card, or end your turn.")


def places_city(g: Glance, seat: int) -> bool:
    """Whether a seat's next starting piece is a city."""
    return bool(g.rules.places_city[g.cell(int(g.state.top()) + 2)])


def result_words(g: Glance) -> Say:
    """How the game ended."""
    special = next((said for view in views_of(g.rules) if (said := view.ending(g)) is not None), None)
    if special is not None:
        return special
    winners = g.game.winners
    if not winners:
        return Say("The game ends in a draw after {count} turns.", {"count": int(g.rules.turn_limit)})
    seat = winners[0]
    points = int(g.rules.open_points(g.state, seat) + g.rules.hidden_points(g.state, seat))
    return Say("{winner} wins with {count} points.", {"winner": seat, "count": points})
