"""Lines of play written as text, for the tests of variants in which one seat acts at a time."""

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from variants.position import Position

Played = TypeVar("Played", bound=Position)


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
