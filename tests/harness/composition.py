"""The application and the services of a process, and such with other parts than they are usually made of."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flask import Flask

from server.app.factory import compose, create_app
from server.app.services import Services, build
from server.runtime import Config
from server.runtime.sources import Sources

__all__ = ["app_with", "build", "create_app"]


def app_with(config: Config, sources: Sources | None = None, **parts: Callable[[Services], Any]) -> Flask:
    """The application of this configuration, in which parts are replaced: each by what is made of the usual ones."""
    services = build(config, sources or Sources())
    return compose(replace(services, **{name: make(services) for name, make in parts.items()}), config)
