"""A tree of variations as a file, written and read: PGN with variations and comments, or JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence

from server.records import movetext, pgn
from server.records.document import LONGEST_RECORD, GameRecord, RecordError, Variants, incomplete, parsed, read_record
from server.records.line_of_play import LineOfPlay
from server.records.movetext import Word
from server.records.tree import MOST_COMMENT, MOST_NODES, ROOT, Node, Tree, checked_comment, nodes_of, played, too_many
from variants.position import Position

FORMAT, VERSION = "cavalier-analysis", 1
KEYS = ("format", "version", "variant", "rules_version", "settings", "fen", "comment", "turns")

_COMMAND = re.compile(r"\[%[^\]]*\]")
"""Commands in PGN comments for other programs: clocks, evaluations, arrows."""

_BLANK = re.compile(r"[ \t\r\n]+")
"""Where a line may be broken: not at the blanks of French."""


def as_json(rules: type[Position], tree: Tree) -> str:
    """A tree as JSON, which `read` takes."""
    values = FORMAT, VERSION, tree.variant, rules.rules_version, dict(tree.settings), tree.fen, tree.comment, tree.nodes
    return json.dumps(dict(zip(KEYS, values, strict=True)), ensure_ascii=False, indent=1) + "\n"


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
    tags = {"Event": "Cavalier", "Site": "Cavalier", "Date": "????.??.??", "Round": "-"}
    tags |= {pgn.seat_tag(code): "?" for code in start.seats} | {"Result": "*"}
    tags |= {"Variant": tree.variant, "RulesVersion": str(rules.rules_version)}
    if standard is None or dict(start.settings) != dict(rules.complete({})):
        tags["Options"] = json.dumps(dict(start.settings), ensure_ascii=False)
    if standard is None:
        tags |= {"SetUp": "1", "FEN": tree.fen}
        before, moves = None, ["|".join(line.moves[-1]) for line in lines]
    else:
        tags |= standard
        before, moves = movetext.plies_before(standard), [rules.san(*line.turns[-1].texts.values()) for line in lines]
    turns = [(len(line.turns), text) for line, text in zip(lines, moves, strict=True)]
    return pgn.text_of(tags, [*_comment(tree.comment), *_movetext(tree, turns, before), "*"])


def _movetext(tree: Tree, turns: Sequence[tuple[int, str]], before: int | None) -> Iterator[str]:
    children = tree.children()

    def line(index: int) -> Iterator[str]:
        follows = False  # Whether the preceding turn is the preceding word.
        while True:
            yield movetext.numbered(*turns[index], before, follows)
            beside = list(_comment(tree.nodes[index].comment))
            siblings = children[tree.nodes[index].parent]
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


def _comment(text: str) -> Iterator[str]:
    if text:
        yield from _BLANK.split(f"{{{text}}}")


def read(text: str, variants: Variants, board: Tree) -> Tree:
    """The tree of a record, of PGN or of our own file; `board` is where moves without any tags are played.

    Raises RulesError, which names the line and the move.
    """
    text = text.removeprefix("\ufeff")
    if len(text) > LONGEST_RECORD:
        raise RecordError("record_long", "A record has at most {most} characters.", most=LONGEST_RECORD)
    if not text.lstrip().startswith("{"):
        return _from_text(text, variants, board)
    tree = _from_json(text, variants)
    for line in played(variants[tree.variant], tree):
        if isinstance(line, RecordError):
            raise line
    return tree


def _from_json(text: str, variants: Variants) -> Tree:
    data = parsed(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        return _of_record(read_record(text), variants)
    variant, settings, fen, comment = (data.get(key, "") for key in ("variant", "settings", "fen", "comment"))
    well_formed = isinstance(settings, dict) and all(isinstance(each, str) for each in (variant, fen, comment))
    if data.get("version") != VERSION or sorted(data) != sorted(KEYS) or not well_formed:
        raise RecordError(
            "tree_file", "This file of an analysis is not of version {known}, or lacks a part.", known=VERSION
        )
    return Tree(_known_variant(variant, variants), settings, fen, nodes_of(data["turns"]), checked_comment(comment))


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
    return Tree(_known_variant(record.variant, variants), record.settings, record.fen, tuple(nodes))


def _from_text(text: str, variants: Variants, board: Tree) -> Tree:
    lines = text.split("\n")
    tags, first = pgn.tags_of(lines)
    if tags:
        head = pgn.tagged_game(tags, variants)
        tree = Tree(_known_variant(head.variant, variants), head.settings, head.fen, ())
    else:
        tree = board
    rules = variants[tree.variant]
    builder = _TreeBuilder(LineOfPlay(rules, tree.fen, tree.settings), bool(rules.pgn_names))
    for _, at in movetext.tokens(lines, first, builder.standard):
        builder.take(at)
    return builder.tree(tree)


class _TreeBuilder:
    """Builds a tree from the words of a text."""

    def __init__(self, root: LineOfPlay, standard: bool) -> None:
        self.standard = standard
        """Whether its moves are in SAN."""
        self._lines = [root]
        """The line that each node ends, after that of the first position."""
        self._nodes: list[Node] = []
        self._comments: dict[int, str] = {}
        self._forks: list[int] = []
        self._last = ROOT
        self._before: list[Word] = []
        """The comments before the first move of a variation."""
        self._fresh = False
        """Whether a variation has begun that has no move yet."""

    def take(self, at: Word) -> None:
        """Read one word. Raises RecordError."""
        word = at.word
        if word.startswith("{"):
            self._add_comment(at)
        elif word == "(":
            if self._last == ROOT or self._fresh:
                raise RecordError(
                    "pgn_variation_first", "Line {line}: no move stands before this variation.", line=at.line
                )
            self._forks.append(self._last)
            self._last, self._fresh, self._before = self._nodes[self._last].parent, True, []
        elif word == ")":
            if self._fresh:
                raise RecordError("pgn_variation", "Line {line}: “)” closes no variation.", line=at.line)
            self._last = self._forks.pop()
        elif not movetext.is_score(word, self.standard):
            self._add_move(at)

    def _add_comment(self, at: Word) -> None:
        if self._fresh:
            self._before.append(at)
            return
        text = _BLANK.sub(" ", _COMMAND.sub(" ", at.word[1:])).strip(" ")
        comment = f"{self._comments.get(self._last, '')} {text}".strip()
        try:
            self._comments[self._last] = checked_comment(comment)
        except RecordError as error:
            raise RecordError(
                "tree_comment_line",
                "Line {line}: a comment has at most {most} letters.",
                line=at.line,
                most=MOST_COMMENT,
            ) from error

    def _add_move(self, at: Word) -> None:
        before = self._lines[self._last + 1]
        words = tuple(at.word.split("|"))
        moves = movetext.moves_of_san(before.position, words) if self.standard and len(words) == 1 else words
        same = [index for index, node in enumerate(self._nodes) if node.parent == self._last and node.moves == moves]
        if same:
            (self._last,) = same
        else:
            if len(self._nodes) == MOST_NODES:
                raise too_many()
            try:
                self._lines.append(before.after(moves))
            except RecordError as error:
                about = {**at._asdict(), "turn": len(before.turns) + 1}
                raise RecordError(
                    "tree_move", "Line {line}: the rules do not play “{word}”, in turn {turn}.", **about
                ) from error
            self._nodes.append(Node(self._last, moves))
            self._last = len(self._nodes) - 1
        self._fresh = False
        for comment in self._before:
            self._add_comment(comment)
        self._before = []

    def tree(self, board: Tree) -> Tree:
        """The tree that was read, with the variant and first position of this one."""
        nodes = [node._replace(comment=self._comments.get(index, "")) for index, node in enumerate(self._nodes)]
        return board._replace(nodes=tuple(nodes), comment=self._comments.get(ROOT, ""))
