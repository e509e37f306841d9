"""A line of play: a game by the rules, without a table and its people."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from typing import Any, NamedTuple

from server.records.document import RecordError
from server.records.movetext import left_seats, left_text
from variants.errors import RulesError
from variants.game import Game
from variants.position import Event, Eyes, Move, Position, Seat


class Played(NamedTuple):
    """A turn as it was played: its notation and its story."""

    texts: Mapping[Seat, str]
    events: tuple[Event, ...]


def start_position(rules: type[Position], fen: str, settings: Mapping[str, Any]) -> Position:
    """The first position of a game. Raises RulesError for settings or a FEN that the rules do not take."""
    try:
        return rules.from_fen(fen, rules.complete(settings))
    except RulesError:
        raise
    except Exception as error:  # A FEN from outside may hold what no rules thought of.
        raise RecordError("record_fen", "The FEN {fen} is not a position of this game.", fen=fen) from error


class LineOfPlay:
    """A game from this position on. Raises RulesError for settings or a FEN that the rules do not take."""

    def __init__(self, rules: type[Position], fen: str, settings: Mapping[str, Any]) -> None:
        self.rules = rules
        self.game = Game(start_position(rules, fen, settings))
        self.turns: list[Played] = []
        self.moves: list[tuple[str, ...]] = []
        """By turn, the moves as they are sent, in the order of their seats; or who left, as movetext writes it."""

    def after(self, moves: Sequence[str]) -> LineOfPlay:
        """A new line: this one and one more turn, as `step` plays it. Raises RecordError."""
        other = copy(self)
        other.turns, other.moves = [*self.turns], [*self.moves]
        other.step(moves)
        return other

    @property
    def position(self) -> Position:
        """The current position."""
        return self.game.position

    @property
    def next_turn(self) -> int:
        """The number of the next turn, from 1."""
        return len(self.turns) + 1

    def step(self, moves: Sequence[str]) -> None:
        """Play one move of each seat that acts, in their order, or let seats leave. Raises RecordError."""
        if seats := left_seats(moves):
            self.leave(seats)
            return
        self.play(by_seat(self.position, moves))

    def play(self, moves: Mapping[Seat, str]) -> None:
        """Play a turn. Raises RecordError unless the rules offer its moves."""
        with rules_may_fail(self.next_turn):
            before = self.position
            actions = actions_of(before, self.next_turn, moves)
            game = self.game.play(actions)
            sent = tuple(moves[seat] for seat in sorted(moves))
            self._add(game, sent, before.turn_notation(actions, game.position, Eyes.ALL))

    def leave(self, seats: Collection[Seat]) -> None:
        """Let these seats leave, which is a turn. Raises RecordError unless the others play on."""
        with rules_may_fail(self.next_turn):
            game = self.game.without(seats) if set(seats).issubset(self.game.contenders()) else None
            if game is None or self.position.result() is not None:
                raise RecordError(
                    "record_left", "Turn {turn}: no game goes on when these seats leave.", turn=self.next_turn
                )
            self._add(game, (left_text(seats),), {})

    def _add(self, game: Game, moves: tuple[str, ...], texts: Mapping[Seat, str]) -> None:
        played = Played(texts, game.position.seen_events(Eyes.ALL))
        self.game = game
        self.turns.append(played)
        self.moves.append(moves)


def by_seat(position: Position, moves: Sequence[str]) -> dict[Seat, str]:
    """The moves of a turn, given in the order of the seats that act, by seat.

    A single move that the rules offer only to a joining seat is the move of that seat. With too few or too many moves,
    the rules are asked with what there is, and say whose are missing.
    """
    seats = sorted(position.to_act)
    given = dict(zip(seats, moves, strict=False)) if len(moves) <= len(seats) else {}
    open_seats = position.open_seats()
    if len(given) != 1 or not open_seats:
        return given
    ((seat, text),) = given.items()

    def is_offered(seat: Seat) -> bool:
        return text in map(position.write, position.moves(seat))

    joining = () if is_offered(seat) else filter(is_offered, sorted(open_seats, reverse=True))
    return {next(iter(joining), seat): text}


def actions_of(position: Position, turn: int, moves: Mapping[Seat, str]) -> dict[Seat, Move]:
    """The offered moves of these texts, in their canonical spelling, for the turn of this number.

    Raises RecordError unless just the seats that are to act move, or one that joins the game.
    """
    result = position.result()
    if result is not None:
        raise game_over(turn, result.reason)
    if set(moves) != set(position.to_act) and not (len(moves) == 1 and position.open_seats().issuperset(moves)):
        raise RecordError(
            "record_turn",
            "Turn {turn}: one move is needed from each of these seats: {seats}.",
            turn=turn,
            seats=", ".join(position.seats[seat] for seat in sorted(position.to_act)),
        )
    return {seat: _offered(position, turn, seat, text) for seat, text in moves.items()}


def _offered(position: Position, turn: int, seat: Seat, text: str) -> Move:
    try:
        move = position.read(text)
    except RulesError:
        move = None
    if move is None or position.write(move) != text or move not in set(position.moves(seat)):
        raise RecordError("record_turn", "Turn {turn}: the rules do not offer the move {move}.", turn=turn, move=text)
    return move


@contextmanager
def rules_may_fail(turn: int) -> Iterator[None]:
    """Raise RecordError where the rules fail in this turn: they are written for positions that they led to."""
    try:
        yield
    except RulesError:
        raise
    except Exception as error:
        raise RecordError(
            "record_turn", "Turn {turn}: the rules fail ({fault}).", turn=turn, fault=type(error).__name__
        ) from error


def game_over(turn: int, reason: str) -> RecordError:
    """The refusal of a turn after the end of the game."""
    return RecordError("record_turn", "Turn {turn}: the game was over before it ({reason}).", turn=turn, reason=reason)


def other_rules(turn: int, theirs: int, ours: int) -> RecordError:
    """The refusal of a turn that another version of the rules played, with no recorded position to continue from."""
    return RecordError(
        "record_rules",
        "Turn {turn}: the rules lead to another position than the record."
        " It was made with version {theirs}; these rules are version {ours}.",
        turn=turn,
        theirs=theirs,
        ours=ours,
    )


def check_final(position: Position, recorded: str | None) -> None:
    """Raise RecordError if the recorded last position is another one."""
    fen = position.fen()
    if recorded is not None and fen != recorded:
        raise RecordError(
            "record_result", "The turns end in {found}, the record says {told}.", found=fen, told=recorded
        )
