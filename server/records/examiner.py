"""Uploaded records: replayed in an engine process, described in words, compared with the site's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import gevent

from server.content import Descriptions
from server.engine import Busy, EnginePool, PoolError
from server.game import Refusal
from server.records import tolerance, writer
from server.records.checks import Check
from server.records.document import RecordError
from server.records.pgn_file import SeveralGames
from server.records.tolerance import Passed
from server.records.tree import Node, Tree
from server.runtime.limits import Asker, Limits
from server.store import Journal
from server.tables import Tables
from server.texts.catalogue import translator
from variants.position import Eyes

MOST_BYTES = 512 * 1024
"""The largest upload, in bytes; the command line takes longer ones."""

RECORD_QUEUE_TIMEOUT = 20.0
"""Seconds that a record may wait in the queue."""

RECORD_SECONDS = 10.0
"""Seconds that replaying one record may take."""

BYTES_PER_REQUEST = 1_000
"""Bytes of a record that cost its address as much as one request."""

TURN_COST = 0.1
"""The cost of showing a turn for its address, in requests."""


def too_long() -> RecordError:
    """The refusal of a record of more than `MOST_BYTES`."""
    return RecordError("record_long", "A record of at most {most} kB can be played here.", most=MOST_BYTES // 1024)


class ExaminedRecord(NamedTuple):
    """A replayed record, as a process of `tasks` describes it."""

    variant: str
    table: str
    """The recorded table; "" for none."""
    settings: Mapping[str, Any]
    fen: str
    view: dict[str, Any]
    """The last position and the turns, as the view of a table without players."""
    checks: list[Check]
    versions: Sequence[int] | None
    moves: list[list[str]]
    """By turn, the moves as they were sent."""
    past: str
    """All positions as the text of a JSON list, escaped for a page; "" without pictures."""
    passed: Sequence[tuple[str, int]]
    """What was passed over in the text, as `tolerance.Passed`."""

    @property
    def fault(self) -> RecordError | None:
        """The first fault."""
        first = next((check.fault for check in self.checks if check.fault is not None), None)
        assert first is None or isinstance(first, RecordError)
        return first


class Examiner:
    """Replays records in engine processes. Addresses are charged by `limits`."""

    def __init__(
        self, pool: EnginePool, limits: Limits, tables: Tables, journal: Journal, descriptions: Descriptions
    ) -> None:
        self._pool = pool
        self._limits = limits
        self._tables = tables
        self._journal = journal
        self._descriptions = descriptions

    def examine(self, text: str, asker: Asker, pictures: bool = False, game: int | None = None) -> ExaminedRecord:
        """Replay a record; of a text of several games, the one of this number.

        Raises RulesError if there is nothing to play, SeveralGames if the number is missing.
        """
        self._limits.check(asker.network, cost=len(text) / BYTES_PER_REQUEST)
        answer = self._ask({"do": "examine", "text": text, "pictures": pictures, "game": game}, asker)
        examined = answer["examined"]
        checks = [Check(**{**row, "fault": row["fault"] and _error(row["fault"])}) for row in examined["checks"]]
        replayed = ExaminedRecord(**{**examined, "checks": checks})
        if pictures:
            self._limits.check(asker.network, cost=replayed.view["number"] * TURN_COST)
        return replayed

    def read_tree(self, text: str, board: Tree, asker: Asker, game: int | None = None) -> Tree:
        """The tree of variations that a text holds; of a text of several games, that of this number.

        Raises RulesError, SeveralGames if the number is missing.
        """
        self._limits.check(asker.network, cost=len(text) / BYTES_PER_REQUEST)
        first = {"variant": board.variant, "settings": dict(board.settings), "fen": board.fen}
        tree = self._ask({"do": "tree", "text": text, "game": game, **first}, asker)["tree"]
        nodes = tuple(Node(parent, tuple(moves), *texts) for parent, moves, *texts in tree["nodes"])
        return Tree(**{**tree, "nodes": nodes, "passed": tuple(Passed(*each) for each in tree["passed"])})

    def notice(self, language: str, passed: Iterable[tuple[str, int]]) -> str:
        """The sentence for what was passed over in a text; "" for nothing."""
        return tolerance.notice(passed, translator(language))

    def agrees(self, text: str, replayed: ExaminedRecord, asker: Asker, game: int | None = None) -> bool | None:
        """Whether a record equals the site's own of the same game; None if the site has none to compare.

        The cost of writing the site's record is charged to the address. Raises Refusal.
        """
        try:
            with self._tables.reading(replayed.table) as table:
                over = table.status in ("finished", "stopped")
        except Refusal:
            return None
        if not over:
            return None
        own = writer.fetch(
            self._tables,
            self._journal,
            replayed.table,
            lambda _: Eyes.SPECTATOR,
            lambda _: "",
            lambda cost: self._limits.check(asker.network, cost=cost),
        )
        same: bool | None = self._ask({"do": "compare", "text": text, "own": own, "game": game}, asker)["same"]
        return same

    def verdict(self, language: str, check: Check, replayed: ExaminedRecord) -> dict[str, Any]:
        """A check in words: `{name, title, holds, reached, sentence, fault}`, the fault a code or null."""
        _ = translator(language)
        titles = {
            "digest": _("Digest"),
            "order": _("Order"),
            "turns": _("Turns"),
            "seals": _("Seals"),
            "dice": _("Rolls"),
            "clocks": _("Clocks"),
            "result": _("End"),
        }
        fault = check.fault
        return {
            "name": check.name,
            "title": titles[check.name],
            "holds": check.holds,
            "reached": check.reached or fault is not None,
            "sentence": self._descriptions.error(fault, language, replayed.variant)
            if fault is not None
            else _(check.sentence).format(**check.parameters),
            "fault": fault.code if fault is not None else None,
        }

    def _ask(self, task: Mapping[str, Any], asker: Asker) -> Mapping[str, Any]:
        try:
            with gevent.Timeout(RECORD_QUEUE_TIMEOUT + RECORD_SECONDS):
                answer = self._pool.ask({"variant": "", **task}, RECORD_SECONDS, asker, patience=RECORD_QUEUE_TIMEOUT)
        except (Busy, gevent.Timeout):
            raise RecordError("record_wait", "Other records are being played. Try again in a minute.") from None
        except PoolError:
            raise RecordError("record_failed", "This record could not be played here in time.") from None
        if "titles" in answer:
            raise SeveralGames(answer["titles"], answer["refused"]["parameters"]["count"])
        if "refused" in answer:
            raise _error(answer["refused"])
        return answer


def _error(refused: Mapping[str, Any]) -> RecordError:
    code, sentence, parameters = refused["code"], refused["sentence"], refused["parameters"]
    return RecordError(code, sentence, **parameters)
