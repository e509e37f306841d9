"""A whole site of several processes on one machine: PostgreSQL, Redis, a proxy, and what serves behind it."""
