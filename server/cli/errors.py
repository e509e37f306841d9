"""How every command ends: the exit statuses, and the exceptions that lead to them with one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import click

DONE = 0
FAULT = 1
"""The command found a fault that it was to look for."""
CANNOT = 2
"""The command was used wrongly, or cannot do what it was asked."""


class CommandError(click.ClickException):
    """What cannot be done, in a sentence."""

    exit_code = CANNOT

    def show(self, file: IO[Any] | None = None) -> None:
        """Write the sentence, with one full stop, to standard error."""
        click.echo(f"cavalier: {self.message.rstrip('.')}.", file, err=True)


class FaultFound(CommandError):
    """The fault that a command was to look for, in a sentence."""

    exit_code = FAULT


@contextmanager
def as_command_error(*errors: type[Exception], how: type[CommandError] = CommandError) -> Iterator[None]:
    """Refuse with the sentence of these errors."""
    try:
        yield
    except errors as error:
        raise how(str(error)) from error
