"""Positions and turns as lines of text, for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from variants.position import Eyes, Move, Picture, Position, Seat, Viewer


def board_text(position: Position, viewer: Viewer = Eyes.ALL) -> str:
    """The board as this viewer sees it, with ranks, files and, below it, the hands."""
    return picture_text(position.picture(viewer), position.seats)


def stored_board_text(position: Position) -> str:
    """The stored board of a position, for rules whose `picture` fails."""
    squares = position.size[0] * position.size[1]
    return picture_text(Picture(position.size, position.board[:squares]), position.seats)


def picture_text(picture: Picture, seats: Sequence[str]) -> str:
    """A picture as lines of text; `seats` are those whose hands it may show. Unseen squares are question marks."""
    files, ranks = picture.size
    signs = [
        "?" if picture.marks.get(square) == "unseen" else symbol or "." for square, symbol in enumerate(picture.board)
    ]
    rows = [f"{ranks - row:>2} " + " ".join(signs[row * files : (row + 1) * files]) for row in range(ranks)]
    rows.append("   " + " ".join(chr(ord("a") + file) for file in range(files)))
    for seat, (code, hand) in enumerate(zip(seats, picture.hands, strict=False)):
        counts = picture.counts[seat] if picture.counts else [1] * len(hand)
        held = [f"{count if count > 1 else ''}{symbol}" for symbol, count in zip(hand, counts, strict=True) if symbol]
        rows.append(f"   {code} holds {' '.join(held) or 'nothing'}")
    return "\n".join(rows)


def turn_text(position: Position, actions: Mapping[Seat, Move]) -> str:
    """The moves of one turn, each with its seat."""
    return ", ".join(f"{position.seats[seat]} {position.write(move)}" for seat, move in sorted(actions.items()))
