"""Resolves two moves that are made at once (S5-S14), from the board before the turn alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from variants import castling
from variants.army import LAST_ROWS, Passed
from variants.orthodox import Deed
from variants.position import Event, Seat, Square


class ResolvedTurn(NamedTuple):
    """A turn that is over."""

    board: tuple[str, ...]
    stood: tuple[bool, bool]
    """For each seat, whether its move was made."""
    jumped: tuple[Passed, ...]
    """The double steps that can be answered en passant."""
    events: tuple[Event, ...]


def retakes(deed: Deed) -> bool:
    """Whether this move goes to a square of its own side, to recapture there (S4)."""
    return bool(deed.victim) and deed.victim.isupper() == deed.mover.isupper()


def resolve(board: Sequence[str], deeds: Mapping[Seat, Deed]) -> ResolvedTurn:
    """The board without the movers and the captured pieces, then with the movers on their squares."""
    stood = tuple(not retakes(deeds[seat]) or deeds[1 - seat].taken == deeds[seat].taken for seat in (0, 1))
    left = [[square for square, _, _ in _ways(deeds[seat])] if stood[seat] else [] for seat in (0, 1)]
    cells = list(board)
    for square in left[0] + left[1]:
        cells[square] = ""
    events = []
    landings: dict[Square, dict[Seat, str]] = {}
    for seat in (0, 1):
        deed = deeds[seat]
        events.append(_journey(seat, deed, deeds[1 - seat], stood[seat], deed.taken in left[1 - seat]))
        if stood[seat]:
            if deed.taken is not None:
                cells[deed.taken] = ""
            for _, square, symbol in _ways(deed):
                landings.setdefault(square, {})[seat] = symbol
    for square, arrived in landings.items():
        stays = _stays(arrived, deeds)
        cells[square] = arrived[stays[0]] if stays else ""
        if len(arrived) == 2 and not any(retakes(deed) for deed in deeds.values()):
            events += _clash(square, arrived, deeds, stays)
    for seat, deed in sorted(deeds.items()):
        target = deed.move.path[1]
        if stood[seat] and deed.mover in ("P", "p") and target in LAST_ROWS and cells[target] == deed.born:
            events.append(Event("promoted", seat, (target,), (deed.mover, deed.born)))
    jumped = [
        deed.passed
        for seat, deed in deeds.items()
        if deed.passed is not None and cells[deed.move.path[1]] == deed.mover and not cells[deed.passed.square]
    ]
    return ResolvedTurn(tuple(cells), (stood[0], stood[1]), tuple(sorted(jumped)), tuple(events))


def _ways(deed: Deed) -> Iterator[tuple[Square, Square, str]]:
    """Each moving piece: its origin, its target, and what it is there."""
    if deed.castle is None:
        origin, target = deed.move.path
        yield origin, target, deed.born
    else:
        yield (*deed.castle.king, deed.mover)
        yield (*deed.castle.rook, castling.ROOKS[castling.KINGS.index(deed.mover)])


def _stays(arrived: Mapping[Seat, str], deeds: Mapping[Seat, Deed]) -> list[Seat]:
    """The seat whose piece stays on a square: the only one, the recapturing one (S8), the only king (S9), or none."""
    seats = list(arrived)
    if len(seats) == 1:
        return seats
    return [seat for seat in seats if retakes(deeds[seat])] or (
        [seat for seat in seats if arrived[seat] in "Kk"] if (arrived[0] == "K") != (arrived[1] == "k") else []
    )


def _journey(seat: Seat, deed: Deed, other: Deed, stood: bool, dodged: bool) -> Event:
    """The event of a move."""
    path, pieces = deed.move.path, (deed.mover, deed.victim)
    if not stood:
        return Event("failed", seat, path, pieces)
    if retakes(deed):
        if other.move.path[1] == path[1]:
            return Event("retaken", seat, path, (deed.mover, other.mover))
        return Event("moved", seat, path, (deed.mover,))  # What was to be taken back was taken in passing.
    if deed.castle is not None:
        return Event("castled", seat, deed.castle.king, (deed.mover, castling.ROOKS[castling.KINGS.index(deed.mover)]))
    if not deed.victim:
        return Event("moved", seat, path, (deed.mover,))
    code = "dodged" if dodged else "captured" if deed.taken == path[1] else "en_passant"
    return Event(code, seat, path, pieces)


def _clash(square: Square, arrived: Mapping[Seat, str], deeds: Mapping[Seat, Deed], stays: list[Seat]) -> list[Event]:
    """Two pieces on one square, as they were before they moved; then those that are gone."""
    were = {seat: deeds[seat].mover if arrived[seat] == deeds[seat].born else arrived[seat] for seat in (0, 1)}
    lost = [Event("vanished", seat, (square,), (were[seat],)) for seat in (0, 1) if seat not in stays]
    if stays:
        return [Event("collided_king", stays[0], (square,), (were[stays[0]], were[1 - stays[0]])), *lost]
    return [Event("collided", None, (square,), (were[0], were[1])), *lost]
