"""How a table begins: its rules, its first position, who sits down, and the game after a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from server.journal.entries import Entry, Opening
from server.runtime.sources import Sources
from server.tables.control import Control
from server.tables.decisions import NextTable
from server.tables.machines import DICE
from server.tables.refusal import Refusal
from server.tables.state import State
from variants.errors import SettingsError
from variants.position import NO_SETTINGS, Position


def start_of(rules: type[Position], settings: Mapping[str, Any] = NO_SETTINGS) -> Position:
    """A start position, the same one every time, also where the game itself begins with a draw of lots.

    Settings that today's rules do not take any more count as the usual ones.
    """
    return _start_of(rules, tuple(sorted(settings.items())))


@lru_cache(maxsize=256)
def _start_of(rules: type[Position], settings: tuple[tuple[str, Any], ...]) -> Position:
    try:
        return rules.start(dict(settings), Random(0))
    except SettingsError:
        return rules.start({}, Random(0))


def players_of(rules: type[Position]) -> int:
    """How many people a game of this variant takes, as it usually begins."""
    return len(start_of(rules).players())


class Openings:
    """Prepares tables; the caller has each of them kept."""

    def __init__(
        self,
        variants: Mapping[str, type[Position]],
        clock: Callable[[], float],
        sources: Sources,
    ) -> None:
        self.variants = variants
        self.clock = clock
        self.sources = sources

    def rules(self, variant: str) -> type[Position]:
        """The rules of a variant. Raises Refusal for one that is not here."""
        rules = self.variants.get(variant)
        if rules is None:
            raise Refusal("no_variant", "There is no variant “{variant}” here.", variant=variant)
        return rules

    def is_usual(self, position: Position) -> bool:
        """Whether each game with these settings begins from here."""
        try:
            return position.fen() == type(position).start(position.settings).fen()
        except ValueError:  # It begins with a draw of lots.
            return False

    def new(
        self,
        variant: str,
        settings: Mapping[str, Any],
        position: Position,
        people: Sequence[str | None],
        control: Control,
        listed: bool,
        set_up: bool,
    ) -> NextTable:
        """A table that begins from this position, with these people in the order of seats, None where one is free.

        They play in this position; seats of chance players are not theirs: the dice sit there, with a fresh seed.
        `set_up`: somebody laid the position out.
        """
        at, id = self.clock(), self.sources.token("table")
        rules = self.rules(variant)
        opening = Opening(id, variant, rules.rules_version, settings, position.fen(), at, str(control), listed)
        waiting = iter(people)
        chairs = [DICE if seat in rules.chance else None for seat in range(len(position.seats))]
        for seat in position.players():
            chairs[seat] = next(waiting)
        body = {"set_up": True} if set_up else {}
        entries = [Entry("sit", 0, seat, person, "", body, at) for seat, person in enumerate(chairs) if person]
        if rules.chance:
            entries.insert(0, Entry("dice", 0, None, "", "", {"seed": self.sources.token("seed")}, at))
        return NextTable(opening, tuple(entries), "open" if None in people else "running")

    def next_game(self, table: State, surprise: bool) -> NextTable:
        """The next game of the people at a table: the seats move on by one, clock and list stay."""
        variant, settings = table.opening.variant, table.opening.settings
        sat = [table.chairs[seat] for seat in table.players]
        people = [*sat[-1:], *sat[:-1]]
        if surprise:
            others = [name for name, rules in self.variants.items() if players_of(rules) == len(people)]
            variant = self.sources.random.choice([name for name in others if name != variant] or [variant])
            settings = self.rules(variant).complete({})
        rules, set_up = self.rules(variant), table.set_up and not surprise
        position = rules.from_fen(table.opening.fen, settings) if set_up else rules.start(settings, self.sources.random)
        return self.new(variant, settings, position, people, table.control, table.opening.listed, set_up)
