"""What came of a record that was played again: a verdict for each thing that was looked at."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from server.game import N_, Ending
from server.records.document import RecordError
from server.records.line_of_play import Played
from variants.errors import RulesError
from variants.game import Game
from variants.position import Position, Result

Sentence = tuple[str, Mapping[str, Any]]
"""A text and what stands in its places."""


class Check(NamedTuple):
    """One thing that was looked at: it holds, or `fault` says where not, or it was not `reached`."""

    name: str
    sentence: str
    parameters: Mapping[str, Any]
    fault: RulesError | None = None
    reached: bool = True

    @property
    def holds(self) -> bool:
        """Whether it was looked at to the end, and nothing was wrong."""
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


class Replayed(ABC):
    """A record that is played again, as far as the rules go with it; `run` looks at all of it.

    `version` is that of the rules of the record; None where it does not tell.
    """

    names: tuple[str, ...]

    def __init__(self, variant: str, rules: type[Position], version: int | None, ending: Ending | None) -> None:
        self.variant, self.rules = variant, rules
        self.ending = ending
        """How the record says that the game ended."""
        self.version = rules.rules_version if version is None else version
        self.faults: dict[str, RulesError] = {}
        """The first fault that was noted for each check."""
        self.taken: set[int] = set()
        """The turns that stand as the record tells them, and not because the rules lead there."""

    @property
    @abstractmethod
    def game(self) -> Game:
        """The game as far as it was played again."""

    @property
    @abstractmethod
    def turns(self) -> list[Played]:
        """Its turns."""

    @property
    @abstractmethod
    def moves(self) -> list[list[str]]:
        """The moves of its turns, as they were sent."""

    @abstractmethod
    def run(self) -> None:
        """Look at everything."""

    @abstractmethod
    def sentences(self) -> Mapping[str, Sentence]:
        """Each check that is made, with what it says where it holds."""

    def note(self, fault: RulesError) -> None:
        """Keep a fault; the first one of each check counts."""
        self.faults.setdefault(CHECKS.get(fault.code, "order"), fault)

    def attempt(self, look: Callable[..., object], *arguments: Any) -> bool:
        """Look, and note what is wrong; whether nothing was."""
        try:
            look(*arguments)
        except RulesError as fault:
            self.note(fault)
            return False
        return True

    @property
    def astray(self) -> bool:
        """True once nothing that follows has a meaning any more."""
        return "order" in self.faults or "turns" in self.faults

    @property
    def positions(self) -> list[Position]:
        """Every position of it, from the first on."""
        return [game.position for game in self.game.history()][::-1]

    @property
    def versions(self) -> tuple[int, int] | None:
        """The version of the rules that the record is of, and the one that played it, where they differ."""
        ours = self.rules.rules_version
        return None if self.version == ours else (self.version, ours)

    @property
    def checks(self) -> list[Check]:
        """A verdict for each thing that was looked at."""
        checks = []
        for name, (sentence, parameters) in self.sentences().items():
            reached = name == "digest" or not self.astray
            told = sentence if reached else NOT_REACHED
            checks.append(Check(name, told, parameters, self.faults.get(name), reached))
        return checks

    @property
    def fault(self) -> RulesError | None:
        """The first thing that does not hold."""
        return next((check.fault for check in self.checks if check.fault is not None), None)

    def check_final(self, told: str | None) -> None:
        """Raise RecordError where the record names another last position."""
        found = self.game.position.fen()
        if told is not None and found != told:
            raise RecordError(
                "record_result", "The turns end in {found}, the record says {told}.", found=found, told=told
            )

    def about_turns(self) -> Sentence:
        """What is said of the turns where they hold."""
        taken = len(self.taken)
        sentence = N_("Turns that the rules play as the record does: {count}.")
        if taken:
            sentence = N_(
                "Turns that the rules play as the record does: {count}."
                " Turns that another version of the rules played, taken as the record tells them: {taken}."
            )
        return sentence, {"count": len(self.turns) - taken} | ({"taken": taken} if taken else {})

    def about_end(self) -> Sentence:
        """What is said of the end where it holds."""
        if self.ending is None:
            return N_("The record ends before the game does, in the position that it names."), {}
        return N_("The game can end as the record tells, in the position that it names."), {}


def wrong_end(told: Ending, expected: Result | None) -> RecordError:
    """The game did not end as the record tells: by the rules it ended like this, or nothing leads to any end."""
    if expected is None:
        return RecordError("record_result", "The record ends with {told}, and nothing in it leads there.", told=told)
    return RecordError(
        "record_result",
        "The record ends with {told}; by the rules the game ended with {expected}.",
        told=told,
        expected=Ending(*expected),
    )
