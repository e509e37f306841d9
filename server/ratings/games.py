"""Rated games: the pool in which a game counts, and the ratings of its players after it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from server.game import DAY, Control, Decision, Opening, Refusal, TableState, artificial, parse_control
from server.ratings.glicko2 import Opponent, Rating, updated
from variants.position import Position

MOVES = 40
"""Moves of a side by which the length of a game is estimated."""

LONGEST_BLITZ = 600.0
"""Seconds that a side has for so many moves, at most, in blitz; in rapid it has more."""

DAYS_OF_PERIOD = 5.0
"""Days without a game after which a deviation has grown as in one rating period: a year brings 60 to about 110."""

PACES = ("blitz", "rapid", "days")


class Pool(NamedTuple):
    """The games that one rating counts: those of a variant at a pace."""

    variant: str
    pace: str

    def __str__(self) -> str:
        """As it is stored."""
        return f"{self.variant}/{self.pace}"

    @classmethod
    def read(cls, text: str) -> Pool:
        """The pool that was stored as this text."""
        variant, _, pace = text.partition("/")
        return cls(variant, pace)


PROVISIONAL = 110.0
"""A rating with a deviation above this is provisional."""


def is_provisional(deviation: float) -> bool:
    """Whether a rating with this deviation is provisional."""
    return deviation > PROVISIONAL


def rating_text(rating: float, deviation: float) -> str:
    """A rating as it is shown; with a question mark while it is provisional."""
    return f"{rating:.0f}{'?' if is_provisional(deviation) else ''}"


class Standing(NamedTuple):
    """The rating of a player after their last game in a pool, and the end of that game in seconds since the epoch."""

    rating: Rating
    at: float

    def periods(self, at: float) -> float:
        """The rating periods from that game to a later time."""
        return max(0.0, at - self.at) / (DAY * DAYS_OF_PERIOD)

    def at_time(self, at: float) -> Rating:
        """The rating at a later time: its deviation has grown."""
        return self.rating.after(self.periods(at))


class RatedGame(NamedTuple):
    """A rated game that is over: its pool, its end in seconds since the epoch, and the points of each player."""

    pool: Pool
    at: float
    points: Mapping[str, float]
    """By public id."""


def pace(control: Control) -> str:
    """The pace of games with this time control. Raises Refusal without a clock."""
    match control.kind:
        case "turn":
            return "days"
        case "game":
            return "blitz" if control.base + MOVES * control.increment <= LONGEST_BLITZ else "rapid"
    raise Refusal("rated_clock", "A rated game has a clock.")


def check_ratable(position: Position, control: Control) -> None:
    """Raise Refusal if games that begin from this position, as usual, with this control cannot be rated."""
    pace(control)
    rules = type(position)
    if dict(position.settings) != dict(rules.complete({})):
        raise Refusal("rated_settings", "A rated game is played with the usual settings.")
    if position.open_seats() or len(position.players()) < 2:
        raise Refusal("rated_seats", "Games of this variant are not rated: players come and go.")


def pool_of(variant: str, control: Control) -> Pool:
    """The pool of the rated games of a variant with this control. Raises Refusal without a clock."""
    return Pool(variant, pace(control))


def pool_of_table(opening: Opening) -> Pool | None:
    """The pool of a rated table; None for a casual one."""
    return pool_of(opening.variant, parse_control(opening.control)) if opening.rated else None


def rated_game(state: TableState, decision: Decision) -> RatedGame | None:
    """The rated game that this decision ends; None if it ends none.

    A game that was aborted or stopped, or in which somebody had no opponent of flesh, counts for nobody.
    """
    pool, last = pool_of_table(state.opening), decision.entries[-1]
    if pool is None or decision.status != "finished" or last.kind != "end":
        return None
    points = {state.chairs[seat]: last.body["points"][seat] for seat in state.players}
    if None in points or artificial(points) or len(points) < len(state.players):
        return None
    return RatedGame(pool, last.at, {player: share for player, share in points.items() if player is not None})


def ratings_after(game: RatedGame, standings: Mapping[str, Standing]) -> dict[str, Rating]:
    """The ratings of the players of a game after it, from what they were after their last game in the pool.

    A game is a rating period of its own, which began with the player's last one. Among three or more players, each two
    have played a game, which the one with more points has won.
    """
    new = Standing(Rating(), game.at)
    before = {player: standings.get(player, new) for player in game.points}
    met = {
        player: [
            Opponent(before[other].at_time(game.at), _score(share, against))
            for other, against in game.points.items()
            if other != player
        ]
        for player, share in game.points.items()
    }
    return {
        player: updated(before[player].rating, opponents, before[player].periods(game.at))
        for player, opponents in met.items()
    }


def _score(share: float, against: float) -> float:
    return 0.5 if share == against else float(share > against)
