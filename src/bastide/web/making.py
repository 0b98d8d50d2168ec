"""Creating a table: the form, the config and the request built from it, and the game in one sentence.

The form is read leniently: missing or out-of-range values fall back to the nearest possible ones, so that
the page always shows a valid game. The map is dealt from the number in the field `deal`: the map in the
preview is the one that will be played.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeVar

from bastide.catan.base.config import IslandConfig
from bastide.catan.base.options import DEFAULTS, usual_options
from bastide.catan.base.reading import USUAL_SEATS, nearest_seats, possible_seats, read, resolved
from bastide.catan.base.seams import IslandModule
from bastide.catan.family import MODULES
from bastide.kernel.combinations import adapted, check_together
from bastide.kernel.errors import ConfigError
from bastide.players import known_levels
from bastide.server.common.model import Clock, CreateTable, SeatPlan
from bastide.server.log.waits import CALM, PRIVATE, PUBLIC
from bastide.server.log.waits import usual as usual_patience
from bastide.view.catalogues import NAMES
from bastide.view.island.board import board_with
from bastide.view.island.model import Board
from bastide.view.words import Words
from bastide.web.times import patience, terms

LAYOUTS: Final = ("beginner", "spiral", "random")
LEVEL: Final = SeatPlan("bot").bot
"""The level of the bots that are there at first."""
BASE: Final = "base"
CAMPAIGN: Final = "campaign"
"""What is played besides an expansion: the base game alone, or the campaign."""
GOALS: Final = (3, 20)
HANDS: Final = (5, 20)
PASSWORD: Final = 64
"""Maximum length of a table's password."""
DEALS: Final = 2**31
EVENING: Final = 6
"""The most games of an evening."""
MOST_SEATS: Final = 8
"""The most seats of a table: players have that many colours."""
TURN_SECONDS: Final = (30, 45, 60, 90, 120, 180, 300, 600)
RESERVE_MINUTES: Final = (5, 10, 15, 20, 30, 45, 60, 90)
INCREMENTS: Final = (0, 5, 10, 15, 20, 30, 60)
ANSWER_SECONDS: Final = (10, 15, 20, 30, 45, 60, 120, 300)
IDLE_SECONDS: Final = (60, 300, 900, 3600, 86_400, 0)
"""For how long a table may wait for one person; 0 is for ever."""
USUAL_PUBLIC: Final[dict[str, Any]] = {
    "clock": CALM.kind,
    "turn_seconds": CALM.seconds,
    "answer": CALM.answer,
    "idle": PUBLIC,
}
"""What a public table has unless its maker chooses otherwise: a calm clock, and patience for strangers."""

TABLE_NAMES: Final = (
    "The crooked tower",
    "Salt and rope",
    "Four winds",
    "The miller's table",
    "Low tide",
    "The old well",
    "Bread and ore",
    "The long road",
    "Market day",
    "The shepherd's rest",
)
"""A table's name if nobody gives it one."""
NICKNAMES: Final = (
    "Maud",
    "Odile",
    "Tibor",
    "Guilhem",
    "Aline",
    "Basile",
    "Céleste",
    "Edmond",
    "Flora",
    "Hugo",
    "Iris",
    "Léon",
    "Marin",
    "Nora",
    "Oscar",
    "Perrine",
)
"""Names of players who give none; no bot has one of them."""


@dataclass(frozen=True)
class Making:
    """A game that is being created; `seats` are the chairs after the maker's own, `open` or a bot's level."""

    name: str = ""
    nickname: str = ""
    what: str = BASE
    """The expansion that is played in the first place, `base` or `campaign`."""
    seats: tuple[str, ...] = (LEVEL,) * 3
    layout: str = "beginner"
    printed: bool = True
    harbors: str = "fixed"
    modules: tuple[str, ...] = ()
    chosen: tuple[tuple[str, str], ...] = ()
    """Non-default options of the modules, by name; also of those with which only later games of a series are played."""
    goal: int = int(DEFAULTS["goal"])
    hand_limit: int = int(DEFAULTS["hand_limit"])
    first: str = "roll"
    trade: bool = True
    public: bool = False
    undo: bool = True
    spectators: bool = True
    hints: bool = False
    slow: bool = False
    known_cards: bool = False
    password: str = ""
    clock: str = "none"
    turn_seconds: int = 90
    reserve_minutes: int = 20
    increment: int = 10
    answer: int = 30
    late: str = "wait"
    idle: int = PRIVATE
    deal: int = 1
    series: str = "one"
    """Which games follow: none (`one`), those of the best of three or five, the campaign's, or those of `evening`."""
    evening: tuple[str, ...] = ()
    """Further games of an evening, each by its expansion; `base` is a game without one, `same` the game above."""

    @property
    def players(self) -> int:
        """How many play."""
        return 1 + len(self.seats)

    @property
    def is_printed(self) -> bool:
        """Whether the map is the same in each game: maps that a module brings are dealt in part."""
        return self.layout == LAYOUTS[0] and self.harbors == "fixed" and not any(map(maps_of, self.modules))

    @property
    def starts_printed(self) -> bool:
        """Whether the first pieces start at the printed places."""
        return self.printed and self.layout == "beginner" and usual(self.modules)["pieces"] == "printed"

    @property
    def open_seats(self) -> int:
        """How many chairs wait for people."""
        return self.seats.count("open")

    def config(self) -> dict[str, Any]:
        """The game's config, before its layout is dealt."""
        return {
            "game": "island",
            "seats": self.players,
            "modules": list(self.modules),
            "layout": self.layout,
            "options": self.own_options()
            | {
                "goal": self.goal,
                "hand_limit": self.hand_limit,
                "first": self.first if self.first == "roll" else int(self.first),
                "pieces": "printed" if self.starts_printed else "free",
                "harbors": self.harbors,
                "trade": "full" if self.trade else "bank",
            },
        }

    def own_options(self) -> dict[str, Any]:
        """The non-default options that this game has."""
        own = {option for name in self.modules for option in MODULES[name]().options}
        return {option: value for option, value in self.chosen if option in own}

    def other(self, name: str) -> Making:
        """The game with another expansion (`base`: without one) and those chosen variants that suit it.

        A game that the host made shorter or longer is that many points shorter or longer with the other expansion too.
        """
        kept = [module.name for module in made(self.modules) if module.role == "variant" and name != "base"]
        modules = tuple(module for module in MODULES if module == name or (module in kept and fit([module, name])))
        layout = self.layout if self.layout in LAYOUTS else LAYOUTS[-1]
        goal = usual_goal(modules, layout) + self.goal - usual_goal(self.modules, self.layout)
        goal = min(max(goal, GOALS[0]), GOALS[-1])
        return replace(self, modules=modules, layout=layout, goal=goal)

    def limit(self) -> Clock | None:
        """The time limit for people."""
        late: Literal["wait", "bot"] = "bot" if self.late == "bot" else "wait"
        if self.clock == "turn":
            return Clock(kind="turn", seconds=self.turn_seconds, answer=self.answer, late=late)
        if self.clock == "reserve":
            seconds = 60 * self.reserve_minutes
            return Clock(kind="reserve", seconds=seconds, increment=self.increment, answer=self.answer, late=late)
        return None

    def dealt(self) -> IslandConfig:
        """The game with its map on the table."""
        return read(self.config(), random.Random(self.deal), MODULES)

    def board(self) -> Board:
        """The map to be played, ready to be drawn."""
        return _drawn(self.dealt())

    def sent(self) -> dict[str, Any]:
        """The config to send: with the map by coordinates, unless it is the printed one."""
        return self.config() if self.is_printed else resolved(self.dealt())

    def request(self, words: Words, *, start: bool = False) -> CreateTable:
        """The request to the server."""
        chairs = [
            SeatPlan("open"),
            *(SeatPlan("open") if seat == "open" else SeatPlan("bot", seat) for seat in self.seats),
        ]
        return CreateTable(
            name=self.name or self.usual_name(words),
            nickname=self.nickname or NICKNAMES[self.deal % len(NICKNAMES)],
            config=self.sent(),
            seats=chairs,
            public=self.public,
            undo=self.undo,
            spectators=self.spectators,
            hints=self.hints,
            slow=self.slow,
            known_cards=self.known_cards,
            password=self.password,
            clock=self.limit(),
            idle=self.idle,
            start=start,
        )

    def usual_name(self, words: Words) -> str:
        """A default name for a table."""
        return words.gettext(TABLE_NAMES[self.deal % len(TABLE_NAMES)])


AnyMaking = TypeVar("AnyMaking", bound=Making)


def usual(modules: Sequence[str], layout: str = LAYOUTS[0]) -> dict[str, Any]:
    """The options of the island and of these modules, with their default values on this layout."""
    return usual_options(made(modules), layout)


def options_of(config: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a table's config, with the defaults of its modules; those of the base if these are unknown."""
    options, layout = config.get("options"), config.get("layout")
    try:
        known = usual(config.get("modules") or [], layout if isinstance(layout, str) else LAYOUTS[0])
    except (ConfigError, KeyError):  # a plug-in that is gone
        known = dict(DEFAULTS)
    return known | dict(options if isinstance(options, Mapping) else {})


def maps_of(module: str) -> tuple[str, ...]:
    """The maps that a module brings. The first is also what is laid in place of the base's layouts."""
    return tuple(name for name in MODULES[module]().layouts if name not in LAYOUTS)


def made(modules: Sequence[str]) -> list[IslandModule]:
    """These modules of the island, adapted to one another."""
    return adapted("island", [MODULES[name]() for name in modules])


def by_weight(modules: Sequence[str]) -> list[str]:
    """These modules of the island, what decides a game before what is added to it."""
    order = ("scenario", "world", "extension", "variant")
    roles = {name: MODULES[name]().role for name in modules if name in MODULES}
    return sorted(modules, key=lambda name: order.index(roles[name]) if roles.get(name) in order else len(order))


def numbers_of_players(modules: Sequence[str]) -> list[int]:
    """How many may play a game with these modules."""
    return possible_seats(made(modules))


def may_duel(modules: Sequence[str]) -> bool:
    """Whether two may play as a duel, which needs more; a module for two alone has rules of its own for them."""
    numbers = numbers_of_players(modules)
    return 2 in numbers and len(numbers) > 1


def every_number_of_players() -> list[int]:
    """How many may play a game with the right modules."""
    return sorted({number for name in MODULES for number in numbers_of_players([name])}.union(numbers_of_players([])))


def usual_goal(modules: Sequence[str], layout: str) -> int:
    """The goal with these modules: one sets it, others add to it, and a map may have its own."""
    return int(usual(modules, layout)["goal"])


def goal_note(modules: Sequence[str], layout: str, words: Words) -> str:
    """The small print beside the goal."""
    return words.gettext("points to win; {count} is usual", count=usual_goal(modules, layout))


def enlarging() -> dict[int, str]:
    """The expansion that a number of players brings, for each number that the island alone is too small for.

    It is for such numbers only; so the form asks for the number, not for the expansion.
    """
    alone, out = set(numbers_of_players([])), dict[int, str]()
    for name, make in MODULES.items():
        numbers = numbers_of_players([name]) if make().role in ("", "extension") else []
        if alone.isdisjoint(numbers):
            out = dict.fromkeys(numbers, name) | out
    return out


def only_enlarges(modules: Sequence[str]) -> bool:
    """Whether all that these modules do is to let more play the island."""
    alone = set(numbers_of_players([]))
    roles = {MODULES[name]().role if name in MODULES else "variant" for name in modules}
    return roles <= {"", "extension"} and all(alone.isdisjoint(numbers_of_players([name])) for name in modules)


def enlarged(modules: Sequence[str], players: int) -> tuple[str, ...]:
    """These modules with the one that the number of players brings, if that is needed and makes it possible."""
    larger = enlarging().get(players)
    if larger is None or larger in modules or players in numbers_of_players(modules):
        return tuple(modules)
    more = tuple(name for name in MODULES if name in modules or name == larger)
    return more if fit(more) and players in numbers_of_players(more) else tuple(modules)


def campaign(game: str) -> list[str]:
    """The expansions of a family's campaign, in order (TB-GEN-002); empty if it has none."""
    if game != "island":
        return []
    chapters = {name: make().chapter for name, make in MODULES.items()}
    return sorted((name for name, chapter in chapters.items() if chapter), key=lambda name: chapters[name])


def chosen_modules(
    form: Mapping[str, str], known: Mapping[str, Any], game: str = "island"
) -> tuple[str, tuple[str, ...]]:
    """What a form says is played in the first place, and all expansions of it.

    A form without `what`, or whose `what` is not played, is about the first expansion that is no variant.
    """
    what, chapters = form.get("what", CAMPAIGN if form.get("series") == CAMPAIGN else BASE), campaign(game)
    on = {name for name in known if form.get(f"module_{name}") == "on"}
    if what == CAMPAIGN and chapters:
        return what, tuple(name for name in known if name == chapters[0] or (name in on and name not in chapters))
    modules = tuple(name for name in known if name in on or name == what)
    if what not in modules:
        larger = set(enlarging().values()) if game == "island" else ()
        what = next((name for name in modules if name not in larger and known[name]().role != "variant"), BASE)
    return what, modules


def refusal(modules: Sequence[str], words: Words) -> str:
    """Why these modules are not played together; empty if they are."""
    try:
        check_together("island", made(modules))
    except ConfigError as error:
        return words.gettext(error.text, **error.values)
    return ""


def fit(modules: Sequence[str]) -> bool:
    """Whether these modules, those that are known, may be played together."""
    return not refusal([module for module in modules if module in MODULES], Words("en"))


def board_of(config: Mapping[str, Any]) -> Board:
    """The map of a config, ready to be drawn.

    :raises ConfigError: the config is wrong, or its map is not dealt yet.
    """
    return _drawn(read(config, None, MODULES))


def _drawn(config: IslandConfig) -> Board:
    return board_with(config, [h.numbers for h in config.layout.hexes])


def new_deal() -> int:
    """A number for a new map; the game itself never draws it."""
    return random.SystemRandom().randrange(1, DEALS)


def new_name() -> str:
    """A random name for a new visitor, to be kept or changed."""
    return random.SystemRandom().choice(NICKNAMES)


def read_form(form: Mapping[str, str], nickname: str = "", most: int | None = None) -> Making:
    """The values of a submitted form. An empty form gives the most popular game.

    The number of players is the nearest one with which the chosen modules are played; with `most`, for a family whose
    modules leave it alone, any number up to that.
    """
    plain = Making(nickname=nickname)
    if form.get("public") == "public":
        plain = at_public_table(plain)
    if not form:
        return replace(plain, deal=new_deal())
    what, modules = chosen_modules(form, MODULES)
    players = _number(form.get("players"), USUAL_SEATS, (2, most or MOST_SEATS))
    if most is None:
        modules = enlarged(modules, players)
        players = nearest_seats(players, made(modules))
    seats = tuple(_one_of(form.get(f"seat{i}"), ("open", *known_levels()), LEVEL) for i in range(1, players))
    chosen = tuple(
        (option, form[f"option_{option}"])
        for make in MODULES.values()
        for option, values in make().options.items()
        if form.get(f"option_{option}") in values[1:]
    )
    layout = next(
        (form[f"map_{name}"] for name in modules if form.get(f"map_{name}") in maps_of(name)[1:]),
        _one_of(form.get("layout"), LAYOUTS, plain.layout),
    )
    return Making(
        name=_line(form.get("name")),
        nickname=_line(form.get("nickname")) or nickname,
        what=what,
        seats=seats,
        layout=layout,
        printed=form.get("pieces", "printed") == "printed",
        harbors=_one_of(form.get("harbors"), ("fixed", "shuffled"), plain.harbors),
        modules=modules,
        chosen=chosen,
        goal=_goal(form, modules, layout),
        hand_limit=_number(form.get("hand_limit"), plain.hand_limit, HANDS),
        first=_one_of(form.get("first"), tuple(map(str, range(players))), "roll"),
        trade=form.get("trade", "full") == "full",
        public=plain.public,
        undo=form.get("undo") == "on",
        spectators=form.get("spectators") == "on",
        hints=form.get("hints") == "on",
        slow=form.get("slow") == "on",
        known_cards=form.get("known_cards") == "on",
        password=form.get("password", "")[:PASSWORD],
        clock=_one_of(form.get("clock"), ("none", "turn", "reserve"), plain.clock),
        turn_seconds=_number(form.get("turn_seconds"), plain.turn_seconds, (TURN_SECONDS[0], TURN_SECONDS[-1])),
        reserve_minutes=_number(
            form.get("reserve_minutes"), plain.reserve_minutes, (RESERVE_MINUTES[0], RESERVE_MINUTES[-1])
        ),
        increment=_number(form.get("increment"), plain.increment, (INCREMENTS[0], INCREMENTS[-1])),
        answer=_number(form.get("answer"), plain.answer, (ANSWER_SECONDS[0], ANSWER_SECONDS[-1])),
        late=_one_of(form.get("late"), ("wait", "bot"), plain.late),
        idle=int(_one_of(form.get("idle"), tuple(map(str, IDLE_SECONDS)), str(plain.idle))),
        deal=_number(form.get("deal"), new_deal(), (1, DEALS)),
        series=CAMPAIGN if what == CAMPAIGN else form.get("series", plain.series),
        evening=evening_of(form, MODULES),
    )


def evening_of(form: Mapping[str, str], known: Mapping[str, Any]) -> tuple[str, ...]:
    """The further games of a form, each by its expansion among those of the family, `base` or `same`."""
    named = (form.get(f"game{number}", "") for number in range(2, EVENING + 1))
    return tuple(name for name in named if name in known or name in (BASE, "same"))


def at_public_table(making: AnyMaking) -> AnyMaking:
    """The same game at a public table, with what is usual there."""
    return replace(making, public=True, **USUAL_PUBLIC)


def sentence(making: Making, words: Words) -> str:
    """The game being created, as its maker would tell it to a friend, or why there is none."""
    _ = words.gettext
    if refused := refusal(making.modules, words):
        return f"{refused}."
    if making.players == 2 and may_duel(making.modules):
        parts = [_("Two players meet on the island in a duel")]
    else:
        parts = [_("{count} players share the island", count=making.players)]
    brought = next((name for each in making.modules for name in maps_of(each)[:1]), "")
    if any(module.role == "world" for module in made(making.modules)):
        parts[0] += " " + _("on this game's own board.")
    elif making.layout == "beginner" and brought:
        parts[0] += " " + _("on the map {map}.", map=words.title(f"layout_{brought}"))
    elif making.layout == "beginner":
        laid = _("and place their own first pieces")
        if making.starts_printed:
            laid = _("with the printed starting pieces")
        parts[0] += " " + _("on the beginners' board, {laid}.", laid=laid)
    elif making.layout not in LAYOUTS:
        parts[0] += " " + _("on the map {map}.", map=words.title(f"layout_{making.layout}"))
    elif making.layout == "spiral":
        parts[0] += " " + _("on a shuffled board, its numbers laid in a spiral.")
    else:
        parts[0] += " " + _("on a shuffled board with shuffled numbers, no red ones side by side.")
    if making.harbors == "shuffled" and making.board().harbors:
        parts.append(_("The harbours are shuffled."))
    if making.modules:
        *some, last = (told_of_module(making, name, words) for name in by_weight(making.modules))
        together = _("{some} and {last}", some=", ".join(some), last=last) if some else last
        parts.append(_("They play with {module}.", module=together))
    parts.append(_("First to {goal} points on their own turn wins.", goal=making.goal))
    parts.append(_("A 7 halves hands of more than {limit} cards.", limit=making.hand_limit))
    if not making.trade:
        parts.append(_("Trade is with the bank and harbours only."))
    return " ".join([*parts, *told_of_table(making, words)])


def value_name(option: str, value: str, words: Words) -> str:
    """An option's value in words; a value without a name is shown as it is."""
    return named(f"{option}_{value}", words) or value


def named(key: str, words: Words) -> str:
    """The name of a key; empty if it has none."""
    name = words.name(key)
    return name if key in NAMES or name != key.replace("_", " ") else ""


def told_of_module(making: Making, name: str, words: Words) -> str:
    """A module with its non-default choices."""
    options = dict(making.chosen)
    told = [
        words.gettext(
            "{option}: {choice}",
            option=words.name(f"option_{option}"),
            choice=value_name(option, options[option], words),
        )
        for option in MODULES[name]().options
        if option in options
    ]
    title = words.title(f"module_{name}")
    return f"{title} ({', '.join(told)})" if told else title


def told_of_table(making: Making, words: Words) -> list[str]:
    """The table's part of the sentence, for any family: time, open seats, who may join."""
    _ = words.gettext
    parts: list[str] = []
    limit = making.limit()
    if limit is not None:
        parts.append(_("Time to think: {terms}.", terms=terms(words, limit)))
        if limit.late == "bot":
            parts.append(_("A bot plays on for players who have none left."))
    if making.open_seats and not making.idle:
        parts.append(_("The game waits for everybody, however long it takes."))
    elif making.open_seats and making.idle != usual_patience(public=making.public):
        parts.append(
            _("The game waits {time} for one person; then the others decide.", time=patience(making.idle, words))
        )
    if making.open_seats:
        parts.append(_("{count} {count:seat waits|seats wait} for people with the link.", count=making.open_seats))
    if making.public:
        parts.append(_("Anybody may find the table in the public list."))
    if making.password:
        parts.append(_("Visitors need the password."))
    return parts


def _line(text: str | None) -> str:
    """A name as a table takes it: one line, no control characters, at most 24 long."""
    return "".join(sign for sign in (text or "").strip() if sign.isprintable())[:24].strip()


def _goal(form: Mapping[str, str], modules: Sequence[str], layout: str) -> int:
    """The goal in the form, or the usual one if nobody has changed it.

    The form contains the goal that was usual when it was shown: other modules make another one usual.
    """
    given, goal = form.get("goal"), usual_goal(modules, layout)
    return goal if given == form.get("usual_goal") else _number(given, goal, GOALS)


def _number(text: str | None, otherwise: int, bounds: tuple[int, int]) -> int:
    try:
        number = int(text or "")
    except ValueError:
        return otherwise
    return max(bounds[0], min(bounds[1], number))


def _one_of(text: str | None, choices: tuple[str, ...], otherwise: str) -> str:
    return text if text in choices else otherwise
