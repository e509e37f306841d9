"""A record as PGN, and PGN read: standard movetext where other programs know the game, else this project's own form.

In the own form a turn has one move text for each seat that acts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any, NamedTuple

from server.archive import movetext
from server.archive.movetext import MOST_MOVE, MOST_TURNS
from server.archive.records import RecordError
from server.archive.scoresheet import LONGEST
from server.control import NO_CLOCK, Control, parse
from server.refusal import Refusal
from variants.position import Position

MEDIUM = "application/vnd.chess-pgn"
"""What such a text is called where it is sent, as IANA registers it."""
OLD_MEDIUM = "application/x-chess-pgn"
"""What programs called it before; it is read under this name too."""

LEFT = "left:"
"""How a turn without moves begins, in the own form: then come the seats that left, with commas between them."""
UNSTATED = "unstated"
"""The reason of an end that the PGN of another program does not tell."""
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
    standard: bool = False
    """Whether the moves are SAN, as `Position.from_san` reads it."""


def left(moves: Sequence[str]) -> list[int]:
    """The seats that left, where this is what a turn tells instead of moves."""
    found = re.fullmatch(LEFT + r"([0-9]{1,2}(?:,[0-9]{1,2})*)", "|".join(moves))
    return [] if found is None else [int(seat) for seat in found[1].split(",")]


def final_line(log: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The turns of a log that were not taken back."""
    line: list[Mapping[str, Any]] = []
    for entry in log:
        if entry["kind"] in ("turn", "left"):
            line.append(entry)
        elif entry["kind"] == "takeback":
            del line[entry["to"] :]
    return line


def write(record: Mapping[str, Any], rules: type[Position], site: str = "Cavalier") -> str:
    """A record as text; `site` is where the game was played, best its address. Turns taken back are left out."""
    result = record["result"]
    score = "*" if result is None else "-".join(map(_share, result["points"]))
    reason = result["reason"] if result is not None else "stopped" if record["status"] == "stopped" else "unterminated"
    standard = movetext.tags(rules, record)
    tags = {
        "Event": "Cavalier",
        "Site": site,
        "Date": datetime.fromtimestamp(record["opened_at"], UTC).strftime("%Y.%m.%d"),
        **({} if standard is None else {"Round": "-"}),
        **{seat_tag(chair["code"]): chair["name"] or "?" for chair in record["seats"]},
        "Result": score,
        **(standard or {"Variant": record["variant"]}),
        "RulesVersion": str(record["rules_version"]),
        "Options": json.dumps(record["settings"], ensure_ascii=False),
        "TimeControl": _standard(parse(record["control"])),
        "Termination": reason,
        "Table": record["table"],
    }
    turns = final_line(record["log"])
    if standard is not None:
        if dict(record["settings"]) == dict(rules.complete({})):
            del tags["Options"]
        words = list(movetext.written(rules, tags.get("FEN", movetext.START), turns, list(map(_comment, turns))))
    elif record["complete"]:
        tags |= {"SetUp": "1", "FEN": record["fen"], "FinalFEN": record["final_fen"]}
        words = list(_movetext(turns))
    else:
        words = ["{The board is hidden while the game runs: no moves.}"]
    head = "\n".join(f'[{name} "{quoted(value)}"]' for name, value in tags.items())
    body = "\n".join(_filled([*words, score]))
    return f"{head}\n\n{body}\n"


def _movetext(turns: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for number, turn in enumerate(turns, 1):
        moves = turn.get("moves", {})
        left = LEFT + ",".join(map(str, turn.get("left", ())))
        yield f"{number}. {'|'.join(moves[seat] for seat in sorted(moves, key=int)) or left}"
        if comment := _comment(turn):
            yield comment


def _comment(turn: Mapping[str, Any]) -> str:
    """What was left on the clocks of those who acted; "" without clocks."""
    if not turn.get("clocks") or not turn.get("moves"):
        return ""
    return f"{{[%clk {'|'.join(_clock(turn['clocks'][int(seat)]) for seat in sorted(turn['moves'], key=int))}]}}"


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


def read(text: str, variants: Mapping[str, type[Position]]) -> Game:
    """The game of a text, of one of these variants. Raises RecordError, naming the line and what stands there."""
    if len(text) > LONGEST:
        raise RecordError("record_long", "A record has at most {most} characters.", most=LONGEST)
    lines = text.split("\n")
    tags, first = _tags(lines)
    version = tags.get("RulesVersion")
    if version is not None and not re.fullmatch(r"[0-9]{1,6}", version):
        raise _bad_tag("RulesVersion", version)
    known = _known(tags, variants)
    if known is not None:
        return _standard_game(tags, lines, first, *known)
    turns, score = _moves(lines, first)
    for name in ("Variant", "FEN"):
        if name not in tags:
            raise RecordError("pgn_tag_missing", "The text lacks the tag {name}.", name=name)
    _check_score(tags, score)
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


def _known(
    tags: Mapping[str, str], variants: Mapping[str, type[Position]]
) -> tuple[str, type[Position], Mapping[str, Any]] | None:
    """The variant that a text in the standard form is of, and the settings that its name means."""
    told = tags.get("Variant", "")
    if told in variants and not variants[told].pgn_names:
        return None
    for name, rules in variants.items():
        if told == name or told.lower() in rules.pgn_names:
            return name, rules, rules.pgn_names.get(told.lower(), {})
    return None


def _standard_game(
    tags: Mapping[str, str],
    lines: Sequence[str],
    first: int,
    variant: str,
    rules: type[Position],
    meant: Mapping[str, Any],
) -> Game:
    """A game in the standard form; what only other programs say of clocks and of the end is not believed."""
    found = movetext.read(lines, first)
    if not tags and not found.numbered:
        if not found.score:
            raise RecordError("pgn_end", "The text is incomplete: its moves must end with the score, or with “*”.")
        raise RecordError("pgn_tag_missing", "The text lacks the tag {name}.", name="Variant")
    score = found.score or tags.get("Result", "*")
    if score not in movetext.SCORES:
        raise _bad_tag("Result", score)
    _check_score(tags, score)
    own = "RulesVersion" in tags
    turns = [Written((move.text,), move.line) for move in found.moves]
    if own:
        turns = [
            _with_clocks(turn, found.comments[number].text, found.comments[number].line)
            if number in found.comments
            else turn
            for number, turn in enumerate(turns)
        ]
    return Game(
        tags,
        variant,
        int(tags["RulesVersion"]) if own else None,
        {**meant, **_options(tags.get("Options", "{}"))},
        tags.get("FEN") or rules.start(rules.complete({})).fen(),
        _control(tags.get("TimeControl", "-")) if own else NO_CLOCK,
        tuple(turns),
        None if score == "*" else _shares(score),
        tags.get("Termination", "unterminated") if own else UNSTATED,
        tags.get("FinalFEN"),
        standard=True,
    )


def _check_score(tags: Mapping[str, str], score: str) -> None:
    if tags.get("Result", score) != score:
        raise RecordError(
            "pgn_result", "The tag Result says {tag}, the moves end with {score}.", tag=tags["Result"], score=score
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
            raise RecordError("pgn_tag_twice", "The tag {name} occurs again in line {line}.", name=name, line=index + 1)
        tags[name] = value
    return tags, len(lines)


def _moves(lines: Sequence[str], first: int) -> tuple[tuple[Written, ...], str]:
    """The turns and the score that stand from a line on."""
    turns: list[Written] = []
    score = ""
    numbered = False
    for word, line in movetext.words(lines, first, _TOKEN):
        if word.startswith("{"):
            if turns and not numbered and not score:
                turns[-1] = _with_clocks(turns[-1], word, line)
        elif score:
            raise RecordError(
                "pgn_after",
                "Line {line}: “{word}” comes after the score; one text holds one game.",
                line=line,
                word=word,
            )
        elif _RESULT.fullmatch(word):
            if numbered:
                raise RecordError(
                    "pgn_move_missing", "Line {line}: a move is needed before “{word}”.", line=line, word=word
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
