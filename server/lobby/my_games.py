"""The games of one person, as that person may see them: rows of a list, what waits for a move, how games ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from math import inf
from typing import Any, NamedTuple

from markupsafe import Markup

from server.content import Descriptions, Library
from server.game import BriefView, parse_control
from server.lobby.listing import Listing, Summary
from server.runtime.loop import yield_to_loop
from server.store import Journal
from server.tables import Tables, skip_unreadable
from server.texts.catalogue import count_in, translator
from server.texts.view_text import control_title
from variants.position import Seat

NEWEST_RUNNING = 8
"""The newest running games of a person that a page reads: each may have to be loaded from the journal."""


class Outcome(NamedTuple):
    """Who won, as a title, and why, as a sentence."""

    title: str
    reason: str


class OwnGame(NamedTuple):
    """A running game as one of its players sees it."""

    game: Summary
    waits: bool
    """Whether the game waits for a move of this person."""
    left: float
    """Seconds that this person, or the player the game waits for, has left; infinite without a clock."""
    view: BriefView
    """What one of the seats of this person sees, brief."""


class SeatClock(NamedTuple):
    """The clock of a seat as a row shows it."""

    stone: str
    title: str
    left: float
    runs: bool


class Row(NamedTuple):
    """One of my games as a line of a list."""

    table: str
    part: str
    """The list that holds it: `waiting` for me, `running`, `open` or `finished`."""
    variant: str
    others: tuple[str, ...]
    """The public ids of the other players."""
    control: str
    turns: int
    changed_at: float
    sign: str
    """A digest of the row; elapsed time does not change it."""
    until: int | None = None
    """The moment at which my time ends, or that of the player to act; None without a running clock."""
    clocks: tuple[SeatClock, ...] = ()
    """My own first. With days for a turn, the running ones."""
    outcome: str = ""
    reason: str = ""


@dataclass(frozen=True, eq=False)
class MyGames:
    """Reads the games of a person."""

    _library: Library
    _descriptions: Descriptions
    _journal: Journal
    _clock: Callable[[], float]
    _tables: Tables
    _listing: Listing

    def rows(self, games: Sequence[Summary], me: str, language: str) -> list[Row]:
        """The rows of these games of a person, in the same order."""
        ended = self.outcomes([game for game in games if game.status in ("finished", "stopped")], language, me)
        rows = []
        for game in games:
            yield_to_loop()
            if game.table in ended:
                title, reason = ended[game.table]
                rows.append(_row(game, me, "finished", language, outcome=title, reason=reason))
            elif game.status == "running" and (own := self.own_game(game, me)) is not None:
                rows.append(self._running(own, me, language))
            else:
                rows.append(_row(game, me, game.status, language))
        return rows

    def outcomes(self, games: Iterable[Summary], language: str, me: str | None = None) -> dict[str, Outcome]:
        """The outcomes of these games by id, as one of their players sees them."""
        _, by_id = translator(language), {game.table: game for game in games}
        results = self._journal.results(list(by_id))
        outcomes = {}
        for table, game in by_id.items():
            result = results.get(table)
            if result is None:
                outcomes[table] = Outcome(_("Stopped"), _("This game was stopped."))
                continue
            # A person who holds all seats has neither won nor lost.
            seat = game.people.index(me) if me in game.people and set(game.players) != {me} else None
            view = {"seats": game.seats, "result": result, "viewer": seat}
            described = self._descriptions.view(view, game.variant, language)["result"]
            outcomes[table] = Outcome(described["title"], described["sentence"])
        return outcomes

    def running(self, me: str) -> list[OwnGame]:
        """The newest running games of a person: those that wait for a move first, by the time left."""
        listed = self._listing.tables_of(me, NEWEST_RUNNING, "running")
        games = [own for game in listed if (own := self.own_game(game, me)) is not None]
        return sorted(games, key=lambda game: (not game.waits, game.left))

    def waits_for(self, table_id: str, me: str) -> bool:
        """Whether a game waits for a move of this person."""
        with skip_unreadable(table_id), self._tables.reading(table_id) as table:
            return not set(table.seats_of(me)).isdisjoint(table.waited_for())
        return False

    def own_game(self, game: Summary, me: str) -> OwnGame | None:
        """A running game as one of its players sees it; None if today's rules cannot read it."""
        views: dict[Seat, BriefView] = {}
        with skip_unreadable(game.table), self._tables.reading(game.table) as table:
            views = {seat: self._tables.brief_view(table, seat) for seat in table.seats_of(me)}
        view = next(iter(views.values()), None)
        if view is None or view["status"] != "running":  # It has ended since it was listed.
            return None
        choosing = [seat for seat, view in views.items() if view["chairs"][seat]["state"] == "choosing"]
        clocks, least = view["clocks"], inf
        if clocks is not None:
            seats = choosing if choosing and clocks["running"] else clocks["running"]
            limits = zip(clocks["first_move"], clocks["left"], strict=True)
            times = [left if first is None else first for first, left in limits]
            least = min((time for seat in seats if (time := times[seat]) is not None), default=inf)
        return OwnGame(game, bool(choosing), least, view)

    def _running(self, own: OwnGame, me: str, language: str) -> Row:
        """The row of a running game."""
        game, view, at = own.game, own.view, self._clock()
        part, words = "waiting" if own.waits else "running", self._library.words(game.variant, language)
        clocks: list[SeatClock] = []
        if view["clocks"] is not None:
            left = {seat: time for seat, time in enumerate(view["clocks"]["left"]) if time is not None}
            first = view["clocks"]["first_move"]
            running = [seat for seat in view["clocks"]["running"] if first[seat] is None]
            # With days for a turn, a stopped clock shows only the time for a turn.
            shown = running if parse_control(game.control).kind == "turn" else list(left)
            for seat in sorted(shown, key=lambda seat: game.people[seat : seat + 1] != (me,)):
                chair = view["chairs"][seat]
                clocks.append(SeatClock(chair["stone"], words.seat(chair["code"]), left[seat], seat in running))
        ends = [(clock.runs, round(clock.left + at * clock.runs)) for clock in clocks]
        # The row shows no seals; its board shows that a turn was taken back.
        seen = (view["number"], view["takebacks"], ends)
        until = None if view["clocks"] is None or not view["clocks"]["running"] else round(at + own.left)
        row = _row(game, me, part, language, seen, until=until, clocks=tuple(clocks))
        return row._replace(turns=view["number"])


def badge(count: int, language: str) -> Markup:
    """The number of games that wait for a move, as the menu shows it; empty for 0."""
    if not count:
        return Markup()
    _n = partial(count_in, language)
    described = _n("{count} game waits for you", "{count} games wait for you", count)
    mark = Markup(' <span class="badge" aria-hidden="true">{}</span><span class="vh"> ({})</span>')
    return mark.format(count, described)


def urgency(row: Row) -> tuple[bool, int]:
    """The key by which rows are sorted: the least time left first, then those without a clock."""
    return row.until is None, row.until or 0


def _row(game: Summary, me: str, part: str, language: str, seen: Any = None, **more: Any) -> Row:
    others = tuple(person for person in game.players if person and person != me)
    sign = sha256(repr((part, game.status, others, game.number, seen, more.get("outcome"))).encode()).hexdigest()[:12]
    control = control_title(parse_control(game.control), translator(language))
    return Row(game.table, part, game.variant, others, control, game.number, game.changed_at, sign, **more)
