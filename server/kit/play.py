"""A game in the terminal between people, the computer and chance."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Mapping, Sequence
from itertools import islice
from random import Random
from typing import NamedTuple

from server.bots.estimate import SearchFacts
from server.bots.strengths import STRENGTHS, play
from server.kit.board_text import board_text
from server.texts.catalogue import translator
from server.texts.languages import FALLBACK
from server.texts.view_text import outcome, reason_sentence
from server.texts.words import Words
from variants.game import Game
from variants.position import Event, Eyes, Move, Position, Result, Seat, Viewer

MOST_UNATTENDED_TURNS = 1000
"""Turns after which a game without people is abandoned."""

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""The control sequence that clears a terminal and its scrollback."""

HELP = """Write a move as the list shows it, by its squares or by its text. Or:
  moves    what you may play
  board    the board again
  undo     take your last move back
  claim    claim a draw, where the position has been repeated often enough
  resign   give the game up
  quit     leave"""


class InputEnded(Exception):
    """Standard input has ended."""


class Terminal:
    """Standard input and output. Raises InputEnded at the end of the input."""

    def __init__(self) -> None:
        self._watched = sys.stdin.isatty() and sys.stdout.isatty()

    def say(self, text: str) -> None:
        """Show a text."""
        print(text, flush=True)

    def ask(self, prompt: str, secret: bool = False) -> str:
        """The next line of input, without echo if it is secret."""
        try:
            text = getpass.getpass(prompt) if secret and self._watched else input(prompt)
        except EOFError:
            raise InputEnded from None
        except KeyboardInterrupt:
            print()
            raise InputEnded from None
        if not self._watched:
            # It does not come from a terminal, which would have echoed it.
            print("" if secret else text, flush=True)
        return text

    def hand_over(self, name: str) -> None:
        """Call the next player to the keyboard, and clear what the previous one saw."""
        if self._watched:
            self.ask(f"{CLEAR}{name}, come to the keyboard and press Enter. ")
            print(CLEAR, end="")
        else:
            self.say(f"--- {name} ---")


class Sitting(NamedTuple):
    """The players: people at these seats; at the others the computer, or chance."""

    people: frozenset[Seat]
    strength: int | None
    """The strength of the computer (1 to 3); None for random moves."""


class _Undone(Exception):
    """A person takes back a move."""


class _Left(Exception):
    """A person ends the game before its end."""

    def __init__(self, seat: Seat, result: Result) -> None:
        self.seat, self.result = seat, result
        super().__init__(seat, result)


class Session:
    """A game in progress, and the news that each person has not seen yet."""

    def __init__(self, start: Position, words: Words, sitting: Sitting, terminal: Terminal, random: Random) -> None:
        self._words = words
        self._sitting = sitting
        self._terminal = terminal
        self._random = random
        self._game = Game(start)
        self._news: dict[Viewer, list[str]] = {viewer: [] for viewer in self._audience()}

    def run(self) -> None:
        """Play until the game is over or a person ends it."""
        who = ""
        try:
            while (result := self._game.ending()) is None:
                if self._game.number >= MOST_UNATTENDED_TURNS and not self._sitting.people:
                    self._terminal.say(f"The game is abandoned after {MOST_UNATTENDED_TURNS} turns.")
                    return
                self._turn()
        except _Left as left:
            result, who = left.result, self._words.the_seat(self._game.position.seats[left.seat])
        except InputEnded:
            self._terminal.say("The game is abandoned.")
            return
        for viewer in self._news:
            self._show_news(viewer)
        self._show(Eyes.ALL)
        self._show_result(result, who)

    def _turn(self) -> None:
        position = self._game.position
        if not self._sitting.people:
            self._show(Eyes.ALL)
        try:
            actions = {seat: self._others_move(seat) for seat in position.to_act if seat not in self._sitting.people}
            for seat in position.to_act:
                if seat in self._sitting.people:
                    actions[seat] = self._ask(seat)
        except _Undone:
            self._take_back()
            return
        self._game = self._game.play(actions)
        after, number = self._game.position, self._game.number
        for viewer, news in self._news.items():
            noted = position.turn_notation(actions, after, viewer)
            texts = ", ".join(f"{self._title(seat)} {noted[seat]}" for seat in sorted(noted))
            news.append(f"{number}. {texts}")
            news += [f"   {self._sentence(event)}" for event in after.seen_events(viewer)]
        if not self._sitting.people:
            self._show_news(Eyes.ALL)

    def _others_move(self, seat: Seat) -> Move:
        position = self._game.position
        if seat in position.chance or self._sitting.strength is None:
            return self._random.choice(list(position.moves(seat)))
        strength = STRENGTHS[self._sitting.strength]
        choice = play(position, seat, strength, self._random, SearchFacts.of(self._game))
        if choice.value < 0 and (draw := self._game.claimable()) is not None:
            raise _Left(seat, draw)
        return choice.draw(self._random)

    def _ask(self, seat: Seat) -> Move:
        """The move that a person enters; other commands are answered first."""
        secret = len(self._sitting.people & set(self._game.position.to_act)) > 1
        viewer: Viewer = seat if self._game.position.hidden else Eyes.SPECTATOR
        several = len(self._sitting.people) > 1
        if several and (secret or self._game.position.hidden):
            self._terminal.hand_over(self._title(seat))
        self._show_news(viewer)
        self._show(seat)
        draw = self._game.claimable()
        if draw is not None:
            why = "This position has been repeated" if draw.reason == "repetition" else "The rules of the game allow it"
            self._terminal.say(f"{why}: write “claim” to claim a draw.")
        labels = self._game.position.labels(seat)
        spelled = {self._game.position.write(move): move for move in labels} | {
            text: move for move, text in labels.items()
        }
        while True:
            text = self._terminal.ask(f"{self._title(seat)}> ", secret).strip()
            match text:
                case "help" | "?":
                    self._terminal.say(HELP)
                case "moves":
                    self._list(seat, labels)
                case "board":
                    self._show(seat)
                case "undo":
                    raise _Undone
                case "claim" if draw is not None:
                    raise _Left(seat, draw)
                case "claim":
                    self._terminal.say("This position has not been repeated often enough to claim a draw.")
                case "resign":
                    raise _Left(seat, self._game.left([seat], "resigned"))
                case "quit":
                    raise InputEnded
                case _ if text in spelled:
                    return spelled[text]
                case "":
                    pass
                case _:
                    self._terminal.say(f"The rules do not offer “{text}”. Write “moves” for what you may play.")

    def _take_back(self) -> None:
        """Go back to the last choice of a person."""
        earlier, people = enumerate(self._game.positions()), self._sitting.people
        turns = next((turns for turns, each in islice(earlier, 1, None) if people.intersection(each.to_act)), None)
        if turns is None:
            self._terminal.say("There is nothing to take back.")
            return
        self._game = self._game.back(turns)
        for news in self._news.values():
            news[:] = ["Taken back."]

    def _list(self, seat: Seat, labels: Mapping[Move, str]) -> None:
        position = self._game.position
        risks = position.risks(seat)
        for move, label in labels.items():
            text = position.write(move)
            notes = [label] if label != text else []
            special = self._words.specials.get(position.special(seat, move))
            notes += [special.title] if special else []
            notes += ["may turn out illegal"] if move in risks else []
            self._terminal.say(f"  {text}" + (f"  ({', '.join(notes)})" if notes else ""))

    def _audience(self) -> Sequence[Viewer]:
        """The audiences with different knowledge: on a hidden board each person, else all together."""
        if not self._sitting.people:
            return [Eyes.ALL]
        return sorted(self._sitting.people) if self._game.position.hidden else [Eyes.SPECTATOR]

    def _show_news(self, viewer: Viewer) -> None:
        for line in self._news[viewer]:
            self._terminal.say(line)
        self._news[viewer].clear()

    def _show(self, viewer: Viewer) -> None:
        self._terminal.say(board_text(self._game.position, viewer))
        for tally in self._game.position.tallies(viewer):
            text = self._words.tally(tally, self._game.position.seats)
            self._terminal.say(f"   {text}" if tally.seat is None else f"   {self._title(tally.seat)}: {text}")

    def _show_result(self, result: Result, who: str) -> None:
        say = translator(FALLBACK)
        title, winner, loser = outcome(result.points, self._words, self._game.position.seats, say)
        sentence = reason_sentence(result.reason, winner, loser, self._words, say, who)
        self._terminal.say(f"{title}. {sentence}")

    def _title(self, seat: Seat) -> str:
        return self._words.seat(self._game.position.seats[seat])

    def _sentence(self, event: Event) -> str:
        return self._words.sentence(event, self._game.position.seats)
