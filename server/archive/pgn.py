"""A record as PGN-like text, and such a text read again: tags, then machine move texts, several seats to a turn."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any, NamedTuple

from server.archive.records import RecordError
from server.archive.scoresheet import LONGEST
from server.control import NO_CLOCK, Control, parse
from server.refusal import Refusal

MEDIUM = "application/x-chess-pgn"
"""What such a text is called where it is sent."""

MOST_TURNS = 5_000
MOST_MOVE = 40
MOST_SEATS = 26
FINEST_SHARE = 1_000_000
"""The greatest denominator of a share: whatever shares the rules give, the text is as near to them as is verified."""
WIDTH = 80

_TAG = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_]{0,59})\s+"((?:[^"\\]|\\["\\])*)"\s*\]')
_TOKEN = re.compile(r"\{|;|[0-9]+\.+|[^\s{};]+")
_NUMBER = re.compile(r"([0-9]{1,6})\.{1,3}")
_RESULT = re.compile(r"\*|[0-9]{1,7}(?:/[0-9]{1,7})?(?:-[0-9]{1,7}(?:/[0-9]{1,7})?)+")
_CLOCKS = re.compile(r"\[%clk\s+([0-9:.|]+)\]")
_CLOCK = re.compile(r"([0-9]{1,5}):([0-5][0-9]):([0-5][0-9](?:\.[0-9]{1,3})?)")
_STANDARD_CONTROL = re.compile(r"([0-9]{1,5})\+([0-9]{1,2})|1/([0-9]{1,7})")


class Written(NamedTuple):
    """A turn as it stands in the text: a move for each seat that acted, and what was left on their clocks."""

    moves: tuple[str, ...]
    line: int
    clocks: tuple[float, ...] = ()


class Game(NamedTuple):
    """What a text says, well formed but not yet played."""

    tags: Mapping[str, str]
    variant: str
    rules_version: int | None
    settings: Mapping[str, Any]
    fen: str
    control: Control
    turns: tuple[Written, ...]
    shares: tuple[Fraction, ...] | None
    """What each seat got, or None where the game is not over."""
    reason: str
    final_fen: str | None


def final_line(log: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The turns of a log that were not taken back."""
    line: list[Mapping[str, Any]] = []
    for entry in log:
        if entry["kind"] == "turn":
            line.append(entry)
        elif entry["kind"] == "takeback":
            del line[entry["to"] :]
    return line


def write(record: Mapping[str, Any], site: str = "Cavalier") -> str:
    """A record as text; `site` is where the game was played, best its address. Turns taken back are left out."""
    result = record["result"]
    score = "*" if result is None else "-".join(map(_share, result["points"]))
    reason = result["reason"] if result is not None else "stopped" if record["status"] == "stopped" else "unterminated"
    tags = {
        "Event": "Cavalier",
        "Site": site,
        "Date": datetime.fromtimestamp(record["opened_at"], UTC).strftime("%Y.%m.%d"),
        **{seat_tag(chair["code"]): chair["name"] or "?" for chair in record["seats"]},
        "Result": score,
        "Variant": record["variant"],
        "RulesVersion": str(record["rules_version"]),
        "Options": json.dumps(record["settings"], ensure_ascii=False),
        "TimeControl": _standard(parse(record["control"])),
        "Termination": reason,
        "Table": record["table"],
    }
    if record["complete"]:
        tags |= {"SetUp": "1", "FEN": record["fen"], "FinalFEN": record["final_fen"]}
        words = list(_movetext(final_line(record["log"])))
    else:
        words = ["{The board is hidden while the game runs: no moves.}"]
    head = "\n".join(f'[{name} "{quoted(value)}"]' for name, value in tags.items())
    body = "\n".join(_filled([*words, score]))
    return f"{head}\n\n{body}\n"


def _movetext(turns: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for number, turn in enumerate(turns, 1):
        seats = sorted(turn["moves"], key=int)
        yield f"{number}. {'|'.join(turn['moves'][seat] for seat in seats)}"
        if turn.get("clocks"):
            yield f"{{[%clk {'|'.join(_clock(turn['clocks'][int(seat)]) for seat in seats)}]}}"


def _filled(words: Iterable[str]) -> Iterator[str]:
    """Lines of these words, each of which stays whole."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            yield line
            line = word
        else:
            line = f"{line} {word}".lstrip()
    yield line


def read(text: str) -> Game:
    """The game of a text. Raises RecordError, naming the line and what stands there."""
    if len(text) > LONGEST:
        raise RecordError("record_long", "A record has at most {most} characters.", most=LONGEST)
    lines = text.split("\n")
    tags, first = _tags(lines)
    turns, score = _moves(lines, first)
    for name in ("Variant", "FEN"):
        if name not in tags:
            raise RecordError("pgn_tag_missing", "The text lacks the tag {name}.", name=name)
    if tags.get("Result", score) != score:
        raise RecordError(
            "pgn_result", "The tag Result says {tag}, the moves end with {score}.", tag=tags["Result"], score=score
        )
    version = tags.get("RulesVersion")
    if version is not None and not re.fullmatch(r"[0-9]{1,6}", version):
        raise _bad_tag("RulesVersion", version)
    return Game(
        tags,
        tags["Variant"],
        None if version is None else int(version),
        _options(tags.get("Options", "{}")),
        tags["FEN"],
        _control(tags.get("TimeControl", "-")),
        turns,
        None if score == "*" else _shares(score),
        tags.get("Termination", "unterminated"),
        tags.get("FinalFEN"),
    )


def _tags(lines: Sequence[str]) -> tuple[dict[str, str], int]:
    """The tags at the head of a text, and the index of the line after them."""
    tags: dict[str, str] = {}
    for index, line in enumerate(lines):
        bare = line.strip()
        if not bare or bare.startswith("%"):
            continue
        if not bare.startswith("["):
            return tags, index
        found = _TAG.fullmatch(bare)
        if found is None:
            raise RecordError(
                "pgn_tag", "Line {line} is not a tag; write it like {example}.", line=index + 1, example='[Variant "…"]'
            )
        name, value = found[1], re.sub(r'\\(["\\])', r"\1", found[2])
        if name in tags:
            raise RecordError("pgn_tag_twice", "The tag {name} stands again in line {line}.", name=name, line=index + 1)
        tags[name] = value
    return tags, len(lines)


def _moves(lines: Sequence[str], first: int) -> tuple[tuple[Written, ...], str]:
    """The turns and the score that stand from a line on."""
    turns: list[Written] = []
    score = ""
    numbered = False
    for line, word in _words(lines, first):
        if word.startswith("{"):
            if turns and not numbered and not score:
                turns[-1] = _with_clocks(turns[-1], word, line)
        elif score:
            raise RecordError(
                "pgn_after",
                "Line {line}: “{word}” stands after the score; one text holds one game.",
                line=line,
                word=word,
            )
        elif _RESULT.fullmatch(word):
            if numbered:
                raise RecordError(
                    "pgn_move_missing", "Line {line}: a move must stand before “{word}”.", line=line, word=word
                )
            score = word
        elif number := _NUMBER.fullmatch(word):
            if numbered or int(number[1]) != len(turns) + 1:
                raise RecordError(
                    "pgn_number", "Line {line}: “{word}” is not the number of the next turn.", line=line, word=word
                )
            numbered = True
        else:
            if not numbered:
                raise RecordError(
                    "pgn_number_missing",
                    "Line {line}: the number of its turn must precede “{word}”.",
                    line=line,
                    word=word,
                )
            moves = tuple(word.split("|"))
            if not all(0 < len(move) <= MOST_MOVE for move in moves) or len(moves) > MOST_SEATS:
                raise RecordError(
                    "pgn_move", "Line {line}: “{word}” is not a turn: moves joined by “|”.", line=line, word=word
                )
            if len(turns) == MOST_TURNS:
                raise RecordError("record_turns", "A game of more than {most} turns is not read.", most=MOST_TURNS)
            turns.append(Written(moves, line))
            numbered = False
    if not score:
        raise RecordError("pgn_end", "The text is incomplete: its moves must end with the score, or with “*”.")
    return tuple(turns), score


def _words(lines: Sequence[str], first: int) -> Iterator[tuple[int, str]]:
    """Each word of the moves with the number of its line; a comment in braces is one word."""
    comment: list[str] = []
    began = 0
    for index in range(first, len(lines)):
        line = lines[index]
        if line.startswith("%") and not comment:
            continue
        at = 0
        while at < len(line):
            if comment:
                end = line.find("}", at)
                comment.append(line[at : end if end >= 0 else len(line)])
                if end < 0:
                    break
                yield began, " ".join(comment)
                comment, at = [], end + 1
                continue
            found = _TOKEN.search(line, at)
            if found is None or found[0] == ";":
                break
            if found[0] == "{":
                comment, began = ["{"], index + 1
            else:
                yield index + 1, found[0]
            at = found.end()
    if comment:
        raise RecordError("pgn_comment", "The comment that begins in line {line} is not closed.", line=began)


def _with_clocks(turn: Written, comment: str, line: int) -> Written:
    found = _CLOCKS.search(comment)
    if found is None:
        return turn
    clocks = [_CLOCK.fullmatch(text) for text in found[1].split("|")]
    if len(clocks) != len(turn.moves) or not all(clocks):
        raise RecordError("pgn_clock", "Line {line}: “{word}” is not a clock for each move.", line=line, word=found[1])
    return turn._replace(
        clocks=tuple(int(one[1]) * 3600 + int(one[2]) * 60 + float(one[3]) for one in clocks if one is not None)
    )


def _bad_tag(name: str, value: str) -> RecordError:
    return RecordError("pgn_tag_value", "The tag {name} cannot be “{value}”.", name=name, value=value)


def _options(text: str) -> Mapping[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise _bad_tag("Options", text) from None
    if not isinstance(found, dict) or not all(isinstance(value, str | bool | int) for value in found.values()):
        raise _bad_tag("Options", text)
    return found


def _control(text: str) -> Control:
    if text in ("-", "?"):
        return NO_CLOCK
    found = _STANDARD_CONTROL.fullmatch(text)
    if found is None:
        raise _bad_tag("TimeControl", text)
    control = Control("turn", float(found[3])) if found[3] else Control("game", float(found[1]), float(found[2]))
    try:
        if parse(str(control)) == control:
            return control
    except Refusal:
        pass
    raise _bad_tag("TimeControl", text)


def _standard(control: Control) -> str:
    """A time control as PGN writes it: seconds and increment, or seconds for one turn."""
    match control.kind:
        case "game":
            return f"{control.base:.0f}+{control.increment:.0f}"
        case "turn":
            return f"1/{control.base:.0f}"
    return "-"


def _shares(score: str) -> tuple[Fraction, ...]:
    try:
        return tuple(map(Fraction, score.split("-")))
    except ZeroDivisionError:
        raise _bad_tag("Result", score) from None


def _share(points: float) -> str:
    return str(Fraction(points).limit_denominator(FINEST_SHARE))


def seat_tag(code: str) -> str:
    """The tag that names whoever sat there: `White` for the seat `white`."""
    return code[0].upper() + code[1:]


def _clock(seconds: float) -> str:
    """Seconds as hours, minutes and seconds, which have a fraction only where they need one."""
    thousandths = round(seconds * 1000)
    whole, rest = divmod(thousandths, 1000)
    text = f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{text}.{rest:03}" if rest else text


def quoted(text: str) -> str:
    """A text as it stands between the quotes of a tag."""
    return text.replace("\\", r"\\").replace('"', r"\"")
