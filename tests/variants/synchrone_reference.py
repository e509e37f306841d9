"""Synchrone read a second time, slowly: a dictionary of squares, and each rule of `LAW.md` where it is needed."""

from __future__ import annotations

from typing import NamedTuple

Place = tuple[int, int]
"""File and rank, both from 1."""
Board = dict[Place, str]

LINES = {
    "r": [(0, 1), (1, 0), (0, -1), (-1, 0)],
    "b": [(1, 1), (1, -1), (-1, -1), (-1, 1)],
}
LINES["q"] = LINES["r"] + LINES["b"]
JUMPS = {
    "n": [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)],
    "k": LINES["q"],
}


class State(NamedTuple):
    """What a FEN says."""

    board: Board
    rights: frozenset[Place]
    """Where the rooks stand with which their king may still castle."""
    passed: frozenset[Place]


def place(name: str) -> Place:
    return ord(name[0]) - 96, int(name[1])


def name(at: Place) -> str:
    return f"{chr(96 + at[0])}{at[1]}"


def white(sign: str) -> bool:
    return sign.isupper()


def read(fen: str) -> State:
    rows, _, _, rest = fen.split(" ", 3)
    board = {}
    for number, row in enumerate(rows.split("/")):
        file = 1
        for sign in row:
            if sign.isdigit():
                file += int(sign)
            else:
                board[file, 8 - number] = sign
                file += 1
    words = rest.split('"')
    files = zip(words[3], (1, 1, 8, 8), strict=True)
    rights = frozenset((int(file) + 1, rank) for file, rank in files if file != "8")
    passed = frozenset(place(one) for one in words[7].split(",") if one != "-")
    return State(board, rights, passed)


def reaches(board: Board, at: Place) -> set[Place]:
    """Where the piece could capture, on squares empty or not, whoever holds them."""
    sign = board[at]
    nature, found = sign.lower(), set()
    if nature == "p":
        found = {(at[0] + aside, at[1] + (1 if white(sign) else -1)) for aside in (-1, 1)}
    for aside, ahead in JUMPS.get(nature, []):
        found.add((at[0] + aside, at[1] + ahead))
    for aside, ahead in LINES.get(nature, []):
        to = (at[0] + aside, at[1] + ahead)
        while 1 <= to[0] <= 8 and 1 <= to[1] <= 8:
            found.add(to)
            if to in board:
                break
            to = (to[0] + aside, to[1] + ahead)
    return {to for to in found if 1 <= to[0] <= 8 and 1 <= to[1] <= 8}


def moves(state: State, side: bool) -> set[str]:
    """All that White (True) or Black may declare (S2-S4)."""
    board, found = state.board, set()
    threatened = {to for at, sign in board.items() if white(sign) != side for to in reaches(board, at)}
    ahead, home, last = (1, 2, 8) if side else (-1, 7, 1)
    for at, sign in board.items():
        if white(sign) != side:
            continue
        targets = []
        for to in reaches(board, at):
            if to not in board:
                if sign in "Pp" and (to not in state.passed or to[1] != (6 if side else 3)):
                    continue
            elif white(board[to]) == side and (board[to] in "Kk" or to not in threatened):
                continue
            targets.append(to)
        if sign in "Pp":
            step, jump = (at[0], at[1] + ahead), (at[0], at[1] + 2 * ahead)
            if step not in board:
                targets.append(step)
                if at[1] == home and jump not in board:
                    targets.append(jump)
        for to in targets:
            for into in "qrbn" if sign in "Pp" and to[1] == last else [""]:
                found.add(name(at) + name(to) + into)
    return found | {text for text, _ in castlings(state, side)}


class Castling(NamedTuple):
    """Where king and rook stand, and where they come."""

    king: Place
    rook: Place
    king_to: Place
    rook_to: Place


def castlings(state: State, side: bool) -> list[tuple[str, Castling]]:
    """The castlings of one side, each with its text: everything between the four squares is empty, they excepted."""
    found = []
    for rook in state.rights:
        if (rook[1] == 1) != side:
            continue
        king = next(at for at, sign in state.board.items() if sign == ("K" if side else "k"))
        files = (7, 6) if rook[0] > king[0] else (3, 4)
        plan = Castling(king, rook, (files[0], king[1]), (files[1], king[1]))
        way = [place[0] for place in plan]
        if any(
            (file, king[1]) in state.board and (file, king[1]) not in (king, rook)
            for file in range(min(way), max(way) + 1)
        ):
            continue
        usual = king[0] == 5 and rook[0] in (1, 8)
        found.append((name(king) + name(plan.king_to if usual else rook), plan))
    return found


class Outcome(NamedTuple):
    """The position after a turn."""

    state: State
    kings: str


def turn(state: State, one: str, other: str) -> Outcome:
    """Both moves at once (S5-S14), on a board of lists: each square holds whoever is put down there."""
    board = state.board
    texts = (one, other)
    at = [place(text[:2]) for text in texts]
    to = [place(text[2:4]) for text in texts]
    sign = [board[square] for square in at]
    castled = [dict(castlings(state, me == 0)).get(texts[me]) for me in (0, 1)]
    victim: list[Place | None] = []
    for me in (0, 1):
        if castled[me]:
            victim.append(None)
        elif to[me] in board:
            victim.append(to[me])
        elif sign[me] in "Pp" and at[me][0] != to[me][0]:
            victim.append((to[me][0], at[me][1]))
        else:
            victim.append(None)
    retakes = [v is not None and white(board[v]) == (me == 0) for me, v in enumerate(victim)]
    stands = [not retakes[me] or victim[1 - me] == to[me] for me in (0, 1)]
    lifted, put = set(), []
    for me in (0, 1):
        if not stands[me]:
            continue
        becomes = sign[me]
        if len(texts[me]) == 5:
            becomes = texts[me][4].upper() if me == 0 else texts[me][4]
        lifted.add(at[me])
        plan = castled[me]
        if plan is None:
            put.append((to[me], becomes, me))
        else:
            lifted.add(plan.rook)
            put += [(plan.king_to, becomes, me), (plan.rook_to, "Rr"[me], me)]
    after = {square: piece for square, piece in board.items() if square not in lifted}
    for me in (0, 1):
        if stands[me] and victim[me] is not None and victim[me] not in lifted:
            after.pop(victim[me], None)  # type: ignore[arg-type]
    for square in {square for square, _, _ in put}:
        there = [(piece, me) for where, piece, me in put if where == square]
        if len(there) == 1:
            after[square] = there[0][0]
            continue
        winners = [piece for piece, me in there if retakes[me] and stands[me]]
        kings = [piece for piece, _ in there if piece in "Kk"]
        if winners:
            after[square] = winners[0]
        elif len(kings) == 1:
            after[square] = kings[0]
    passed = set()
    for me in (0, 1):
        middle = (at[me][0], (at[me][1] + to[me][1]) // 2)
        jumped = sign[me] in "Pp" and abs(at[me][1] - to[me][1]) == 2
        if jumped and after.get(to[me]) == sign[me] and middle not in after:
            passed.add(middle)
    touched = lifted | {square for square, _, me in put if stands[me]}
    moved = {"Kk"[me] for me in (0, 1) if stands[me] and sign[me] in "Kk"}
    alive = [king for king in "Kk" if king in after.values() and king not in moved]
    rights = frozenset(rook for rook in state.rights if rook not in touched and "Kk"[rook[1] == 8] in alive)
    return Outcome(State(after, rights, frozenset(passed)), "".join(king for king in "Kk" if king in after.values()))
