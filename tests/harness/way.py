"""The way of one move: the functions of ours that carry it, from the message that brings it to its acknowledgement.

A function carries the move if it is at work while the move is
decided, written to the journal, applied, or shown. What these functions ask others on the way is not listed.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

from server.sockets import SocketServer
from server.store.commits import GroupCommit
from server.tables import Tables
from tests.harness.local_site import local_site
from variants.game import Game

ROOT = str(Path(__file__).resolve().parents[2])


class Step(NamedTuple):
    """A function on the way: its file from the root, and its name."""

    file: str
    name: str


def way(variant: str) -> list[Step]:
    """The way of the second of two moves in the first turn of a game, which plays the turn where seats act at once."""
    with tempfile.TemporaryDirectory() as folder, local_site(Path(folder)) as site:
        table_id = site.open_game(variant)
        with site.tables.reading(table_id) as table:
            acting = list(table.position.to_act)
            steps: list[Step] = []
            for seat in acting:
                move = table.position.write(next(iter(table.position.moves(seat))))
                message = {"table": table_id, "seat": seat, "number": table.number, "move": move, "id": f"move{seat}"}
                act = partial(site.call, ("ann", "bob")[seat], "act", **message)
                answer, steps = _traced(act)
                assert answer["ok"], answer
    return steps


def _traced(act: Callable[[], Any]) -> tuple[Any, list[Step]]:
    """What the handler answers, and the frames of ours that stood around each landmark, in the order of their calls."""
    landmarks = {_code(Game.play), _code(GroupCommit.commit), _code(Tables._apply), _code(SocketServer.emit)}
    found: dict[CodeType, Step] = {}

    def profile(frame: FrameType, event: str, _: object) -> None:
        if event != "call" or frame.f_code not in landmarks:
            return
        ours = []
        above: FrameType | None = frame
        while above is not None:
            if above.f_code.co_filename.startswith((f"{ROOT}/server", f"{ROOT}/variants")):
                ours.append(above.f_code)
            above = above.f_back
        for code in reversed(ours):
            found.setdefault(code, Step(code.co_filename.removeprefix(f"{ROOT}/"), code.co_qualname))

    sys.setprofile(profile)
    try:
        answer = act()
    finally:
        sys.setprofile(None)
    return answer, list(found.values())


def _code(function: Any) -> CodeType:
    code: CodeType = function.__code__
    return code
