"""The games of a text of PGN: the tags and the movetext of each."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from server.game import N_
from server.records import movetext
from server.records.document import LONGEST_RECORD, RecordError
from server.records.tolerance import Tolerance

MOST_TITLES = 500
"""Games of a text that are listed."""
LONGEST_TITLE = 100
MOST_GAMES = 20_000

_TAG = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_]{0,59})\s+"((?:[^"\\]|\\["\\])*)"\s*\]')
_LOOSE_TAG = re.compile(
    r'\[\s*(?P<name>[^\s"“”„\[\]]{1,60})'
    r'(?:\s*["“„](?P<quoted>.*?)["“”]\s*\]|\s+["“„]?(?P<bare>[^"“”\]]*?)["“”]?\s*\]|\s*["“„](?P<open>[^"“”]*)["“”]?\s*$)'
)
_NAME = re.compile("[A-Za-z][A-Za-z0-9_]*")
_COMMENT = re.compile(r"\{[^}]*\}")
_KNOWN = ("Variant", "FEN", "Options", "RulesVersion", "Result", "TimeControl", "Termination", "FinalFEN", "Table")
NAMES = {name.lower(): name for name in (*_KNOWN, "SetUp", "Event", "Site", "Date", "Round", "White", "Black")}
"""Tags by their names in lower case: names are compared without case."""
MATTERS = frozenset({"Variant", "FEN", "Options", "RulesVersion", "Result"})
"""The tags that say which game it is: one that cannot be read is refused in any text."""


class GameText(NamedTuple):
    """One game of a text, well separated but not yet read."""

    tags: dict[str, str]
    lines: dict[str, int]
    """The line of each tag."""
    movetext: str
    first: int
    """The line in which the movetext begins."""
    tolerance: Tolerance
    """A text with the tag `RulesVersion` is read exactly."""

    @property
    def title(self) -> str:
        """Its players and what else tells it from other games, for a list to choose from."""
        names = [self.tags.get(name, "?") for name in ("White", "Black")]
        values = [self.tags.get(name, "") for name in ("Event", "Date", "Result")]
        parts = [" – ".join(names) if set(names) != {"?"} else "", *[each for each in values if each.strip("?.* ")]]
        return " · ".join([part for part in parts if part])[:LONGEST_TITLE]


class SeveralGames(RecordError):
    """A text of several games, of which one must be chosen."""

    def __init__(self, titles: list[str], count: int) -> None:
        super().__init__("pgn_games", N_("The text holds {count} games: choose one by its number."), count=count)
        self.titles = titles
        """Those of the first games, in their order."""


def game_of(text: str, number: int | None) -> GameText:
    """The game of this number, from 1, or the only one. Raises RecordError, and SeveralGames if there is no number."""
    if len(text) > LONGEST_RECORD:
        raise RecordError("record_long", "A record has at most {most} characters.", most=LONGEST_RECORD)
    games = _Splitter(text.replace("\r\n", "\n").replace("\r", "\n")).games()
    if number is None and len(games) > 1:
        raise SeveralGames([game.title for game in games[:MOST_TITLES]], len(games))
    if number is not None and not 1 <= number <= len(games):
        raise RecordError("pgn_no_game", "None of the games of the text ({count}) has this number.", count=len(games))
    return games[(number or 1) - 1]


def game_number(fields: Mapping[str, str]) -> int | None:
    """The number of a game that the field `game` of a form or an address gives."""
    text = fields.get("game", "")
    return int(text) if re.fullmatch("[0-9]{1,6}", text) else None


class _Head:
    """The tags of one game."""

    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.lines: dict[str, int] = {}
        self.faults: list[tuple[RecordError, str, int]] = []
        """What a text that is read exactly may not have; with what is passed over, "" for what was repaired."""

    def add(self, name: str, value: str, text: str, line: int) -> None:
        """Add a tag; of two with one name the first counts."""
        name = NAMES.get(name.lower(), name)
        if name in self.tags:
            self.faults.append(
                (
                    RecordError("pgn_tag_twice", "The tag {name} occurs again in line {line}.", name=name, line=line),
                    text,
                    line,
                )
            )
        else:
            self.tags[name], self.lines[name] = value, line

    def tolerance(self) -> Tolerance:
        """Whether the text is read exactly, and what was passed over. Raises RecordError."""
        tolerance = Tolerance("RulesVersion" in self.tags)
        for fault, text, line in self.faults:
            if text:
                tolerance.pass_over(fault, text, line)
            else:
                tolerance.repair(fault)
        return tolerance


class _Splitter:
    """Finds the games of a text, from its beginning to its end."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line, self._counted = 1, 0

    def games(self) -> list[GameText]:
        """All games; the only one, if there is no more than one, may be empty. Raises RecordError."""
        games: list[GameText] = []
        before = _Head()
        while True:
            head = self._head()
            head.faults[:0] = before.faults
            tolerance = head.tolerance()
            begin = self._at
            first = self._line_of(begin)
            moves = self._skip_moves(tolerance.exact)
            played = self._text[begin : self._at]
            last = self._at >= len(self._text)
            if head.tags or moves or (last and not games):
                games.append(GameText(head.tags, head.lines, played, first, tolerance))
                before = _Head()
            elif played.strip():  # Prose before a game.
                before.faults.append((_no_tag(first), played, first))
            if last:
                return games
            if len(games) == MOST_GAMES:
                raise RecordError("pgn_games_many", "A text of more than {most} games is not read.", most=MOST_GAMES)

    def _line_of(self, at: int) -> int:
        low, high = sorted((self._counted, at))
        lines = self._text.count("\n", low, high)
        self._line += lines if at >= self._counted else -lines
        self._counted = at
        return self._line

    def _head(self) -> _Head:
        """Read the tags from here on, up to the movetext."""
        head = _Head()
        back: int | None = None  # Where a comment before tags begins: without tags behind it, it is movetext.
        blank = False
        while self._at < len(self._text):
            begin = self._at
            end = self._text.find("\n", begin)
            end = len(self._text) if end < 0 else end
            raw = self._text[begin:end]
            bare = movetext.plain(raw).strip()
            if not bare or (bare.startswith("%") and raw.startswith("%")):
                blank = blank or not bare
                self._at = end + 1
            elif bare.startswith(";"):
                back = begin if back is None else back
                self._at = end + 1
            elif (
                bare.startswith("{")
                and (comment := _COMMENT.match(self._text, self._text.index("{", begin))) is not None
            ):
                back = begin if back is None else back
                self._at = comment.end()
            elif bare.startswith("["):
                if blank and "Event" in head.tags and re.match(r"\[\s*event\s", bare, re.IGNORECASE):
                    break  # A game without moves.
                if back is not None:
                    line = self._line_of(back)
                    head.faults.append((_no_tag(line), self._text[back:begin], line))
                    back = None
                blank = False
                self._at = end + 1
                if self._tags_of_line(head, raw, begin):
                    break
            else:
                break
        if back is not None:
            self._at = back
        self._at = min(self._at, len(self._text))
        return head

    def _tags_of_line(self, head: _Head, raw: str, begin: int) -> bool:
        """Read the tags of a line; whether movetext follows them there."""
        line, bare = self._line_of(begin), raw.strip()
        exact = _TAG.fullmatch(bare)
        if exact is not None:
            head.add(exact[1], re.sub(r'\\(["\\])', r"\1", exact[2]), bare, line)
            return False
        at = raw.index("[")
        while at < len(raw) and raw[at] == "[":
            match = _LOOSE_TAG.match(raw, at)
            if match is None or not _NAME.fullmatch(match["name"]):
                name = re.match(r"\[\s*([A-Za-z]+)", raw[at:])
                if match is None and name is not None and NAMES.get(name[1].lower()) in MATTERS:
                    raise _no_tag(line)
                text = raw[at : match.end() if match else None]
                head.faults.append((_no_tag(line), text, line))
            else:
                value = next(each for each in match.group("quoted", "bare", "open") if each is not None)
                head.faults.append((_no_tag(line), "", line))
                head.add(match["name"], re.sub(r"\\([\"\\'])", r"\1", value), match[0], line)
            if match is None:
                return False
            at = match.end()
            while at < len(raw) and not movetext.plain(raw[at]).strip():
                at += 1
        if at < len(raw):
            self._at = begin + at
            return True
        return False

    def _skip_moves(self, exact: bool) -> int:
        """Go to the end of the movetext; how many moves it has, roughly."""
        depth, over, moves = 0, False, 0
        for match in movetext.TOKEN.finditer(self._text, self._at):
            word = match[0]
            if match.lastgroup == "tag" or (over and not depth and not exact and re.fullmatch(r"1[.…]+", word)):
                self._at = match.start()
                return moves
            if word == "(":
                depth += 1
            elif word == ")":
                depth = max(depth - 1, 0)
            elif not depth and movetext.score_of(word, False, exact):
                over = True
                moves += 1
            elif match.lastgroup != "rest" and movetext.may_be_a_move(word):
                moves += 1
        self._at = len(self._text)
        return moves


def _no_tag(line: int) -> RecordError:
    return RecordError(
        "pgn_tag", "Line {line} is not a tag; write it like {example}.", line=line, example='[Variant "…"]'
    )
