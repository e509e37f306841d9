"""`python -m server.engine` is an engine process."""

from server.engine.worker import main

main()
