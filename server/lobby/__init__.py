"""The lobby: who seeks an opponent and is paired with whom, which tables are listed, and the rows of these lists."""

from server.lobby.listing import Listing, Summary
from server.lobby.matchmaker import SEEK_LASTS, Matchmaker, SeekPaired
from server.lobby.my_games import NEWEST_RUNNING, MyGames, OwnGame, Row, badge, urgent
from server.lobby.previews import MOST_IN_LIST, RECENT_TURNS, Previews
from server.lobby.rows import MOST_LISTED, MOST_SHOWN, LobbyRows, Rows
from server.lobby.seeks import MOST_AT_ADDRESS, Seek
