"""Reports about people, and the sanctions of moderators with all that they change."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Select, delete, exists, insert, select, update

from server.store.database import Effect, change_one, statement, upsert
from server.store.invitations import end_all
from server.store.journal import Journal
from server.store.schema import account_names, accounts, people, reports, sanctions, seeks


class Report(NamedTuple):
    """A row of `reports`."""

    id: str
    reporter: str
    person: str
    kind: str
    reason: str
    text: str
    table_id: str
    at: float
    closed_at: float | None = None
    moderator: str = ""


class Sanction(NamedTuple):
    """A row of `sanctions`."""

    id: str
    person: str
    moderator: str
    kind: str
    reason: str
    at: float
    until: float | None
    changed_at: float
    answer: str = ""

    def lasts(self, at: float) -> bool:
        """Whether it has an effect at this time."""
        return self.until is None or at < self.until


_REPORTS = select(*(reports.c[name] for name in Report._fields))
_SANCTIONS = select(*(sanctions.c[name] for name in Sanction._fields))


def add_report(journal: Journal, report: Report) -> None:
    """Store a report. Raises JournalError."""
    journal.write(statement(insert(reports), report._asdict()))


def open_reports(journal: Journal, most: int) -> list[Report]:
    """The reports that no moderator has closed, the oldest first. Raises JournalError."""
    query = _REPORTS.where(reports.c.closed_at.is_(None)).order_by(reports.c["at"], reports.c.id)
    return _reports(journal, query.limit(most))


def reports_about(journal: Journal, person: str, most: int) -> list[Report]:
    """The newest reports about a person, the newest first. Raises JournalError."""
    query = _REPORTS.where(reports.c.person == person).order_by(reports.c["at"].desc(), reports.c.id)
    return _reports(journal, query.limit(most))


def close_reports(journal: Journal, person: str, moderator: str, at: float) -> None:
    """Close the open reports about a person. Raises JournalError."""
    journal.write(_closed(person, moderator, at))


def sanctions_of(journal: Journal, person: str) -> list[Sanction]:
    """The sanctions of a person, the newest first. Raises JournalError."""
    query = _SANCTIONS.where(sanctions.c.person == person).order_by(sanctions.c["at"].desc(), sanctions.c.id)
    return _sanctions(journal, query)


def sanction(journal: Journal, id: str) -> Sanction | None:
    """The sanction with this id. Raises JournalError."""
    return next(iter(_sanctions(journal, _SANCTIONS.where(sanctions.c.id == id))), None)


def changed_sanctions(journal: Journal, since: float) -> list[Sanction]:
    """The sanctions that were imposed, ended or answered since this time. Raises JournalError."""
    return _sanctions(journal, _SANCTIONS.where(sanctions.c.changed_at >= since))


def impose(journal: Journal, new: Sanction, name: str = "", reading: str = "") -> None:
    """Store a sanction with what it changes, and close the open reports about its person. Raises JournalError.

    A name is taken away for good: nobody can have this `name` again, nor another of its `reading`. `casual` ends a seek
    of a rated game, `close` any, and invitations.
    """
    here: list[Effect] = [statement(insert(sanctions), new._asdict()), _closed(new.person, new.moderator, new.at)]
    if new.kind == "name":
        current = (account_names.c.person == new.person, account_names.c.until.is_(None))
        here += [
            statement(update(account_names).where(*current).values(person="")),
            statement(update(people).where(people.c.id == new.person).values(name="", at=new.at)),
            statement(_account(new.person).values(changed_at=new.at)),
        ]
    if new.kind == "name" and reading:
        taken = {"reading": reading, "name": name, "person": "", "at": new.at, "until": None}
        here.append(upsert(account_names, taken, only=account_names.c.until < new.at))
    if new.kind == "close":
        here += [
            statement(_account(new.person).values(closed_at=new.at, changed_at=new.at)),
            end_all(new.person),
        ]
    if new.kind in ("casual", "close"):
        ended = delete(seeks).where(seeks.c.person == new.person, seeks.c.paired.is_(None))
        here.append(statement(ended if new.kind == "close" else ended.where(seeks.c.rated == 1)))
    journal.write(*here)


def end(journal: Journal, ended: Sanction, at: float) -> None:
    """End a sanction; an account that no other one closes is open again. Raises JournalError."""
    here = [change_one(update(sanctions).where(sanctions.c.id == ended.id).values(until=at, changed_at=at))]
    if ended.kind == "close":
        others = exists().where(
            sanctions.c.person == ended.person, sanctions.c.kind == "close", sanctions.c.until.is_(None)
        )
        here.append(statement(_account(ended.person).where(~others).values(closed_at=None, changed_at=at)))
    journal.write(*here)


def answer(journal: Journal, id: str, person: str, text: str, at: float) -> None:
    """Store the one answer of a person to a sanction. Raises JournalError; Conflict if it has one or is another's."""
    mine = (sanctions.c.id == id, sanctions.c.person == person, sanctions.c.answer == "")
    journal.write(change_one(update(sanctions).where(*mine).values(answer=text, changed_at=at)))


def _account(person: str) -> Any:
    return update(accounts).where(accounts.c.person == person)


def _closed(person: str, moderator: str, at: float) -> Effect:
    about = (reports.c.person == person, reports.c.closed_at.is_(None))
    return statement(update(reports).where(*about).values(closed_at=at, moderator=moderator))


def _reports(journal: Journal, query: Select[Any]) -> list[Report]:
    return [Report._make(row) for row in journal.read(query)]


def _sanctions(journal: Journal, query: Select[Any]) -> list[Sanction]:
    return [Sanction._make(row) for row in journal.read(query)]
