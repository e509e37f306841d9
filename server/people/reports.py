"""Reports: what people say about others to the moderators."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

from server.game import Refusal
from server.people.sanctions import Reason, Sanctions, one_line
from server.runtime.limits import Limits
from server.store import Journal, moderation
from server.store.moderation import Report

ReportKind = Literal["chat", "name", "play"]

REPORT_KINDS: tuple[ReportKind, ...] = get_args(ReportKind)

LONGEST_REPORT = 300
"""Characters of the sentence of a report."""

MOST_OPEN = 500
"""Open reports that are read, the oldest."""

MOST_ABOUT = 100
"""Reports about one person that are read, the newest."""


@dataclass(frozen=True, eq=False)
class Reports:
    """The reports of all people. `clock` gives seconds since the epoch, `token` draws the id of a report."""

    _journal: Journal
    _clock: Callable[[], float]
    _token: Callable[[str], str]
    _sanctions: Sanctions
    _limits: Limits

    def add(self, reporter: str, person: str, kind: ReportKind, reason: Reason, text: str, table_id: str = "") -> None:
        """Report a person, perhaps at a table. Raises Refusal, JournalError."""
        if reporter == person:
            raise Refusal("report_yourself", "You cannot report yourself.")
        sentence = one_line(text)
        if not 1 <= len(sentence) <= LONGEST_REPORT:
            raise Refusal("report_length", "Say in 1 to {most} characters what happened.", most=LONGEST_REPORT)
        self._limits.check_report(reporter, self._sanctions.is_new(reporter))
        at = self._clock()
        report = Report(self._token("report"), reporter, person, kind, reason, sentence, table_id, at)
        moderation.add_report(self._journal, report)

    def open(self) -> list[Report]:
        """The reports that no moderator has closed, the oldest first. Raises JournalError."""
        return moderation.open_reports(self._journal, MOST_OPEN)

    def about(self, person: str) -> list[Report]:
        """The reports about a person, the newest first. Raises JournalError."""
        return moderation.reports_about(self._journal, person, MOST_ABOUT)

    def close(self, person: str, moderator: str) -> None:
        """Close the open reports about a person without a sanction. Raises Refusal, JournalError."""
        if moderator == person:
            raise Refusal("own_case", "Nobody moderates themselves: leave this to another moderator.")
        moderation.close_reports(self._journal, person, moderator, self._clock())
