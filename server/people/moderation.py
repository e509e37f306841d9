"""What people report to the moderators, and the sanctions that these impose, the same in all processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Literal, get_args

from server.bus import SITE, Bus
from server.game import DAY, Refusal
from server.people.accounts import Accounts
from server.people.changes import Changes
from server.people.names import Names
from server.runtime.limits import Limits
from server.store import Conflict, Journal, moderation, ratings
from server.store.moderation import Report, Sanction
from server.tables import follow_soon
from server.texts.names import reading

SanctionKind = Literal["warning", "mute", "name", "casual", "close"]
"""`name` takes a name away, `casual` is no rated games, `close` closes an account."""

SANCTIONS: tuple[SanctionKind, ...] = get_args(SanctionKind)

Reason = Literal["insults", "advertising", "unfair_help", "spoiled_games", "other"]

REASONS: tuple[Reason, ...] = get_args(Reason)
"""Why people are reported, and why there are sanctions."""

MUTE_DAYS = (1, 7, 30)
"""Days for which the chat of a person may be muted."""

LONGEST_ANSWER = 500
"""Characters of an answer to a sanction."""

NEWCOMER_PERIOD = 7 * DAY
"""Seconds after which an account is no longer new."""

MOST_RATED = 10
"""Rated games that a new account may begin in a day."""


class Sanctions:
    """Imposes sanctions, and knows those that last. `clock` gives seconds since the epoch, `token` draws ids."""

    def __init__(
        self,
        journal: Journal,
        clock: Callable[[], float],
        bus: Bus,
        token: Callable[[str], str],
        accounts: Accounts,
        names: Names,
    ) -> None:
        self._journal = journal
        self._clock = clock
        self._bus = bus
        self._token = token
        self._accounts = accounts
        self._names = names
        self._changes = Changes(partial(moderation.changed_sanctions, journal), clock)
        self._lasting: dict[str, dict[str, Sanction]] = {}
        """By person, the sanctions that may last, by their ids."""
        self._note(self._changes.all())
        bus.on("sanctioned", lambda _table, _body: follow_soon(self.follow))

    # What people may do

    def check_chat(self, person: str) -> None:
        """Raise Refusal for a person whose chat is muted, or whose account is closed."""
        self._accounts.check_open(person)
        mute = self.lasting(person, "mute")
        if mute is not None and mute.until is not None:
            day = datetime.fromtimestamp(mute.until, UTC).strftime("%Y-%m-%d")
            raise Refusal("muted", "A moderator has muted your chat until {day}.", day=day)

    def check_rated(self, person: str) -> None:
        """Raise Refusal for a person who may play no rated games."""
        account = self._accounts.of(person)
        if account is None:
            raise Refusal("account_needed", "This game is rated: only an account can play it. Make a passkey first.")
        self._accounts.check_open(person)
        if self.lasting(person, "casual"):
            raise Refusal("casual_only", "A moderator has decided that you play no rated games.")

    def check_rated_start(self, person: str) -> None:
        """Raise Refusal for a person who may play no rated games, or whose new account has begun enough of them today.

        Raises JournalError.
        """
        self.check_rated(person)
        if self.is_new(person) and ratings.count_begun(self._journal, person, self._clock() - DAY) >= MOST_RATED:
            raise Refusal(
                "rated_games", "In its first week an account begins at most {most} rated games a day.", most=MOST_RATED
            )

    def is_new(self, person: str) -> bool:
        """Whether a person has no account, or one that is younger than a week."""
        account = self._accounts.of(person)
        return account is None or self._clock() < account.at + NEWCOMER_PERIOD

    def lasting(self, person: str, kind: SanctionKind) -> Sanction | None:
        """The sanction of this kind that a person has now, the one that lasts longest."""
        at = self._clock()
        mine = [each for each in self._lasting.get(person, {}).values() if each.kind == kind and each.lasts(at)]
        return max(mine, key=lambda each: each.until or float("inf"), default=None)

    # What moderators do

    def of(self, person: str) -> list[Sanction]:
        """All sanctions that a person ever had, the newest first. Raises JournalError."""
        return moderation.sanctions_of(self._journal, person)

    def impose(self, moderator: str, person: str, kind: SanctionKind, reason: Reason, days: int = 1) -> None:
        """Impose a sanction; `days` is how long a mute lasts. Raises Refusal, JournalError."""
        if moderator == person:
            raise Refusal("own_case", "Nobody moderates themselves: leave this to another moderator.")
        if kind == "close" and person not in self._accounts:
            raise Refusal("no_account_to_close", "There is no account that could be closed.")
        at = self._clock()
        until = {"mute": at + days * DAY, "casual": None, "close": None}.get(kind, at)
        new = Sanction(self._token("sanction"), person, moderator, kind, reason, at, until, at)
        name = self._names.chosen.get(person, "")
        moderation.impose(self._journal, new, name, reading(name))
        if kind == "name":
            self._names.take_away(person)
        self._changed()

    def end(self, id: str) -> None:
        """End a sanction that lasts. Raises JournalError."""
        sanction = moderation.sanction(self._journal, id)
        if sanction is not None and sanction.lasts(self._clock()):
            moderation.end(self._journal, sanction, self._clock())
            self._changed()

    def reopen(self, person: str) -> None:
        """Open a closed account again. Raises JournalError."""
        for sanction in self.of(person):
            if sanction.kind == "close":
                self.end(sanction.id)

    def answer(self, person: str, id: str, text: str) -> None:
        """Store the one answer of a person to their sanction. Raises Refusal, JournalError."""
        said = one_line(text)
        if not 1 <= len(said) <= LONGEST_ANSWER:
            raise Refusal("answer_length", "An answer has 1 to {most} characters.", most=LONGEST_ANSWER)
        mine = any(each.id == id for each in self.of(person))
        try:
            if not mine:
                raise Conflict("there is no such sanction")
            moderation.answer(self._journal, id, person, said, self._clock())
        except Conflict as error:
            raise Refusal("answered", "You have answered already.") from error

    def follow(self) -> None:
        """Read the sanctions that were imposed or ended. Raises JournalError."""
        self._note(self._changes.read())

    def _changed(self) -> None:
        self._accounts.changed()
        self.follow()
        self._bus.publish("sanctioned", SITE, {})

    def _note(self, changed: Iterable[Sanction]) -> None:
        at = self._clock()
        for sanction in changed:
            lasting = self._lasting.setdefault(sanction.person, {})
            if sanction.lasts(at):
                lasting[sanction.id] = sanction
            else:
                lasting.pop(sanction.id, None)


def one_line(text: str) -> str:
    """A text with single blanks in place of line breaks and other blanks, and without control characters."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


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
