"""Parts of a site that fail or differ: methods that raise, hang back or are counted, and constants that are small.

Faults of links to a service are in `links`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest


@contextmanager
def replaced(target: Any, method: str, by: Callable[..., Any]) -> Iterator[None]:
    """Call `by` in place of a method of an object, a class or a module, with the plain method as its first argument."""
    plain = getattr(target, method)

    def called(*arguments: Any, **named: Any) -> Any:
        return by(plain, *arguments, **named)

    with changed(target, **{method: called}):
        yield


@contextmanager
def preceded(target: Any, method: str, by: Callable[[], Any]) -> Iterator[None]:
    """Call `by` once, just before a method is called: what happens where the site waits."""
    waiting = [by]

    def call(plain: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        while waiting:
            waiting.pop()()
        return plain(*arguments, **named)

    with replaced(target, method, call):
        yield
    assert not waiting, f"{method} was not called"


@contextmanager
def failing(
    target: Any,
    method: str,
    error: BaseException,
    *,
    done: bool = False,
    when: Callable[..., bool] | None = None,
) -> Iterator[list[tuple[Any, ...]]]:
    """Let a method raise this error; the arguments of the calls that failed so far.

    With `done` the method does its work first, and only its answer is lost. `when` is called with the arguments of
    each call and says whether it fails.
    """
    failed: list[tuple[Any, ...]] = []

    def fail(plain: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        if when is not None and not when(*arguments, **named):
            return plain(*arguments, **named)
        failed.append(arguments)
        if done:
            plain(*arguments, **named)
        raise error

    with replaced(target, method, fail):
        yield failed


@contextmanager
def recorded(target: Any, method: str) -> Iterator[list[tuple[Any, ...]]]:
    """The arguments of all calls of a method so far, in order."""
    calls: list[tuple[Any, ...]] = []

    def record(plain: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        calls.append(arguments)
        return plain(*arguments, **named)

    with replaced(target, method, record):
        yield calls


@contextmanager
def changed(target: Any, **constants: Any) -> Iterator[None]:
    """Let constants of a module or a class have these values while the block runs. Each must exist."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in constants.items():
            patch.setattr(target, name, value)
        yield
