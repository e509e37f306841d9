"""Actions of players, made from the name and the fields that a test writes."""

from typing import Any

from server.runtime.sources import unguessable
from server.tables.action import Action, Facts
from server.tables.actions import actions
from server.tables.decisions import Decision, NextTable
from server.tables.state import State


def action(name: str, seat: int, *arguments: Any, message: str = "m") -> Action:
    """The action of this name, its own fields in the order in which its class names them."""
    (kind,) = [each for each in actions() if each.name() == name]
    own = [field for field in kind.model_fields if field not in ("seat", "id")]
    return kind(seat=seat, id=message, **dict(zip(own, arguments, strict=False)))


class AnotherGame(Exception):
    """The action begins another game."""


def decided(table: State, person: str, asked: Action, at: float, nonce: str = "") -> Decision:
    """The decision of a table on an action. Raises Refusal, and AnotherGame where one begins by it."""
    return asked.decide(table, person, Facts(at, _another_game, lambda: nonce or unguessable("nonce")))


def _another_game(_table: State, _person: str, _surprise: bool) -> NextTable:
    raise AnotherGame
