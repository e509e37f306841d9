"""New tables: the first position, the players who sit down, and the next game of the same people."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from random import Random
from types import MappingProxyType
from typing import Any

from server.game.clocks import Control
from server.game.entries import Entry, Opening
from server.game.errors import Refusal
from server.game.facts import TableToOpen
from server.game.players import DICE
from server.game.state import Rated, TableState, rated_body
from variants.errors import SettingsError
from variants.position import NO_SETTINGS, Position

Token = Callable[[str], str]
"""Draws a new token of a kind: the id of a `table`, or the `seed` of its dice."""


def start_of(rules: type[Position], settings: Mapping[str, Any] = NO_SETTINGS) -> Position:
    """A start position, always the same one, also if the game draws its start by lot.

    Settings that today's rules refuse count as the default ones.
    """
    return _start_of(rules, tuple(sorted(settings.items())))


@lru_cache(maxsize=256)
def _start_of(rules: type[Position], settings: tuple[tuple[str, Any], ...]) -> Position:
    try:
        return rules.start(dict(settings), Random(0))
    except SettingsError:
        return rules.start({}, Random(0))


def players_of(rules: type[Position]) -> int:
    """The number of people in the usual start of this variant."""
    seats = next(each.default for each in fields(rules) if each.name == "seats")
    if isinstance(seats, tuple) and not rules.seat_codes and rules.out is Position.out:
        # Without a position, whose tables would be made for it.
        return len(seats) - len(rules.chance)
    return len(start_of(rules).players())


def is_usual_start(position: Position) -> bool:
    """Whether each game with these settings begins from here."""
    try:
        return position.fen() == type(position).start(position.settings).fen()
    except ValueError:  # It begins with a draw of lots.
        return False


def find_rules(variants: Mapping[str, type[Position]], name: str) -> type[Position]:
    """The rules of a variant. Raises Refusal for one that is not among these."""
    if name not in variants:
        raise Refusal("no_variant", "There is no variant “{variant}” here.", variant=name)
    return variants[name]


def new_table(
    variant: str,
    settings: Mapping[str, Any],
    position: Position,
    players: Sequence[str | None],
    token: Token,
    at: float,
    control: Control,
    listed: bool = True,
    set_up: bool = False,
    rated: bool = False,
    ratings: Mapping[str, Rated] = MappingProxyType({}),
) -> TableToOpen:
    """A table that begins from this position, with these players in the order of seats, None where one is free.

    They play in this position; at the seats of chance players the dice sit, with a fresh seed. `set_up`: somebody laid
    the position out. `ratings` are those of the players of a rated table, by public id.
    """
    id, rules = token("table"), type(position)
    opening = Opening(id, variant, rules.rules_version, settings, position.fen(), at, str(control), listed, rated)
    waiting = iter(players)
    chairs = [DICE if seat in rules.chance else None for seat in range(len(position.seats))]
    for seat in position.players():
        chairs[seat] = next(waiting)
    body = {"set_up": True} if set_up else {}
    bodies = {player: {**body, **rated_body(ratings.get(player))} for player in filter(None, chairs)}
    entries = [Entry("sit", 0, seat, player, "", bodies[player], at) for seat, player in enumerate(chairs) if player]
    if rules.chance:
        entries.insert(0, Entry("dice", 0, None, "", "", {"seed": token("seed")}, at))
    return TableToOpen(opening, tuple(entries), "open" if None in players else "running")


def next_table(
    state: TableState,
    surprise: bool,
    variants: Mapping[str, type[Position]],
    random: Random,
    token: Token,
    at: float,
    ratings: Callable[[str], Mapping[str, Rated]] = lambda _: {},
) -> TableToOpen:
    """The next game of the players of a table: the seats move on by one; clock, listing and rating stay.

    `surprise` draws another variant for as many players, where there is one. `ratings` answers those of the players of
    a rated table in a variant, by public id.
    """
    variant, settings = state.opening.variant, state.opening.settings
    sat = [state.chairs[seat] for seat in state.players]
    players = [*sat[-1:], *sat[:-1]]
    if surprise:
        others = [name for name, rules in variants.items() if players_of(rules) == len(players)]
        variant = random.choice([name for name in others if name != variant] or [variant])
        settings = find_rules(variants, variant).complete({})
    rules, set_up = find_rules(variants, variant), state.set_up and not surprise
    position = rules.from_fen(state.opening.fen, settings) if set_up else rules.start(settings, random)
    listed, rated = state.opening.listed, state.opening.rated
    more = (state.control, listed, set_up, rated, ratings(variant))
    return new_table(variant, settings, position, players, token, at, *more)
