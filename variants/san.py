"""SAN, the movetext of PGN, written and read: `e4`, `Nbd2`, `exd8=Q+`, `O-O`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from variants.army import GRID, LAST_ROWS
from variants.castling import Rights, find
from variants.position import Move

_SUFFIX = re.compile(r"[+#!?]+$")
_CASTLING = re.compile(r"[O0o](-[O0o]){1,2}")
_JOINED_CASTLING = re.compile("[O0o]{2,3}")
_SQUARES = re.compile(r"([a-h][1-8])[x:-]?([a-h][1-8])(?:=?([NBRQnbrq]))?")
_MOVE = re.compile(r"([PNBRQK]?)([a-h]?)([1-8]?)[x:-]?([a-h][1-8])(?:=?\(?([NBRQnbrq])\)?)?")


def written(note: str) -> str:
    """A move in SAN: castling has the letter O."""
    return note.replace("0", "O") if note.startswith("0-0") else note


def read(
    text: str, board: Sequence[str], kinds: Mapping[str, str], rights: Rights, offered: Iterable[Move]
) -> Move | None:
    """The one offered move that a text denotes; `kinds` gives the kind of each symbol. None for none or several.

    The text may name more of the origin than is needed, and a promotion where it makes no difference.
    """
    text = _SUFFIX.sub("", text)
    if _CASTLING.fullmatch(text):
        wanted = re.sub("[Oo]", "0", text)
        plans = [(move, find(rights, board, move)) for move in offered if kinds.get(board[move.path[0]]) == "k"]
        matches = [move for move, plan in plans if plan is not None and plan.text == wanted]
        return matches[0] if len(matches) == 1 else None
    spelled = _MOVE.fullmatch(text)
    if spelled is None:
        return None
    kind, file, rank, target, into = spelled.groups("")
    matches = [
        move
        for move in offered
        if len(move.path) == 2
        and move.path[1] == GRID.index[target]
        and kinds[board[move.path[0]]] == (kind.lower() or "p")
        and GRID.names[move.path[0]].startswith(file)
        and GRID.names[move.path[0]].endswith(rank)
        and (move.into == into.lower() or (not move.into and _promotes(board, kinds, move)))
        and find(rights, board, move) is None
    ]
    return matches[0] if len(matches) == 1 else None


def tidied(text: str) -> str:
    """A text of other spellings as `read` takes it: squares without a hyphen, castling with hyphens."""
    text = _SUFFIX.sub("", text)
    if _JOINED_CASTLING.fullmatch(text):
        return "-".join(text)
    squares = _SQUARES.fullmatch(text)
    return squares[1] + squares[2] + (squares[3] or "").lower() if squares else text


def castling(
    text: str, board: Sequence[str], kinds: Mapping[str, str], rights: Rights, offered: Iterable[Move]
) -> Move | None:
    """The one castling that a king's move denotes: to the square where it goes, or to that of the rook."""
    spelled = _MOVE.fullmatch(tidied(text))
    if spelled is None:
        return None
    kind, file, rank, target, into = spelled.groups("")
    if into or kind not in ("", "K") or not (kind or (file and rank)):
        return None
    plans = [(move, find(rights, board, move)) for move in offered if kinds.get(board[move.path[0]]) == "k"]
    matches = [
        move
        for move, plan in plans
        if plan is not None
        and GRID.names[plan.king[0]].startswith(file)
        and GRID.names[plan.king[0]].endswith(rank)
        and GRID.index[target] in (plan.king[1], plan.rook[0])
    ]
    return matches[0] if len(matches) == 1 else None


def _promotes(board: Sequence[str], kinds: Mapping[str, str], move: Move) -> bool:
    return kinds[board[move.path[0]]] == "p" and move.path[1] in LAST_ROWS
