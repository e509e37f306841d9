"""The inputs of actions and views beside the state of the table, passed in so that the game is a pure function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from server.game.entries import Entry, Opening
from variants.position import Seat

if TYPE_CHECKING:
    from server.game.state import TableState


class TableToOpen(NamedTuple):
    """A table that is to be opened: its first row, the entries of its players, and its status then."""

    opening: Opening
    entries: tuple[Entry, ...]
    status: str


def _unavailable(*_arguments: object) -> NoReturn:
    raise RuntimeError("nothing can be sealed or opened here")


def _no_pause() -> None:
    pass


def _any_company(_person: str, _others: Iterable[str | None]) -> None:
    pass


class Facts(NamedTuple):
    """The moment, and what the site knows then."""

    at: float
    """Seconds since the epoch."""
    absent_since: Mapping[Seat, float] = MappingProxyType({})
    """The seats from which no connection looks, and the moment since which none has."""
    names: Mapping[str, str] = MappingProxyType({})
    """The names that people chose, by public id."""
    credit: float = 0.0
    """Seconds that the running clocks are credited because nobody could act."""
    nonce: Callable[[], str] = _unavailable
    """Draws the nonce of a seal."""
    next_table: Callable[[TableState, str, bool], TableToOpen] = _unavailable
    """Prepares another game of the players of a table, given the person who asks and whether its variant is drawn."""
    pause: Callable[[], object] = _no_pause
    """Yields to other greenlets in the middle of long work."""
    check_company: Callable[[str, Iterable[str | None]], object] = _any_company
    """Raises Refusal if a person and one of these others begin no game together: one of them blocks the other."""
