"""The way of one move: the functions of ours that carry it, from the message that brings it to its acknowledgement.

A function carries the move if it is at work while the move is
decided, written to the journal, applied, or shown. What these functions ask others on the way is not listed.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import Any, NamedTuple

from bench.figures import Figure, figure
from server.runtime import Config
from server.site import create_app
from server.store.commits import GroupCommit
from server.tables import Tables
from server.wire.live import Live
from server.wire.messages import Watch
from variants.game import Game
from variants.registry import load_all

ROOT = str(Path(__file__).resolve().parents[1])


class Step(NamedTuple):
    """A function on the way: its file from the root, and its name."""

    file: str
    name: str


def way(variant: str) -> list[Step]:
    """The way of the second of two moves in the first turn of a game, which plays the turn where seats act at once."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Config(data=Path(folder), identity_rate=0, address_rate=0, thinkers=0))
        live: Live = app.extensions["cavalier-live"]
        try:
            return _way(live, variant)
        finally:
            live.house.close()


def _way(live: Live, variant: str) -> list[Step]:
    house = live.house
    table_id = house.opener.open(variant, {}, "ann", 0)
    house.opener.sit(table_id, "bob")
    for sid, person, seat in (("a", "ann", 0), ("b", "bob", 1)):
        live._people[sid] = person
        live._watch(sid, Watch(table=table_id, seat=seat, language="en"))
    acts = live._server.handlers["/"]["act"]
    with house.tables.reading(table_id) as table:
        acting = list(table.position.to_act)
        steps: list[Step] = []
        for seat in acting:
            message = {
                "table": table_id,
                "seat": seat,
                "number": table.number,
                "takebacks": 0,
                "move": table.position.write(next(iter(table.position.moves(seat)))),
                "id": f"move{seat}",
            }
            answer, steps = _traced(acts, "ab"[seat], message)
            assert answer["ok"], answer
    return steps


def _traced(acts: Any, sid: str, message: dict[str, Any]) -> tuple[Any, list[Step]]:
    """What the handler answers, and the frames of ours that stood around each landmark, in the order of their calls."""
    landmarks = {_code(Game.play), _code(GroupCommit.commit), _code(Tables._apply), _code(Live.emit)}
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
        answer = acts(sid, message)
    finally:
        sys.setprofile(None)
    return answer, list(found.values())


def _code(function: Any) -> CodeType:
    code: CodeType = function.__code__
    return code


def figures() -> Iterator[Figure]:
    """How many functions carry a move of each variant of the house, and which, from the outermost on."""
    for name, variant in load_all().items():
        if len(variant.start(random=Random(1)).players()) == 2:
            steps = way(name)
            told = [f"{step.file}: {step.name}" for step in steps]
            yield figure(f"functions that carry a move of {name}", "functions", [len(steps)], way=told)
