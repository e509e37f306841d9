"""The way of one move: the functions of ours that carry it, from the message that brings it to its acknowledgement.

A function carries the move if it is at work while the move is decided, written to the journal, applied, or shown. What
these functions ask others on the way is not listed.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from types import FrameType

from server.sockets import SocketServer
from server.store.commits import GroupCommit
from server.tables import Tables
from tests.harness.checkout import ROOT
from tests.harness.local_site import local_site
from variants.game import Game

OURS = tuple(str(ROOT / room) for room in ("server", "variants"))


def call_path(variant: str) -> list[str]:
    """The way of the last move of a turn, in the order of calls, each as `module.function` or `Class.method`."""
    landmarks = {each.__code__ for each in (Game.play, GroupCommit.commit, Tables._apply, SocketServer.emit)}
    found: dict[str, None] = {}

    def profile(frame: FrameType | None, event: str, _: object) -> None:
        if event != "call" or frame is None or frame.f_code not in landmarks:
            return
        codes = []
        while frame is not None:
            codes.append(frame.f_code)
            frame = frame.f_back
        for code in reversed(codes):
            if code.co_filename.startswith(OURS):
                name = code.co_qualname.partition(".<locals>")[0]
                found[name if "." in name else f"{Path(code.co_filename).stem}.{name}"] = None

    with tempfile.TemporaryDirectory() as folder, local_site(Path(folder)) as site:
        table_id = site.open_game(variant)
        with site.tables.reading(table_id) as table:
            moves = {
                seat: table.position.write(next(iter(table.position.moves(seat)))) for seat in table.position.to_act
            }
        for seat, move in moves.items():
            message = {"table": table_id, "seat": seat, "number": 0, "move": move, "id": f"move{seat}"}
            found.clear()
            sys.setprofile(profile)
            try:
                answer = site.call(("ann", "bob")[seat], "act", **message)
            finally:
                sys.setprofile(None)
            assert answer["ok"], answer
    return list(found)
