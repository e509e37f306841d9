"""Patches of the product in a child process, which last as long as it runs; `faults` has those of a block of a test."""

from typing import Any


def replace(where: Any, name: str, by: Any) -> None:
    """Put something else in the place of a part of the product, for the rest of this process."""
    assert hasattr(where, name)
    setattr(where, name, by)
