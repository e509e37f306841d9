"""A table: a game at which people act, and what each of them may see of it."""

from __future__ import annotations

from typing import Any

from server.tables.deadline import RulesFailed
from server.tables.decisions import Decision
from server.tables.refusal import Refusal
from server.tables.state import State
from server.tables.view import draw_view
from variants.position import Viewer


class Table(State):
    """The state of a table, what a viewer may know of it, and the one way to change it."""

    def view(self, viewer: Viewer, since: int = 0, brief: bool = False, at: float | None = None) -> dict[str, Any]:
        """All that this viewer may know, as plain data (see ARCHITECTURE.md); turns after number `since`.

        `brief` leaves out what only a new turn changes; `at` is the moment of looking, in seconds
        since the epoch, by default that of the last entry.
        """
        if self.failed:
            raise rules_failed()
        try:
            return draw_view(self, viewer, since, brief, self.last_at if at is None else at)
        except RulesFailed as error:
            self.fail(error)
            raise rules_failed() from error

    def fail(self, error: RulesFailed) -> None:
        """The rules came to no end: from now on nobody asks them at this table, and whoever holds it is told."""
        self.failed = str(error)
        self.on_failure()

    def apply(self, decision: Decision) -> None:
        """Let what is on disk happen."""
        self.take(decision.entries, decision.next)


def rules_failed() -> Refusal:
    """What is answered where the rules of a table came to no end."""
    return Refusal("rules_failed", "The rules of this game have failed, and the game was stopped.")
