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
    rights: str
    """`KQkq` as far as they stand; orthodox squares only."""
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
    rights = "".join(letter for letter, file in zip("QKqk", words[3], strict=True) if file != "8")
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
    rank = 1 if side else 8
    for letter, between, to in (("K", (6, 7), 7), ("Q", (2, 3, 4), 3)):
        if (letter if side else letter.lower()) in state.rights and not any((file, rank) in board for file in between):
            found.add(name((5, rank)) + name((to, rank)))
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
    castling = [s in "Kk" and abs(a[0] - t[0]) == 2 for s, a, t in zip(sign, at, to, strict=True)]
    victim: list[Place | None] = []
    for me in (0, 1):
        if to[me] in board:
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
        put.append((to[me], becomes, me))
        if castling[me]:
            corner, beside = (8, 6) if to[me][0] == 7 else (1, 4)
            lifted.add((corner, at[me][1]))
            put.append(((beside, at[me][1]), "Rr"[me], me))
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
    gone = {"K": [(5, 1), (8, 1)], "Q": [(5, 1), (1, 1)], "k": [(5, 8), (8, 8)], "q": [(5, 8), (1, 8)]}
    touched = lifted | {square for square, _, me in put if stands[me]}
    rights = "".join(
        letter
        for letter in state.rights
        if gone[letter][0] not in lifted
        and gone[letter][1] not in touched
        and ("K" if letter < "a" else "k") in after.values()
    )
    return Outcome(State(after, rights, frozenset(passed)), "".join(king for king in "Kk" if king in after.values()))
