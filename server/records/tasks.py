"""The tasks of the engine processes that replay records.

A record may take a second of the processor, and comes unchecked from outside: the site must not wait for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from jinja2.utils import htmlsafe_json_dumps

from server.game import PublicView, past_board, public_view
from server.records import tree_files, verification
from server.records.checks import Check, Replayed
from server.records.document import GameRecord, RecordError, Variants
from server.records.line_of_play import start_position
from server.records.pgn import PgnGame
from server.records.pgn_file import SeveralGames
from server.records.tree import Tree
from variants import registry
from variants.errors import RulesError
from variants.position import Eyes, Position

LONGEST_TASK = 16 << 20
"""Bytes of a task or an answer: a record of `MOST_EXAMINED_TURNS` turns with the picture of each."""

MOST_EXAMINED_TURNS = 2_000
"""Turns of a record that the site replays; the command line replays more."""


def build(folders: Sequence[Path], _data: Path, _engine: str) -> Callable[[Mapping[str, Any]], Mapping[str, Any]]:
    """The function that computes the result of a task, with these folders of more variants."""
    # A fault of another variant was logged when the site began.
    return partial(_result, registry.discover(folders).variants)


def _result(variants: Variants, task: Mapping[str, Any]) -> Mapping[str, Any]:
    """The result of a task: what a record holds, or why it is refused. Raises ValueError for an unknown task."""
    try:
        match task["do"]:
            case "tree":
                return {"tree": _tree(variants, task)}
            case "examine":
                return {"examined": _examined(variants, task)}
            case "compare":
                document = verification.read(task["text"], variants, task["game"])
                return {"same": verification.agrees(document, task["own"], variants)}
            case unknown:
                raise ValueError(f"there is nothing like {unknown!r} to do")
    except SeveralGames as several:
        return {"refused": _plain_error(several), "titles": several.titles}
    except RulesError as error:
        return {"refused": _plain_error(error)}


def _tree(variants: Variants, task: Mapping[str, Any]) -> Mapping[str, Any]:
    board = Tree(task["variant"], task["settings"], task["fen"], ())
    tree = tree_files.read(task["text"], variants, board, task["game"])
    position = start_position(variants[tree.variant], tree.fen, tree.settings)
    return {**tree._asdict(), "settings": dict(position.settings), "fen": position.fen(), "tags": dict(tree.tags)}


def _examined(variants: Variants, task: Mapping[str, Any]) -> dict[str, Any]:
    """A replayed record as the fields of `ExaminedRecord`."""
    document = verification.read(task["text"], variants, task["game"])
    turns = len(document.turns) if isinstance(document, PgnGame) else sum(line.kind == "turn" for line in document.log)
    if turns > MOST_EXAMINED_TURNS:
        raise RecordError("record_turns", "A game of more than {most} turns is not read.", most=MOST_EXAMINED_TURNS)
    replayed = verification.examine(document, variants)
    last = replayed.positions[-1]
    return {
        "variant": replayed.variant,
        "table": document.table if isinstance(document, GameRecord) else document.tags.get("Table", ""),
        "settings": dict(last.settings),
        "fen": last.fen(),
        "view": _view(replayed),
        "checks": [_plain_check(check) for check in replayed.checks],
        "versions": replayed.versions,
        "moves": replayed.moves,
        "past": _past(replayed.positions) if task["pictures"] else "",
        "passed": replayed.passed,
    }


def _view(replayed: Replayed) -> PublicView:
    """Its last position and turns as a view of a table; with the end if its check holds."""
    holds = all(check.holds for check in replayed.checks if check.name == "result")
    ending = replayed.ending if holds else None
    view = public_view(replayed.variant, replayed.positions[-1], replayed.turns, ending)
    for chair, name in zip(view["chairs"], replayed.names, strict=False):
        chair["name"] = name
    return view


def _past(positions: Sequence[Position]) -> str:
    """The text of a JSON list of all positions, escaped for a page."""
    boards = [
        {**past_board(position, number, Eyes.ALL), "fen": position.fen()} for number, position in enumerate(positions)
    ]
    return str(htmlsafe_json_dumps(boards))


def _plain_check(check: Check) -> dict[str, Any]:
    fault = None if check.fault is None else _plain_error(check.fault)
    return {**check._asdict(), "parameters": dict(check.parameters), "fault": fault}


def _plain_error(error: RulesError) -> dict[str, Any]:
    return {"code": error.code, "sentence": error.sentence, "parameters": error.parameters}
