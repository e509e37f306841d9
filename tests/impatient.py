"""The site with little patience for rules that never end, run as a child: `python -m tests.impatient serve`."""

import sys

from server import run  # First, because it patches the standard library.

# isort: split
from server.cli import main
from server.tables import endless

if __name__ == "__main__":
    assert run
    # A start takes the processor for some seconds.
    endless.CPU_LIMIT = 3.0
    endless.REARM_INTERVAL = 0.1
    sys.exit(main())
