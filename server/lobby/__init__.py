"""The lobby: who seeks an opponent and is paired with whom, and which tables are listed."""

from server.lobby.listing import LOOKED_AT, Listing, Summary, in_rounds, shared_out
from server.lobby.matchmaker import SEEK_LASTS, Matchmaker, SeekPaired
from server.lobby.seeks import MOST_AT_ADDRESS, Seek

__all__ = [
    "LOOKED_AT",
    "MOST_AT_ADDRESS",
    "SEEK_LASTS",
    "Listing",
    "Matchmaker",
    "Seek",
    "SeekPaired",
    "Summary",
    "in_rounds",
    "shared_out",
]
