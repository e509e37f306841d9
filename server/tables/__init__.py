"""Tables in memory: actions, presence, timers, and the news of other processes."""

from server.tables.attendance import ONLOOKER_PAUSE, ONLOOKER_SILENCE, Attendance
from server.tables.cache import IDLE_LIMIT, IDLE_TURNS, TableCache
from server.tables.cleanup import ANSWER_RETENTION, CLEANUP_BATCH, NAME_RETENTION, TABLE_RETENTION, Cleanup
from server.tables.cluster import PEER_TIMEOUT, Follower, Task, follow_soon
from server.tables.credit import ASK_INTERVAL
from server.tables.events import (
    Events,
    OnlookersChanged,
    SeatChanged,
    TableChanged,
    TableEvicted,
    TableLoaded,
    TableOpened,
)
from server.tables.facts import FactsSource, Presence
from server.tables.loader import TableLoader
from server.tables.opener import MOST_OPEN, MOST_OPEN_AT_ADDRESS, TableOpener
from server.tables.service import Tables, skip_unreadable
from server.tables.services import TableServices
from server.tables.timers import RETRY, Timers
