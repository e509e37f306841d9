"""How Alembic runs the migrations: on the connection that `server.store.migrate` hands it, in its transaction."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
