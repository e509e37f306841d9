"""The checks of a record that was played again: each holds, or names its first fault."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from server.game import N_, Ending
from server.records.line_of_play import Played
from variants.errors import RulesError
from variants.game import Game
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
    """The first fault that was found for each check."""

    def __init__(self) -> None:
        self._found: dict[str, RulesError] = {}

    def note(self, fault: RulesError) -> None:
        """Keep a fault, if it is the first of its check."""
        self._found.setdefault(CHECKS.get(fault.code, "order"), fault)

    def attempt(self, look: Callable[..., object], *arguments: Any) -> None:
        """Look, and note what is wrong."""
        try:
            look(*arguments)
        except RulesError as fault:
            self.note(fault)

    @property
    def astray(self) -> bool:
        """True once nothing that follows has a meaning any more."""
        return "order" in self._found or "turns" in self._found

    def checks(self, sentences: Mapping[str, Sentence]) -> list[Check]:
        """A verdict for each of these checks, which are given with what they say where they hold."""
        checks = []
        for name, (sentence, parameters) in sentences.items():
            reached = name == "digest" or not self.astray
            text = sentence if reached else NOT_REACHED
            checks.append(Check(name, text, parameters, self._found.get(name), reached))
        return checks


class Replayed(NamedTuple):
    """A record that was played again, as far as the rules go with it, and a verdict for each of its checks."""

    variant: str
    version: int
    """That of the rules of the record."""
    names: tuple[str, ...]
    ending: Ending | None
    """How the record says that the game ended."""
    game: Game
    turns: list[Played]
    moves: list[list[str]]
    """Of each turn the moves as they were sent."""
    checks: list[Check]

    @property
    def positions(self) -> list[Position]:
        """Every position of it, from the first on."""
        return [game.position for game in self.game.history()][::-1]

    @property
    def versions(self) -> tuple[int, int] | None:
        """The version of the rules that the record is of, and the one that played it, where they differ."""
        ours = self.game.position.rules_version
        return None if self.version == ours else (self.version, ours)

    @property
    def fault(self) -> RulesError | None:
        """The first thing that does not hold."""
        return next((check.fault for check in self.checks if check.fault is not None), None)


def about_turns(count: int, taken: int = 0) -> Sentence:
    """What is said of so many turns where they hold; `taken` stand as the record tells them."""
    if not taken:
        return N_("Turns that the rules play as the record does: {count}."), {"count": count}
    sentence = N_(
        "Turns that the rules play as the record does: {count}."
        " Turns that another version of the rules played, taken as the record tells them: {taken}."
    )
    return sentence, {"count": count - taken, "taken": taken}


def about_end(ending: Ending | None) -> Sentence:
    """What is said of the end where it holds."""
    if ending is None:
        return N_("The record ends before the game does, in the position that it names."), {}
    return N_("The game can end as the record tells, in the position that it names."), {}
