"""Faults to plant in a server that a test runs, so that the tests of secrecy and of durability are seen to fail."""

from collections.abc import Callable

from flask import Flask

BEFORE: dict[str, Callable[[], None]] = {}
"""Faults that are there from the start."""


def install(app: Flask) -> None:
    """Let an address open a leak."""
