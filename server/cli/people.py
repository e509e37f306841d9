"""The commands about people: their accounts, seen, closed, opened again, renamed, and made moderators."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from server.cli.program import CommandError, as_command_error, setting
from variants.errors import RulesError

if TYPE_CHECKING:
    from server.people import Accounts, Reports, Sanctions
    from server.store.accounts import Account


class Desk(NamedTuple):
    """What the commands work with: the account that was named, and the people of the site."""

    account: Account
    accounts: Accounts
    sanctions: Sanctions
    reports: Reports


@click.group()
def people() -> None:
    """Look after the accounts of a site.

    A site whose journal is a file must be stopped. The processes of one with a database follow at once.
    """


def _command(work: Callable[..., None]) -> Any:
    """A command of this group: on a data folder or a database, for the account of a name."""
    made = click.argument("name")(setting("data")(setting("journal")(work)))
    return people.command()(made)


@_command
def show(name: str, data: Path, journal: str) -> None:
    """Show the account of NAME: since when, and what moderators did."""
    with _desk(name, data, journal) as desk:
        account = desk.account
        print(
            f"{account.name}: {account.person}, since {_day(account.at)}{', a moderator' if account.moderator else ''}"
        )
        if account.closed_at is not None:
            print(f"closed since {_day(account.closed_at)}")
        for each in desk.sanctions.of(account.person):
            lasts = "" if each.until == each.at else f", until {_day(each.until) if each.until else 'it is ended'}"
            answer = f": “{each.answer}”" if each.answer else ""
            print(f"{_day(each.at)} {each.kind} ({each.reason}){lasts}{answer}")
        reports = desk.reports.about(account.person)
        print(f"{len(reports)} reports, {sum(each.closed_at is None for each in reports)} of them open")


@_command
def close(name: str, data: Path, journal: str) -> None:
    """Close the account of NAME: nobody can sign in to it, and it has no profile and no rated games."""
    with _desk(name, data, journal) as desk:
        if desk.account.closed_at is not None:
            raise CommandError(f"The account of {desk.account.name} is closed already")
        desk.sanctions.impose("", desk.account.person, "close", "other")
        print(f"The account of {desk.account.name} is closed.")


@_command
def reopen(name: str, data: Path, journal: str) -> None:
    """Open the closed account of NAME again."""
    with _desk(name, data, journal) as desk:
        if desk.account.closed_at is None:
            raise CommandError(f"The account of {desk.account.name} is open already")
        desk.sanctions.reopen(desk.account.person)
        print(f"The account of {desk.account.name} is open again.")


@people.command()
@click.argument("name")
@click.argument("new")
@setting("data")
@setting("journal")
def rename(name: str, new: str, data: Path, journal: str) -> None:
    """Give the account of NAME the name NEW; the old one stays reserved for it for a year."""
    with _desk(name, data, journal) as desk:
        desk.accounts.rename(desk.account.person, new)
        print(f"{desk.account.name} is called {new} from now on.")


@people.command()
@click.argument("name")
@click.option("--remove", is_flag=True, help="end it")
@setting("data")
@setting("journal")
def moderator(name: str, remove: bool, data: Path, journal: str) -> None:
    """Make NAME a moderator."""
    with _desk(name, data, journal) as desk:
        desk.accounts.set_moderator(desk.account.person, not remove)
        print(f"{desk.account.name} is {'no longer a moderator' if remove else 'a moderator'}.")


@contextmanager
def _desk(name: str, data: Path, journal: str) -> Iterator[Desk]:
    """The people of a site and the account of this name or public id. Raises CommandError."""
    from server.bus import LocalBus
    from server.people import Accounts, Names, Reports, Sanctions
    from server.runtime.limits import Limits
    from server.runtime.sources import SharedClock, unguessable
    from server.store import JOURNAL, DataError, Journal, JournalError, of_stopped_site

    held = nullcontext() if journal else of_stopped_site(data)
    with (
        as_command_error(DataError, JournalError, RulesError),
        held,
        closing(Journal(journal or data / JOURNAL)) as opened,
    ):
        clock = SharedClock(opened.clock_offset) if opened.shared else time.time
        bus, limits = LocalBus(), Limits(0, 0, clock)
        accounts = Accounts(opened, clock, bus, limits)
        account = accounts.called(name) or accounts.of(name)
        if account is None:
            raise CommandError(f"There is no account with the name or the id {name}")
        sanctions = Sanctions(opened, clock, bus, unguessable, accounts, Names(opened, clock, bus, limits, accounts))
        yield Desk(account, accounts, sanctions, Reports(opened, clock, unguessable, sanctions, limits))


def _day(at: float) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(at))
