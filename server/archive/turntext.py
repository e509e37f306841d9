"""The movetext of PGN in this project's own form: of each turn one move for each seat that acts, and their clocks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from server.archive.movetext import MOST_MOVE, MOST_PGN_TURNS, Word, words
from server.archive.scoresheet import RecordError

LEFT = "left:"
"""How a turn without moves begins: then come the seats that left, with commas between them."""
MOST_SEATS = 26

_TOKEN = re.compile(r"\{|;|[0-9]+\.+|[^\s{};]+")
_NUMBER = re.compile(r"([0-9]{1,6})\.{1,3}")
RESULT = re.compile(r"\*|[0-9]{1,7}(?:/[0-9]{1,7})?(?:-[0-9]{1,7}(?:/[0-9]{1,7})?)+")
_CLOCKS = re.compile(r"\[%clk\s+([0-9:.|]+)\]")
_CLOCK = re.compile(r"([0-9]{1,5}):([0-5][0-9]):([0-5][0-9](?:\.[0-9]{1,3})?)")


class Written(NamedTuple):
    """A turn as it stands in the text: a move for each seat that acted, and what was left on their clocks."""

    moves: tuple[str, ...]
    line: int
    clocks: tuple[float, ...] = ()


def written(turns: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The words of these turns."""
    for number, turn in enumerate(turns, 1):
        moves = turn.get("moves", {})
        yield f"{number}. {'|'.join(moves[seat] for seat in sorted(moves, key=int)) or gone(turn.get('left', ()))}"
        if behind := comment(turn):
            yield behind


def gone(seats: Iterable[int]) -> str:
    """What stands in the place of moves where these seats left."""
    return LEFT + ",".join(map(str, sorted(seats)))


def left(moves: Sequence[str]) -> list[int]:
    """The seats that left, where this is what a turn tells instead of moves."""
    found = re.fullmatch(LEFT + r"([0-9]{1,2}(?:,[0-9]{1,2})*)", "|".join(moves))
    return [] if found is None else [int(seat) for seat in found[1].split(",")]


def comment(turn: Mapping[str, Any]) -> str:
    """What was left on the clocks of those who acted; "" without clocks."""
    if not turn.get("clocks") or not turn.get("moves"):
        return ""
    return f"{{[%clk {'|'.join(_clock(turn['clocks'][int(seat)]) for seat in sorted(turn['moves'], key=int))}]}}"


def _clock(seconds: float) -> str:
    """Seconds as hours, minutes and seconds, which have a fraction only where they need one."""
    thousandths = round(seconds * 1000)
    whole, rest = divmod(thousandths, 1000)
    text = f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{text}.{rest:03}" if rest else text


def read(lines: Sequence[str], first: int) -> tuple[tuple[Written, ...], str]:
    """The turns and the score that stand from a line on. Raises RecordError."""
    turns: list[Written] = []
    score = ""
    numbered = False
    for at in words(lines, first, _TOKEN):
        word = at.word
        if word.startswith("{"):
            if turns and not numbered and not score:
                turns[-1] = with_clocks(turns[-1], at)
        elif score:
            raise RecordError(
                "pgn_after", "Line {line}: “{word}” comes after the score; one text holds one game.", **at._asdict()
            )
        elif RESULT.fullmatch(word):
            if numbered:
                raise RecordError("pgn_move_missing", "Line {line}: a move is needed before “{word}”.", **at._asdict())
            score = word
        elif number := _NUMBER.fullmatch(word):
            if numbered or int(number[1]) != len(turns) + 1:
                raise RecordError(
                    "pgn_number", "Line {line}: “{word}” is not the number of the next turn.", **at._asdict()
                )
            numbered = True
        elif not numbered:
            raise RecordError(
                "pgn_number_missing", "Line {line}: the number of its turn must precede “{word}”.", **at._asdict()
            )
        else:
            moves = tuple(word.split("|"))
            if not all(0 < len(move) <= MOST_MOVE for move in moves) or len(moves) > MOST_SEATS:
                raise RecordError(
                    "pgn_move", "Line {line}: “{word}” is not a turn: moves joined by “|”.", **at._asdict()
                )
            if len(turns) == MOST_PGN_TURNS:
                raise RecordError("record_turns", "A game of more than {most} turns is not read.", most=MOST_PGN_TURNS)
            turns.append(Written(moves, at.line))
            numbered = False
    if not score:
        raise RecordError("pgn_end", "The text is incomplete: its moves must end with the score, or with “*”.")
    return tuple(turns), score


def with_clocks(turn: Written, behind: Word) -> Written:
    """The turn with what the comment behind it says of the clocks. Raises RecordError."""
    found = _CLOCKS.search(behind.word)
    if found is None:
        return turn
    clocks = [_CLOCK.fullmatch(text) for text in found[1].split("|")]
    if len(clocks) != len(turn.moves) or not all(clocks):
        told = behind._replace(word=found[1])
        raise RecordError("pgn_clock", "Line {line}: “{word}” is not a clock for each move.", **told._asdict())
    return turn._replace(
        clocks=tuple(int(one[1]) * 3600 + int(one[2]) * 60 + float(one[3]) for one in clocks if one is not None)
    )
