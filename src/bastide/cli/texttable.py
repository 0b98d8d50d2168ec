"""A game in the terminal: the table as text, and notation typed line by line.

Output is never redrawn and never depends on colour, so a screen reader can follow it.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from bastide.cli.failure import Failure
from bastide.cli.output import write_text
from bastide.cli.replay import opened
from bastide.cli.rulebook import rule_text, rule_texts
from bastide.kernel.errors import IllegalAction, InvalidAction, quote
from bastide.kernel.game import Game
from bastide.kernel.record import Decision
from bastide.kernel.state import CHANCE
from bastide.players import Bot, make_bot
from bastide.view import explain
from bastide.view import text as words_of
from bastide.view import view as make_view
from bastide.view.model import OPEN, Reason, Say, View
from bastide.view.plugged import check_plugins
from bastide.view.words import Words

NAMES: Final = ("Agathe", "Bruno", "Clara", "Denis", "Emma", "Félix", "Garance")
"""What bots are called: as many as there can be against one person."""

COMMANDS: Final[Mapping[str, str]] = {
    "help": "help",
    "?": "help",
    "aide": "help",
    "look": "look",
    "voir": "look",
    "map": "map",
    "carte": "map",
    "log": "log",
    "journal": "log",
    "legal": "legal",
    "possible": "legal",
    "why": "why",
    "pourquoi": "why",
    "rule": "rule",
    "règle": "rule",
    "undo": "undo",
    "annuler": "undo",
    "redo": "redo",
    "rétablir": "redo",
    "save": "save",
    "enregistrer": "save",
    "garder": "save",
    "quit": "quit",
    "quitter": "quit",
}
"""What can be typed besides notation, in both languages, and the command it means."""

HELP: Final = (
    ("roll, road 0,0,NE, …", "a decision in notation; a verb may be shortened while it stays unambiguous"),
    ("(Enter)", "plays the only legal decision, or lists all of them"),
    ("look", "the whole position; look 0,0,N: what a place yields"),
    ("map", "the drawing of the island"),
    ("legal", "all legal decisions"),
    ("why road", "why something is not possible: a button or any notation"),
    ("rule robber", "rules on a topic; rule BASE-019: that rule"),
    ("log", "everything that has happened"),
    ("undo", "undo your last action, if nothing was drawn or revealed since"),
    ("redo", "take the action again that you undid last, if nothing has happened since"),
    ("save FILE", "save the game to a file; bastide play --text --load FILE continues it"),
    ("quit", "leave the game"),
)


def play(
    words: Words,
    config: Mapping[str, Any],
    bots: Sequence[str] | None,
    seat: int,
    name: str | None,
    seed: int | None,
    load: Path | None,
) -> None:
    """Play one game in the terminal.

    :raises Failure: seat and bots do not fit the game.
    :raises BastideError: the config, a bot or the record is wrong.
    """
    if seed is None:
        seed = random.SystemRandom().getrandbits(62)
    if load is not None:
        game = opened(load, 1)
    else:
        config = dict(config)
        if bots is not None and config.setdefault("seats", len(bots) + 1) != len(bots) + 1:
            raise Failure(
                "--bots names {count} bots beside you, but the config has seats = {seats}",
                count=len(bots),
                seats=str(config["seats"]),
            )
        game = Game.new(config, seed=seed)
        check_plugins(game)
    seats = int(game.rules.seats)
    kinds = list(bots) if bots is not None else ["greedy"] * (seats - 1)
    if len(kinds) != seats - 1:
        raise Failure("--bots names {count} bots, but the game has {seats} seats", count=len(kinds), seats=seats)
    if not 0 <= seat < seats:
        raise Failure("--seat {given} is not a seat; seats are 0 to {last}", given=seat, last=seats - 1)
    if load is None:
        others = iter(NAMES)
        me = name or words.gettext("Player")
        game.names = tuple(me if n == seat else next(others) for n in range(seats))
    seeds = [random.Random(f"{seed}:{n}").getrandbits(62) for n in range(seats)]
    sitting = {n: make_bot(kinds.pop(0), seeds[n]) for n in range(seats) if n != seat}
    TextTable(game, words, seat, sitting, random.Random(f"{seed}:chance")).run()


class TextTable:
    """One game, one person at `seat`, bots everywhere else."""

    def __init__(self, game: Game, words: Words, seat: int, bots: Mapping[int, Bot], chance: random.Random) -> None:
        self.game = game
        self.seat = seat
        self.words = words_of.spoken(self.view(), words)
        self.bots = bots
        self.chance = chance
        self.told = game.version
        """How many decisions have been told."""
        self.kept = list(game.decisions)
        """The decisions that stand in a file."""
        self.discarded: list[Decision] = []
        """Those of which the player was told that they are not saved."""
        self.left = False
        self.saved: set[Path] = set()
        """The files that this game may replace: it has written them, or the player was told that they are there."""
        self.does: dict[str, Callable[[str], None]] = {
            "help": self.help,
            "look": self.look,
            "map": self.map,
            "log": self.log,
            "legal": self.legal,
            "why": self.why,
            "rule": self.rule,
            "undo": self.undo,
            "redo": self.redo,
            "save": self.save,
            "quit": self.quit,
        }

    def run(self) -> None:
        """Play until the player leaves."""
        self._complete_with_tab()
        self.say("You sit at seat {seat}. Type a decision, or help.", seat=self.seat)
        print()
        self.advance()
        self.told = self.game.version
        print(words_of.text(self.view(), self.words, self.game.names))
        while not self.left:
            try:
                line = input("\n> ").strip()
                self.answer(line)
            except EOFError:
                print()
                break
            except KeyboardInterrupt:
                if not self.offer_to_save():
                    raise
                break

    def offer_to_save(self) -> bool:
        """After Ctrl-C, ask for a file to save the game to; return whether it is saved. An empty line discards it."""
        print()
        if self.kept == self.game.decisions or not sys.stdin.isatty():
            return False
        while self.kept != self.game.decisions:
            self.say("The game is not saved. Type a file to save it to; an empty line discards it.")
            try:
                path = input("> ").strip()
            except EOFError:
                return False
            if not path:
                return False
            self.save(path)
        return True

    def view(self) -> View:
        """The position as the player sees it; all of it once the game is over."""
        return make_view(self.game, OPEN if self.game.over else self.seat)

    def say(self, message: str, **args: int | str) -> None:
        """Print our message."""
        print(words_of.wrapped(self.words.gettext(message, **args)))

    # -- playing

    def advance(self) -> None:
        """Let chance and the bots act until the player is to act, or the game is over."""
        while not self.game.over and self.seat not in self.game.actors:
            actor = self.game.actors[0]
            if actor == CHANCE:
                self.game.draw(self.chance)
            else:
                self.game.play(self.bots[actor].choose(self.game, actor), actor)

    def answer(self, line: str) -> None:
        """Execute one line."""
        typed, _, rest = line.partition(" ")
        meant = self.meant(typed)
        if len(meant) > 1:
            self.say("{typed} is too short: it could be {words}", typed=quote(typed), words=", ".join(meant))
            return
        word = meant[0] if meant else typed
        command = COMMANDS.get(word)
        if command is not None:
            self.does[command](rest.strip())
        elif self.game.over:
            self.say("The game is over: save FILE saves it, quit leaves it.")
        elif line:
            self.decide(f"{word} {rest}".strip())
        else:
            view = self.view()
            if len(view.legal) == 1 and not view.forms:
                self.decide(view.legal[0])
            else:
                self.legal("")

    def meant(self, typed: str) -> list[str]:
        """The words that a word may be short for: itself, or those that can be typed now, or else later."""
        view = self.view()
        if not typed or typed in {*COMMANDS, *(verb.word for verb in self.game.rules.verbs)}:
            return [typed]
        now = {notation.partition(" ")[0] for notation in [*view.legal, *view.forms]}
        for known in ({*now, *COMMANDS}, self.typeable()):
            begun = sorted(word for word in known if word.startswith(typed.lower()))
            # Two words for one command, as in two languages, are one.
            if begun:
                return list({COMMANDS.get(word, word): word for word in reversed(begun)}.values())[::-1]
        return []

    def typeable(self) -> set[str]:
        """The verbs that a player can type at some time: no outcomes of chance, and no mere parts of a decision."""
        rules = self.game.rules
        found = set()
        for verb in rules.verbs:
            with suppress(InvalidAction):
                if not verb.by_chance and (rules.form(verb.offset, whole=False) or rules.read(verb.example())):
                    found.add(verb.word)
        return found

    def decide(self, notation: str) -> None:
        """Play the player's decision, then the replies."""
        try:
            self.game.play(notation, self.seat)
        except InvalidAction as error:
            print(words_of.wrapped(str(error)))
            return
        except IllegalAction as error:
            self.refuse(Reason(Say(error.text, dict(error.values)), error.rule, dict(error.missing)))
            return
        self.advance()
        self.tell()

    def refuse(self, reason: Reason) -> None:
        """Say why an action is illegal."""
        self.say("Not possible: {reason}", reason=words_of.reason_words(self.words, reason, self.game.names))

    def tell(self) -> None:
        """Print what happened since the last prompt, and the current prompt."""
        view = self.view()
        names = self.game.names
        since, self.told = self.told, self.game.version
        own = [line for seat in view.seats for line in words_of.player(view, self.words, names, seat)]
        shown = [
            words_of.latest(view, self.words, names, since),
            "\n".join(own) if self.game.over else words_of.hand(view, self.words),
            words_of.offer(view, self.words, names),
            words_of.prompt(view, self.words, names),
            words_of.decisions(view, self.words),
        ]
        print("\n" + "\n\n".join(part for part in shown if part))
        if self.game.over:
            print()
            self.say("The game is over: save FILE saves it, quit leaves it.")

    # -- commands

    def help(self, _: str) -> None:
        """List commands."""
        width = max(len(self.words.gettext(typed)) for typed, _ in HELP)
        for typed, means in HELP:
            shown = f"{self.words.gettext(typed):<{width}}  {self.words.gettext(means)}"
            print(words_of.wrapped(shown, 2, width + 4))

    def look(self, place: str) -> None:
        """Show the position or a place."""
        view = self.view()
        if not place:
            print(words_of.text(view, self.words, self.game.names))
            return
        about = words_of.place(view, self.words, self.game.names, place)
        if about:
            print(about)
        else:
            self.say("{place} is not a hex, corner or edge of this island", place=quote(place))

    def map(self, _: str) -> None:
        """Print the board as text, with its legend."""
        view = self.view()
        print(f"{words_of.chart(view, self.words)}\n\n{words_of.legend(view, self.words)}")

    def log(self, _: str) -> None:
        """Print the log."""
        print(words_of.latest(self.view(), self.words, self.game.names, -1))

    def legal(self, _: str) -> None:
        """List the legal actions."""
        view = self.view()
        print(words_of.prompt(view, self.words, self.game.names))
        print(words_of.decisions(view, self.words))

    def why(self, what: str) -> None:
        """Say why an action is illegal."""
        if self.game.over:
            self.say("The game is over: save FILE saves it, quit leaves it.")
        elif not what:
            print(words_of.refusals(self.view(), self.words, self.game.names))
        else:
            try:
                reason = explain(self.game, what, self.seat)
            except InvalidAction as error:
                print(words_of.wrapped(str(error)))
                return
            if reason is None:
                self.say("{what} is possible.", what=what)
                return
            self.refuse(reason)
            print(rule_text(reason.rule, self.words))

    def rule(self, query: str) -> None:
        """Look up rules."""
        try:
            print("\n\n".join(rule_texts(query, self.words)[:3]))
        except Failure as error:
            print(words_of.wrapped(self.words.gettext(error.text, **error.args_)))

    def undo(self, _: str) -> None:
        """Undo the last action."""
        try:
            taken = self.game.undo(self.seat)
        except IllegalAction as error:
            self.refuse(Reason(Say(error.text, dict(error.values)), error.rule))
            return
        self.told = min(self.told, self.game.version)
        self.say("Undone: {notation}", notation=taken.text)
        self.tell()

    def redo(self, _: str) -> None:
        """Take the last undone action again, then the replies."""
        try:
            taken = self.game.redo(self.seat)
        except IllegalAction as error:
            self.refuse(Reason(Say(error.text, dict(error.values)), error.rule))
            return
        self.say("Redone: {notation}", notation=taken.text)
        self.advance()
        self.tell()

    def save(self, path: str) -> None:
        """Save to a file."""
        if not path:
            self.say("Name a file: save FILE")
            return
        file = Path(path).expanduser()
        if file.is_file() and file.absolute() not in self.saved:
            self.saved.add(file.absolute())
            self.say("{path} is there already: type it again to replace it.", path=path)
            return
        try:
            write_text(file, self.game.save())
        except Failure as error:
            print(words_of.wrapped(self.words.gettext(error.text, **error.args_)))
            return
        self.saved.add(file.absolute())
        self.kept = list(self.game.decisions)
        self.say("Saved to {path}", path=path)

    def quit(self, _: str) -> None:
        """Leave; ask once if the game would be lost."""
        decisions = self.game.decisions
        if decisions not in (self.kept, self.discarded) and sys.stdin.isatty():
            self.discarded = list(decisions)
            self.say("The game is not saved: save FILE saves it, quit again discards it.")
            return
        self.left = True

    def _complete_with_tab(self) -> None:
        """Let the tab key complete notation and commands, if lines can be edited."""
        if not sys.stdin.isatty():
            return
        with suppress(ImportError):
            import readline

            def complete(_: str, n: int) -> str | None:
                typed = readline.get_line_buffer()
                view = self.view()
                choices = [entry for entry in [*view.legal, *COMMANDS] if entry.startswith(typed)]
                begin = readline.get_begidx()
                return choices[n][begin:] if n < len(choices) else None

            readline.set_completer_delims(" ")
            readline.set_completer(complete)
            readline.parse_and_bind("tab: complete")
