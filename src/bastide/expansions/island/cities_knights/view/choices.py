"""The prompts of the Cities & Knights phases, and the choices of the players who decide."""

from __future__ import annotations

from typing import Final

from bastide.expansions.island.cities_knights.rules.pieces import driven
from bastide.expansions.island.cities_knights.rules.state import RANK_NAMES, RESOURCES
from bastide.expansions.island.cities_knights.view.cards import cards
from bastide.expansions.island.cities_knights.view.cities import LETTERS
from bastide.expansions.island.cities_knights.view.glance import KnightsGlance
from bastide.expansions.island.cities_knights.view.knights import PIECES
from bastide.expansions.island.cities_knights.view.words import DOMAINS, RANKS, card_key
from bastide.view.island.tips import tip
from bastide.view.model import Arg, Card, Choice, Option, Say, Target

ASKED: Final[dict[str, tuple[Say, Say]]] = {
    "surplus": (
        Say("You hold five progress cards: one has to go."),
        Say("{player} holds a card too many and parts with one."),
    ),
    "muster": (
        Say("The barbarians land: which of your knights fight?"),
        Say("{player} chooses which knights fight the barbarians."),
    ),
    "fall": (Say("The barbarians win. Choose the city you lose."), Say("{player} chooses which city falls.")),
    "choose": (
        Say("You defended as well as the best: draw a progress card."),
        Say("{player} chooses a progress card for the defence."),
    ),
    "aqueduct": (
        Say("Your aqueduct: take a resource of your choice."),
        Say("{player} takes a resource by the aqueduct."),
    ),
    "metropolis": (
        Say("Choose the city that becomes the metropolis."),
        Say("{player} chooses where the metropolis comes."),
    ),
    "displaced": (
        Say("Your knight was driven off: choose where it goes."),
        Say("{player} moves a knight that was driven off."),
    ),
    "smith": (Say("Choose a knight that rises a rank."), Say("{player} promotes knights.")),
    "rebuild": (Say("Lay the road elsewhere."), Say("{player} lays a road elsewhere.")),
    "reply": (
        Say("{other} gives you a resource: which commodity do you give?"),
        Say("{player} chooses a commodity to give."),
    ),
    "seize": (Say("Take a card from the hand of {other}."), Say("{player} chooses cards from the hand of {other}.")),
    "spy": (Say("Take one of the progress cards of {other}."), Say("{player} looks at the cards of {other}.")),
    "treason": (
        Say("Treason: choose the knight you give up."),
        Say("{player} chooses a knight to give up."),
    ),
    "enlist": (Say("Place the knight that comes over to you."), Say("{player} places a knight that came over.")),
}
"""Prompts for the deciding player and for others, by phase."""
CHANCE: Final = {
    "event": Say("The event die rolls."),
    "progress": Say("A progress card is drawn."),
    "fight": Say("The barbarians attack."),
    "aftermath": Say("The ship sails home."),
    "yield": Say("The land yields."),
}
"""The prompt while nobody decides."""
PLAY_ONE: Final = Say("A fifth progress card: play one of them now.")
TURN: Final = Say("Your turn: trade, build, improve, lead your knights, or end your turn.")


def prompt(k: KnightsGlance) -> Say | None:
    """The prompt in a phase of this module."""
    g = k.g
    if g.actors == [-1]:
        return CHANCE.get(g.phase)
    if g.phase not in ASKED or not g.actors:
        return None
    own, others = ASKED[g.phase]
    args: dict[str, Arg] = {"player": g.actors[0]}
    if g.phase in ("reply", "seize", "spy"):
        args["other"] = k.frame(2)
    if g.viewer not in g.actors:
        return Say(others.text, args)
    if g.phase == "surplus" and not any(text.startswith("return ") for text in g.legal):
        return PLAY_ONE
    return Say(own.text, args)


def choice(k: KnightsGlance) -> Choice | None:
    """The viewer's choice in a phase of this module."""
    g = k.g
    if g.viewer < 0 or g.viewer not in g.actors or g.phase not in ASKED:
        return None
    say = prompt(k)
    options = [option(k, text) for text in g.legal if text.split()[0] in OFFERED]
    if g.phase == "aqueduct":  # the base takes goods as a form, whose ways are not among the simple ones
        bank = g.cards(g.rules.bank)
        options = [option(k, f"take {good}") for good in g.rules.good_names[:RESOURCES] if bank.get(good)] + options
    if g.phase == "enlist":
        options = recruits(k) + options
    if g.phase == "fall":
        options = [fall(k, text) for text in g.legal]
    if say is PLAY_ONE:
        options = [played(card) for card in cards(k, g.viewer) if card.reason is None]
    if say is None or not options:
        return None
    return Choice(g.phase, say, options=options)


OFFERED: Final = ("pass", "return", "draw-from", "pay", "seize", "spy")
"""The verbs shown as buttons in a choice; places are chosen on the board instead."""
PASSED: Final = {
    "muster": Say("No more knights"),
    "choose": Say("No card"),
    "aqueduct": Say("Take nothing"),
    "smith": Say("No more promotions"),
    "rebuild": Say("Lay it nowhere"),
    "enlist": Say("Place none"),
}
"""What passing means, by phase."""


def option(k: KnightsGlance, text: str) -> Option:
    """One ready answer."""
    verb, _, word = text.partition(" ")
    if verb == "pass":
        return Option(text, PASSED.get(k.g.phase, Say("Pass")))
    if verb == "draw-from":
        return Option(text, Say("A card of {domain}", {"domain": domain_key(word)}))
    if verb in ("return", "spy"):
        return Option(text, Say("{card:Name}", {"card": card_key(word)}), card=word)
    if verb == "seize":
        args: dict[str, Arg] = {"good": word, "count": k.held(k.frame(2), word)}
        return Option(text, Say("{good:Name}, {count}", args), good=word)
    return Option(text, Say("{good:Name}", {"good": word}), good=word)


def played(card: Card) -> Option:
    """A playable card, with the same handle as in the hand."""
    say = Say("{card:Name}", {"card": card_key(card.kind)})
    return Option(card.notation or "", say, card=card.kind, verb=card.verb, form=card.form)


def domain_key(domain: str) -> str:
    """The key of a domain's name; `trade` alone is already the key of a button."""
    return f"domain-{domain}" if domain in DOMAINS else domain


def fall(k: KnightsGlance, text: str) -> Option:
    """A city that may be given up, described by its yield."""
    place = text.split()[1]
    corner = k.board.corner_index[place]
    args: dict[str, Arg] = {}
    parts: list[str] = []
    for i, line in enumerate(line for line in tip(k.g, "city", place) if "terrain" in line.args):
        args |= {f"{key}_{i}": value for key, value in line.args.items()}
        parts.append(f"{{terrain_{i}}} {{number_{i}}}" if "number" in line.args else f"{{terrain_{i}}}")
    letter = LETTERS[k.g.legal.index(text)]
    words = f"{letter}: {', '.join(parts)}"
    if k.g.cell(k.m.wall + corner):
        return Option(text, Say(f"{words} · {{walled}}", args | {"walled": "with-wall"}))
    return Option(text, Say(words, args))


def recruits(k: KnightsGlance) -> list[Option]:
    """Which knight to recruit, where there is a choice of rank or status."""
    kinds = dict.fromkeys(kind_of(text) for text in k.g.legal if text.startswith("enlist "))
    if len(kinds) < 2:
        return []
    return [Option("", Say("{piece:Name}", {"piece": PIECES[rank, active]}), verb=verb) for rank, active, verb in kinds]


def kind_of(text: str) -> tuple[int, bool, str]:
    """The rank and status of a knight that may be placed, and the verb of its targets."""
    words = text.split()
    rank, active = RANK_NAMES.index(words[1]) + 1, len(words) == 4
    return rank, active, f"enlist {RANKS[rank - 1]}{' active' if active else ''}"


def targets(k: KnightsGlance) -> list[Target]:
    """Where a displaced knight or a deserter may go."""
    g = k.g
    out: list[Target] = []
    for text in g.legal:
        verb, _, rest = text.partition(" ")
        if verb == "retreat":
            level, awake = driven(k.frame(3))
            piece = PIECES[int(level), awake == 1]
            label = Say("Your knight goes here")
            out.append(Target(text, rest, verb, piece, label, tip(g, "knight", rest)))
        elif verb == "enlist":
            rank, active, kind = kind_of(text)
            place = text.split()[2]
            label = Say("{piece:Name} here", {"piece": PIECES[rank, active]})
            out.append(Target(text, place, kind, PIECES[rank, active], label, tip(g, "knight", place)))
    return out
