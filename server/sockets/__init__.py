"""Socket.IO: the gate that admits messages, the connections, and what handles their messages."""

from server.sockets.connections import Connection, ConnectionClosed, Connections
from server.sockets.gate import MOST_UNSENT, EventPacket, Gate
from server.sockets.lobby import LIST_INTERVAL, LobbyHandler
from server.sockets.messages import table_message
from server.sockets.my_games import ROWS_INTERVAL, MyGamesHandler
from server.sockets.server import DRAIN_RATE, MOST_TOO_FAST, SocketServer
from server.sockets.table import MOST_WATCHED, TableHandler
from server.sockets.websocket import MOST_COLLECTED, Outbox, RateLimit, RateLimitedSocket
