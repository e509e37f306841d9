"""Records that people send here: played one at a time, told in words, compared with this site's own."""

from __future__ import annotations

from typing import Any

import gevent
from gevent.lock import BoundedSemaphore

from server.archive import records, verify
from server.archive.pgn import Game
from server.archive.records import RecordError
from server.archive.scoresheet import GameRecord
from server.archive.verify import Check, Replayed
from server.house import House
from server.refusal import Refusal
from server.texts.catalogue import speaker
from variants.position import Eyes

MOST_BYTES = 512 * 1024
"""Of a record that is sent to be played here; the command line takes longer ones."""
PATIENCE = 20.0
"""Seconds that a record waits while others are played."""

_one_at_a_time = BoundedSemaphore(1)
"""A long game takes a second of the machine: the games that run come first."""


def examined(house: House, text: str) -> tuple[GameRecord | Game, Replayed]:
    """A record, and what came of playing it again. Raises RulesError where there is nothing to play."""
    if not _one_at_a_time.acquire(timeout=PATIENCE):
        raise RecordError("record_wait", "Other records are being played. Try again in a minute.")
    try:
        document = verify.read(text)
        return document, verify.examine(document, house.variants, lambda: gevent.sleep(0))
    finally:
        _one_at_a_time.release()


def verdict(house: House, language: str, check: Check, replayed: Replayed) -> dict[str, Any]:
    """A check in the words of a language."""
    _ = speaker(language)
    titles = {
        "digest": _("Digest"),
        "order": _("Order"),
        "turns": _("Turns"),
        "seals": _("Seals"),
        "dice": _("Rolls"),
        "clocks": _("Clocks"),
        "result": _("End"),
    }
    if check.fault is not None:
        told = house.say(check.fault, language, replayed.variant)
    else:
        told = _(check.sentence).format(**check.parameters)
    reached = check.reached or check.fault is not None
    return {"title": titles[check.name], "holds": check.holds, "reached": reached, "told": told}


def compared(house: House, document: GameRecord | Game) -> bool | None:
    """Whether this site's own record of the game says the same; None where it has none to compare."""
    table = document.table if isinstance(document, GameRecord) else document.tags.get("Table", "")
    try:
        own = records.fetch(house.lobby, table, lambda _: Eyes.SPECTATOR, lambda _: "")
    except Refusal:
        return None
    return verify.agrees(document, own) if own["status"] in ("finished", "stopped") else None
