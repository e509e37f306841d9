"""The site as on a machine elsewhere, whose own clocks are off, run as a child: `python -m tests.elsewhere 5 serve`.

`PING` and `PING_TIMEOUT` in the environment change how often its browsers are asked whether they are there.
"""

import os
import sys
import time
from functools import partialmethod


def shift(seconds: float) -> None:
    """Let the clock on the wall go so far ahead; the steady one begins anywhere on each machine."""
    wall, steady = time.time, time.monotonic
    time.time = lambda: wall() + seconds
    time.monotonic = lambda: steady() + 1000 * seconds


if __name__ == "__main__":
    # Before anything of the site is imported, which may take the functions themselves.
    shift(float(sys.argv.pop(1)))
    from server import cli, run  # The second, because it patches the standard library.

    if ping := os.environ.pop("PING", ""):
        from engineio.base_server import BaseServer

        times = {"ping_interval": float(ping), "ping_timeout": float(os.environ.pop("PING_TIMEOUT"))}
        BaseServer.__init__ = partialmethod(BaseServer.__init__, **times)  # type: ignore[method-assign]

    assert run
    sys.exit(cli.main())
