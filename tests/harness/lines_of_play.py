"""Positions and lines of play as texts, for the tests of variants; of two who act at once, `rows` and `codes` alone."""

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from variants.position import Position

Played = TypeVar("Played", bound=Position)


def rows(position: Position) -> str:
    """The rows of the board, as the FEN has them."""
    return position.fen().split(" ")[0]


def codes(position: Position) -> list[str]:
    """The events of the last turn, by their codes."""
    return [event.code for event in position.events]


def offered(position: Position, *beginnings: str) -> set[str]:
    """The moves of the seat that is to act: all, or those that begin with one of these texts."""
    (seat,) = position.to_act
    return {text for text in map(position.write, position.moves(seat)) if text.startswith(beginnings or "")}


def after(position: Played, *texts: str) -> Played:
    """The position after these moves, each of them offered in a game that is not over."""
    for text in texts:
        (seat,) = position.to_act
        move = position.read(text)
        assert position.result() is None
        assert move in position.moves(seat), text
        position = position.play({seat: move})
    return position


def lines(position: Position, depth: int) -> int:
    """Perft as it is published: also where a game is drawn because nobody could win it, moves are counted on."""
    (seat,) = position.to_act
    moves = list(position.moves(seat))
    if depth == 1:
        return len(moves)
    return sum(lines(position.play({seat: move}), depth - 1) for move in moves)


def must_end(position: Position, game: Sequence[str]) -> None:
    """Play the moves of the game's second line; its last line is the FEN and the reason of the end."""
    _, moves, end = game
    position = after(position, *moves.split())
    result = position.result()
    assert result is not None
    assert f"{position.fen()} {result.reason}" == end


def must_go(position: Position, file: Path) -> None:
    """Play a game: each line a move as players write it and the FEN after it; the last one points and reason."""
    *turns, end = file.read_text().splitlines()
    for line in turns:
        label, fen = line.split(" ", 1)
        (seat,) = position.to_act
        moves = {text: move for move, text in position.labels(seat).items()}
        position = position.play({seat: moves[label]})
        assert position.fen() == fen
    result = position.result()
    assert result is not None
    assert f"{result.points[0]:g}-{result.points[1]:g} {result.reason}" == end
