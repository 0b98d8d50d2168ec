"""What a form for a new table comes to: a swap is made, and what does not go together is left out, with a reason.

The script shows it after each click; without a script the buttons of the form do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bastide.view.words import Words
from bastide.web.making import BASE, CAMPAIGN, LAYOUTS, AnyMaking, Making, maps_of, usual_goal
from bastide.web.module_choices import Barred, ModuleChoice, barred_now, barred_numbers, module_choices, unfit
from bastide.web.tables import played
from bastide.web.times import terms


def settled(
    form: Mapping[str, str], read: Callable[[Mapping[str, str]], AnyMaking], words: Words, family: str
) -> tuple[AnyMaking, list[str]]:
    """The game of a form, and what was left out of it, each with its reason."""
    making = read(form)
    if form.get("swap"):
        form = swapped(form, making, words, family)
        making = read(form)
    out = unfit(making, words, family)
    told = [words.gettext("{what}: {why}", what=words.title(f"module_{name}"), why=why) for name, why in out.items()]
    if out:
        form = {name: text for name, text in form.items() if name.removeprefix("module_") not in out}
        making = read(form)
    wanted = form.get("players", "")
    barred = barred_numbers(making, words, family) if wanted != str(making.players) else {}
    if wanted.isdigit() and int(wanted) in barred:
        number = words.gettext("{count} players", count=int(wanted))
        told.append(words.gettext("{what}: {why}", what=number, why=barred[int(wanted)].reason))
    return making, told


def swapped(form: Mapping[str, str], making: Making, words: Words, family: str) -> dict[str, str]:
    """The form after the swap that it asks for: an expansion, or a number of players, instead of what bars it."""
    name = form["swap"]
    if name.isascii() and name.isdigit():
        barred, added = barred_numbers(making, words, family).get(int(name)), {"players": name}
    else:
        barred, added = barred_now(making.modules, words, family).get(name), {f"module_{name}": "on"}
    drops = barred.drops if barred else []
    out = {key: text for key, text in form.items() if key not in ("swap", *(f"module_{drop}" for drop in drops))}
    if out.get("what") in drops or making.what in drops or making.series == CAMPAIGN:
        out["what"] = BASE
    return out | added


def choices_context(making: Making, words: Words, family: str) -> dict[str, Any]:
    """What the form shows of expansions and numbers of players: what may be chosen now, and why the rest may not."""
    choices = module_choices(making, words, family)
    numbers = barred_numbers(making, words, family)
    # The campaign has its expansions in order: none takes the place of its first one.
    asked = [choice for choice in choices if not (choice.brought or (making.what == CAMPAIGN and choice.first))]
    return {
        "modules": choices,
        "offered": [choice.name for choice in choices if offered(choice, making)],
        "barred": {choice.name: choice.barred for choice in asked if choice.barred},
        "barred_numbers": numbers,
    }


def offered(choice: ModuleChoice, making: Making) -> bool:
    """Whether an expansion may be added to what is played in the first place."""
    if choice.name == making.what or choice.brought or (choice.barred and not choice.on):
        return False
    if making.what == CAMPAIGN:
        return not choice.first
    return choice.on or not choice.first or making.what in making.modules


def added(making: Making, choices: list[ModuleChoice]) -> list[str]:
    """The expansions that are ticked beside what is played in the first place."""
    return [choice.name for choice in choices if choice.on and offered(choice, making)]


def as_json(barred: Mapping[Any, Barred]) -> dict[str, list[str]]:
    """Reasons and offers for the script."""
    return {str(name): [one.reason, one.why, one.offer] for name, one in barred.items()}


def form_of_making(making: Making) -> dict[str, str]:
    """The fields that say again what is played, with how many and on what terms: no names, no map, no password."""
    kept = ("what", "harbors", "hand_limit", "first", "clock", "turn_seconds", "reserve_minutes", "increment", "answer")
    out = {name: str(getattr(making, name)) for name in (*kept, "players", "late", "idle", "series", "layout")}
    out |= {"game": making.config()["game"], "trade": "full" if making.trade else "bank"}
    out |= {"public": "public" if making.public else "link", "pieces": "printed" if making.printed else "free"}
    switches = ("undo", "spectators", "hints", "slow", "known_cards")
    out |= {name: "on" for name in switches if getattr(making, name)}
    out |= {f"module_{name}": "on" for name in making.modules if name != making.what}
    out |= {f"option_{name}": value for name, value in making.chosen}
    out |= {f"seat{number}": seat for number, seat in enumerate(making.seats, 1)}
    out |= {f"game{number}": name for number, name in enumerate(making.evening, 2)}
    if out["game"] == "island":
        out |= {f"map_{name}": making.layout for name in making.modules if making.layout in maps_of(name)}
        out |= {"goal": str(making.goal), "usual_goal": str(usual_goal(making.modules, making.layout))}
    return out


def kept_form(making: Making) -> dict[str, str]:
    """The same with the map, for the next change of this game."""
    return form_of_making(making) | {"deal": str(making.deal)}


def form_of_config(config: Mapping[str, Any]) -> dict[str, str]:
    """The fields that say what a config does, for a table that no form has made; a map by coordinates is dealt anew."""
    modules = [name for name in config.get("modules") or [] if isinstance(name, str)]
    out = {f"module_{name}": "on" for name in modules}
    options = config.get("options")
    given = options if isinstance(options, Mapping) else {}
    out |= {f"option_{name}": str(value) for name, value in given.items()}
    out |= {name: str(given[name]) for name in ("hand_limit", "first", "pieces", "harbors", "trade") if name in given}
    layout = config.get("layout", LAYOUTS[0])
    out |= {"players": str(config.get("seats", "")), "layout": layout if isinstance(layout, str) else LAYOUTS[1]}
    out |= {f"map_{name}": out["layout"] for name in modules}
    if "goal" in given:
        # No goal is marked as the usual one, so that this one stays.
        out |= {"goal": str(given["goal"]), "usual_goal": ""}
    return out


def in_brief(making: Making, words: Words) -> str:
    """The game in a few words: what is played, to how many points, and with how many."""
    count = words.gettext("{count} players", count=making.players)
    if making.series == CAMPAIGN:
        return ", ".join([words.gettext("Campaign"), count])
    return ", ".join([played(making.config(), words), count])


def in_short(making: Making, words: Words) -> str:
    """What the closed part of the form is set to."""
    _ = words.gettext
    limit = making.limit()
    parts = [_("to {goal} points", goal=making.goal)] if making.config()["game"] == "island" else []
    parts.append(terms(words, limit) if limit else _("no time limit"))
    parts.append(_("open to everybody") if making.public else _("by link only"))
    if making.password:
        parts.append(_("with a password"))
    parts += [
        _("with undo") if making.undo else _("no undo"),
        _("with spectators") if making.spectators else _("no spectators"),
        *([_("with hints for all")] if making.hints else []),
        *([_("slow bots")] if making.slow else []),
        *([_("with known cards")] if making.known_cards else []),
    ]
    return " · ".join(parts)
