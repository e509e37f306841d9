"""Checkered once more, slowly and word for word, to be compared with the real one. A board: square name -> piece."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

Board = dict[str, str]
FILES = "abcdefgh"
SQUARES = [file + rank for rank in "12345678" for file in FILES]
ENEMY = {"w": "b", "b": "w"}
NATURES = {"s": "p", "t": "q", "u": "r", "c": "b", "o": "n"}
CHECKERED = {nature: letter for letter, nature in NATURES.items()}


class Game(NamedTuple):
    """Everything a FEN says."""

    board: Board
    turn: str
    plies: int
    rights: str
    """Four digits: the file of White's rook on the a-side, on the h-side, of Black's; `8` once the right is lost."""
    flags: str
    """Sixteen digits: `1` where no pawn has jumped yet, White's files and then Black's."""
    enpassant: str
    cmove: str
    stage: str


def read(fen: str) -> Game:
    """The game of a FEN in its JSON form with nothing left out."""
    head, _, named = fen.partition("{")
    rows, turn, plies = head.split()
    board = {}
    for rank, row in zip("87654321", rows.split("/"), strict=True):
        cells = "".join(" " * int(sign) if sign.isdigit() else sign for sign in row)
        board |= {file + rank: sign for file, sign in zip(FILES, cells, strict=True) if sign != " "}
    fields = json.loads("{" + named)
    flags = fields["flags"]
    return Game(board, turn, int(plies), flags[:4], flags[4:], fields["enpassant"], fields["cmove"], fields["stage"])


def write(game: Game) -> str:
    """The FEN of a game in its JSON form."""
    rows = "/".join("".join(game.board.get(file + rank, " ") for file in FILES) for rank in "87654321")
    for width in range(8, 0, -1):
        rows = rows.replace(" " * width, str(width))
    fields = {"flags": game.rights + game.flags, "enpassant": game.enpassant, "cmove": game.cmove, "stage": game.stage}
    return f"{rows} {game.turn} {game.plies} {json.dumps(fields, separators=(',', ':'))}"


def colour(piece: str) -> str:
    """`w`, `b` or `c` (A1)."""
    return "c" if piece in NATURES else "w" if piece.isupper() else "b"


def nature(piece: str) -> str:
    """One of `pnbrqk` (A1)."""
    return NATURES.get(piece, piece.lower())


def piece_of(side: str, kind: str) -> str:
    """The letter of a piece of this colour and nature."""
    return CHECKERED[kind] if side == "c" else kind.upper() if side == "w" else kind


def king_of(board: Board, side: str) -> str:
    """Where a king stands."""
    king = "K" if side == "w" else "k"
    return next(square for square, piece in board.items() if piece == king)


@cache
def vector(origin: str, target: str) -> tuple[int, int]:
    """Files to the right and ranks upward."""
    return ord(target[0]) - ord(origin[0]), int(target[1]) - int(origin[1])


@cache
def between(origin: str, target: str) -> list[str]:
    """The squares that lie between two squares of one line."""
    files, ranks = vector(origin, target)
    length = max(abs(files), abs(ranks))
    return [
        chr(ord(origin[0]) + files // length * step) + str(int(origin[1]) + ranks // length * step)
        for step in range(1, length)
    ]


def ways(piece: str, player: str, second_stage: bool) -> tuple[int, ...]:
    """Up (1) or down (-1): where a pawn may go when this player moves it (B8, S4)."""
    side = colour(piece)
    if side == "c":
        if second_stage:
            return (1, -1)
        side = player
    return (1,) if side == "w" else (-1,)


def strikes(board: Board, origin: str, target: str, player: str, second_stage: bool) -> bool:
    """The piece on `origin`, moved by this player, could capture on `target` if its capture were allowed."""
    files, ranks = vector(origin, target)
    steps, kind = {abs(files), abs(ranks)}, nature(board[origin])
    if origin == target:
        return False
    if kind == "p":
        return abs(files) == 1 and ranks in ways(board[origin], player, second_stage)
    if kind == "n":
        return steps == {1, 2}
    if kind == "k":
        return max(steps) == 1
    straight, diagonal = 0 in steps, len(steps) == 1
    goes = kind in "rq" if straight else diagonal and kind in "bq"
    return goes and not any(square in board for square in between(origin, target))


def struck(board: Board, target: str, colours: str, player: str, second_stage: bool) -> bool:
    """A piece of one of these colours, moved by this player, attacks this square."""
    return any(
        strikes(board, origin, target, player, second_stage)
        for origin, piece in board.items()
        if colour(piece) in colours
    )


def dangers(stage: str, player: str) -> tuple[str, str, bool]:
    """What attacks the kings this player must keep safe: its colours, who moves it, the stage (B9, S3)."""
    return ("c", ENEMY[player], True) if stage[0] == "2" else (ENEMY[player] + "c", ENEMY[player], False)


def in_check(board: Board, stage: str, player: str) -> bool:
    """A king this player must keep safe is attacked: B9, B10 in stage 1, S3 in stage 2."""
    if stage == "2" + player:
        return False
    kings = [king_of(board, side) for side in ("wb" if stage[0] == "2" else player)]
    return any(struck(board, king, *dangers(stage, player)) for king in kings)


def armies(game: Game) -> tuple[str, str]:
    """The colours this player moves and those he captures (B6, S1, S2)."""
    if game.stage[0] == "1":
        return game.turn + "c", ENEMY[game.turn]
    return ("c", "wb") if game.stage == "2" + game.turn else ("wb", "c")


def jump(game: Game, origin: str, target: str, way: int) -> bool:
    """B13, B14, S5: two squares from the home rank of this way, both empty, where the flag of the file still stands."""
    if vector(origin, target) != (0, 2 * way) or origin[1] != ("2" if way == 1 else "7"):
        return False
    flag = FILES.index(origin[0]) + (0 if way == 1 else 8)
    return game.flags[flag] == "1" and not any(square in game.board for square in stretch(origin, target)[1:])


def passed(game: Game, origin: str, target: str, way: int) -> str | None:
    """B16, S6: the square of the pawn that this pawn takes en passant, or None."""
    beside = target[0] + origin[1]
    if target != game.enpassant or vector(origin, target) not in ((1, way), (-1, way)):
        return None
    if (origin[1], way) not in (("5", 1), ("4", -1)):
        return None
    if game.stage[0] == "1" and colour(game.board[origin]) == "c":
        return None
    other = game.board.get(beside)
    return beside if other and nature(other) == "p" and colour(other) in armies(game)[1] else None


def without_king_safety(game: Game) -> Iterator[tuple[str, Game]]:
    """Every move but castling and the switch, legal or not, and the game after it."""
    board, player, second_stage = game.board, game.turn, game.stage[0] == "2"
    own, prey = armies(game)
    for origin, piece in board.items():
        if colour(piece) not in own:
            continue
        kind = nature(piece)
        for target in SQUARES:
            taken, jumped = None, False
            if target in board:
                if colour(board[target]) not in prey or nature(board[target]) == "k":
                    continue
                if not strikes(board, origin, target, player, second_stage):
                    continue
                taken = target
            elif kind == "p":
                sense = ways(piece, player, second_stage)
                taken = next(filter(None, (passed(game, origin, target, way) for way in sense)), None)
                jumped = any(jump(game, origin, target, way) for way in sense)
                if not (taken or jumped or vector(origin, target) in [(0, way) for way in sense]):
                    continue
            elif not strikes(board, origin, target, player, second_stage):
                continue
            born = taken is not None and not second_stage and kind != "k"  # B1, B3
            if kind == "p" and target[1] in "18":
                kinds = set("qrbn")  # B4, S4
            elif born and taken is not None:
                kinds = {kind, nature(board[taken])}  # B2
            else:
                kinds = {kind}
            for new in kinds:
                after = {square: each for square, each in board.items() if square not in (origin, taken)}
                after[target] = piece_of("c" if born else colour(piece), new)
                enpassant = cmove = "-"
                flags = game.flags
                if jumped:
                    flag = FILES.index(origin[0]) + (0 if origin[1] == "2" else 8)
                    flags = flags[:flag] + "0" + flags[flag + 1 :]
                    if second_stage or colour(piece) != "c":  # B15, S6
                        enpassant = between(origin, target)[0]
                if colour(piece) == "c" and not second_stage and taken is None:
                    if game.cmove == target + origin:  # B12
                        continue
                    if new == kind:  # A5, D5
                        cmove = origin + target
                rights = rights_after(game, [origin, target])
                text = origin + target + (new if new != kind else "")
                yield text, Game(after, ENEMY[player], game.plies + 1, rights, flags, enpassant, cmove, game.stage)


def rights_after(game: Game, touched: list[str]) -> str:
    """B17: a right ends when its king moves, or when anything leaves or reaches its rook's home square."""
    rights = ""
    for right, side, rank in zip(game.rights, "wwbb", "1188", strict=True):
        lost = right == "8" or FILES[int(right)] + rank in touched or king_of(game.board, side) == touched[0]
        rights += "8" if lost else right
    return rights


def castlings(game: Game) -> Iterator[tuple[str, Game]]:
    """B17, D1, S7, D2, E3: all but what the other king says."""
    if game.stage == "2" + game.turn:
        return
    for right, side, rank, wing in zip(game.rights, "wwbb", "1188", "ahah", strict=True):
        if right == "8" or (game.stage[0] == "1" and side != game.turn):
            continue
        king, rook = king_of(game.board, side), FILES[int(right)] + rank
        king_to, rook_to = ("c" + rank, "d" + rank) if wing == "a" else ("g" + rank, "f" + rank)
        king_path = stretch(king, king_to)
        if any(square in game.board for square in {*king_path, *stretch(rook, rook_to)} - {king, rook}):
            continue
        if any(struck(game.board, square, *dangers(game.stage, game.turn)) for square in king_path):
            continue
        after = {square: each for square, each in game.board.items() if square not in (king, rook)}
        after |= {king_to: piece_of(side, "k"), rook_to: piece_of(side, "r")}
        text = king + (king_to if king[0] == "e" and rook[0] in "ah" else rook)
        rights = rights_after(game, [king])
        yield text, Game(after, ENEMY[game.turn], game.plies + 1, rights, game.flags, "-", "-", game.stage)


def stretch(origin: str, target: str) -> list[str]:
    """All squares from one to another, both included."""
    return [origin] if origin == target else [origin, *between(origin, target), target]


def ordinary_moves(game: Game) -> dict[str, Game]:
    """Legal moves but the switch, each with the game after it."""
    tried = [*without_king_safety(game), *castlings(game)]
    return {text: after for text, after in tried if not in_check(after.board, game.stage, game.turn)}


def switched(game: Game) -> Game | None:
    """C2, C4: the game after a switch, or None where there may be none if the game is not over."""
    if game.stage != "1" or not any(colour(piece) == "c" for piece in game.board.values()):
        return None
    if any(struck(game.board, king_of(game.board, side), "c", game.turn, True) for side in "wb"):
        return None
    after = game._replace(stage="2" + game.turn, cmove="-", enpassant="-")
    return after if ordinary_moves(after) else None


def moves(game: Game) -> dict[str, Game]:
    """Every text a player may send, with the game after it (D6: none when the game is over)."""
    found = ordinary_moves(game)
    after = switched(game) if found else None
    if after is not None:
        found[king_of(game.board, game.turn) + king_of(game.board, ENEMY[game.turn])] = after
    return found


def score(game: Game) -> str:
    """`*`, `1-0`, `0-1` or `1/2` (B18, S9, S10)."""
    lost = {"w": "0-1", "b": "1-0"}[game.turn]
    if game.stage == "2" + game.turn and not any(colour(piece) == "c" for piece in game.board.values()):
        return lost
    if ordinary_moves(game):
        return "*"
    return lost if in_check(game.board, game.stage, game.turn) else "1/2"


def perft(game: Game, depth: int) -> int:
    """How many ways the game can go on for so many plies."""
    return sum(perft(after, depth - 1) for after in moves(game).values()) if depth else 1
