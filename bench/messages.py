"""The messages of players and the views they are shown: what to send next, what was answered, what must agree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

RASH = {"abort": 0.05, "resign": 0.2, "takeback": 0.5, "offer": 0.5, "decline": 1.0, "claim": 1.0, "absent": 1.0}
"""The probability that a person who thinks of an allowed action takes it."""
UNDECIDED = frozenset({"too_fast", "not_kept", "not_known", "failed"})
"""Refusals that say nothing of the action: sent again, it may be answered otherwise."""

View = dict[str, Any]
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

        A refused action is decided anew when it comes again; a refused chat message stays refused.
        """
        if not answer["ok"] and answer["refusal"]["code"] in UNDECIDED:
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


def random_move(view: View, random: Random) -> str:
    """A move, of those that are not risky where there are some: by any moves an Apocalypse lasts five turns."""
    moves = [move for move in view["moves"] if not move.get("risky")] or view["moves"]
    return str(random.choice(moves)["id"])


def next_act(view: View, random: Random) -> Act | None:
    """A move, or a seal broken to think again; None where this player has nothing to play."""
    if view["sealed"] is not None:
        return ("unseal", {"number": view["number"]}) if random.random() < 0.3 else None
    return ("act", {"number": view["number"], "move": random_move(view, random)}) if view["moves"] else None


def other_act(view: View, random: Random) -> Act | None:
    """One of the other things that this player may do; None where it is not done after all."""
    if not view["may"]:
        return None
    event = random.choice(view["may"])
    if random.random() >= RASH.get(event, 0.0):
        return None
    return event, {"win": True} if event == "absent" else {}


def neutral(view: View) -> View:
    """The part of a view that depends on the actions: not on the moment, on who is there, or on a language."""
    chairs = [{key: chair[key] for key in ("seat", "person", "state", "seal", "broken")} for chair in view["chairs"]]
    turns = [{key: turn[key] for key in ("number", "texts", "opened") if key in turn} for turn in view["turns"]]
    result = view["result"] and {key: view["result"][key] for key in ("points", "reason", "seat")}
    plain = {key: view[key] for key in ("table", "number", "status", "offers", "back", "rematch", "picture")}
    return {**plain, "chairs": chairs, "turns": turns, "result": result}


def lay(view: View, update: Mapping[str, Any]) -> View | None:
    """A view with an update laid over it, as the browser does; None where the update does not continue the view."""
    if "turns" not in update:
        return {**view, **update} if update["number"] == view["number"] else None
    if update["since"] > view["number"]:
        return None
    turns = [turn for turn in view["turns"] if turn["number"] <= update["since"]]
    return {**view, **update, "since": view["since"], "turns": turns + update["turns"]}
