"""The messages of a crowd: what a person sends next, what was answered, and what all views must say the same of."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

RASH = {"abort": 0.05, "resign": 0.2, "takeback": 0.5, "offer": 0.5, "decline": 1.0, "claim": 1.0, "absent": 1.0}
"""The probability that a person who thinks of an allowed action takes it."""
NOT_JUDGED = frozenset({"too_fast", "not_kept", "not_known", "failed"})
"""Refusals that say nothing of the action: sent again, it may be answered otherwise."""

Act = tuple[str, dict[str, Any]]
"""An event, and its fields beside those that every message has."""


class Trouble(Exception):
    """Something that must not happen has happened."""


@dataclass
class Sent:
    """One message about a table, and what it was answered over which connection of its sender."""

    event: str
    table: str
    fields: dict[str, Any]
    answer: dict[str, Any] | None = None
    connection: int = 0
    times: int = 0
    """How often it was sent."""

    @property
    def message(self) -> str:
        """Its id."""
        return str(self.fields["id"])

    def hear(self, answer: dict[str, Any], connection: int) -> None:
        """It was answered, perhaps once more. Raises Trouble if what was accepted is answered in another way.

        A refused action is decided anew when it comes again; what was refused at the talk stays refused.
        """
        if not answer["ok"] and answer["refusal"]["code"] in NOT_JUDGED:
            return
        if self.answer is None or not (self.answer["ok"] or self.event == "say"):
            self.answer, self.connection = answer, connection
        elif self.answer != answer:
            raise Trouble(f"{self.event} {self.message} was answered {self.answer} and, sent again, {answer}")

    def may_come_again(self, connection: int, table: str) -> bool:
        """Is the first answer still known? What was refused is forgotten with the table, once nobody looks at it."""
        if self.answer is None:
            return False
        return bool(self.answer["ok"]) or (self.connection == connection and self.table == table)


def next_act(view: dict[str, Any], random: Random) -> Act | None:
    """A move, or a seal broken to think again; None where this player has nothing to play."""
    if view["sealed"] is not None:
        return ("unseal", {"number": view["number"]}) if random.random() < 0.3 else None
    moves = [move for move in view["moves"] if not move.get("risky")] or view["moves"]
    return ("act", {"number": view["number"], "move": random.choice(moves)["id"]}) if moves else None


def other_act(view: dict[str, Any], random: Random) -> Act | None:
    """One of the other things that this player may do; None where it is not done after all."""
    if not view["may"]:
        return None
    event = random.choice(view["may"])
    if random.random() >= RASH.get(event, 0.0):
        return None
    return event, {"win": True} if event == "absent" else {}


def neutral(view: dict[str, Any]) -> dict[str, Any]:
    """What of a view depends on what was done alone: not on the moment, on who is there, or on a language."""
    chairs = [{key: chair[key] for key in ("seat", "person", "state", "seal", "broken")} for chair in view["chairs"]]
    turns = [{key: turn[key] for key in ("number", "texts", "opened") if key in turn} for turn in view["turns"]]
    result = view["result"] and {key: view["result"][key] for key in ("points", "reason", "seat")}
    plain = {key: view[key] for key in ("table", "number", "status", "offers", "back", "rematch", "picture")}
    return {**plain, "chairs": chairs, "turns": turns, "result": result}
