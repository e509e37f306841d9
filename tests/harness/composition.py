"""The application and the services of a process, and such with other parts than they are usually made of."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask

from server.app.factory import compose, create_app
from server.app.services import Services
from server.runtime import Config
from server.runtime.sources import Sources

__all__ = ["Services", "app_at", "create_app"]


@contextmanager
def app_at(
    folder: Path, sources: Sources | None = None, parts: Mapping[str, Callable[[Services], Any]] = {}, **config: Any
) -> Iterator[Flask]:
    """The application with this data folder and configuration, by default without limits; it is closed at the end.

    Parts are replaced: each by what is made of the usual ones.
    """
    settled = Config(data=folder, **{"identity_rate": 0, "address_rate": 0, "engine": "none", **config})
    services = Services(settled, sources or Sources())
    vars(services).update({name: make(services) for name, make in parts.items()})
    try:
        yield compose(services, settled)
    finally:
        services.close()
