"""The FEN of Progressive besides that of chess, and positions that no game could have reached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from variants.army import GRID, DoubleStep
from variants.errors import FenError
from variants.fen import words_of
from variants.keys import Value, counted
from variants.position import Seat

CALM = 10
"""So many series in a row without a capture or a pawn's move draw (R9)."""


MOST_SERIES = 9999
"""The greatest number of a series. No game comes near it: of 1270 series ten in a row would be calm."""


KEYS: Mapping[str, Value] = {
    "series": Value(least=1, most=MOST_SERIES, usual="1"),
    "left": Value(least=1, most=MOST_SERIES, usual="1"),
    "calm": Value(least=-1, most=CALM, usual="0"),
}


def read_series(named: Mapping[str, str]) -> dict[str, Any]:
    """The fields of the position; where they are missing, the first series is to begin. Raises FenError."""
    series = _count(named, "series", 1, KEYS["series"])
    left = _count(named, "left", series, KEYS["left"]._replace(most=series))
    # A series that was broken by a capture or a pawn's move counts as -1 until it ends.
    calm = _count(named, "calm", 0, KEYS["calm"]._replace(least=0 if left == series else -1))
    return {"series": series, "left": left, "calm": calm}


def following(series: int) -> int:
    """The number of the series after this one. From the greatest it goes back by one, so that the sides alternate."""
    return series + 1 if series < MOST_SERIES else series - 1


def _count(named: Mapping[str, str], key: str, default: int, value: Value) -> int:
    text = named.get(key, str(default))
    number = counted(value, text)
    if number is None:
        raise FenError(
            "fen_count", "The field “{key}” must be a whole number from {least} to {most}, not “{text}”.",
            key=key, least=value.least, most=value.most, text=text,
        )  # fmt: skip
    return number


def refuse_standard(fen: str) -> None:
    """Raise FenError where a FEN as other programs write it leaves open which series it is: but for the first turn."""
    _, turn, *others = words_of(fen)
    if turn != "w" or others[3:] != ["1"]:
        raise FenError(
            "fen_no_series",
            "This FEN does not say which series it is: write rows, side to move, 0 and {example}, with the number of "
            "the series and the moves that are left of it.",
            example='{"series":"3","left":"3"}',
        )


def refuse_series(board: Sequence[str], turn: Seat, series: int, left: int, jumped: Sequence[DoubleStep]) -> None:
    """Raise FenError where the series is not this seat's, or the double steps are impossible."""
    if turn != (series + 1) % 2:
        raise FenError("fen_series", "The odd series are White's, the even ones Black's: not the series {series}.",
                       series=series)  # fmt: skip
    jumper, moves = (1 - turn, series - 1) if left == series else (turn, series - left)
    for number, (square, pawn) in enumerate(jumped):
        if square // 8 != (2, 5)[jumper == 0] or board[pawn] != "Pp"[jumper] or number >= moves:
            raise FenError(
                "fen_jumped", "No pawn of the last series stands before {square}.", square=GRID.names[square]
            )
