"""A line of play: positions that follow from each other by the rules, no matter who played them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple

from server.records.document import RecordError
from server.records.movetext import gone, left
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
        """Of each turn the moves as they are sent, in the order of their seats; or who left, as texts tell it."""

    def after(self, moves: Sequence[str]) -> LineOfPlay:
        """Another line: all that was played in this one, and this turn, as `step` plays it. Raises RecordError."""
        other = copy(self)
        other.turns, other.moves = [*self.turns], [*self.moves]
        other.step(moves)
        return other

    @property
    def position(self) -> Position:
        """How the game stands."""
        return self.game.position

    def step(self, moves: Sequence[str]) -> None:
        """Play one move of each seat that acts, in their order, or let seats leave. Raises RecordError."""
        if seats := left(moves):
            self._attempt((gone(seats),), lambda turn: ({}, game_without(turn, self.game, seats)))
            return
        seats = sorted(self.position.to_act)
        # With too few or too many moves, the rules are asked with what there is and say whose are missing.
        self.play(self._joining(dict(zip(seats, moves, strict=False)) if len(moves) <= len(seats) else {}))

    def _joining(self, moves: Mapping[Seat, str]) -> Mapping[Seat, str]:
        """These moves, or the one of a seat that joins, where it is the only one to which the rules offer it."""
        position = self.position
        if len(moves) != 1 or not position.joinable:
            return moves
        ((seat, text),) = moves.items()

        def is_offered(seat: Seat) -> bool:
            return text in map(position.write, position.moves(seat))

        joining = () if is_offered(seat) else filter(is_offered, sorted(position.joinable, reverse=True))
        return {next(iter(joining), seat): text}

    def play(self, moves: Mapping[Seat, str]) -> None:
        """Play a turn. Raises RecordError unless the rules offer its moves."""
        self._attempt(tuple(moves[seat] for seat in sorted(moves)), lambda turn: self._play(turn, moves))

    def _attempt(self, moves: tuple[str, ...], step: Callable[[int], tuple[Mapping[Seat, str], Game]]) -> None:
        """Play the turn that `step` gives, by its number, as its notation and the game after it."""
        turn = len(self.turns) + 1
        try:
            texts, game = step(turn)
            self.turns.append(Played(texts, game.position.seen_events(Eyes.ALL)))
        except RecordError:
            raise
        except Exception as error:  # Rules are written for positions that they led to themselves.
            raise rules_failed(turn, error) from error
        self.game = game
        self.moves.append(moves)

    def _play(self, turn: int, moves: Mapping[Seat, str]) -> tuple[Mapping[Seat, str], Game]:
        before = self.position
        check_seats(turn, before, moves)
        actions = {seat: self._offered(turn, seat, text) for seat, text in moves.items()}
        game = self.game.play(actions)
        return before.turn_notation(actions, game.position, Eyes.ALL), game

    def _offered(self, turn: int, seat: Seat, text: str) -> Move:
        """The move that a text spells. A text that spells one in two ways is refused too: it is not what was sent."""
        try:
            move = self.rules.read(text)
        except RulesError:
            raise move_not_offered(turn, text) from None
        if self.rules.write(move) != text or move not in set(self.position.moves(seat)):
            raise move_not_offered(turn, text)
        return move


def check_seats(turn: int, before: Position, seats: Collection[Seat]) -> None:
    """Raise RecordError unless these seats, and no others, are to play this turn."""
    result = before.result()
    if result is not None:
        raise game_over(turn, result.reason)
    # A seat that may join comes into the game by its move, alone.
    if set(seats) != set(before.to_act) and not (len(seats) == 1 and before.joinable.issuperset(seats)):
        raise RecordError(
            "record_turn",
            "Turn {turn}: one move is needed from each of these seats: {seats}.",
            turn=turn,
            seats=", ".join(before.seats[seat] for seat in sorted(before.to_act)),
        )


def game_without(turn: int, game: Game, seats: Collection[Seat]) -> Game:
    """The game when these seats have left. Raises RecordError unless the others play on."""
    found = game.without(seats) if set(seats).issubset(game.contenders()) else None
    if found is None or game.position.result() is not None:
        raise RecordError("record_left", "Turn {turn}: no game goes on when these seats leave.", turn=turn)
    return found


def check_notation(turn: int, found: Mapping[str, str], told: Mapping[str, str]) -> None:
    """Raise RecordError unless a turn is written like this; older records leave out the signs for check and mate."""
    if found != told and {seat: text.rstrip("+#") for seat, text in found.items()} != told:
        written = {"found": " ".join(found.values()), "told": " ".join(told.values())}
        raise RecordError(
            "record_turn", "Turn {turn}: the rules write it {found}, the record {told}.", turn=turn, **written
        )


def check_fen(turn: int, game: Game | None, told: str | None) -> None:
    """Raise RecordError unless a turn leads to this FEN, where one is told."""
    found = "" if game is None else game.position.fen()
    if told is not None and found != told:
        fens = {"found": found, "told": told}
        raise RecordError(
            "record_turn", "Turn {turn}: the rules lead to {found}, the record to {told}.", turn=turn, **fens
        )


def game_over(turn: int, reason: str) -> RecordError:
    """The game was over before this turn."""
    return RecordError("record_turn", "Turn {turn}: the game was over before it ({reason}).", turn=turn, reason=reason)


def move_not_offered(turn: int, text: str) -> RecordError:
    """The rules do not offer the move that this text spells."""
    return RecordError("record_turn", "Turn {turn}: the rules do not offer the move {move}.", turn=turn, move=text)


def seal_mismatch(turn: int, seat: Seat) -> RecordError:
    """A seal that is not that of the move and the nonce."""
    told = {"turn": turn, "seat": seat}
    return RecordError(
        "record_seal", "Turn {turn}: the move and the nonce of seat {seat} do not match its seal.", **told
    )


def rules_failed(turn: int, error: Exception) -> RecordError:
    """The rules fail where they are to play a turn."""
    return RecordError("record_turn", "Turn {turn}: the rules fail ({fault}).", turn=turn, fault=type(error).__name__)


def other_rules(turn: int, theirs: int, ours: int) -> RecordError:
    """These rules do not lead where those of another version led, and no position is told to go on from."""
    return RecordError(
        "record_rules",
        "Turn {turn}: the rules lead to another position than the record."
        " It was made with version {theirs}; these rules are version {ours}.",
        turn=turn,
        theirs=theirs,
        ours=ours,
    )
