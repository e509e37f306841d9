"""The ratings of players: written with the end of a game, read for lists and profiles, made anew from the tables."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Connection, Select, bindparam, delete, func, insert, select, update

from server.game import Decision, TableState, artificial, parse_control
from server.ratings import PROVISIONAL, Pool, RatedGame, Rating, Standing, pace, rated_game, ratings_after
from server.runtime.loop import yield_to_loop
from server.store.database import Effect
from server.store.journal import Journal
from server.store.schema import accounts, decisions, ratings, sitters, tables

WRITE_LOCK = 0x43_61_76_02
"""The advisory lock of PostgreSQL under which one process at a time writes ratings."""


LEFT_AFTER = 60.0
"""Seconds without a move after which a player whose time runs out has left the game."""


class RatingRow(NamedTuple):
    """A row of `ratings`."""

    pool: str
    number: int
    """The number of the game in its pool, from 1."""
    person: str
    table_id: str
    at: float
    rating: float
    deviation: float
    volatility: float
    previous: float
    """The rating before the game."""

    @property
    def standing(self) -> Standing:
        """The rating after the game, and the time of its end."""
        return Standing(Rating(self.rating, self.deviation, self.volatility), self.at)


# Built once: building a statement takes longer than executing it.
_ALL = select(*(ratings.c[name] for name in RatingRow._fields))
_LATER = ratings.alias("later")
_NEWEST = ~(
    select(_LATER.c.number)
    .where(_LATER.c.person == ratings.c.person, _LATER.c.pool == ratings.c.pool, _LATER.c.number > ratings.c.number)
    .exists()
)
_MINE = ratings.alias("mine")
_NEWEST_IN_POOL = _ALL.where(
    ratings.c.pool == bindparam("pool"),
    ratings.c.person == bindparam("player"),
    ratings.c.number
    == select(func.max(_MINE.c.number))
    .where(_MINE.c.person == bindparam("player"), _MINE.c.pool == bindparam("pool"))
    .scalar_subquery(),
)
_LAST_NUMBER = select(func.coalesce(func.max(ratings.c.number), 0)).where(ratings.c.pool == bindparam("pool"))
_COUNTED = update(tables).where(tables.c.id == bindparam("table"))
_RATED_TABLES = (
    select(
        tables.c.id, tables.c.variant, tables.c.control, tables.c.rating_number, tables.c.changed_at, tables.c.result
    )
    .where(tables.c.rating_number.is_not(None))
    .order_by(tables.c.rating_number, tables.c.id)
)


def effects_of(state: TableState, decision: Decision) -> list[Effect]:
    """The effects of a decision on ratings: if it ends a rated game, its players are rated by it."""
    game = rated_game(state, decision)
    return [] if game is None else [_rating_effect(state.id, game)]


def _rating_effect(table_id: str, game: RatedGame) -> Effect:
    def effect(connection: Connection) -> None:
        _lock(connection)
        pool = str(game.pool)
        number = connection.execute(_LAST_NUMBER, {"pool": pool}).scalar_one() + 1
        standings = {person: row.standing for person, row in _newest(pool, game.points, connection).items()}
        connection.execute(insert(ratings), _rows(table_id, number, game, standings))
        connection.execute(_COUNTED, {"table": table_id, "rating_number": number})

    return effect


def newest(journal: Journal, pool: str, people: Collection[str]) -> dict[str, RatingRow]:
    """By person, their rating in a pool, of those of these people who have one. Raises JournalError."""
    return journal.run(partial(_newest, pool, people))


def _newest(pool: str, people: Collection[str], connection: Connection) -> dict[str, RatingRow]:
    # Person by person: asked for several at once, SQLite would read all games of the pool.
    rows = (connection.execute(_NEWEST_IN_POOL, {"pool": pool, "player": person}).first() for person in people)
    return {row.person: RatingRow._make(row) for row in rows if row is not None}


def newest_of(journal: Journal, people: Collection[str]) -> dict[tuple[str, str], RatingRow]:
    """By person and pool, all ratings that these people have. Raises JournalError."""
    rows = _read(journal, _ALL.where(ratings.c.person.in_(sorted(people)), _NEWEST))
    return {(row.person, row.pool): row for row in rows}


def of_person(journal: Journal, person: str) -> list[RatingRow]:
    """All ratings that a person ever had, the oldest first. Raises JournalError."""
    return _read(journal, _ALL.where(ratings.c.person == person).order_by(ratings.c.pool, ratings.c.number))


def of_table(journal: Journal, table_id: str) -> dict[str, RatingRow]:
    """By person, the ratings that the game of a table gave; empty if it gave none. Raises JournalError."""
    return {row.person: row for row in _read(journal, _ALL.where(ratings.c.table_id == table_id))}


def best(journal: Journal, pool: str, since: float, most: int) -> list[RatingRow]:
    """The highest ratings of a pool, of open accounts that have played in it since this time; no provisional ones.

    Raises JournalError.
    """
    accounts_open = accounts.c.closed_at.is_(None)
    query = _ALL.join(accounts, accounts.c.person == ratings.c.person).where(accounts_open)
    query = query.where(ratings.c.pool == pool, ratings.c["at"] >= since, ratings.c.deviation <= PROVISIONAL, _NEWEST)
    return _read(journal, query.order_by(ratings.c.rating.desc(), ratings.c.person).limit(most))


def count_begun(journal: Journal, person: str, since: float) -> int:
    """The rated tables since this time at which a person sits or sat, without those that never began.

    Raises JournalError.
    """
    query = (
        select(func.count())
        .select_from(tables.join(sitters))
        .where(
            sitters.c.person == person, tables.c.rated == 1, tables.c.opened_at >= since, tables.c.status != "aborted"
        )
    )
    ((number,),) = journal.read(query)
    return int(number)


def count_left(journal: Journal, person: str, since: float) -> int:
    """The rated games that a person has left since this time. Raises JournalError.

    They aborted it, made no first move, were gone when an opponent claimed it, or let their clock run out for longer
    than `LEFT_AFTER`, which does not count with days for a turn.
    """
    query = (
        select(tables.c.id, tables.c.result, tables.c.control, sitters.c.seat)
        .select_from(tables.join(sitters))
        .where(sitters.c.person == person, tables.c.rated == 1, tables.c.changed_at >= since)
        .where(tables.c.status.in_(("aborted", "finished")), tables.c.result.is_not(None))
    )
    left = 0
    for table_id, result, control, seat in journal.read(query):
        end = orjson.loads(result)
        match end["reason"]:
            case "aborted" | "no_first_move":
                left += end["seat"] == seat
            case "abandoned":
                left += end["seat"] != seat and not end["points"][seat]
            case "time" | "time_material" if end["seat"] == seat and parse_control(control).kind == "game":
                yield_to_loop()
                times = select(decisions.c["at"]).where(decisions.c.table_id == table_id)
                last, before = journal.read(times.order_by(decisions.c.sequence.desc()).limit(2))
                left += last[0] - before[0] > LEFT_AFTER
    return left


def rebuild(journal: Journal) -> int:
    """Make all ratings anew from the rated games of the tables; the number of games. Raises JournalError."""
    counted = 0

    def effect(connection: Connection) -> None:
        nonlocal counted
        _lock(connection)
        connection.execute(delete(ratings))
        standings: dict[tuple[str, str], Standing] = {}
        for row in connection.execute(_RATED_TABLES).all():
            game = _game_of(connection, row)
            pool = str(game.pool)
            before = {player: held for player in game.points if (held := standings.get((pool, player)))}
            rated = _rows(row.id, row.rating_number, game, before)
            connection.execute(insert(ratings), rated)
            standings |= {(pool, each["person"]): RatingRow(**each).standing for each in rated}
            counted += 1

    journal.write(effect)
    return counted


def _lock(connection: Connection) -> None:
    """Wait until no other process writes ratings; a SQLite file has one writer."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITE_LOCK})")


def _game_of(connection: Connection, row: Any) -> RatedGame:
    """The rated game of a row of `tables`."""
    result = orjson.loads(row.result)
    sat = connection.execute(select(sitters.c.seat, sitters.c.person).where(sitters.c.table_id == row.id)).all()
    people = {person: result["points"][seat] for seat, person in sat if not artificial([person])}
    return RatedGame(Pool(row.variant, pace(parse_control(row.control))), row.changed_at, people)


def _rows(table_id: str, number: int, game: RatedGame, standings: Mapping[str, Standing]) -> list[dict[str, Any]]:
    """The rows of a game: the ratings of its players after it."""
    before = {player: (standings[player].rating if player in standings else Rating()).rating for player in game.points}
    return [
        RatingRow(str(game.pool), number, player, table_id, game.at, *rating, before[player])._asdict()
        for player, rating in sorted(ratings_after(game, standings).items())
    ]


def _read(journal: Journal, query: Select[Any]) -> list[RatingRow]:
    return [RatingRow._make(row) for row in journal.read(query)]
