"""The checks of a record by replaying it: each holds, or names its first fault."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from server.game import N_, Ending
from server.records.line_of_play import Played
from server.records.tolerance import Passed
from variants.errors import RulesError
from variants.game import Game
from variants.position import Position

Sentence = tuple[str, Mapping[str, Any]]
"""A text with its parameters."""


class Check(NamedTuple):
    """The result of one check: it holds, or `fault` says where it does not, or it was not `reached`."""

    name: str
    sentence: str
    parameters: Mapping[str, Any]
    fault: RulesError | None = None
    reached: bool = True

    @property
    def holds(self) -> bool:
        """Whether the check was completed without a fault."""
        return self.fault is None and self.reached


NOT_REACHED = N_("Not checked further, because something else is invalid.")


CHECKS = {
    "record_digest": "digest",
    "record_turn": "turns",
    "record_rules": "turns",
    "record_left": "turns",
    "record_seal": "seals",
    "record_dice": "dice",
    "record_clock": "clocks",
    "record_leaving": "result",
    "record_result": "result",
}
"""The check that a fault belongs to; all others belong to the order of the lines."""


class Faults:
    """The first fault of each check."""

    def __init__(self) -> None:
        self._found: dict[str, RulesError] = {}

    def note(self, fault: RulesError) -> None:
        """Note a fault if it is the first of its check."""
        self._found.setdefault(CHECKS.get(fault.code, "order"), fault)

    def attempt(self, look: Callable[..., object], *arguments: Any) -> None:
        """Call the function, and note its fault."""
        try:
            look(*arguments)
        except RulesError as fault:
            self.note(fault)

    @property
    def astray(self) -> bool:
        """Whether the rest of the record can no longer be checked."""
        return "order" in self._found or "turns" in self._found

    def checks(self, sentences: Mapping[str, Sentence]) -> list[Check]:
        """The result of each of these checks, given by name with the sentence for a check that holds."""
        checks = []
        for name, (sentence, parameters) in sentences.items():
            reached = name == "digest" or not self.astray
            text = sentence if reached else NOT_REACHED
            checks.append(Check(name, text, parameters, self._found.get(name), reached))
        return checks


class Replayed(NamedTuple):
    """A replayed record, up to its first turn that the rules refuse, and the result of each check."""

    variant: str
    version: int
    """The version of the rules in the record."""
    names: tuple[str, ...]
    ending: Ending | None
    """The end of the game as recorded."""
    game: Game
    turns: list[Played]
    moves: list[list[str]]
    """By turn, the moves as they were sent."""
    checks: list[Check]
    passed: tuple[Passed, ...] = ()
    """What was passed over in its text."""

    @property
    def positions(self) -> list[Position]:
        """All positions, from the first on."""
        return [*self.game.positions()][::-1]

    @property
    def versions(self) -> tuple[int, int] | None:
        """The recorded version of the rules and the one that replayed it; None if they are equal."""
        ours = self.game.position.rules_version
        return None if self.version == ours else (self.version, ours)

    @property
    def fault(self) -> RulesError | None:
        """The first thing that does not hold."""
        return next((check.fault for check in self.checks if check.fault is not None), None)


def about_turns(count: int, taken: int = 0) -> Sentence:
    """The sentence about `count` valid turns, of which `taken` are shown as recorded."""
    if not taken:
        return N_("Turns that the rules play as the record does: {count}."), {"count": count}
    sentence = N_(
        "Turns that the rules play as the record does: {count}."
        " Turns that another version of the rules played, taken as the record tells them: {taken}."
    )
    return sentence, {"count": count - taken, "taken": taken}


def about_end(ending: Ending | None) -> Sentence:
    """The sentence about a valid end."""
    if ending is None:
        return N_("The record ends before the game does, in the position that it names."), {}
    return N_("The game can end as the record tells, in the position that it names."), {}
