"""The options that commands of several rooms take."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple

import click

from server.cli.program import CommandError
from server.runtime import config
from variants import registry
from variants.position import Position

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
