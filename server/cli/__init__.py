"""The command line: `cavalier` with its commands, their options, their errors and exit statuses."""

from server.cli.commands import cavalier, main
from server.cli.program import CANNOT, DONE, FAULT
