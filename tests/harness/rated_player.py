"""`python -m tests.harness.rated_player JOURNAL NUMBER`: plays short rated games on a journal until it is killed.

It writes a line after its first game. `NUMBER` tells the processes of one journal apart.
"""

import itertools
import sys
import time
from pathlib import Path

from sqlalchemy import select

from server.game import DAY
from server.store import Journal
from server.store.ratings import RatingRow
from server.store.schema import ratings, tables
from tests.harness.game import Calls, Game
from tests.harness.sources import scripted
from tests.harness.tables import LocalTables
from tests.toys import VARIANTS

MATE = "f2f3 e7e5 g2g4 d8h4"
PEOPLE = ("ann", "bob")


def play(place: str, number: str) -> None:
    """Play games of ann and bob without end."""
    journal = Journal(place if place.startswith("postgresql") else Path(place))
    life = time.time_ns()
    past = [time.time() - 30 * DAY]
    """While it holds a moment, it is then: new accounts may begin few games."""
    ids = (f"t{number}x{life}x{each}" for each in itertools.count())
    site = LocalTables(VARIANTS, journal, lambda: past[0] if past else time.time(), scripted(table=lambda: next(ids)))
    for person in PEOPLE:
        site.accounts.open(person)
    past.clear()
    for game in itertools.count():
        played = Game(Calls(site), PEOPLE)
        played.messages = map(f"{number}-{life}-{game}-{{}}".format, itertools.count())
        table = played.open("Chess", MATE, control="5+3", rated=True)
        if not game:
            print(table, flush=True)


def rated_games(journal: Journal) -> dict[str, int | None]:
    """By table, the number of each game that is over in its pool."""
    return dict(
        map(tuple, journal.read(select(tables.c.id, tables.c.rating_number).where(tables.c.status == "finished")))
    )


def all_ratings(journal: Journal) -> list[RatingRow]:
    """All rows of ratings, in one order."""
    rows = journal.read(select(*(ratings.c[name] for name in RatingRow._fields)))
    return sorted(RatingRow._make(row) for row in rows)


if __name__ == "__main__":
    play(*sys.argv[1:])
