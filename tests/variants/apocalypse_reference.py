"""Apocalypse once more, slowly and word for word, to be compared with the real one. A board: square name -> piece."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Board = dict[str, str]
SQUARES = [file + rank for rank in "12345" for file in "abcde"]
ENEMY = {"w": "b", "b": "w"}


def read(rows: str) -> Board:
    """The occupied squares of the rows of a FEN."""
    board = {}
    for rank, row in zip("54321", rows.split("/"), strict=True):
        cells = "".join(" " * int(sign) if sign.isdigit() else sign for sign in row)
        board |= {file + rank: sign for file, sign in zip("abcde", cells, strict=True) if sign != " "}
    return board


def colour(piece: str | None) -> str | None:
    """`w`, `b`, or None for an empty square."""
    return None if piece is None else "w" if piece.isupper() else "b"


def count(board: Board, side: str, nature: str) -> int:
    """Pieces of this side and this nature."""
    return sum(piece.lower() == nature and colour(piece) == side for piece in board.values())


def vector(origin: str, target: str, side: str) -> tuple[int, int]:
    """Files sideways (never negative) and ranks forward."""
    forward = int(target[1]) - int(origin[1])
    return abs(ord(target[0]) - ord(origin[0])), forward if side == "w" else -forward


def legal(board: Board, side: str, text: str, options: Mapping[str, Any]) -> bool:
    """R3-R6 and the options that change them."""
    into = text[-1] if text[-1].isalpha() else ""
    path = [text[at : at + 2] for at in range(0, len(text) - len(into), 2)]
    if len(path) not in (2, 3) or colour(board.get(path[0])) != side:
        return False
    origin, target = path[0], path[1]
    step, there = vector(origin, target, side), board.get(target)
    if board[origin].lower() == "n":
        leap = step in {(1, 2), (2, 1), (1, -2), (2, -1)}
        return leap and len(path) == 2 and not into and colour(there) != side
    if step != ((0, 1) if there is None else (1, 1)) or colour(there) == side:
        return False
    last = "5" if side == "w" else "1"
    if target[1] != last:
        return len(path) == 2 and not into
    room = options["promotion"] == "free" or count(board, side, "n") < 2
    if room:
        alone = options["last_footman"] == "forbidden" and count(board, side, "p") == 1
        return len(path) == 2 and into == "n" and not alone
    if len(path) != 3 or into or path[2][1] == last:
        return False
    return path[2] not in board or (path[2] == origin and options["redeploy_origin"] == "free")


def made(board: Board, side: str, text: str) -> Board:
    """The board after this legal move alone."""
    board = dict(board)
    piece = board.pop(text[:2])
    board.pop(text[2:4], None)
    if text.endswith("n"):
        board[text[2:4]] = "N" if side == "w" else "n"
    else:
        board[text[-2:]] = piece
    return board


def texts_from(origin: str) -> list[str]:
    """Every spelling with two squares, with `n`, or with three, whose second square is at most two steps away."""
    near = [square for square in SQUARES if max(map(abs, vector(origin, square, "w"))) <= 2]
    pairs = [origin + target for target in near]
    ends = [pair for pair in pairs if pair[3] in "15"]
    return pairs + [f"{pair}n" for pair in ends] + [pair + put for pair in ends for put in SQUARES]


TEXTS = {square: texts_from(square) for square in SQUARES}


def legal_texts(board: Board, side: str, options: Mapping[str, Any]) -> set[str]:
    """All legal moves of a side."""
    own = [square for square, piece in board.items() if colour(piece) == side]
    return {text for square in own for text in TEXTS[square] if legal(board, side, text, options)}


def speculative_texts(board: Board, side: str, options: Mapping[str, Any]) -> set[str]:
    """R13: not legal now, legal after at least one legal move of the opponent."""
    if options["speculation"] == "never":
        return set()
    hoped: set[str] = set()
    for reply in legal_texts(board, ENEMY[side], options):
        hoped |= legal_texts(made(board, ENEMY[side], reply), side, options)
    return hoped - legal_texts(board, side, options)


def end_of(text: str) -> str:
    """The square where a move ends."""
    return text.rstrip("n")[-2:]


def turn(board: Board, white: str, black: str, options: Mapping[str, Any]) -> tuple[Board, list[bool]]:
    """R10-R21: the board after a turn, and which move was played."""
    texts = {"w": white, "b": black}
    safe = [side for side in "wb" if legal(board, side, texts[side], options)]
    if not safe:
        return board, [False, False]
    if len(safe) == 1:
        first, second = safe[0], ENEMY[safe[0]]
        middle = made(board, first, texts[first])
        hoped = options["speculation"] == "allowed" and legal(middle, second, texts[second], options)
        after = made(middle, second, texts[second]) if hoped else middle
        played = [side == first or hoped for side in "wb"]
        if hoped and options["collision"] == "classic" and end_of(texts["w"]) == end_of(texts["b"]):
            shared = end_of(white)
            stays = by_nature(board, texts)
            del after[shared]
            if stays:
                after[shared] = (middle if stays == first else made(middle, second, texts[second]))[shared]
        return after, played
    after = dict(board)
    landing = {}
    for side in "wb":
        piece = board[texts[side][:2]]
        landing[side] = ("N" if side == "w" else "n") if texts[side].endswith("n") else piece
        if texts[side][2:4] != texts[ENEMY[side]][:2]:
            after.pop(texts[side][2:4], None)
    for side in "wb":
        after.pop(texts[side][:2], None)
    if end_of(white) == end_of(black):
        stays = by_nature(board, texts)
        if stays:
            after[end_of(white)] = landing[stays]
    else:
        after |= {end_of(texts[side]): landing[side] for side in "wb"}
    return after, [True, True]


def by_nature(board: Board, texts: Mapping[str, str]) -> str | None:
    """R15: the side whose piece stays on a shared square, or None where both vanish."""
    natures = {side: board[texts[side][:2]].lower() for side in "wb"}
    if natures["w"] == natures["b"]:
        return None
    return "w" if natures["w"] == "n" else "b"
