"""`python -m server.kit.kept …` is `cavalier …` that stops when its standard input ends: who started it is gone."""

import _thread
import os
import signal


def _follow() -> None:
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    # Before anything else is imported: the site takes over whatever begins later, threads too.
    _thread.start_new_thread(_follow, ())

    import sys

    from server.cli import main

    sys.exit(main())
