"""The movetext of PGN as every program for chess reads and writes it: two moves to a number, in SAN."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from server.archive.scoresheet import RecordError
from variants.errors import RulesError
from variants.position import Position

TOKEN = re.compile(r"[{;()]|\$[0-9]+|[0-9]+\.+|[^\s{};()]+")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
"""Where a game begins whose text has no FEN: PGN says so."""

NUMBER = re.compile(r"([0-9]{1,6})(\.*)")
_LIKE_A_MOVE = re.compile(r"[KQRBNPa-h][a-h1-8x:=()QRBNqrbn-]*[+#!?]*|[O0o](-[O0o]){1,2}[+#!?]*|--")
NO_MOVES = frozenset({"...", "e.p.", "ep", "!", "?", "!!", "??", "!?", "?!", "+", "#", "=", "+-", "-+"})
"""What stands behind a move as a word of its own."""
MOST_PGN_TURNS = 5_000
MOST_MOVE = 40
SCORES = ("1-0", "0-1", "1/2-1/2", "*")


class Word(NamedTuple):
    """A word of movetext, or a comment that begins with its brace, and the line where it begins."""

    word: str
    line: int


class Movetext(NamedTuple):
    """Moves in SAN, each with the comment behind it, and the score, "" where there is none."""

    moves: tuple[Word, ...]
    comments: Mapping[int, Word]
    """The first comment behind each move, by its index."""
    score: str
    numbered: bool
    """Whether any move has a number."""


def tags(rules: type[Position], record: Mapping[str, Any]) -> Mapping[str, str] | None:
    """The tags `Variant`, `SetUp` and `FEN` of a record that other programs can read; None where they cannot.

    Every turn must be one seat's, and noted.
    """
    if not rules.pgn_names or not record["complete"]:
        return None
    try:
        start = rules.from_fen(record["fen"], rules.complete(record["settings"]))
    except RulesError:
        return None
    fen = start.standard_fen()
    if fen is None or not all(len(turn["moves"]) == len(turn.get("notation", ())) == 1 for turn in _turns(record)):
        return None
    found = {"Variant": start.pgn_name()}
    if fen != START:
        found |= {"SetUp": "1", "FEN": fen}
    return found


def _turns(record: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    return (line for line in record["log"] if line["kind"] == "turn")


def written(
    rules: type[Position], fen: str, turns: Sequence[Mapping[str, Any]], clocks: Sequence[str]
) -> Iterator[str]:
    """The words of the movetext of a game that began with this FEN; `clocks` has a comment, or "", for each turn."""
    _, turn, _, _, _, number = fen.split(" ")
    ply = 2 * int(number) - 2 + (turn == "b")
    told = False
    for (ply_now, one), clock in zip(enumerate(turns, ply), clocks, strict=True):
        (note,) = one["notation"].values()
        if ply_now % 2 == 0:
            yield f"{ply_now // 2 + 1}. {rules.san(note)}"
        else:
            yield rules.san(note) if told else f"{ply_now // 2 + 1}... {rules.san(note)}"
        told = not clock
        if clock:
            yield clock


def read(lines: Sequence[str], first: int) -> Movetext:
    """The movetext that stands from a line on. Variations and marks are passed over. Raises RecordError.

    Numbers are those of moves, or of single turns as in this project's own form.
    """
    moves: list[Word] = []
    comments: dict[int, Word] = {}
    base: tuple[int, bool] | None = None
    depth, score = 0, ""
    numbered, single = 0, True  # How many moves stand before the last number, and whether each had one of its own.
    for at in words(lines, first, TOKEN):
        text = at.word
        if text in "()":
            depth += 1 if text == "(" else -1
            if depth < 0:
                raise RecordError("pgn_variation", "Line {line}: “)” closes no variation.", line=at.line)
        elif text == "..." and base is not None and not moves:
            base = (base[0], True)
        elif depth or text.startswith("$") or text in NO_MOVES:
            continue
        elif text.startswith("{"):
            if moves and not score:
                comments.setdefault(len(moves) - 1, at)
        elif score:
            raise RecordError(
                "pgn_after", "Line {line}: “{word}” comes after the score; one text holds one game.", **at._asdict()
            )
        elif text in SCORES:
            score = text
        elif number := NUMBER.fullmatch(text):
            base = base or (int(number[1]), len(number[2]) > 1)
            single = single and len(moves) - numbered in (0, 1)
            numbered = len(moves)
            expected = [base[0] + (numbered + base[1]) // 2, *([numbered + 1] if single else [])]
            if int(number[1]) not in expected:
                raise RecordError(
                    "pgn_number", "Line {line}: “{word}” is not the number of the next turn.", **at._asdict()
                )
        elif len(text) > MOST_MOVE or not _LIKE_A_MOVE.fullmatch(text):
            raise RecordError("pgn_san", "Line {line}: “{word}” is not a move.", **at._asdict())
        elif len(moves) == MOST_PGN_TURNS:
            raise RecordError("record_turns", "A game of more than {most} turns is not read.", most=MOST_PGN_TURNS)
        else:
            moves.append(at)
    if depth:
        raise RecordError("pgn_variation", "The text ends within a variation.")
    return Movetext(tuple(moves), comments, score, base is not None)


def words(lines: Sequence[str], first: int, token: re.Pattern[str]) -> Iterator[Word]:
    """Each word of the lines from this one on, cut by this token; a comment in braces is one. Raises RecordError."""
    comment: list[str] = []
    began = 0
    for index in range(first, len(lines)):
        line, at = lines[index], 0
        if line.startswith("%") and not comment:
            continue
        while at < len(line):
            if comment:
                end = line.find("}", at)
                comment.append(line[at : end if end >= 0 else len(line)])
                if end < 0:
                    break
                yield Word(" ".join(comment), began)
                comment, at = [], end + 1
                continue
            found = token.search(line, at)
            if found is None or found[0] == ";":
                break
            if found[0] == "{":
                comment, began = ["{"], index + 1
            else:
                yield Word(found[0], index + 1)
            at = found.end()
    if comment:
        raise RecordError("pgn_comment", "The comment that begins in line {line} is not closed.", line=began)
