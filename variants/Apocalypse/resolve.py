"""One turn of Apocalypse: two declared moves, the board they leave and what happened on the way (R10-R21)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from variants.Apocalypse.board import FOOTMEN, HORSEMEN, Board, Rules, fault
from variants.position import Event, Move, Seat


class Turn(NamedTuple):
    """What two declared moves came to."""

    board: tuple[str, ...]
    played: tuple[bool, bool]
    """For each seat, whether its move was played (R10)."""
    events: tuple[Event, ...]


def resolve(board: Board, actions: Mapping[Seat, Move], rules: Rules) -> Turn:
    """Both moves at once. Any move that can be spelled gets an answer (R22b)."""
    faults = [fault(board, seat, actions[seat], rules) for seat in (0, 1)]
    if not any(faults):
        return _together(board, actions)
    if all(faults):
        events = [
            _failed(board, seat, actions[seat], "impossible" if faults[seat] == "impossible" else "both")
            for seat in (0, 1)
        ]
        return Turn(tuple(board), (False, False), tuple(events))
    safe = 0 if not faults[0] else 1
    return _one_after_the_other(board, actions, safe, faults[1 - safe], rules)


def _together(board: Board, actions: Mapping[Seat, Move]) -> Turn:
    """Both moves legal: they happen at once (R14, R15, R17, R18)."""
    origins = [actions[seat].path[0] for seat in (0, 1)]
    ends = [actions[seat].path[-1] for seat in (0, 1)]
    swap = ends == origins[::-1]
    cells = list(board)
    for path, _ in actions.values():
        cells[path[0]] = cells[path[1]] = ""
    events = []
    for seat in (0, 1):
        cells[ends[seat]] = _becomes(board, seat, actions[seat])
        target = actions[seat].path[1]
        code = ""
        if target == origins[1 - seat]:
            code = "moved" if swap or target == ends[1 - seat] else "dodged"
        events.append(_journey(board, seat, actions[seat], code))
    if any(len(path) == 3 for path, _ in actions.values()):
        events += _put_down(board, actions, (0, 1))
    if swap:
        events.append(Event("exchanged", None, tuple(origins), tuple(board[origin] for origin in origins)))
    stays: tuple[Seat, ...] = (0, 1)
    if ends[0] == ends[1]:
        stays = _stronger(board, actions)
        cells[ends[0]] = _becomes(board, stays[0], actions[stays[0]]) if stays else ""
        events += _clash(board, actions, stays, "collision_nature")
    if actions[0].into or actions[1].into:
        events += _promoted(actions, stays)
    return Turn(tuple(cells), (True, True), tuple(events))


def _one_after_the_other(board: Board, actions: Mapping[Seat, Move], safe: Seat, hope: str, rules: Rules) -> Turn:
    """The move of `safe` is legal; the other had the fault `hope` and is judged on the board that it leaves (R16)."""
    bold = 1 - safe
    first, second = actions[safe], actions[bold]
    cells = list(board)
    _make(cells, safe, first)
    middle = tuple(cells)
    events: tuple[Event, ...] = (_journey(board, safe, first),)
    why = "impossible" if hope == "impossible" or not rules.speculation else fault(middle, bold, second, rules)
    if why:
        if hope != "impossible" and second.path[0] == first.path[1]:
            why = "mover"
        failed = _failed(board if why == "mover" else middle, bold, second, why)
        return Turn(
            middle,
            (safe == 0, bold == 0),
            (*events, *_put_down(board, actions, (safe,)), *_promoted(actions, (safe,)), failed),
        )
    _make(cells, bold, second)
    end = second.path[-1]
    shared = end == first.path[-1]
    events += (_journey(middle, bold, second, "moved" if shared else ""), _held(board, bold, first, second, hope))
    events += _put_down(board, actions, (safe, bold))
    stays: tuple[Seat, ...] = (safe, bold)
    if shared:
        stays = _stronger(board, actions) if rules.classic else (bold,)
        if bold not in stays:
            cells[end] = middle[end] if stays else ""
        events += _clash(board, actions, stays, "collision_nature" if rules.classic else "collision_risk")
    return Turn(tuple(cells), (True, True), (*events, *_promoted(actions, stays)))


def _make(cells: list[str], seat: Seat, move: Move) -> None:
    """Make one legal move alone on these cells."""
    symbol = _becomes(cells, seat, move)
    cells[move.path[0]] = cells[move.path[1]] = ""
    cells[move.path[-1]] = symbol


def _becomes(board: Board, seat: Seat, move: Move) -> str:
    return HORSEMEN[seat] if move.into else board[move.path[0]]


def _stronger(board: Board, actions: Mapping[Seat, Move]) -> tuple[Seat, ...]:
    """Whose piece stays on a shared square by nature, before any promotion (R15): at most one seat."""
    white, black = (board[actions[seat].path[0]] in HORSEMEN for seat in (0, 1))
    if white == black:
        return ()
    return (0,) if white else (1,)


def _journey(board: Board, seat: Seat, move: Move, code: str = "") -> Event:
    """The way of a piece, on the board that its move was made on."""
    mover, there = board[move.path[0]], board[move.path[1]]
    code = code or ("captured" if there else "moved")
    return Event(code, seat, move.path, (mover,) if code == "moved" else (mover, there))


def _put_down(board: Board, actions: Mapping[Seat, Move], seats: tuple[Seat, ...]) -> tuple[Event, ...]:
    """The footmen of these seats that were redeployed, whatever befell them where they were put down."""
    return tuple(
        Event("redeployed", seat, actions[seat].path[1:], (board[actions[seat].path[0]],))
        for seat in seats
        if len(actions[seat].path) == 3
    )


def _promoted(actions: Mapping[Seat, Move], stays: tuple[Seat, ...]) -> tuple[Event, ...]:
    """The footmen of these seats that became horsemen; who is lost on arrival has become nothing."""
    return tuple(
        Event("promoted", seat, actions[seat].path[-1:], (FOOTMEN[seat], HORSEMEN[seat]))
        for seat in stays
        if actions[seat].into
    )


def _clash(board: Board, moves: Mapping[Seat, Move], stays: tuple[Seat, ...], code: str) -> tuple[Event, ...]:
    """Two pieces on one square: why which one stays, then each piece that is gone."""
    square = moves[0].path[-1:]
    pieces = {seat: board[moves[seat].path[0]] for seat in (0, 1)}
    lost = tuple(Event("vanished", seat, square, (pieces[seat],)) for seat in (0, 1) if seat not in stays)
    if not stays:
        return (Event("collision_equal", None, square, (pieces[0], pieces[1])), *lost)
    winner = stays[0]
    return (Event(code, winner, square, (pieces[winner], pieces[1 - winner])), *lost)


def _held(board: Board, seat: Seat, first: Move, second: Move, hope: str) -> Event:
    """Which hope came true: `board` is the one before the turn, `first` the move of the opponent."""
    mover = board[second.path[0]]
    if hope == "arrival":
        return Event("held_arrival", seat, second.path[1:2], (mover, board[first.path[0]]))
    if hope in ("departure", "put_down"):
        square = second.path[1 if hope == "departure" else -1]
        return Event("held_departure", seat, (square,), (mover, board[square]))
    return Event(f"held_{hope}", seat, first.path[1:2], (mover, board[first.path[1]]))


def _failed(board: Board, seat: Seat, move: Move, why: str) -> Event:
    """Why a move was discarded; `board` is the one it was judged on."""
    path = move.path
    if why == "impossible":
        return Event("failed_impossible", seat, path)
    if why == "put_down":
        return Event("failed_departure", seat, (path[0], path[-1]), (board[path[0]], board[path[-1]]))
    if why in ("retake", "departure"):
        return Event(f"failed_{why}", seat, path[:2], (board[path[0]], board[path[1]]))
    return Event(f"failed_{why}", seat, path if why != "arrival" else path[:2], (board[path[0]],))
