"""The store of the site, in a SQLite file or a PostgreSQL database: the only SQL."""

from server.store.database import Conflict, JournalError, statement
from server.store.folder import JOURNAL, KEY, DataError, locked, of_stopped_site, signing_key, sync
from server.store.journal import Journal, Seeker
from server.store.secrets import shared_signing_key
