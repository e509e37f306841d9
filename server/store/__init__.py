"""What the site stores, in a SQLite file or a PostgreSQL database: the only SQL."""

from server.store.database import Conflict, JournalError
from server.store.journal import Journal

__all__ = ["Conflict", "Journal", "JournalError"]
