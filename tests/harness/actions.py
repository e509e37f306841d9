"""Actions of players, made from the name and the fields that a test writes."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from server.game import ACTIONS, Action, Decision, Facts, Opening, Row, TableState, TableToOpen, apply, check_seals
from server.runtime.sources import unguessable
from variants.position import Position, Seat


def action(name: str, seat: int, *arguments: Any, message: str = "m", **fields: Any) -> Action:
    """The action of this name, its own fields in the order in which its class names them, or by name."""
    (kind,) = [each for each in ACTIONS if each.name() == name]
    own = [field for field in kind.model_fields if field not in ("seat", "id")]
    return kind(seat=seat, id=message, **dict(zip(own, arguments, strict=False)), **fields)


def replayed(rules: type[Position], opening: Opening, rows: Iterable[Row], kept: bool = False) -> TableState:
    """The state of a table after these rows; `kept` as of `apply`."""
    state = TableState(rules, opening)
    for row in rows:
        apply(state, row, kept=kept)
    check_seals(state)
    return state


class AnotherGame(Exception):
    """The action begins another game."""


def decided(
    table: TableState,
    person: str,
    requested: Action,
    at: float,
    nonce: str = "",
    absent_since: Mapping[Seat, float] = MappingProxyType({}),
) -> Decision:
    """The decision of a table on an action. Raises Refusal, and AnotherGame where one begins by it."""
    facts = Facts(at, absent_since, nonce=lambda: nonce or unguessable("nonce"), next_table=_another_table)
    return requested.decide(table, person, facts)


def _another_table(_table: TableState, _person: str, _surprise: bool) -> TableToOpen:
    raise AnotherGame
