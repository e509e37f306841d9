"""`python -m server` is the `cavalier` command of a checkout that is not installed."""

import sys

from server.cli import main

sys.exit(main())
