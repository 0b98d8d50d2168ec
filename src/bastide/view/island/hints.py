"""What a decision of the island does, and why it is good: the words of a hint."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bastide.view.island import actions, board
from bastide.view.island.glance import Glance
from bastide.view.island.module_view import named_in
from bastide.view.island.module_views import named_views
from bastide.view.model import Arg, Say

PLAIN: Final[Mapping[str, Say]] = {
    "roll": Say("Roll the dice"),
    "end": Say("End the turn"),
    "buy": Say("Buy a development card"),
    "accept": Say("Accept the offer"),
    "refuse": Say("Refuse the offer"),
    "withdraw": Say("Withdraw the offer"),
}
"""What decisions without arguments do."""
GOODS: Final[Mapping[str, Say]] = {
    "discard": Say("Discard {goods}"),
    "take": Say("Take {goods}"),
    "plenty": Say("Play the {card} card: take {goods}"),
    "monopoly": Say("Play the {card} card: {good}"),
    "bank": Say("Give the bank {paid} for {gained}"),
    "counter": Say("Propose {paid} for {gained} instead"),
    "offer": Say("Offer the others {paid} for {gained}"),
}
"""What decisions about goods do."""
CARDS: Final = frozenset({"knight", "roads"})
"""The verbs that play a card without saying more."""
RICH: Final = 4
"""So many of 36 rolls make a hex a good one."""

BUILDS: Final = frozenset({"settle", "city"})
"""The verbs that place a building."""
SWAPS: Final = frozenset({"bank", "plenty", "take", "trade", "accept", "counter", "monopoly"})
"""The verbs that bring goods."""
ROBS: Final = frozenset({"robber", "rob", "knight"})
WINNING: Final = BUILDS | {"road", "knight"}
"""The verbs that may end a game at once, by nothing that is hidden from who decides."""


def says(g: Glance, text: str) -> tuple[Say, list[Say]]:
    """What a decision of the viewer does, and short lines on its place, if it has one."""
    shown = next((target for target in board.targets(g) if target.notation == text), None)
    return (named(g, text), []) if shown is None else (shown.label, shown.tip)


def named(g: Glance, text: str) -> Say:
    """What a decision that is no place does."""
    verb, _, rest = text.partition(" ")
    choice = actions.choice(g)
    option = next((one for one in (choice.options if choice else []) if one.notation == text), None)
    if option is not None:
        return option.say
    if text in PLAIN:
        return PLAIN[text]
    if text in CARDS:
        return Say("Play the {card} card", {"card": verb})
    if verb in GOODS:
        return Say(GOODS[verb].text, {"card": verb, **args_of(verb, rest)})
    if verb == "trade":
        return Say("Trade with {other}", {"other": int(rest)})
    return of_module(g, text) or Say("{piece:Name}", {"piece": verb})


def of_module(g: Glance, text: str) -> Say | None:
    """What a decision of an expansion does; None if none has words for it."""
    verb = text.partition(" ")[0]
    views = named_views(g.rules).values()
    for module in views:
        found = [start for start in module.deeds if f"{text} ".startswith(f"{start} ")]
        if found:
            start = max(found, key=len)
            say = module.deeds[start]
            return Say(say.text, {**say.args, **said_of(say.text, text.removeprefix(start).split())})
    for module in views:
        if any(card.kind == verb for card in module.cards(g, g.viewer)[1]):
            return Say("Play the {card} card", {"card": module.card_key(verb)})
    return next((module.hints[verb] for module in views if verb in module.hints), None)


def said_of(sentence: str, words: list[str]) -> dict[str, Arg]:
    """The arguments that a sentence takes from the words of a decision.

    >>> said_of("Give {other} the boot", ["2"]), said_of("Bid {goods}", ["wool*2", "grain"])
    ({'other': 2}, {'goods': {'wool': 2, 'grain': 1}})
    """
    named = named_in(sentence)
    out: dict[str, Arg] = {}
    if "other" in named:
        out["other"] = int(next(word for word in words if word.isdigit()))
    if "good" in named:
        out["good"] = next(word for word in words if not word.isdigit())
    if "goods" in named:
        out["goods"] = counted(" ".join(words))
    return out


def args_of(verb: str, rest: str) -> dict[str, Arg]:
    """The goods of a decision.

    >>> args_of("bank", "wool*4 ore"), args_of("discard", "wool ore*2")
    ({'paid': {'wool': 4}, 'gained': {'ore': 1}}, {'goods': {'wool': 1, 'ore': 2}})
    >>> args_of("counter", "wool grain for ore")
    {'paid': {'wool': 1, 'grain': 1}, 'gained': {'ore': 1}}
    >>> args_of("offer", "wool for ore to 0 2")
    {'paid': {'wool': 1}, 'gained': {'ore': 1}}
    """
    if verb in ("counter", "offer"):
        goods = rest.split()
        between = goods.index("for")
        end = goods.index("to") if "to" in goods else len(goods)
        return {"paid": counted(" ".join(goods[:between])), "gained": counted(" ".join(goods[between + 1 : end]))}
    if verb == "bank":
        paid, _, gained = rest.partition(" ")
        return {"paid": counted(paid), "gained": counted(gained)}
    return {"good": rest} if verb == "monopoly" else {"goods": counted(rest)}


def counted(text: str) -> dict[str, int]:
    """Goods as notation lists them."""
    parts = (part.partition("*") for part in text.split())
    return {good: int(count or 1) for good, _, count in parts}


def wins(g: Glance, text: str) -> bool:
    """Whether a decision wins the game at once, as far as who decides can know."""
    if text.partition(" ")[0] not in WINNING or text not in g.legal:
        return False
    game = g.game.copy()
    game.play(text, g.viewer)
    return game.over and g.viewer in game.winners


def why(g: Glance, text: str, term: str) -> Say | None:
    """Why a decision is good if this term of the evaluation speaks for it; None for a term without words."""
    verb, _, rest = text.partition(" ")
    for module in named_views(g.rules).values():
        if term in module.reasons:
            return module.reasons[term]
    match term:
        case "offer":
            return Say("If somebody agrees, you build sooner; a refusal costs nothing.")
        case "points" if verb in BUILDS:
            return Say("It is a victory point at once.")
        case "points":
            return Say("It leads to victory points soonest.")
        case "rivals":
            return Say("It keeps your strongest rival from points.")
        case "income" if verb in BUILDS:
            return _yield(g, verb, g.rules.board.corner_index[rest])
        case "income" if verb in ROBS and _robbed(g):
            return Say("Your own land yields again.")
        case "income":
            return Say("It brings you more cards in the turns to come.")
        case "cards" if verb == "buy":
            return Say("A development card is worth most to you now.")
        case "cards" if verb == "knight":
            return Say("It brings you nearer to the {award}.", {"award": "army"})
        case "cards":
            return Say("It makes most of your development cards.")
        case "route" if g.cell(g.rules.route_holder) != g.viewer + 1:
            return Say("It brings you nearer to the {award}.", {"award": "route"})
        case "route":
            return Say("The {award} stays yours.", {"award": "route"})
        case "plans" if verb == "discard":
            return Say("You keep the cards for what you can build next.")
        case "plans" if verb in SWAPS:
            return Say("It brings cards for what you can build next.")
        case "plans" if verb == "end":
            return Say("Your cards are worth more for what you can build next turn.")
        case "plans" if verb == "road":
            return Say("It opens the way to what you can build next.")
        case "plans":
            return Say("It leaves you best prepared for what you can build next.")
        case "others" if verb == "settle":
            return Say("It takes a place that the others would want.")
        case "others" if verb == "road":
            return Say("It gets in the way of the others.")
        case "others" if verb in ROBS:
            return Say("It costs the others most.")
        case "others":
            return Say("It leaves the others least.")
    return None


def _robbed(g: Glance) -> bool:
    """Whether the robber stands at a building of the viewer."""
    hex_ = g.cell(g.rules.robber)
    return hex_ >= 0 and g.viewer in g.owners(hex_)


def _yield(g: Glance, verb: str, corner: int) -> Say:
    """What the land round a corner gives: a good hex that nobody has, a good that the viewer lacks, or the rolls."""
    r = g.rules
    round_ = [int(r.board.corner_hexes[corner * 3 + k]) for k in range(3)]
    hexes = [(g.pips(h), h) for h in round_ if 0 <= h < r.board.land and r.terrain_good[h] >= 0]
    hexes.sort(reverse=True)
    if verb == "settle":
        for pips, hex_ in hexes:
            if pips >= RICH and not g.owners(hex_):
                args: dict[str, Arg] = {"number": g.hex_tip(hex_).args["number"], "good": _good(g, hex_)}
                return Say("It takes the {number} of {good}, which nobody has yet.", args)
        had = _goods(g)
        for _, hex_ in hexes:
            if had and _good(g, hex_) not in had:
                return Say("It yields {good}, which nothing of yours yields yet.", {"good": _good(g, hex_)})
    return Say("It yields on {count} of 36 rolls.", {"count": sum(pips for pips, _ in hexes)})


def _good(g: Glance, hex_: int) -> str:
    return str(g.rules.good_names[g.rules.terrain_good[hex_]])


def _goods(g: Glance) -> set[str]:
    """What the viewer's buildings yield."""
    r = g.rules
    land = [h for h in range(int(r.board.land)) if r.terrain_good[h] >= 0 and g.viewer in g.owners(h)]
    return {_good(g, hex_) for hex_ in land if g.pips(hex_)}
