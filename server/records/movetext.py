"""The movetext of PGN: in SAN where other programs know the game, else in a form of this project.

In SAN two turns share a number. In the form of this project each turn has its own number, and the moves of the seats
that act are joined by `|`. Numbers and marks are ignored when a text is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from server.records.document import RecordError
from variants.position import Position

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
"""The first position of a text without a FEN, by the PGN standard."""

LEFT_PREFIX = "left:"
"""The prefix of a turn in which seats left; the seats follow, separated by commas."""
MOST_SEATS = 26
MOST_PGN_TURNS = 5_000
MOST_MOVE = 40
SCORES = ("1-0", "0-1", "1/2-1/2", "*")
"""The scores in standard PGN."""

_TOKEN = re.compile(r"\{[^}]*\}?|(?P<rest>;.*|^%.*)|[()]|\$[0-9]+|[0-9]+\.+|[^\s{};()]+", re.MULTILINE)
"""`rest` is ignored, up to the end of its line."""
_NUMBER = re.compile(r"[0-9]{1,6}\.*")
_SCORE = re.compile(r"\*|[0-9]{1,7}(?:/[0-9]{1,7})?(?:-[0-9]{1,7}(?:/[0-9]{1,7})?)+")
_LIKE_A_MOVE = re.compile(r"[KQRBNPa-h][a-h1-8x:=()QRBNqrbn-]*[+#!?]*|[O0o](-[O0o]){1,2}[+#!?]*|--")
_NO_MOVES = frozenset({"...", "e.p.", "ep", "!", "?", "!!", "??", "!?", "?!", "+", "#", "=", "+-", "-+"})
"""Words that may follow a move in SAN."""
_CLOCKS = re.compile(r"\[%clk\s+([0-9:.|]+)\]")
_CLOCK = re.compile(r"[0-9]{1,5}:[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,3})?")


class Word(NamedTuple):
    """A word of movetext, or a comment with its opening brace, and its first line."""

    word: str
    line: int


def left_text(seats: Iterable[int]) -> str:
    """The text of a turn in which these seats left."""
    return LEFT_PREFIX + ",".join(map(str, sorted(seats)))


def left_seats(moves: Sequence[str]) -> list[int]:
    """The seats that left in a turn of this text; empty for a turn of moves."""
    match = re.fullmatch(LEFT_PREFIX + r"([0-9]{1,2}(?:,[0-9]{1,2})*)", "|".join(moves))
    return [] if match is None else [int(seat) for seat in match[1].split(",")]


def moves_of_san(position: Position, words: Iterable[str]) -> tuple[str, ...]:
    """Words of SAN as moves are sent; a word of no offered move is left for the rules to refuse."""
    moves = [(word, position.from_san(word)) for word in words]
    return tuple([word if move is None else position.write(move) for word, move in moves])


def plies_before(tags: Mapping[str, str]) -> int:
    """The number of turns before the first one, by the move number in the FEN of these tags."""
    _, turn, _, _, _, number = tags.get("FEN", START).split(" ")
    return 2 * int(number) - 2 + (turn == "b")


def numbered(turn: int, moves: str, before: int | None, follows: bool) -> str:
    """A turn, counted from 1, with its number; in SAN if the number of turns `before` the first is given.

    `follows`: the preceding turn is the preceding word.
    """
    if before is None:
        return f"{turn}. {moves}"
    ply = before + turn - 1
    if ply % 2 and follows:
        return moves
    return f"{ply // 2 + 1}{'...' if ply % 2 else '.'} {moves}"


def clock_comment(turn: Mapping[str, Any]) -> str:
    """The clock comment of a turn of a record, for the seats that acted; "" without clocks."""
    if not turn.get("clocks") or not turn.get("moves"):
        return ""
    return f"{{[%clk {'|'.join(_clock(turn['clocks'][int(seat)]) for seat in sorted(turn['moves'], key=int))}]}}"


def _clock(seconds: float) -> str:
    """Seconds as hours, minutes and seconds, which have a fraction only where they need one."""
    thousandths = round(seconds * 1000)
    whole, rest = divmod(thousandths, 1000)
    text = f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{text}.{rest:03}" if rest else text


def read(lines: Sequence[str], first: int, standard: bool, clocks: bool) -> tuple[tuple[tuple[str, ...], ...], str]:
    """The moves of each turn and the score, "" for none, from a line on; variations are ignored.

    `clocks`: a clock comment must have a clock for each move. Raises RecordError.
    """
    turns: list[tuple[str, ...]] = []
    score = ""
    for depth, at in tokens(lines, first, standard):
        if depth or at.word in "()":
            continue
        if at.word.startswith("{"):
            if clocks and turns and not score:
                _check_clocks(turns[-1], at)
        elif is_score(at.word, standard):
            score = at.word
        elif len(turns) == MOST_PGN_TURNS:
            raise RecordError("record_turns", "A game of more than {most} turns is not read.", most=MOST_PGN_TURNS)
        else:
            turns.append(_moves(at, standard))
    return tuple(turns), score


def tokens(lines: Sequence[str], first: int, standard: bool) -> Iterator[tuple[int, Word]]:
    """The moves, comments, parentheses and scores from a line on, with their depth in variations.

    Only comments may follow the score of the game. Raises RecordError.
    """
    depth, over = 0, False
    for at in _words(lines, first):
        word = at.word
        if word.startswith("$") or _NUMBER.fullmatch(word) or (standard and word in _NO_MOVES):
            continue
        if over and not word.startswith("{"):
            raise RecordError(
                "pgn_after", "Line {line}: “{word}” comes after the score; one text holds one game.", **at._asdict()
            )
        if word == ")" and not depth:
            raise RecordError("pgn_variation", "Line {line}: “)” closes no variation.", line=at.line)
        depth -= word == ")"
        yield depth, at
        depth += word == "("
        over = over or (not depth and is_score(word, standard))
    if depth:
        raise RecordError("pgn_variation", "The text ends within a variation.")


def is_score(word: str, standard: bool) -> bool:
    """Whether a word is a score."""
    return word in SCORES if standard else _SCORE.fullmatch(word) is not None


def _moves(at: Word, standard: bool) -> tuple[str, ...]:
    """The moves of a word. Raises RecordError."""
    if standard:
        if len(at.word) > MOST_MOVE or not _LIKE_A_MOVE.fullmatch(at.word):
            raise RecordError("pgn_san", "Line {line}: “{word}” is not a move.", **at._asdict())
        return (at.word,)
    moves = tuple(at.word.split("|"))
    if not all(0 < len(move) <= MOST_MOVE for move in moves) or len(moves) > MOST_SEATS:
        raise RecordError("pgn_move", "Line {line}: “{word}” is not a turn: moves joined by “|”.", **at._asdict())
    return moves


def _check_clocks(moves: tuple[str, ...], behind: Word) -> None:
    """Raise RecordError if the comment after a turn has clocks, but not one for each move."""
    match = _CLOCKS.search(behind.word)
    if match is None:
        return
    clocks = match[1].split("|")
    if len(clocks) != len(moves) or not all(map(_CLOCK.fullmatch, clocks)):
        about = behind._replace(word=match[1])
        raise RecordError("pgn_clock", "Line {line}: “{word}” is not a clock for each move.", **about._asdict())


def _words(lines: Sequence[str], first: int) -> Iterator[Word]:
    """Each word of the lines from this one on; a comment in braces is one. Raises RecordError."""
    text = "\n".join(lines[first:])
    line, counted = first + 1, 0
    for match in _TOKEN.finditer(text):
        line += text.count("\n", counted, match.start())
        counted = match.start()
        word = match[0]
        if word.startswith("{") and not word.endswith("}"):
            raise RecordError("pgn_comment", "The comment that begins in line {line} is not closed.", line=line)
        if match.lastgroup != "rest":
            yield Word(word.removesuffix("}"), line)
