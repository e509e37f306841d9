"""Facts of a class that are made when they are first needed, such as tables of moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

_T = TypeVar("_T")


class Lazy(Generic[_T]):
    """An attribute of a class that is made from the class when it is first asked for.

    From then on it is a plain attribute, because rules read it in every move. So each subclass needs one of its own:
    the base of the classes sets them in `__init_subclass__`.
    """

    def __init__(self, name: str, make: Callable[[Any], _T]) -> None:
        self._name = name
        self._make = make

    def __get__(self, instance: object, owner: type) -> _T:
        value = self._make(owner)
        setattr(owner, self._name, value)
        return value
