"""Plays games of the lab, at random or by the computer, and counts them in whole numbers that can be added."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from math import inf
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from server.bots.strengths import STRENGTHS, Strength, play
from server.kit.board_text import turn_text
from server.kit.counterexample import error_text
from variants import registry
from variants.contract import check_losses, check_types, keep
from variants.game import Game
from variants.position import Move, Position, Result, Seat

LONGEST_GAME = 1000
"""Default maximum number of turns of a game."""
TOO_LONG = "too_long"
"""The reason of a game that reached the maximum number of turns."""
NODES = {1: 60, 2: 1_000, 3: 5_000}
"""Nodes of the computer's search at each strength; a time limit would not be reproducible."""

ONE, AGAIN, SEVERAL, NATURE = "one", "again", "several", "nature"
"""Kinds of turns by who acts: another seat than before, the same seat again, several players, only chance players."""


class Plan(NamedTuple):
    """The settings of a run; with a number they determine a game."""

    name: str
    folders: tuple[Path, ...]
    settings: dict[str, Any]
    strength: int | None
    """The strength of the computer (1 to 3); None: random moves."""
    seed: int
    longest: int = LONGEST_GAME


class Ending(NamedTuple):
    """What the counts keep of the end of a game."""

    reason: str
    turns: int
    points: tuple[float, ...]
    begun: tuple[Seat, ...]
    """The players of the first turn with a player other than chance."""


class Example(NamedTuple):
    """A game that the report shows."""

    turns: int
    number: int
    moves: tuple[str, ...]


class Broken(NamedTuple):
    """A game in which the rules raised an exception."""

    number: int
    fault: str
    moves: tuple[str, ...]
    start: str
    """The FEN of its initial position; "" if that raised the exception."""


@dataclass
class Counts:
    """The counts of games; sums do not depend on how the games were divided."""

    endings: Counter[Ending] = field(default_factory=Counter)
    choices: Counter[tuple[int, int]] = field(default_factory=Counter)
    """(Turn from 1, number of legal moves of a player) -> times."""
    acting: Counter[str] = field(default_factory=Counter)
    """Turns by kind."""
    acted: Counter[Seat] = field(default_factory=Counter)
    """Turns in which each seat acted."""
    risks: Counter[str] = field(default_factory=Counter)
    """Moves of players: offered, offered_risky, played, played_risky, failed (of the risky), failed_unforeseen."""
    pieces: Counter[str] = field(default_factory=Counter)
    """Moves by the symbol that moved; "" for a pass or a drop."""
    piece_games: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    """Pieces that an event removed."""
    events: Counter[str] = field(default_factory=Counter)
    event_games: Counter[str] = field(default_factory=Counter)
    specials: Counter[str] = field(default_factory=Counter)
    special_games: Counter[str] = field(default_factory=Counter)
    dead: Counter[tuple[int, int]] = field(default_factory=Counter)
    """(Turns until nobody could win, turns after that) -> games."""
    shortest: Example | None = None
    """The shortest game that the rules ended; of equals, the one with the lowest number."""

    @property
    def games(self) -> int:
        """The number of games."""
        return self.endings.total()

    def add(self, other: Counts) -> None:
        """Add the counts of other games."""
        for each in fields(self):
            mine, theirs = getattr(self, each.name), getattr(other, each.name)
            if isinstance(mine, Counter):
                mine.update(theirs)
        self.shortest = min(filter(None, (self.shortest, other.shortest)), default=None)


def games(plan: Plan, numbers: Sequence[int]) -> Counts | Broken:
    """Play the games of these numbers; stops at the first broken one."""
    counts = Counts()
    for number in numbers:
        game = _Game(plan, number)
        try:
            game.run()
        except Exception as error:  # Whatever the rules raise is told, with the game that led there.
            return Broken(number, error_text(error, _variant(plan.name, plan.folders)), tuple(game.moves), game.start)
        counts.add(game.counts)
    return counts


@lru_cache(maxsize=8)
def _variant(name: str, folders: tuple[Path, ...]) -> type[Position]:
    return registry.load(name, folders)


class _Game:
    """A game in progress."""

    def __init__(self, plan: Plan, number: int) -> None:
        self._plan = plan
        self._number = number
        self._random = Random(f"{plan.seed} {number}")
        self.start = ""
        self.moves: list[str] = []
        self.counts = Counts()
        self._last: tuple[Seat, ...] = ()
        self._died: int | None = None

    def run(self) -> None:
        """Play until the game is over or too long."""
        position = _variant(self._plan.name, self._plan.folders).start(self._plan.settings, self._random)
        self.start = position.fen()
        game = Game(position)
        begun: tuple[Seat, ...] = ()
        while (ended := self._ended(game)) is None:
            position = game.position
            if self._died is None and not any(map(position.could_win, game.contenders())):
                self._died = len(self.moves)
            actions = self._turn(position, game.past())
            self.moves.append(f"{len(self.moves) + 1}. {turn_text(position, actions)}")
            game = game.play(actions)
            self._count(position, actions, game.position)
            begun = begun or self._last
        points, reason = ended
        self._close(Ending(reason, len(self.moves), points, begun), game.position.result() is not None)

    def _ended(self, game: Game) -> Result | None:
        """The end by the rules, by the limit of long games, by a claimable draw, or by the maximum number of turns."""
        result = game.ending()
        if result is not None:
            check_types(game.position)
            return result
        return game.claimable() or (game.drawn(TOO_LONG) if game.number >= self._plan.longest else None)

    def _turn(self, position: Position, past: frozenset[Hashable]) -> Mapping[Seat, Move]:
        keep(bool(position.to_act), "somebody acts while the game runs")
        counts, actions = self.counts, {}
        for seat in position.to_act:
            moves = list(position.moves(seat))
            keep(bool(moves), f"seat {seat}, which is to act, has a move")
            if seat in position.chance or self._plan.strength is None:
                actions[seat] = self._random.choice(moves)
            else:
                actions[seat] = self._computers(position, seat, past)
            if seat not in position.chance:
                counts.choices[len(self.moves) + 1, len(moves)] += 1
                counts.risks["offered"] += len(moves)
                counts.risks["offered_risky"] += len(position.risks(seat))
        return actions

    def _computers(self, position: Position, seat: Seat, past: frozenset[Hashable]) -> Move:
        assert self._plan.strength is not None
        strength = Strength(NODES[self._plan.strength], inf, STRENGTHS[self._plan.strength].slips)
        known = position.guess(seat, self._random) if position.hidden else position
        return play(known, seat, strength, self._random, past).draw(self._random)

    def _count(self, position: Position, actions: Mapping[Seat, Move], after: Position) -> None:
        counts, players = self.counts, tuple(seat for seat in position.to_act if seat not in position.chance)
        counts.acting[
            NATURE if not players else SEVERAL if len(players) > 1 else AGAIN if players == self._last else ONE
        ] += 1
        counts.acted.update(players)
        self._last = players or self._last
        check_losses(after)
        failed = {event.seat for event in after.events if after.event_codes.get(event.code) == "failed"}
        for seat in players:
            move = actions[seat]
            risky = move in position.risks(seat)
            counts.risks["played"] += 1
            counts.risks["played_risky"] += risky
            if seat in failed:
                counts.risks["failed" if risky else "failed_unforeseen"] += 1
            left = move.path[0] if move.path else len(position.board)
            counts.pieces[position.board[left] if left < len(position.board) else ""] += 1
            special = position.special(seat, move)
            if special:
                counts.specials[special] += 1
        for event in after.events:
            counts.events[event.code] += 1
            if after.event_codes.get(event.code) == "lost":
                counts.lost[event.pieces[0]] += 1

    def _close(self, ending: Ending, by_rules: bool) -> None:
        counts = self.counts
        counts.endings[ending] += 1
        for all_, in_games in (
            (counts.pieces, counts.piece_games),
            (counts.events, counts.event_games),
            (counts.specials, counts.special_games),
        ):
            in_games.update(dict.fromkeys(all_, 1))
        if self._died is not None:
            counts.dead[self._died, ending.turns - self._died] += 1
        if by_rules:
            counts.shortest = Example(ending.turns, self._number, tuple(self.moves))
