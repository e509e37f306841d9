"""A tree of variations: turns from a position on, with alternatives and comments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from server.game import Turn
from server.records import movetext
from server.records.document import RecordError, is_visible, visible
from server.records.line_of_play import LineOfPlay
from server.records.movetext import MOST_MOVE, MOST_SEATS
from server.records.tolerance import Passed
from variants.position import Position

MOST_NODES = 500
"""Turns of one tree, over all its variations."""
MOST_COMMENT = 2000
"""Characters of one comment."""
MOST_MARKS = 500
"""Characters of the marks of a turn."""
MOST_TAGS, LONGEST_TAG = 40, 200
"""Tags of a tree, and the characters of the value of one."""
MARK = re.compile(r"\$[0-9]{1,3}|\[%[a-z]{1,10} [^\[\]{}\s]{1,200}\]")
"""One of the marks of a turn."""
ROOT = -1
"""The parent of what is played in the first position."""


_MARKS = re.compile(rf"(?:(?:{MARK.pattern})(?: (?!$)|$))*")
_TAG_NAME = re.compile("[A-Za-z][A-Za-z0-9_]{0,59}")
_OF_THE_GAME = frozenset(
    {*("Variant", "FEN", "SetUp", "Options", "RulesVersion"), *("TimeControl", "Termination", "FinalFEN", "Table")}
)
"""Tags that a writer makes of the game itself."""


class Node(NamedTuple):
    """A turn: what it follows, by the index of that node or `ROOT`, and one move of each seat that acts."""

    parent: int
    moves: tuple[str, ...]
    comment: str = ""
    """The comment after it."""
    before: str = ""
    """The comment before it."""
    marks: str = ""
    """What PGN has for programs: numbers of annotations (`$1`), then commands such as `[%clk 0:05:00]`."""

    def row(self) -> list[Any]:
        """The node as plain data, which `nodes_of` reads; what is behind the comment may be missing."""
        more = [self.before, self.marks] if self.before or self.marks else []
        return [self.parent, [*self.moves], self.comment, *more]


class Tree(NamedTuple):
    """A position and what was tried from there: each node after its parent, the main line of siblings first."""

    variant: str
    settings: Mapping[str, Any]
    fen: str
    nodes: tuple[Node, ...]
    comment: str = ""
    """The comment on the first position."""
    marks: str = ""
    """Its commands, as those of a node."""
    tags: Mapping[str, str] = MappingProxyType({})
    """The tags of PGN that tell of players and events."""
    passed: tuple[Passed, ...] = ()
    """What was passed over in the text that it was read from."""

    def children(self) -> Mapping[int, Sequence[int]]:
        """By node the turns that follow it."""
        children: dict[int, list[int]] = {}
        for index, node in enumerate(self.nodes):
            children.setdefault(node.parent, []).append(index)
        return children


def nodes_of(rows: Any) -> tuple[Node, ...]:
    """Nodes from plain data, `[[parent, [move, …], comment, before, marks], …]`, of which the last two may be missing.

    Raises RecordError for what is none.
    """
    if not isinstance(rows, list):
        raise _malformed(0)
    if len(rows) > MOST_NODES:
        raise too_many()
    nodes: list[Node] = []
    for index, row in enumerate(rows):
        match row:
            case [int(parent), [*moves], str(comment), *more] if (
                ROOT <= parent < index
                and not isinstance(parent, bool)
                and 0 < len(moves) <= MOST_SEATS
                and all(isinstance(move, str) and 0 < len(move) <= MOST_MOVE and is_visible(move) for move in moves)
                and len(more) in (0, 2)
                and all(isinstance(text, str) for text in more)
            ):
                before, marks = more or ("", "")
                text, marked = checked_comment(before), checked_marks(marks)
                nodes.append(Node(parent, tuple(moves), checked_comment(comment), text, marked))
            case _:
                raise _malformed(index + 1)
    return tuple(nodes)


def checked_comment(comment: str) -> str:
    """A valid comment. Raises RecordError."""
    try:
        visible(comment.replace("\n", " "))
    except ValueError:
        raise RecordError("tree_comment_sign", "A comment holds a sign that cannot be seen.") from None
    if len(comment) > MOST_COMMENT or "}" in comment:
        raise RecordError(
            "tree_comment", "A comment has at most {most} letters, and no “{sign}”.", most=MOST_COMMENT, sign="}"
        )
    return comment


def checked_marks(marks: str) -> str:
    """Valid marks of a node. Raises RecordError."""
    if len(marks) > MOST_MARKS or not _MARKS.fullmatch(marks):
        raise RecordError(
            "tree_marks", "“{marks}” is not a list of annotations ($1) and commands ([%cal Ge2e4]).", marks=marks[:100]
        )
    return marks


def checked_tags(tags: Any) -> dict[str, str]:
    """Valid tags of a tree. Raises RecordError."""
    well_formed = isinstance(tags, dict) and len(tags) <= MOST_TAGS
    if not (well_formed and all(is_tag(name, value) for name, value in tags.items())):
        raise RecordError("tree_tags", "The tags of the tree cannot be read.")
    return dict(tags)


def is_tag(name: str, value: Any) -> bool:
    """Whether a tree can have a tag."""
    if not isinstance(value, str) or len(value) > LONGEST_TAG or not _TAG_NAME.fullmatch(name) or name in _OF_THE_GAME:
        return False
    try:
        visible(value)
    except ValueError:
        return False
    return name != "Result" or value in movetext.SCORES


def played(rules: type[Position], tree: Tree) -> Iterator[LineOfPlay | RecordError]:
    """By node, the line that it ends, or the error of its first illegal turn. Raises RulesError for a bad FEN."""
    root = LineOfPlay(rules, tree.fen, tree.settings)
    lines: list[LineOfPlay | RecordError] = []
    for node in tree.nodes:
        before = root if node.parent == ROOT else lines[node.parent]
        try:
            lines.append(before.after(node.moves) if isinstance(before, LineOfPlay) else before)
        except RecordError as error:
            lines.append(error)
        yield lines[-1]


def of_game(turns: Iterable[Turn]) -> list[list[Any]]:
    """The turns of a table as the nodes of a tree, in the plain form that `nodes_of` reads."""
    return [[number + ROOT, moves_of(turn), ""] for number, turn in enumerate(turns)]


def of_lines(lines: Iterable[Sequence[str]]) -> list[list[Any]]:
    """Lines with one move per turn as the nodes of a tree; common beginnings are merged."""
    nodes: dict[tuple[str, ...], int] = {(): ROOT}
    for line in lines:
        for end in range(1, len(line) + 1):
            nodes.setdefault(tuple(line[:end]), len(nodes) + ROOT)
    return [[nodes[line[:-1]], [line[-1]], ""] for line in nodes if line]


def moves_of(turn: Turn) -> list[str]:
    """The moves of a turn as they were sent, in the order of their seats; or who left, as movetext writes it."""
    if turn.left is not None:
        return [movetext.left_text(turn.left.seats)]
    return [turn.actions[seat] for seat in sorted(turn.actions)]


def too_many() -> RecordError:
    """The refusal of more turns than a tree holds."""
    return RecordError("tree_long", "A tree of more than {most} turns is not kept here.", most=MOST_NODES)


def _malformed(index: int) -> RecordError:
    return RecordError("tree_node", "Turn {index} of the tree cannot be read.", index=index)
