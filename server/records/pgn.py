"""Records as PGN, written and read: in SAN if other programs know the variant, else in a form of this project."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from server.game import NO_CLOCK, Control, Refusal, parse_control
from server.records import movetext
from server.records.document import RecordError, Variants
from server.records.movetext import Token
from server.records.pgn_file import GameText, game_of
from server.records.tolerance import Passed
from server.texts.front_matter import RULES, folder_of
from server.texts.languages import LANGUAGES
from server.texts.words import Words
from variants.errors import RulesError
from variants.position import Position

_LETTER = re.compile(r"^[A-NP-Z](?=[a-l0-9x:@-])|(?<==)[A-Z]|(?<=[0-9])[A-Z]$")
"""The letter of the piece that moves, and that of a promotion."""


def in_chess_letters(words: Iterable[str], name: str, rules: type[Position]) -> list[str]:
    """Words of SAN with the letters of chess, from the first language of the site that has all their letters."""
    words = list(words)
    used = {letter for word in words for letter in _LETTER.findall(word)}
    letters = next((each for each in _languages(name, rules) if used <= each.keys()), {})
    return [_LETTER.sub(lambda match: letters.get(match[0], match[0]), word) for word in words]


@lru_cache(maxsize=64)
def _languages(name: str, rules: type[Position]) -> tuple[Mapping[str, str], ...]:
    """The letters of chess, then by language, English first, the letter of chess for each of its letters.

    The English page of a variant, too, may have letters of its own, such as E for an elephant.
    """
    chess = {symbol.upper(): symbol.upper() for symbol in rules.drawings}
    folder = folder_of(rules, name, RULES)
    pages = [folder / f"{language}.md" for language in LANGUAGES]
    languages = [Words.load(page, rules).letters for page in pages if page.is_file()]
    return (chess, *({letters.get(each, each): each for each in chess} for letters in languages))


MEDIUM = "application/vnd.chess-pgn"
"""The media type of PGN, as IANA registers it."""
OLD_MEDIUM = "application/x-chess-pgn"
"""An older media type of PGN, which is accepted too."""

UNSTATED = "unstated"
"""The reason of an end in the PGN of another program, which has only a score."""
FINEST_SHARE = 1_000_000
"""The greatest denominator of a share in a score: the nearest such fraction is close enough to be verified."""
WIDTH = 80

_STANDARD_CONTROL = re.compile(r"([0-9]{1,5})\+([0-9]{1,2})|1/([0-9]{1,7})")


class PgnGame(NamedTuple):
    """The contents of a text, well formed but not yet played."""

    tags: Mapping[str, str]
    variant: str
    rules_version: int | None
    settings: Mapping[str, Any]
    fen: str
    control: Control
    turns: tuple[tuple[str, ...], ...]
    """By turn, a move for each seat that acts, or who left."""
    shares: tuple[Fraction, ...] | None
    """The share of each seat; None if the game is not over."""
    reason: str
    final_fen: str | None
    standard: bool = False
    """Whether the moves are SAN, as `Position.from_san` reads it."""
    exact: bool = True
    """Whether the text was read exactly: as this site writes it."""
    lines: tuple[int, ...] = ()
    """The line of each turn."""
    passed: tuple[Passed, ...] = ()
    """What was passed over."""


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
    """A record as PGN; `site` is the place of the game, preferably its address. Turns taken back are left out."""
    result = record["result"]
    score = (
        "*"
        if result is None
        else "-".join(str(Fraction(share).limit_denominator(FINEST_SHARE)) for share in result["points"])
    )
    reason = result["reason"] if result is not None else "stopped" if record["status"] == "stopped" else "unterminated"
    standard = _standard_tags(record, rules)
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
        "TimeControl": _seconds(parse_control(record["control"])),
        "Termination": reason,
        "Table": record["table"],
    }
    turns = final_line(record["log"])
    if standard is not None:
        if dict(record["settings"]) == dict(rules.complete({})):
            del tags["Options"]
        noted = [rules.san(note) for turn in turns for note in turn["notation"].values()]
        words = _words(turns, noted, movetext.plies_before(standard))
    elif record["complete"]:
        tags |= {"SetUp": "1", "FEN": record["fen"], "FinalFEN": record["final_fen"]}
        words = _words(turns, ["|".join(moves_of(turn)) for turn in turns], None)
    else:
        words = ["{The board is hidden while the game runs: no moves.}"]
    return text_of(tags, [*words, score])


def _standard_tags(record: Mapping[str, Any], rules: type[Position]) -> Mapping[str, str] | None:
    """The tags of `standard_tags`, if every turn of the record is one seat's, and noted."""
    if not rules.pgn_names or not record["complete"]:
        return None
    turns = [line for line in record["log"] if line["kind"] == "turn"]
    if not all(len(turn["moves"]) == len(turn.get("notation", ())) == 1 for turn in turns):
        return None
    try:
        return standard_tags(rules.from_fen(record["fen"], rules.complete(record["settings"])))
    except RulesError:
        return None


def standard_tags(start: Position) -> Mapping[str, str] | None:
    """The tags `Variant`, `SetUp` and `FEN` of a game from this position; None if other programs cannot read it."""
    fen = start.standard_fen()
    if fen is None:
        return None
    return {"Variant": start.pgn_name()} | ({} if fen == movetext.START else {"SetUp": "1", "FEN": fen})


def moves_of(turn: Mapping[str, Any]) -> tuple[str, ...]:
    """The moves of a turn of a record in the order of their seats; or who left, as movetext writes it."""
    moves = turn.get("moves") or {}
    return tuple(moves[seat] for seat in sorted(moves, key=int)) or (movetext.left_text(turn.get("left", ())),)


def _words(turns: Sequence[Mapping[str, Any]], noted: Sequence[str], before: int | None) -> list[str]:
    words: list[str] = []
    follows = False
    for number, (turn, text) in enumerate(zip(turns, noted, strict=True), 1):
        words.append(movetext.numbered(number, text, before, follows))
        clock = movetext.clock_comment(turn)
        follows = not clock
        words += [clock] if clock else []
    return words


def text_of(tags: Mapping[str, str], words: Iterable[str]) -> str:
    """These tags, and movetext of these words."""
    head = "\n".join(f'[{name} "{quoted(value)}"]' for name, value in tags.items())
    body = "\n".join(_wrapped(words))
    return f"{head}\n\n{body}\n"


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    """These words wrapped into lines of at most `WIDTH` characters."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            yield line
            line = word
        else:
            line = f"{line} {word}".lstrip()
    yield line


def read(text: str, variants: Variants, number: int | None = None) -> PgnGame:
    """The game of this number of a text, from 1, of one of these variants. Without a number, the only one.

    A text with the tag `RulesVersion` is read exactly. Of any other, only what says which game it is and how it goes
    must be right; anything else that is wrong is passed over. Raises RecordError, which names the line and the word.
    """
    game = game_of(text, number)
    tags, tolerance = game.tags, game.tolerance
    exact = tolerance.exact
    version = tags.get("RulesVersion")
    if version is not None and not re.fullmatch(r"[0-9]{1,6}", version):
        raise _bad_tag("RulesVersion", version)
    known = _known_game(tags, variants)
    tagged = tagged_game(tags, variants) if tags or known else None
    line = movetext.read(tokens_of(game, variants), exact)
    if not line.turns and tolerance.first is not None and tolerance.first.code == "pgn_san":
        raise tolerance.first
    if not line.score and (not (tags or line.turns) or (exact and known is None)):
        raise tolerance.first or _no_end()
    if tagged is None or not (tags or line.turns):
        raise tolerance.first or RecordError("pgn_tag_missing", "The text lacks the tag {name}.", name="Variant")
    score = score_of(game, line.score, known is not None)
    return PgnGame(
        tags,
        tagged.variant,
        None if version is None else int(version),
        tagged.settings,
        tagged.fen,
        # Clocks and reasons in texts of other programs are not trusted.
        _control(tags.get("TimeControl", "-")) if exact else NO_CLOCK,
        line.turns,
        None if score == "*" else _shares(score),
        tags.get("Termination", "unterminated") if exact else UNSTATED,
        tags.get("FinalFEN") if exact else None,
        standard=tagged.standard,
        exact=exact,
        lines=line.lines,
        passed=tuple(tolerance.passed),
    )


def tokens_of(game: GameText, variants: Variants, variant: str | None = None) -> list[tuple[int, Token]]:
    """The tokens of a game with their depth in variations; moves of standard games with the letters of chess.

    The game is of this variant, or else of that of its tags. Raises RecordError.
    """
    known = _known_game(game.tags if variant is None else {"Variant": variant}, variants)
    sign = "" if known is None else known[1].move_sign
    found = list(movetext.tokens(game.movetext, game.first, known is not None, game.tolerance, sign))
    if known is None or game.tolerance.exact:
        return found
    name, rules, _ = known
    moves = iter(in_chess_letters((token.word for _, token in found if token.kind == "move"), name, rules))
    return [(depth, token._replace(word=next(moves)) if token.kind == "move" else token) for depth, token in found]


def score_of(game: GameText, mark: str, standard: bool) -> str:
    """The score of a game: its mark at the end of the moves, else its tag. A tag that says otherwise is passed over.

    Raises RecordError.
    """
    tag, exact = game.tags.get("Result"), game.tolerance.exact
    meant = tag if exact or tag is None else movetext.score_of(tag, standard, exact)
    score = mark or meant or "*"
    if standard and score not in movetext.SCORES:
        raise _bad_tag("Result", score)
    if tag is not None and meant != score and (exact or tag.strip("? ")):
        error = RecordError(
            "pgn_result", "The tag Result says “{tag}”, the moves end with “{score}”.", tag=tag, score=score
        )
        game.tolerance.pass_over(error, f'[Result "{tag}"]', game.lines["Result"])
    return score


def _no_end() -> RecordError:
    return RecordError("pgn_end", "The text is incomplete: its moves must end with the score, or with “*”.")


def _known_game(tags: Mapping[str, str], variants: Variants) -> tuple[str, type[Position], Mapping[str, Any]] | None:
    """The variant of a text in standard PGN, with its rules and the settings that its name implies."""
    tag = tags.get("Variant", "").strip("?- ")
    if tag in variants and not variants[tag].pgn_names:
        return None
    for name, rules in variants.items():
        if tag == name or tag.lower() in rules.pgn_names:
            return name, rules, rules.pgn_names.get(tag.lower(), {})
    return None


class TaggedGame(NamedTuple):
    """The game of the tags of a text."""

    variant: str
    settings: Mapping[str, Any]
    fen: str
    standard: bool
    """Whether other programs know the game."""


def tagged_game(tags: Mapping[str, str], variants: Variants) -> TaggedGame:
    """The game of these tags. Raises RecordError."""
    known = _known_game(tags, variants)
    meant: Mapping[str, Any] = {}
    if known is None:
        for name in ("Variant", "FEN"):
            if name not in tags:
                raise RecordError("pgn_tag_missing", "The text lacks the tag {name}.", name=name)
            if name == "Variant" and tags[name] not in variants:
                raise RecordError("no_variant", "There is no variant “{variant}” here.", variant=tags[name])
        variant, fen = tags["Variant"], tags["FEN"]
    else:
        variant, rules, meant = known
        fen = tags.get("FEN", "").strip("?- ") or rules.start(rules.complete({})).fen()
    return TaggedGame(variant, {**meant, **_options(tags.get("Options", "{}"))}, fen, known is not None)


def _bad_tag(name: str, value: str) -> RecordError:
    return RecordError("pgn_tag_value", "The tag {name} cannot be “{value}”.", name=name, value=value)


def _options(text: str) -> Mapping[str, Any]:
    try:
        options = json.loads(text)
    except (ValueError, RecursionError):
        raise _bad_tag("Options", text) from None
    if not isinstance(options, dict) or not all(isinstance(value, str | bool | int) for value in options.values()):
        raise _bad_tag("Options", text)
    return options


def _control(text: str) -> Control:
    if text in ("-", "?"):
        return NO_CLOCK
    match = _STANDARD_CONTROL.fullmatch(text)
    if match is None:
        raise _bad_tag("TimeControl", text)
    control = Control("turn", float(match[3])) if match[3] else Control("game", float(match[1]), float(match[2]))
    try:
        if parse_control(str(control)) == control:
            return control
    except Refusal:
        pass
    raise _bad_tag("TimeControl", text)


def _seconds(control: Control) -> str:
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


def seat_tag(code: str) -> str:
    """The tag that names the player of a seat: `White` for the seat `white`."""
    return code[0].upper() + code[1:]


def quoted(text: str) -> str:
    """A text escaped for the quotes of a tag."""
    return text.replace("\\", r"\\").replace('"', r"\"")
