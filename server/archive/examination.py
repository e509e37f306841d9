"""What came of a record that was played again: a verdict for each thing that was looked at."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from server.archive.scoresheet import RecordError
from server.archive.walk import Played, Walk
from server.tables.action import N_
from server.tables.turn import Ending
from variants.errors import RulesError
from variants.position import Position

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


class Replayed(NamedTuple):
    """A record as it was played again, as far as the rules went with it."""

    variant: str
    rules: type[Position]
    names: tuple[str, ...]
    positions: tuple[Position, ...]
    turns: tuple[Played, ...]
    ending: Ending | None
    """How the record says that the game ended."""
    checks: tuple[Check, ...]
    versions: tuple[int, int] | None
    """The version of the rules that the record is of, and the one that played it, where they differ."""

    @property
    def fault(self) -> RulesError | None:
        """The first thing that does not hold."""
        return next((check.fault for check in self.checks if check.fault is not None), None)


class Examination(ABC):
    """What the examinations of both forms share: the walk, and a verdict for each check."""

    names: tuple[str, ...]

    def __init__(self, variant: str, walk: Walk, ending: Ending | None) -> None:
        self.variant, self.walk, self.ending = variant, walk, ending
        self.faults: dict[str, RulesError] = {}

    def attempt(self, check: str, look: Callable[..., None], *arguments: Any) -> bool:
        """Look, and keep the fault if there is one; a check with a fault is not asked again."""
        if check not in self.faults:
            try:
                look(*arguments)
            except RulesError as fault:
                self.faults[check] = fault
        return check not in self.faults

    @property
    def astray(self) -> bool:
        """True once nothing that follows has a meaning any more."""
        return "order" in self.faults or "turns" in self.faults

    @abstractmethod
    def sentences(self) -> Mapping[str, Sentence]:
        """Each check that is made, with what it says where it holds."""

    def replayed(self) -> Replayed:
        """All that came of it."""
        checks = []
        for name, (sentence, parameters) in self.sentences().items():
            fault = self.faults.get(name)
            reached = name == "digest" or not self.astray
            checks.append(Check(name, sentence if reached else NOT_REACHED, parameters, fault, reached))
        return Replayed(
            self.variant,
            self.walk.rules,
            self.names,
            tuple([game.position for game in self.walk.game.history()][::-1]),
            tuple(self.walk.turns),
            self.ending,
            tuple(checks),
            self.walk.versions,
        )

    def check_final(self, told: str | None) -> None:
        """Raise RecordError where the record names another last position."""
        found = self.walk.position.fen()
        if told is not None and found != told:
            raise RecordError(
                "record_result", "The turns end in {found}, the record says {told}.", found=found, told=told
            )

    def about_turns(self) -> Sentence:
        """What is said of the turns where they hold."""
        taken = self.walk.taken
        sentence = N_("Turns that the rules play as the record does: {count}.")
        if taken:
            sentence = N_(
                "Turns that the rules play as the record does: {count}."
                " Turns that another version of the rules played, taken as the record tells them: {taken}."
            )
        return sentence, {"count": len(self.walk.turns) - taken} | ({"taken": taken} if taken else {})

    def about_end(self) -> Sentence:
        """What is said of the end where it holds."""
        if self.ending is None:
            return N_("The record ends before the game does, in the position that it names."), {}
        return N_("The game can end as the record tells, in the position that it names."), {}
