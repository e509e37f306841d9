"""What the site holds of a person: all of it as one file, and its deletion, which a restored backup does not undo."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from server.game import UNSAVED, Abort, Action, Refusal, Resign, Withdraw, deleted_id
from server.people.accounts import Accounts
from server.people.blocks import Blocks
from server.people.names import Names
from server.people.secrets import Secrets
from server.runtime.loop import working_for, yield_to_loop
from server.store import Journal, personal, sync
from server.tables import Tables

LIST = "deleted"
"""The file of the data folder that lists deleted people: a line holds the old public id and the one in its place."""

MOST_GAMES = 10_000

_LINE = re.compile(r"([0-9a-f]{20}) (\S+)\n")


@dataclass(frozen=True, eq=False)
class PersonalData:
    """The data of people. `folder` is the data folder, `clock` gives seconds since the epoch."""

    _journal: Journal
    _folder: Path
    _clock: Callable[[], float]
    _token: Callable[[str], str]
    _tables: Tables
    _accounts: Accounts
    _blocks: Blocks
    _names: Names
    _secrets: Secrets

    def __post_init__(self) -> None:
        """Delete again who was deleted before a backup was restored. Raises JournalError."""
        listed = dict(self._listed())
        for person in sorted(personal.known(self._journal, listed)) if listed else ():
            self._erase(person, listed[person])

    def everything(self, person: str) -> Iterator[tuple[str, list[dict[str, Any]]]]:
        """All that is stored of a person: by the name of a table its rows, in parts. Raises JournalError."""
        for name, rows in personal.rows_of(self._journal, person):
            yield_to_loop()
            yield name, rows

    def delete(self, person: str) -> None:
        """End the person's games, then delete all that is stored of them; their secrets are no longer valid.

        Others keep their games with a deleted player. Raises Refusal, JournalError.
        """
        self._leave_games(person)
        successor = deleted_id(self._token("message"))
        self._note(person, successor)
        self._erase(person, successor)

    def _erase(self, person: str, successor: str) -> None:
        tables = personal.tables_of(self._journal, person)
        self._secrets.revoke_all(person)
        personal.erase(self._journal, person, successor, self._clock())
        self._names.follow()
        self._accounts.changed()
        self._blocks.forget(person)
        for table_id in tables:
            yield_to_loop()
            self._tables.rewritten(table_id)

    def _leave_games(self, person: str) -> None:
        """Raises Refusal, and nothing has been deleted, if a game could not be given up."""
        for status in ("open", "running"):
            for row in self._journal.tables_of(person, MOST_GAMES, status):
                for seat, sitter in row.sitters:
                    if sitter == person:
                        for action in (Withdraw, Abort, Resign):
                            self._try(row.id, person, action(seat=seat, id=self._token("message")))

    def _try(self, table_id: str, person: str, action: Action) -> None:
        """Leave a table by this action, if the game allows it."""
        try:
            # Their games are loaded for the site: no limit of the reader's address keeps one from being given up.
            with working_for(""):
                self._tables.act(table_id, person, action)
        except Refusal as refusal:
            if refusal.code in UNSAVED:
                raise

    def _note(self, person: str, successor: str) -> None:
        """Add a line to the list; it is on disk when this returns."""
        path = self._folder / LIST
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "a", encoding="ascii") as file:
            file.write(f"{person} {successor}\n")
        sync(path)
        sync(self._folder)

    def _listed(self) -> list[tuple[str, str]]:
        path = self._folder / LIST
        return _LINE.findall(path.read_text(encoding="ascii")) if path.exists() else []
