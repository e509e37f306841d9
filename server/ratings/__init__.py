"""Ratings of players by Glicko-2, pure: the numbers, and the games that count."""

from server.ratings.games import (
    PACES,
    PROVISIONAL,
    Pool,
    RatedGame,
    Standing,
    check_ratable,
    is_provisional,
    pace,
    pool_of,
    pool_of_table,
    rated_game,
    rating_text,
    ratings_after,
)
from server.ratings.glicko2 import INITIAL, Opponent, Rating, updated
