"""A site of several processes on one machine: PostgreSQL, Redis, a proxy, and the servers behind it."""
