"""How a table begins: its rules, its first position, who sits down, and the game after a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from server.control import Control
from server.refusal import Refusal
from server.tables.store import Entry, Opening
from server.tables.table import NextTable, Table
from variants.position import Position


class Openings:
    """Prepares tables; whoever gets one has it kept."""

    def __init__(
        self,
        variants: Mapping[str, type[Position]],
        clock: Callable[[], float],
        new_id: Callable[[], str],
        random: Random,
    ) -> None:
        self.variants = variants
        self.clock = clock
        self.new_id = new_id
        self.random = random

    def rules(self, variant: str) -> type[Position]:
        """The rules of a variant. Raises Refusal for one that is not here."""
        rules = self.variants.get(variant)
        if rules is None:
            raise Refusal("no_variant", "There is no variant “{variant}” here.", variant=variant)
        return rules

    def new(
        self,
        variant: str,
        settings: Mapping[str, Any],
        position: Position,
        people: Sequence[str | None],
        control: Control,
        listed: bool,
    ) -> NextTable:
        """A table that begins from this position, with these people in seat order, None where a chair is free."""
        at = self.clock()
        version = self.rules(variant).rules_version
        opening = Opening(self.new_id(), variant, version, settings, position.fen(), at, str(control), listed)
        sitting = [Entry("sit", 0, seat, person, "", {}, at) for seat, person in enumerate(people) if person]
        return NextTable(opening, tuple(sitting), "open" if None in people else "running")

    def next_game(self, table: Table, surprise: bool) -> NextTable:
        """The next game of the people at a table: the seats move on by one, clock and list stay."""
        variant, settings = table.opening.variant, table.opening.settings
        people = [table.chairs[seat - 1] for seat in range(len(table.chairs))]
        position: Position | None = None
        if surprise:
            others = [name for name, rules in self.variants.items() if len(rules.seats) == len(people)]
            variant = self.random.choice([name for name in others if name != variant] or [variant])
            settings = self.rules(variant).complete({})
        rules = self.rules(variant)
        if not surprise:
            try:
                usual = rules.start(settings)
            except ValueError:  # It begins with a draw of lots.
                usual = None
            if usual is not None and usual.fen() != table.opening.fen:
                position = rules.from_fen(table.opening.fen, settings)
        position = position or rules.start(settings, self.random)
        return self.new(variant, settings, position, people, table.control, table.opening.listed)
