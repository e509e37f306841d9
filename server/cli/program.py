"""How a command line is run and how it ends: exit statuses, and exceptions that lead to them with a sentence."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import IO, Any

import click

from server.runtime import ConfigError
from variants.errors import RulesError
from variants.registry import VariantError

DONE = 0
FAULT = 1
"""The command found a fault that it was to look for."""
CANNOT = 2
"""The command was used wrongly, or cannot do what it was asked."""

CONTEXT = {"help_option_names": ["-h", "--help"], "show_default": True}
"""How each of them tells its options."""


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


class Program(click.Command):
    """A command that is started as a program of its own."""

    def invoke(self, context: click.Context) -> object:
        """Run it; a traceback is spared where the reader of its output has gone."""
        try:
            status = super().invoke(context)
            sys.stdout.flush()
        except BrokenPipeError:
            # The reader of the pipe has gone. Python would try again to write what is left when it exits.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return CANNOT
        return status


class Programs(Program, click.Group):
    """A group of commands that is started as a program of its own."""


def run(program: click.Command, name: str, arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments say; the exit status."""
    try:
        with as_command_error(ConfigError, VariantError, RulesError):
            return program.main(arguments, name, standalone_mode=False) or DONE
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort:
        CommandError("Stopped.").show()
        return CANNOT


def require_modules(who: str, command: str, *modules: str) -> None:
    """Refuse where modules are missing; `who` begins the sentence, the command that installs them ends it."""
    if not all(map(find_spec, modules)):
        raise CommandError(f"{who} {' and '.join(modules)}: {command}.")
