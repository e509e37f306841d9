"""How a command line is run and how it ends, and the options that several commands take."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any, NamedTuple

import click

from server.runtime import ConfigError, config
from variants import registry
from variants.errors import RulesError
from variants.position import Position
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


Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

COUNT = click.IntRange(1, 999_999)
"""How many of something."""


class Chosen(NamedTuple):
    """The variant that a command is asked for."""

    name: str
    rules: type[Position]
    folders: tuple[Path, ...]
    """Where more variants are."""
    settings: Mapping[str, Any]


def setting(name: str, as_text: bool = False) -> Decorator:
    """A setting of the site as an option: the command gets its value, from the environment where nothing is given; or
    the text alone.
    """
    (each,) = (each for each in config.settings() if each.name == name)
    default = config.written(each.default) or "none"
    meaning = f"{each.metadata['meaning'].replace('`', '')} (default: {default}; variable: {config.variable(each)})"

    def read(_: click.Context, __: click.Parameter, text: str | None) -> Any:
        return text if as_text else getattr(config.load(os.environ, {name: text}), name)

    return click.option(config.option(each), name, metavar=name.upper(), help=meaning, callback=read)


def of_variant(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the variant and its options to a command, which is called with the `Chosen` one."""

    @wraps(command)
    def call(variant: str, variants: tuple[Path, ...], settings: Iterable[str], **more: Any) -> Any:
        rules = registry.load(variant, variants)
        return command(Chosen(variant, rules, variants, settings_of(rules, settings)), **more)

    options = click.option("--set", "settings", metavar="NAME=VALUE", multiple=True, help="an option of the variant")
    return click.argument("variant")(setting("variants")(options(call)))


def settings_of(variant: type[Position], texts: Iterable[str]) -> Mapping[str, Any]:
    """All settings of a variant, those that were given among them. Raises SettingsError and CommandError."""
    choices = {option.name: option.choices for option in variant.options}
    settings = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise CommandError(f"--set: {text!r} is not NAME=VALUE.")
        # The choice that is written so, as pages do or as JSON does; anything else goes on as text, for the variant to
        # refuse by name.
        offered = choices.get(name, ())
        written = {json.dumps(choice): choice for choice in offered} | {str(choice): choice for choice in offered}
        settings[name] = written.get(value, value)
    return variant.complete(settings)
