"""The rows of My games: one for each game of a person, as that person may see it, on the page and in its news."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from flask import g, render_template
from markupsafe import Markup

from server.game import parse_control
from server.house import the_house
from server.lobby import Summary
from server.runtime.loop import yield_to_loop
from server.texts.speech import control_title
from server.web.game import reading
from server.web.language import translate as _
from server.web.results import outcomes
from server.web.standing import Standing, stands


class Clock(NamedTuple):
    """The clock of a seat as a row shows it."""

    stone: str
    title: str
    left: float
    runs: bool


class Row(NamedTuple):
    """One of my games as a line of a list."""

    table: str
    part: str
    """Which list it stands in: `waiting` for me, `running`, `open` or `finished`."""
    variant: str
    others: tuple[str, ...]
    """The public ids of who sits there besides me."""
    control: str
    turns: int
    changed_at: float
    sign: str
    """Differs where the row differs in more than the time that goes by."""
    until: int | None = None
    """The moment at which my time ends, or that of who is waited for; None without a clock that runs."""
    clocks: tuple[Clock, ...] = ()
    """My own first. Where turns take days, those that run."""
    outcome: str = ""
    reason: str = ""


def rows(games: Sequence[Summary], me: str) -> list[Row]:
    """The rows of these games of somebody, in the same order."""
    told = outcomes([one for one in games if one.status in ("finished", "stopped")], me)
    found = []
    for one in games:
        yield_to_loop()
        if one.table in told:
            outcome = told[one.table]
            found.append(_row(one, me, "finished", outcome=outcome.title, reason=outcome.reason))
        elif one.status == "running" and (standing := stands(one, me)) is not None:
            found.append(_running(standing, me))
        else:
            found.append(_row(one, me, one.status))
    return found


def urgent(row: Row) -> tuple[bool, int]:
    """The key by which rows are sorted: the least time left first, then those without a clock."""
    return row.until is None, row.until or 0


def drawn(row: Row, board: Markup | None) -> str:
    """The markup of a row with its board."""
    return render_template("_mine_row.html", row=row, board=board, reading=reading)


def _row(one: Summary, me: str, part: str, seen: Any = None, **more: Any) -> Row:
    others = tuple(person for person in one.people if person and person != me)
    sign = sha256(repr((part, one.status, others, one.number, seen, more.get("outcome"))).encode()).hexdigest()[:12]
    control = control_title(parse_control(one.control), _)
    return Row(one.table, part, one.variant, others, control, one.number, one.changed_at, sign, **more)


def _running(standing: Standing, me: str) -> Row:
    """A running game: only its table knows who has sealed."""
    game, view, at = standing.game, standing.view, the_house().clock()
    part, words = "waiting" if standing.waits else "running", the_house().words(game.variant, g.language)
    clocks: list[Clock] = []
    if view["clocks"] is not None:
        left, first = view["clocks"]["left"], view["clocks"]["first_move"]
        running = [seat for seat in view["clocks"]["running"] if first[seat] is None]
        # Where turns take days, a clock that stands tells nothing but the time for a turn.
        shown = (
            running
            if parse_control(game.control).kind == "turn"
            else [seat for seat, one in enumerate(left) if one is not None]
        )
        for seat in sorted(shown, key=lambda seat: game.people[seat : seat + 1] != (me,)):
            chair = view["chairs"][seat]
            clocks.append(Clock(chair["stone"], words.seat(chair["code"]), left[seat], seat in running))
    ends = [(one.runs, round(one.left + at * one.runs)) for one in clocks]
    # Seals are not told in the row; a turn that was taken back is on its board.
    seen = (view["number"], view["takebacks"], ends)
    until = None if view["clocks"] is None or not view["clocks"]["running"] else round(at + standing.left)
    row = _row(game, me, part, seen, until=until, clocks=tuple(clocks))
    return row._replace(turns=view["number"])
