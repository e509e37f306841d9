"""How SQLite finds the rows of the questions that a site asks: its plans, as `EXPLAIN QUERY PLAN` has them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, event


@contextmanager
def query_plans(begin: str) -> Iterator[dict[str, list[str]]]:
    """The plans of the statements that begin like this and are executed in the block, by statement."""
    plans: dict[str, list[str]] = {}

    def note(connection: Connection, _cursor: Any, statement: str, parameters: Any, *_more: Any) -> None:
        if statement.startswith(begin):
            driver: Any = connection.connection.driver_connection
            plans[statement] = [row[3] for row in driver.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)]

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield plans
    finally:
        event.remove(Engine, "before_cursor_execute", note)
