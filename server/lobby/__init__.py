"""The lobby: matchmaking by seeks, the lists of tables, and the rows and small boards of these lists."""

from server.lobby.listing import Challenged, Listing, Summary
from server.lobby.matchmaker import SEEK_TIMEOUT, Matchmaker, SeekPaired
from server.lobby.my_games import NEWEST_RUNNING, MyGames, OwnGame, Row, badge, urgency
from server.lobby.previews import MOST_IN_LIST, RECENT_TURNS, Previews
from server.lobby.rows import MOST_LISTED, MOST_SHOWN, LobbyRows, Rows
from server.lobby.seeks import MOST_AT_ADDRESS
from server.store.seeks import Seek
