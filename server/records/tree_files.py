"""A tree of variations as a file, written and read: PGN with variations and comments, or JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from server.records import movetext, pgn
from server.records.document import (
    LONGEST_RECORD,
    GameRecord,
    RecordError,
    Variants,
    incomplete,
    is_unreadable_json,
    parsed,
    read_record,
    seen,
)
from server.records.line_of_play import LineOfPlay
from server.records.movetext import Token
from server.records.pgn_file import GameText, SeveralGames, game_of
from server.records.tolerance import Tolerance
from server.records.tree import (
    MARK,
    MOST_COMMENT,
    MOST_MARKS,
    MOST_NODES,
    MOST_TAGS,
    ROOT,
    Node,
    Tree,
    checked_comment,
    checked_marks,
    checked_tags,
    is_tag,
    nodes_of,
    played,
    too_many,
)
from variants.position import Position

FORMAT, VERSION = "cavalier-analysis", 1
KEYS = ("format", "version", "variant", "rules_version", "settings", "fen", "comment", "turns")
MORE_KEYS = ("marks", "tags")
"""Keys that a file has only where there are any."""

_OURS = {"Event": "Cavalier", "Site": "Cavalier"}
"""The tags of an analysis that tells of no event."""

_COMMAND = re.compile(r"\[%([a-z]{1,10})\s+([^\]]*)\]|\[%[^\]]*\]")
"""Commands in PGN comments for other programs: clocks, evaluations, arrows."""

_BLANK = re.compile(r"[ \t\r\n]+")
"""Where a line may be broken: not at the blanks of French."""


def as_json(rules: type[Position], tree: Tree) -> str:
    """A tree as JSON, which `read` takes."""
    turns = [node.row() for node in tree.nodes]
    values = FORMAT, VERSION, tree.variant, rules.rules_version, dict(tree.settings), tree.fen, tree.comment, turns
    more = {key: value for key, value in zip(MORE_KEYS, (tree.marks, dict(tree.tags)), strict=True) if value}
    return json.dumps(dict(zip(KEYS, values, strict=True)) | more, ensure_ascii=False, indent=1) + "\n"


def as_pgn(rules: type[Position], tree: Tree, pause: Callable[[], object] = lambda: None) -> str:
    """A tree as PGN, in SAN where other programs know the game; `pause` is called between its turns.

    Raises RulesError for what the rules do not play.
    """
    lines: list[LineOfPlay] = []
    for line in played(rules, tree):
        if isinstance(line, RecordError):
            raise line
        lines.append(line)
        pause()
    start = LineOfPlay(rules, tree.fen, tree.settings).position
    is_known = bool(rules.pgn_names) and all(len(line.turns[-1].texts) == 1 for line in lines)
    standard = pgn.standard_tags(start) if is_known else None
    tags = {**_OURS, "Date": "????.??.??", "Round": "-"}
    tags |= {pgn.seat_tag(code): "?" for code in start.seats} | {"Result": "*"} | dict(tree.tags)
    score = tags["Result"]
    tags |= {"Variant": tree.variant, "RulesVersion": str(rules.rules_version)}
    if standard is None or dict(start.settings) != dict(rules.complete({})):
        tags["Options"] = json.dumps(dict(start.settings), ensure_ascii=False)
    if standard is None:
        tags |= {"SetUp": "1", "FEN": tree.fen}
        before, moves = None, ["|".join(line.moves[-1]) for line in lines]
    else:
        tags |= standard
        before, moves = movetext.plies_before(standard), [rules.san(*line.turns[-1].texts.values()) for line in lines]
    if score != "*":
        tags["Termination"] = pgn.UNSTATED
    turns = [(len(line.turns), text) for line, text in zip(lines, moves, strict=True)]
    return pgn.text_of(tags, [*_comment(tree.marks, tree.comment), *_movetext(tree, turns, before), score])


def _movetext(tree: Tree, turns: Sequence[tuple[int, str]], before: int | None) -> Iterator[str]:
    children = tree.children()

    def line(index: int) -> Iterator[str]:
        follows = False  # Whether the preceding turn is the preceding word.
        while True:
            node = tree.nodes[index]
            turn = movetext.numbered(*turns[index], before, follows and not node.before)
            number, _, moves = turn.rpartition(" ")
            yield from [number, *_comment("", node.before), moves] if node.before else [turn]
            yield from [mark for mark in MARK.findall(node.marks) if mark.startswith("$")]
            beside = list(_comment(node.marks, node.comment))
            siblings = children[node.parent]
            for other in siblings[1:] if siblings[0] == index else ():
                words = list(line(other))
                words[0] = f"({words[0]}"
                words[-1] += ")"
                beside += words
            yield from beside
            follows = not beside
            if index not in children:
                return
            index = children[index][0]

    if ROOT in children:
        yield from line(children[ROOT][0])


def _comment(marks: str, text: str) -> Iterator[str]:
    commands = [mark for mark in MARK.findall(marks) if mark.startswith("[")]
    if whole := " ".join([*commands, *([text] if text else [])]):
        yield from _BLANK.split(f"{{{whole}}}")


def read(text: str, variants: Variants, board: Tree, number: int | None = None) -> Tree:
    """The tree of a record, of PGN or of our own file; `board` is where moves without any tags are played.

    `number` is that of the game in a text of several. Raises RulesError, which names the line and the move.
    """
    text = text.removeprefix("\ufeff")
    if len(text) > LONGEST_RECORD:
        raise RecordError("record_long", "A record has at most {most} characters.", most=LONGEST_RECORD)
    fault: RecordError | None = None
    if text.lstrip().startswith("{"):
        try:
            return _from_json(text, variants)
        except RecordError as error:
            if error.code != "record_json":
                raise
            fault = error if is_unreadable_json(text) else None
    try:
        return _from_text(game_of(text, number), variants, board)
    except SeveralGames:
        raise
    except RecordError as error:
        raise fault or error from None


def _from_json(text: str, variants: Variants) -> Tree:
    data = parsed(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        return _of_record(read_record(text), variants)
    variant, settings, fen, comment, marks = (
        data.get(key, "") for key in ("variant", "settings", "fen", "comment", "marks")
    )
    well_formed = isinstance(settings, dict) and all(isinstance(each, str) for each in (variant, fen, comment, marks))
    whole = set(KEYS) <= data.keys() <= {*KEYS, *MORE_KEYS}
    if data.get("version") != VERSION or not whole or not well_formed:
        raise RecordError(
            "tree_file", "This file of an analysis is not of version {known}, or lacks a part.", known=VERSION
        )
    nodes, tags = nodes_of(data["turns"]), checked_tags(data.get("tags", {}))
    name = _known_variant(variant, variants)
    tree = Tree(name, settings, fen, nodes, checked_comment(comment), checked_marks(marks), tags)
    for line in played(variants[name], tree):
        if isinstance(line, RecordError):
            raise line
    return tree


def _known_variant(variant: str, variants: Variants) -> str:
    if variant not in variants:
        raise RecordError("no_variant", "There is no variant “{variant}” here.", variant=variant)
    return variant


def _of_record(record: GameRecord, variants: Variants) -> Tree:
    if not record.complete or record.fen is None:
        raise incomplete()
    turns = pgn.final_line(record.as_data()["log"])
    if len(turns) > MOST_NODES:
        raise too_many()
    nodes = [Node(index + ROOT, pgn.moves_of(turn)) for index, turn in enumerate(turns)]
    names = {pgn.seat_tag(chair.code): chair.name for chair in record.seats if chair.name}
    tree = Tree(_known_variant(record.variant, variants), record.settings, record.fen, tuple(nodes), tags=names)
    for line in played(variants[tree.variant], tree):
        if isinstance(line, RecordError):
            raise line
    return tree


def _from_text(game: GameText, variants: Variants, board: Tree) -> Tree:
    if game.tags:
        head = pgn.tagged_game(game.tags, variants)
        tree = Tree(_known_variant(head.variant, variants), head.settings, head.fen, (), tags=_tree_tags(game))
    else:
        tree = board
    rules = variants[tree.variant]
    builder = _TreeBuilder(LineOfPlay(rules, tree.fen, tree.settings), bool(rules.pgn_names), game.tolerance)
    mark = ""
    for depth, token in pgn.tokens_of(game, variants, None if game.tags else board.variant):
        builder.take(depth, token)
        if token.kind == "score" and not depth:
            mark = token.word
    if not (game.tags or builder.begun) and game.tolerance.first:
        raise game.tolerance.first
    score = pgn.score_of(game, mark, bool(rules.pgn_names))
    if game.tags and _is_informative("Result", score):
        tree = tree._replace(tags={**tree.tags, "Result": score})
    return builder.tree(tree)._replace(passed=tuple(game.tolerance.passed))


def _tree_tags(game: GameText) -> dict[str, str]:
    """The tags of a text that a tree keeps. One that is too long, or one too many, is passed over."""
    tags: dict[str, str] = {}
    for name, text in game.tags.items():
        value = text if game.tolerance.exact else seen(text)
        if len(tags) < MOST_TAGS and is_tag(name, value) and _is_informative(name, value):
            tags[name] = value
        elif is_tag(name, "") and _is_informative(name, value) and not game.tolerance.exact:
            _pass_over(game.tolerance, f'[{name} "{value}"]', game.lines[name])
    return tags


def _is_informative(name: str, value: str) -> bool:
    """Whether a tag says what the writer of a tree would not say by itself."""
    return bool(value.strip("?.*- ")) and _OURS.get(name) != value


def _pass_over(tolerance: Tolerance, word: str, line: int) -> None:
    """Pass over a tag or a mark that a tree cannot have."""
    tolerance.pass_over(
        RecordError("tree_mark", "Line {line}: “{word}” cannot be kept.", line=line, word=word), word, line
    )


class _Line(NamedTuple):
    """A line of a tree while it is read: the turn that its next one follows, and whether it has one of its own."""

    last: int
    begun: bool


class _TreeBuilder:
    """Builds a tree from the tokens of a text."""

    def __init__(self, root: LineOfPlay, standard: bool, tolerance: Tolerance) -> None:
        self._standard = standard
        self._tolerance = tolerance
        self._lines = [root]
        """The line of play that each node ends, after that of the first position."""
        self._nodes: list[Node] = []
        self._depths: list[int] = []
        """The depth of each node in variations."""
        self._texts: dict[tuple[int, bool], str] = {}
        """By node, the comment after it and that before it."""
        self._marks: dict[int, list[str]] = {}
        self._outer: list[_Line] = []
        """The lines around the one that is read."""
        self._line = _Line(ROOT, False)
        self._numbered = False
        """Whether the number of the next turn stands already: a comment behind it belongs to that turn."""
        self._before: list[Token] = []
        """The comments before the next turn."""
        self._cut: int | None = None
        """The depth at which a line was cut because its next turn cannot be played."""

    @property
    def begun(self) -> bool:
        """Whether it has a turn."""
        return bool(self._nodes)

    def take(self, depth: int, token: Token) -> None:
        """Read one token, at this depth. Raises RecordError."""
        if self._cut is not None:
            if depth >= self._cut:
                return
            self._cut = None
        match token.kind:
            case "comment" if self._numbered or (self._outer and not self._line.begun):
                self._before.append(token)
            case "comment":
                self._add_comment(self._line.last, token)
            case "number":
                self._numbered = True
            case "nag" if self._line.begun:
                self._mark(self._line.last, token.word, token)
            case "(":
                self._flush()
                self._outer.append(self._line)
                last = self._nodes[self._line.last].parent if self._line.begun else self._line.last
                self._line, self._numbered = _Line(last, False), False
            case ")":
                if self._line.begun:
                    self._flush()
                self._line, self._numbered = self._outer.pop(), False
                if self._line.begun or not self._outer:
                    self._flush()
            case "move":
                self._add_move(depth, token)

    def _flush(self) -> None:
        """Give comments that no turn followed to the turn before."""
        before, self._before = self._before, []
        for comment in before:
            self._add_comment(self._line.last, comment)

    def _add_comment(self, node: int, token: Token, before: bool = False) -> None:
        for match in _COMMAND.finditer(token.word):
            value = "".join((match[2] or "").split())
            if value and (match[1] != "clk" or all(map(movetext.CLOCK.fullmatch, value.split("|")))):
                self._mark(node, f"[%{match[1]} {value}]", token)
            elif not self._tolerance.exact:
                _pass_over(self._tolerance, match[0], token.line)
        text = _BLANK.sub(" ", _COMMAND.sub(" ", token.word)).strip(" ")
        if not self._tolerance.exact:
            text = seen(text)
        comment = f"{self._texts.get((node, before), '')} {text}".strip()
        if len(comment) > MOST_COMMENT:
            error = RecordError(
                "tree_comment_line",
                "Line {line}: a comment has at most {most} letters.",
                line=token.line,
                most=MOST_COMMENT,
            )
            self._tolerance.pass_over(error, comment[MOST_COMMENT:], token.line)
        self._texts[node, before] = checked_comment(comment[:MOST_COMMENT].rstrip())

    def _mark(self, node: int, mark: str, token: Token) -> None:
        marks = self._marks.setdefault(node, [])
        if mark in marks:
            return
        if MARK.fullmatch(mark) and len(" ".join([*marks, mark])) <= MOST_MARKS:
            marks.append(mark)
            marks.sort(key=lambda each: each.startswith("["))
        else:
            _pass_over(self._tolerance, mark, token.line)

    def _add_move(self, depth: int, token: Token) -> None:
        last = self._line.last
        before = self._lines[last + 1]
        words = tuple(token.word.split("|"))
        exact = self._tolerance.exact
        moves = movetext.moves_of_san(before.position, words, exact) if self._standard and len(words) == 1 else words
        same = [index for index, node in enumerate(self._nodes) if node.parent == last and node.moves == moves]
        if same:
            (number,) = same
            self._depths[number] = min(self._depths[number], depth)
        else:
            try:
                if len(self._nodes) == MOST_NODES:
                    raise too_many()
                self._lines.append(before.after(moves))
            except RecordError as error:
                self._end(depth, token, error)
                return
            number = len(self._nodes)
            self._nodes.append(Node(last, moves))
            self._depths.append(depth)
        self._line, self._numbered = _Line(number, True), False
        comments, self._before = self._before, []
        for comment in comments:
            self._add_comment(number, comment, before=True)

    def _end(self, depth: int, token: Token, error: RecordError) -> None:
        """Cut a variation before a turn that cannot be added, or the main line before a null move or where it is long.

        Raises RecordError for any other turn of the main line, and for all of a text that is read exactly.
        """
        cut = depth > 0 or error.code == "tree_long" or token.word == movetext.NULL_MOVE
        if error.code != "tree_long":
            turn = len(self._lines[self._line.last + 1].turns) + 1
            error = RecordError(
                "tree_move",
                "Line {line}: the rules do not play “{word}”, in turn {turn}.",
                line=token.line,
                word=token.word,
                turn=turn,
            )
        if not cut:
            raise error
        self._tolerance.pass_over(error, f"{token.word} …", token.line)
        self._flush()
        self._cut = depth

    def tree(self, board: Tree) -> Tree:
        """The tree that was read, with the variant and first position of this one."""
        self._flush()
        marks = {node: " ".join(each) for node, each in self._marks.items()}
        nodes = [
            node._replace(
                comment=self._texts.get((index, False), ""),
                before=self._texts.get((index, True), ""),
                marks=marks.get(index, ""),
            )
            for index, node in enumerate(self._nodes)
        ]
        return board._replace(
            nodes=tuple(self._ordered(nodes)),
            comment=self._texts.get((ROOT, False), ""),
            marks=marks.get(ROOT, ""),
        )

    def _ordered(self, nodes: Sequence[Node]) -> list[Node]:
        """The nodes with the main line of siblings first: a variation may stand before the turn that it replaces."""
        order = sorted(range(len(nodes)), key=lambda index: (len(self._lines[index + 1].turns), self._depths[index]))
        places = {index: place for place, index in enumerate(order)} | {ROOT: ROOT}
        return [nodes[index]._replace(parent=places[nodes[index].parent]) for index in order]
