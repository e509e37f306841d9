"""Resolves two moves that are made at once (S5-S14), from the board before the turn alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from variants.army import LAST_ROWS, DoubleStep
from variants.castling import Castling
from variants.orthodox import Effects
from variants.position import Event, Seat, Square


class ResolvedTurn(NamedTuple):
    """A turn that is over."""

    board: tuple[str, ...]
    stood: tuple[bool, bool]
    """For each seat, whether its move was made."""
    jumped: tuple[DoubleStep, ...]
    """The double steps that can be answered en passant."""
    events: tuple[Event, ...]


def retakes(effects: Effects) -> bool:
    """Whether this move goes to a square of its own side, to recapture there (S4)."""
    return bool(effects.victim) and effects.victim.isupper() == effects.mover.isupper()


def resolve(board: Sequence[str], both: Mapping[Seat, Effects]) -> ResolvedTurn:
    """The board without the movers and the captured pieces, then with the movers on their squares."""
    stood = tuple(not retakes(both[seat]) or both[1 - seat].taken == both[seat].taken for seat in (0, 1))
    left = [[square for square, _, _ in _ways(both[seat])] if stood[seat] else [] for seat in (0, 1)]
    cells = list(board)
    for square in left[0] + left[1]:
        cells[square] = ""
    events = []
    landings: dict[Square, dict[Seat, str]] = {}
    for seat in (0, 1):
        effects = both[seat]
        events.append(_journey(seat, effects, both[1 - seat], stood[seat], effects.taken in left[1 - seat]))
        if stood[seat]:
            if effects.taken is not None:
                cells[effects.taken] = ""
            for _, square, symbol in _ways(effects):
                landings.setdefault(square, {})[seat] = symbol
    for square, arrived in landings.items():
        stays = _stays(arrived, both)
        cells[square] = arrived[stays[0]] if stays else ""
        if len(arrived) == 2 and not any(retakes(effects) for effects in both.values()):
            events += _clash(square, arrived, both, stays)
    for seat, effects in sorted(both.items()):
        target = effects.move.path[1]
        if stood[seat] and effects.mover in ("P", "p") and target in LAST_ROWS and cells[target] == effects.born:
            events.append(Event("promoted", seat, (target,), (effects.mover, effects.born)))
    jumped = [
        effects.double_step
        for seat, effects in both.items()
        if effects.double_step is not None
        and cells[effects.move.path[1]] == effects.mover
        and not cells[effects.double_step.square]
    ]
    return ResolvedTurn(tuple(cells), (stood[0], stood[1]), tuple(sorted(jumped)), tuple(events))


def _ways(effects: Effects) -> Iterator[tuple[Square, Square, str]]:
    """Each moving piece: its origin, its target, and what it is there."""
    if effects.castle is None:
        origin, target = effects.move.path
        yield origin, target, effects.born
    else:
        yield (*effects.castle.king, effects.mover)
        yield (*effects.castle.rook, Castling.rooks[Castling.kings.index(effects.mover)])


def _stays(arrived: Mapping[Seat, str], both: Mapping[Seat, Effects]) -> list[Seat]:
    """The seat whose piece stays on a square: the only one, the recapturing one (S8), the only king (S9), or none."""
    seats = list(arrived)
    if len(seats) == 1:
        return seats
    return [seat for seat in seats if retakes(both[seat])] or (
        [seat for seat in seats if arrived[seat] in "Kk"] if (arrived[0] == "K") != (arrived[1] == "k") else []
    )


def _journey(seat: Seat, effects: Effects, other: Effects, stood: bool, dodged: bool) -> Event:
    """The event of a move."""
    path, pieces = effects.move.path, (effects.mover, effects.victim)
    if not stood:
        return Event("failed", seat, path, pieces)
    if retakes(effects):
        if other.move.path[1] == path[1]:
            return Event("retaken", seat, path, (effects.mover, other.mover))
        return Event("moved", seat, path, (effects.mover,))  # What was to be taken back was taken in passing.
    if effects.castle is not None:
        return Event(
            "castled", seat, effects.castle.king, (effects.mover, Castling.rooks[Castling.kings.index(effects.mover)])
        )
    if not effects.victim:
        return Event("moved", seat, path, (effects.mover,))
    code = "dodged" if dodged else "captured" if effects.taken == path[1] else "en_passant"
    return Event(code, seat, path, pieces)


def _clash(square: Square, arrived: Mapping[Seat, str], both: Mapping[Seat, Effects], stays: list[Seat]) -> list[Event]:
    """Two pieces on one square, as they were before they moved; then those that are gone."""
    were = {seat: both[seat].mover if arrived[seat] == both[seat].born else arrived[seat] for seat in (0, 1)}
    lost = [Event("vanished", seat, (square,), (were[seat],)) for seat in (0, 1) if seat not in stays]
    if stays:
        return [Event("collided_king", stays[0], (square,), (were[stays[0]], were[1 - stays[0]])), *lost]
    return [Event("collided", None, (square,), (were[0], were[1])), *lost]
