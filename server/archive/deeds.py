"""Which actions of players stand behind the lines of a record, and which of them older sites allowed more often."""

from __future__ import annotations

from collections.abc import Mapping

from server.archive.scoresheet import BackLine, GivenLine, SeatLine
from server.game import Action, AddTime, Decline, Offer, Takeback, Unseal

LATER = frozenset(
    {
        "unsealed_often",
        "offered_often",
        "asked_often",
        "added_often",
        "takebacks_used",
        "hidden_board",
        "dice_thrown",
    }
)
"""Refusals of what older sites allowed: their games hold though today nobody may do it so often, or at all."""

ID = "replayed"
DEEDS: Mapping[str, type[Action]] = {
    "unseal": Unseal,
    "offer": Offer,
    "decline": Decline,
    "ask_back": Takeback,
    "addtime": AddTime,
}


def deed(line: SeatLine | BackLine | GivenLine, number: int) -> Action:
    """The action that a line tells which changes no turn, after so many turns."""
    more = {"number": number, "to": getattr(line, "to", None)}
    action = DEEDS[line.kind]
    return action(seat=line.seat, id=ID, **{name: value for name, value in more.items() if name in action.model_fields})
