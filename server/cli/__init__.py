"""The command line: `cavalier` with its commands, their options, their errors and exit statuses."""

from server.cli.commands import REMOVED, cavalier, main
from server.cli.errors import CANNOT, DONE, FAULT
