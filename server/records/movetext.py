"""The movetext of PGN: in SAN where other programs know the game, else in a form of this project.

In SAN two turns share a number. In the form of this project each turn has its own number, and the moves of the seats
that act are joined by `|`. Numbers and marks are ignored when a text is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from server.records.document import RecordError
from server.records.tolerance import Tolerance
from variants.position import Position

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
"""The first position of a text without a FEN, by the PGN standard."""

LEFT_PREFIX = "left:"
"""The prefix of a turn in which seats left; the seats follow, separated by commas."""
MOST_SEATS = 26
MOST_PGN_TURNS = 5_000
MOST_MOVE = 40
LONGEST_WORD = (MOST_MOVE + 1) * MOST_SEATS
SCORES = ("1-0", "0-1", "1/2-1/2", "*")
"""The scores in standard PGN."""

MOST_DEPTH = 100
"""Variations within variations."""

TAG_BEGINS = r"^[^\S\n]*\[\s*[A-Za-z][\w-]*\s*[\"“„]"
"""The beginning of a tag, which stands at the beginning of a line."""
TOKEN = re.compile(
    rf"(?P<tag>{TAG_BEGINS})"
    rf"|\{{(?:[^}}]*\}}|(?:(?!{TAG_BEGINS})[^}}])*)"
    r"|(?P<rest>;.*|^%.*)|[()]|\$[0-9]*"
    r"|(?<!\S)(?:1/2|[01½])[^\S\n][-–—:][^\S\n](?:1/2|[01½])(?!\S)|0?\.5-0?\.5|[0-9]*[.…]+|[^\s{};()$]+",
    re.MULTILINE,
)
"""`tag` begins another game; `rest` goes up to the end of its line. A comment that is not closed goes up to a tag.

A score may have blanks in it. The number of a move, or dots without a number, end where the move begins.
"""
_NUMBER = re.compile(r"[0-9]{1,6}\.*")
_SCORE = re.compile(r"\*|[0-9]{1,7}(?:/[0-9]{1,7})?(?:-[0-9]{1,7}(?:/[0-9]{1,7})?)+")
_CASTLING = re.compile("0(?:-0){1,2}")
"""Castling with noughts: the shares of a score have a sum."""
_LIKE_A_MOVE = re.compile(r"(?=\S*[a-l][1-9])[A-Za-l@][a-zA-Z0-9:=()@-]*[+#!?]*|[O0o](-[O0o]){1,2}[+#!?]*|--")
"""On boards of up to twelve files, with pieces of any letter, and drops."""
_COULD_BE_A_MOVE = re.compile(r"[\w:@-]*(?:[a-l][1-9]|\b[O0o](-?[O0o]){1,2}\b)[\w:=/-]*")
_COULD_BE_A_TURN = re.compile(rf".*(?:[a-z][1-9]|--|{LEFT_PREFIX}).*|=[a-z]")
"""In the form of this project, in which a die shows a piece."""
_EXACT_SIGNS = re.compile("[+#!?]+$")
_SIGNS = re.compile(r"(?:[-+#=/!?±∓∞⩲⩱†‡□‼⁇⁉⁈.,:]|e\.?p\.?)+$")
"""What may stand behind a move."""
_JUDGEMENT = re.compile(r"[!?]+|[^!?]+")
_NO_MOVES = frozenset({"...", "e.p.", "ep", "!", "?", "!!", "??", "!?", "?!", "+", "#", "=", "+-", "-+"})
"""Words that may follow a move in SAN. Where a text is not read exactly, all words without letters may."""
NULL_MOVE = "--"
"""A null move, as annotated games have it to show a threat."""
_NULL_MOVES = frozenset({NULL_MOVE, "Z0", "z0", "@@@@", "0000", "<>", "null"})
_OTHER_SCORES = {
    "1:0": "1-0",
    "0:1": "0-1",
    "1:1": "1/2-1/2",
    **dict.fromkeys(("1/2", "1/2:1/2", "1/2-1/2", ".5-.5", "0.5-0.5", "0,5-0,5", "=-="), "1/2-1/2"),
}
NAGS = {
    "!": 1,
    "?": 2,
    "!!": 3,
    "‼": 3,
    "??": 4,
    "⁇": 4,
    "!?": 5,
    "⁉": 5,
    "?!": 6,
    "⁈": 6,
    "□": 7,
    "=": 10,
    "∞": 13,
    "⩲": 14,
    "+=": 14,
    "+/=": 14,
    "⩱": 15,
    "=+": 15,
    "=/+": 15,
    "±": 16,
    "+/-": 16,
    "∓": 17,
    "-/+": 17,
    "+-": 18,
    "-+": 19,
}
"""The number of each sign of an annotation (NAG), as the PGN standard and ChessBase count them."""
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d", "-"),
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff", None),
        "…": "...",
        "½": "1/2",
        "×": "x",
        "：": ":",
        "＝": "=",
        "＋": "+",
        "О": "O",
        "о": "o",
        **dict(zip("♔♕♖♗♘♚♛♜♝♞", "KQRBN" * 2, strict=True)),
        **dict.fromkeys("♙♟\ufe0e\ufe0f", None),
    }
)
"""Typographic signs, in words outside comments, as the letters of PGN; the O of castling may be Cyrillic."""
_CLOCKS = re.compile(r"\[%clk\s+([0-9:.|]+)\]")
CLOCK = re.compile(r"[0-9]{1,5}:[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,3})?")


class Token(NamedTuple):
    """A word of movetext, or a comment without its braces, and its first line."""

    kind: Literal["move", "number", "nag", "comment", "score", "(", ")"]
    word: str
    """A turn; the sign of a score; the number of an annotation (`$14`)."""
    line: int


class Mainline(NamedTuple):
    """The turns of a text without its variations."""

    turns: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]
    """The line of each turn."""
    score: str
    """"" for none."""


def left_text(seats: Iterable[int]) -> str:
    """The text of a turn in which these seats left."""
    return LEFT_PREFIX + ",".join(map(str, sorted(seats)))


def left_seats(moves: Sequence[str]) -> list[int]:
    """The seats that left in a turn of this text; empty for a turn of moves."""
    match = re.fullmatch(LEFT_PREFIX + r"([0-9]{1,2}(?:,[0-9]{1,2})*)", "|".join(moves))
    return [] if match is None else [int(seat) for seat in match[1].split(",")]


def moves_of_san(position: Position, words: Iterable[str], exact: bool = True) -> tuple[str, ...]:
    """Words of SAN as moves are sent; a word of no offered move is left for the rules to refuse.

    A text that is not `exact` may write moves in other ways too, if their meaning is clear.
    """
    read = position.from_san if exact else position.from_import
    moves = [(word, read(word)) for word in words]
    return tuple([word if move is None else position.write(move) for word, move in moves])


def is_null(position: Position, words: Sequence[str]) -> bool:
    """Whether a turn is a null move that the rules do not offer as a pass."""
    return tuple(words) == (NULL_MOVE,) and not any(
        NULL_MOVE in map(position.write, position.moves(seat)) for seat in position.to_act
    )


def plies_before(tags: Mapping[str, str]) -> int:
    """The number of turns before the first one, by the move number in the FEN of these tags."""
    words = tags.get("FEN", START).split(" ")
    turn, number = words[1], words[-1]
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


def read(found: Iterable[tuple[int, Token]], clocks: bool) -> Mainline:
    """The main line of these tokens, given with their depth in variations.

    `clocks`: a clock comment must have a clock for each move. Raises RecordError.
    """
    turns: list[tuple[str, ...]] = []
    lines: list[int] = []
    score = ""
    for depth, token in found:
        if depth:
            continue
        if token.kind == "comment" and clocks and turns and not score:
            _check_clocks(turns[-1], token)
        elif token.kind == "score":
            score = token.word
        elif token.kind == "move":
            if len(turns) == MOST_PGN_TURNS:
                raise RecordError("record_turns", "A game of more than {most} turns is not read.", most=MOST_PGN_TURNS)
            turns.append(tuple(token.word.split("|")))
            lines.append(token.line)
    return Mainline(tuple(turns), tuple(lines), score)


def tokens(text: str, line: int, standard: bool, tolerance: Tolerance, sign: str = "") -> Iterator[tuple[int, Token]]:
    """The tokens of movetext that begins in this line, with their depth in variations. Raises RecordError.

    After the score of the game only comments come. `sign` is the `Notation.move_sign` of the game.
    """
    depth, over = 0, False
    for token in _tokens(text, line, standard, tolerance, sign):
        word, at = token.word, token.line
        if over and token.kind not in ("comment", "nag", "number"):
            tolerance.pass_over(
                RecordError(
                    "pgn_after",
                    "Line {line}: “{word}” comes after the score; one text holds one game.",
                    line=at,
                    word=word,
                ),
                word,
                at,
            )
            continue
        if token.kind == ")" and not depth:
            tolerance.pass_over(
                RecordError("pgn_variation", "Line {line}: “)” closes no variation.", line=at), word, at
            )
            continue
        if token.kind == "(" and depth == MOST_DEPTH:
            raise RecordError("pgn_depth", "Line {line}: variations are nested too deeply.", line=at)
        depth -= token.kind == ")"
        yield depth, token
        depth += token.kind == "("
        over = over or (not depth and token.kind == "score")
    if depth:
        end = line + text.count("\n")
        tolerance.pass_over(RecordError("pgn_variation", "The text ends within a variation."), "(", end)
    while depth:
        depth -= 1
        yield depth, Token(")", ")", end)


def may_be_a_move(word: str) -> bool:
    """Whether a word or a comment may be a move in some game."""
    return not word.startswith("{") and re.search("[a-z][1-9]|[O0o]-[O0o]|--", plain(word)) is not None


def plain(word: str) -> str:
    """A word without typography."""
    return word.translate(_PLAIN)


def score_of(word: str, standard: bool, exact: bool) -> str:
    """The score that a word means; "" for none."""
    if standard and word in SCORES:
        return word
    meant = "" if exact else "".join(plain(word).split())
    if meant in _OTHER_SCORES:
        return _OTHER_SCORES[meant]
    if meant in SCORES:
        return meant
    return word if not standard and _SCORE.fullmatch(word) and not _CASTLING.fullmatch(word) else ""


def _tokens(text: str, line: int, standard: bool, tolerance: Tolerance, sign: str) -> Iterator[Token]:
    counted = 0
    for match in TOKEN.finditer(text):
        line += text.count("\n", counted, match.start())
        counted = match.start()
        word = match[0]
        if word.startswith("{"):
            if not word.endswith("}"):
                tolerance.pass_over(
                    RecordError("pgn_comment", "The comment that begins in line {line} is not closed.", line=line),
                    word,
                    line,
                )
            yield Token("comment", word[1:].removesuffix("}"), line)
        elif match.lastgroup == "rest":
            if word.startswith(";"):
                yield Token("comment", word[1:].replace("}", ")"), line)
        elif word in "()":
            yield Token("(" if word == "(" else ")", word, line)
        elif word.startswith("$") and word != "$":
            yield Token("nag", word, line)
        else:
            yield from _of_word(word if tolerance.exact else plain(word), line, standard, tolerance, sign)


def _of_word(word: str, line: int, standard: bool, tolerance: Tolerance, sign: str) -> Iterator[Token]:
    """The tokens of a word: a move may have signs behind it. Raises RecordError."""
    exact = tolerance.exact
    if len(word) > LONGEST_WORD:
        tolerance.pass_over(_no_move(word[:LONGEST_WORD], line), word, line)
        return
    score = score_of(word, standard, exact)
    if not exact and _EXACT_SIGNS.sub("", word) in _NULL_MOVES:
        yield Token("move", NULL_MOVE, line)
    elif score:
        yield Token("score", score, line)
    elif _NUMBER.fullmatch(word):
        yield Token("number", word, line)
    elif word in _NO_MOVES if exact and standard else not exact and (word in _NO_MOVES or _is_sign(word)):
        if word in NAGS:
            yield Token("nag", f"${NAGS[word]}", line)
    elif exact and not standard:
        yield Token("move", _checked_turn(word, line), line)
    elif exact and not (len(word) <= MOST_MOVE and _LIKE_A_MOVE.fullmatch(word)):
        raise _no_move(word, line)
    else:
        move = (_SIGNS if standard and not exact else _EXACT_SIGNS).sub("", word)
        pattern = _COULD_BE_A_MOVE if standard else _COULD_BE_A_TURN
        bare = move.removeprefix(sign)
        if sign and not exact and (own := re.match(f"=?{re.escape(sign)}", word[len(move) :])):
            move += own[0]
        if not exact and not ((not standard or len(move) <= MOST_MOVE) and pattern.fullmatch(bare)):
            tolerance.pass_over(_no_move(word, line), word, line)
            return
        yield Token("move", move if standard else _checked_turn(move, line), line)
        for sign in _JUDGEMENT.findall(word[len(move) :]):
            if sign in NAGS:
                yield Token("nag", f"${NAGS[sign]}", line)


def _is_sign(word: str) -> bool:
    """Whether a word has no letters and no digits."""
    return word.isprintable() and not re.search(r"\w", word)


def _no_move(word: str, line: int) -> RecordError:
    return RecordError("pgn_san", "Line {line}: “{word}” is not a move.", line=line, word=word)


def _checked_turn(word: str, line: int) -> str:
    """A word of moves joined by `|`. Raises RecordError."""
    moves = word.split("|")
    if not all(0 < len(move) <= MOST_MOVE for move in moves) or len(moves) > MOST_SEATS:
        raise RecordError("pgn_move", "Line {line}: “{word}” is not a turn: moves joined by “|”.", line=line, word=word)
    return word


def _check_clocks(moves: tuple[str, ...], behind: Token) -> None:
    """Raise RecordError if the comment after a turn has clocks, but not one for each move."""
    match = _CLOCKS.search(behind.word)
    if match is None:
        return
    clocks = match[1].split("|")
    if len(clocks) != len(moves) or not all(map(CLOCK.fullmatch, clocks)):
        raise RecordError(
            "pgn_clock", "Line {line}: “{word}” is not a clock for each move.", line=behind.line, word=match[1]
        )
