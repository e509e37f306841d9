"""One turn of Apocalypse: two declared moves, the board they leave and what happened on the way (R10-R21)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from variants.position import Event, Move, Seat, Sign

from .board import ARMIES, FOOTMEN, HORSEMEN, Board, Settings, becomes, fault, made

_SIGNED: Mapping[Sign | None, Sequence[str]] = {
    "arrow": ("moved", "captured", "dodged"),
    "clash": ("collision_nature", "collision_equal", "collision_risk"),
    "lost": ("vanished",),
    "failed": (
        *("failed_arrival", "failed_departure", "failed_retake", "failed_promotion", "failed_redeployment"),
        *("failed_last_footman", "failed_mover", "failed_both", "failed_impossible"),
    ),
    None: (
        *("exchanged", "redeployed", "promoted", "penalty_first", "penalty_second"),
        *("held_arrival", "held_departure", "held_retake", "held_promotion"),
    ),
}
EVENTS: Mapping[str, Sign | None] = {code: sign for sign, codes in _SIGNED.items() for code in codes}
"""Every code of an event; section E of LAW.md says what each of them tells."""


class ResolvedTurn(NamedTuple):
    """The outcome of two declared moves."""

    board: tuple[str, ...]
    played: tuple[bool, bool]
    """For each seat, whether its move was played (R10)."""
    events: tuple[Event, ...]


def resolve(board: Board, actions: Mapping[Seat, Move], settings: Settings) -> ResolvedTurn:
    """The turn of these two moves. Any well-formed move gets an answer (R22b)."""
    faults = [fault(board, seat, actions[seat], settings) for seat in (0, 1)]
    if not any(faults):
        return _together(board, actions)
    if not all(faults):
        return _in_order(board, actions, faults, settings)
    whys = [why if why == "impossible" else "both" for why in faults]  # R11
    events = [_failed(board, seat, actions[seat], whys[seat]) for seat in (0, 1)]
    return ResolvedTurn(tuple(board), (False, False), tuple(events))


def _together(board: Board, actions: Mapping[Seat, Move]) -> ResolvedTurn:
    """Two legal moves happen at once; a capture whose target has moved away is still made (R14)."""
    white, black = actions[0].path, actions[1].path
    exchanged = white[-1] == black[0] and black[-1] == white[0]
    cells = list(board)
    cells[white[0]] = cells[white[1]] = cells[black[0]] = cells[black[1]] = ""
    events = []
    for seat, path, other in ((0, white, black), (1, black, white)):
        cells[path[-1]] = becomes(board, seat, actions[seat])
        # A footman that is put back on its own square does not dodge: its captor meets it there.
        missed = "moved" if exchanged or other[-1] == other[0] else "dodged"
        events.append(_gone(board, seat, path, missed if path[1] == other[0] else ""))
    if exchanged:
        events.append(Event("exchanged", None, (white[0], black[0]), (board[white[0]], board[black[0]])))
    events += _ended(board, cells, actions, (0, 1))
    return ResolvedTurn(tuple(cells), (True, True), tuple(events))


def _in_order(board: Board, actions: Mapping[Seat, Move], faults: Sequence[str], settings: Settings) -> ResolvedTurn:
    """The legal move is made first; the other one is checked and made on the board that results (R10, R16, R19-R21)."""
    safe = faults.index("")
    bold = 1 - safe
    hope, first, second = faults[bold], actions[safe].path, actions[bold]
    middle = made(board, safe, actions[safe])
    events = [_gone(board, safe, first)]
    hopeless = hope == "impossible" or settings["speculation"] == "never"
    why = "impossible" if hopeless else fault(middle, bold, second, settings)
    if why:
        events += _ended(board, list(middle), actions, (safe,))
        captured = hope != "impossible" and second.path[0] == first[1]
        events.append(_failed(board, bold, second, "mover") if captured else _failed(middle, bold, second, why))
        return ResolvedTurn(middle, (safe == 0, bold == 0), tuple(events))
    cells = list(made(middle, bold, second))
    events.append(_gone(middle, bold, second.path, "moved" if second.path[-1] == first[-1] else ""))
    events.append(_held(board, bold, second.path, first, hope))
    events += _ended(board, cells, actions, (safe, bold), bold if settings["collision"] == "risk" else None)
    return ResolvedTurn(tuple(cells), (True, True), tuple(events))


def _ended(
    board: Board, cells: list[str], actions: Mapping[Seat, Move], seats: Sequence[Seat], prevails: Seat | None = None
) -> list[Event]:
    """The events where the played moves of these seats end: redeployed (R17), collided (R15-R18), promoted.

    On a square that two pieces share, `cells` keeps that of the seat that `prevails` (R16), else the horseman if there
    is one alone, else none (R15, R16b).
    """
    path = {seat: actions[seat].path for seat in seats}
    events = [Event("redeployed", seat, path[seat][1:], (FOOTMEN[seat],)) for seat in seats if len(path[seat]) == 3]
    if len(seats) == 2 and path[0][-1] == path[1][-1]:
        square, pieces = path[0][-1], (board[path[0][0]], board[path[1][0]])
        horsemen = [seat for seat in (0, 1) if pieces[seat] in HORSEMEN]
        code, winner = "collision_risk", prevails
        if prevails is None:
            code, winner = ("collision_nature", horsemen[0]) if len(horsemen) == 1 else ("collision_equal", None)
        cells[square] = "" if winner is None else becomes(board, winner, actions[winner])
        events.append(Event(code, winner, (square,), pieces[::-1] if winner == 1 else pieces))
        events += [Event("vanished", seat, (square,), (pieces[seat],)) for seat in (0, 1) if seat != winner]
        seats = () if winner is None else (winner,)
    return events + [Event("promoted", seat, path[seat][-1:], ARMIES[seat]) for seat in seats if actions[seat].into]


def _gone(board: Board, seat: Seat, path: tuple[int, ...], code: str = "") -> Event:
    """The way of a piece; `board` is the one that its move was made on."""
    mover, victim = board[path[0]], board[path[1]]
    code = code or ("captured" if victim else "moved")
    return Event(code, seat, path, (mover,) if code == "moved" else (mover, victim))


def _held(board: Board, seat: Seat, path: tuple[int, ...], reply: tuple[int, ...], hope: str) -> Event:
    """That the reply mended this fault of a speculative move (R13); `board` is the one before the turn."""
    square = reply[1] if hope == "promotion" else path[-1] if hope == "put_down" else path[1]
    other = board[reply[0]] if hope == "arrival" else board[square]
    return Event(f"held_{'departure' if hope == 'put_down' else hope}", seat, (square,), (board[path[0]], other))


def _failed(board: Board, seat: Seat, move: Move, why: str) -> Event:
    """The event of a discarded move; `board` is the one on which it was checked."""
    path = move.path
    if why == "impossible":
        return Event("failed_impossible", seat, path)
    if why == "put_down":
        return Event("failed_departure", seat, (path[0], path[-1]), (board[path[0]], board[path[-1]]))
    if why in ("departure", "retake"):
        return Event(f"failed_{why}", seat, path[:2], (board[path[0]], board[path[1]]))
    return Event(f"failed_{why}", seat, path[:2] if why == "arrival" else path, (board[path[0]],))
