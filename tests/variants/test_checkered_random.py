"""Checkered against a slow reading of its rules, word for word, in random games and on random positions."""

from collections import Counter
from random import Random

import pytest

from tests.variants import checkered_reference as book
from variants.errors import FenError
from variants.registry import load_all

Variant = load_all()["Checkered"]
SCORES = {(1.0, 0.0): "1-0", (0.0, 1.0): "0-1", (0.5, 0.5): "1/2"}

COMMON = {"switch", "quiet, checkered, stage 1", "nature taken, plain, stage 1", "nature taken, checkered, stage 1"} | {
    f"{kind}, stage {stage}"
    for stage in (1, 2)
    for kind in (
        *("capture, plain", "capture, checkered", "jump, plain", "jump, checkered"),
        *("promotion, checkered", "castling, onto the rook"),
    )
}
"""What the games must have come to, lest they prove nothing."""
RARE = {
    *("castling, two squares, stage 1", "castling, two squares, stage 2"),
    *("promotion, plain, stage 1", "promotion, plain, stage 2"),
    *("en passant, plain, stage 1", "en passant, plain, stage 2", "en passant, checkered, stage 2"),
    *("over, stage 1, 1-0", "over, stage 1, 0-1", "over, stage 2, 1-0", "over, stage 2, 0-1", "over, stage 2, 1/2"),
}
"""And what the composed positions must have come to as well."""


def agree(position, game, keys):
    """The real position is the one of the book in everything that can be asked. The moves and where they lead."""
    fen = book.write(game)
    assert position.fen() == fen
    result = position.result()
    assert ("*" if result is None else SCORES[result.points]) == book.score(game), fen
    same = " ".join(word for at, word in enumerate(fen.split(" ")) if at != 2)
    assert keys[0].setdefault(same, position.key()) == position.key(), fen
    assert keys[1].setdefault(position.key(), same) == same, fen
    expected = book.moves(game)
    if result is not None:
        assert expected == {}, fen
        return {}
    seat = "wb".index(game.turn)
    assert position.to_act == (seat,), fen
    assert list(position.moves(1 - seat)) == [], fen
    offered = [Variant.write(move) for move in position.moves(seat)]
    assert sorted(offered) == sorted(expected), fen
    for text, move in zip(offered, position.moves(seat), strict=True):
        assert Variant.read(text) == move
        assert position.play({seat: move}).fen() == book.write(expected[text]), (fen, text)
    return expected


def where(board, letter):
    """The squares on which this letter stands."""
    return {square for square, piece in board.items() if piece == letter}


def kinds_of(text, game, after):
    """What a move is, as far as it is worth being played often and counted."""
    piece, target, stage = game.board[text[:2]], text[2:4], "stage 2" if game.stage[0] == "2" else "stage 1"
    who, kind = "checkered" if book.colour(piece) == "c" else "plain", book.nature(piece)
    if after.stage != game.stage:
        return ["switch"]
    rook = book.piece_of(book.colour(piece), "r")
    if kind == "k" and (game.board.get(target) == rook or where(game.board, rook) != where(after.board, rook)):
        return [f"castling, {'onto the rook' if game.board.get(target) == rook else 'two squares'}, {stage}"]
    found = []
    if len(after.board) < len(game.board):
        found.append(f"{'capture' if target in game.board else 'en passant'}, {who}, {stage}")
    if len(text) == 5:
        found.append(f"{'promotion' if kind == 'p' and target[1] in '18' else 'nature taken'}, {who}, {stage}")
    if after.flags != game.flags:
        found.append(f"jump, {who}, {stage}")
    if after.cmove != "-" and not found:
        found.append("quiet, checkered, stage 1")
    return found


WEIGHTS = {"switch": 1, "castling": 30, "en passant": 60, "promotion": 4, "jump, checkered": 15, "jump, plain": 2,
           "capture": 3, "nature taken": 3, "quiet, checkered": 2}  # fmt: skip


def weight(kinds, calm):
    """How often a move of these kinds is chosen; in a calm game captures are rare, so that it comes to castling."""
    found = [number for name, number in WEIGHTS.items() for kind in kinds if kind.startswith(name)]
    if calm and any(kind.startswith("capture") for kind in kinds):
        return 0.2
    return max(found, default=1)


def follow(position, random, plies, keys, seen):
    """Play on at random, both readings side by side, and compare them at every ply. Where it came to."""
    game, calm = book.read(position.fen()), random.random() < 0.3
    for _ in range(plies):
        expected = agree(position, game, keys)
        seen["positions"] += 1
        if not expected:
            seen[f"over, {'stage 2' if game.stage[0] == '2' else 'stage 1'}, {book.score(game)}"] += 1
            return game
        texts = sorted(expected)
        kinds = [kinds_of(text, game, expected[text]) for text in texts]
        at = random.choices(range(len(texts)), [weight(each, calm) for each in kinds])[0]
        seen.update(kinds[at])
        position = position.play({position.to_act[0]: Variant.read(texts[at])})
        game = expected[texts[at]]
    agree(position, game, keys)
    return game


def composed(random):
    """Few pieces and whatever else may be: rights, flags, stage, an e.p. square or a last checkered move."""
    board = {}
    rights = ""
    for side, rank in (("w", "1"), ("b", "8")):
        castling = random.random() < 0.4
        homes = [file + rank for file in "eeeebcdfg"] if castling else book.SQUARES
        king = random.choice([square for square in homes if square not in board])
        board[king] = book.piece_of(side, "k")
        for wing in (-1, 1):
            files = [file for file in book.FILES if (ord(file) - ord(king[0])) * wing > 0 and file + rank not in board]
            right = "8"
            if castling and files and random.random() < 0.7:
                rook = random.choice([files[0], files[-1], random.choice(files)])
                board[rook + rank] = book.piece_of(side, "r")
                right = random.choice([str(book.FILES.index(rook))] * 4 + ["8"])
            rights += right
    for _ in range(random.choice([1, 1, 2, 3, 5, 7, 9])):
        piece = random.choice("PpPpsssssQqRrBbNnturco")
        low, high = "27" if book.nature(piece) == "p" else "18"
        board[random.choice([each for each in book.SQUARES if each not in board and low <= each[1] <= high])] = piece
    stage, turn = random.choice(["1", "1", "1-", "2w", "2b"]), random.choice("wb")
    flags = "".join(random.choice("011") for _ in range(16))
    game = book.Game(board, turn, random.randrange(200), rights, flags, "-", "-", stage)
    fresh = [*jumped(game)] if random.random() < 0.5 else [*stepped(game)]
    game = random.choice(fresh or [game])
    return with_captor(game, random) if game.enpassant != "-" else game


def with_captor(game, random):
    """The same position with a pawn put beside the one that has jumped; not every such pawn may take it."""
    rank = {"3": "4", "6": "5"}[game.enpassant[1]]
    beside = [
        square for square in book.SQUARES if abs(book.vector(game.enpassant, square)[0]) == 1 and square[1] == rank
    ]
    free = [square for square in beside if square not in game.board]
    return game._replace(board={**game.board, random.choice(free): random.choice("sPp")}) if free else game


def jumped(game):
    """The same position right after a jump that sets an e.p. square."""
    before = game._replace(turn=book.ENEMY[game.turn])
    own, second_stage = book.armies(before)[0], game.stage[0] == "2"
    for square, piece in game.board.items():
        if book.nature(piece) == "p" and book.colour(piece) in (own if second_stage else before.turn):
            for way in book.ways(piece, before.turn, second_stage):
                home, middle = ("2", "3") if way == 1 else ("7", "6")
                empty = not {square[0] + home, square[0] + middle} & game.board.keys()
                if square[1] == ("4" if way == 1 else "5") and empty:
                    yield game._replace(enpassant=square[0] + middle)


def stepped(game):
    """The same position right after a quiet move of a checkered piece in stage 1."""
    player = book.ENEMY[game.turn]
    for square, piece in game.board.items():
        if book.colour(piece) != "c" or game.stage[0] == "2":
            continue
        for origin in book.SQUARES:
            if origin in game.board:
                continue
            board = {at: each for at, each in game.board.items() if at != square} | {origin: piece}
            if book.nature(piece) != "p":
                came = book.strikes(board, origin, square, player, False)
            else:
                came = book.vector(origin, square) == (0, *book.ways(piece, player, False)) and origin[1] not in "18"
            if came:
                yield game._replace(cmove=origin + square)


def test_random_games_through_both_stages_agree_with_the_reference():
    keys = ({}, {})
    seen = Counter()
    for random in map(Random, range(30)):
        settings = {"switch": random.random() < 0.8, "randomness": random.choice([0, 1, 2])}
        position = Variant.start(settings, random)
        game = follow(position, random, random.choice([10, 30, 60]), keys, seen)
        stage = f"2{random.choice('wb')}"
        if game.stage[0] == "1" and not book.in_check(game.board, stage, book.ENEMY[game.turn]):
            # As if the switch had come now: random play seldom gets there with much on the board.
            later = game._replace(stage=stage, enpassant="-", cmove="-")
            follow(Variant.from_fen(book.write(later)), random, 20, keys, seen)
    assert not COMMON - seen.keys()


def test_composed_positions_agree_with_the_reference():
    keys = ({}, {})
    seen = Counter()
    for random in map(Random, range(1700)):
        game = composed(random)
        settings = {"switch": random.random() < 0.5}
        if book.in_check(game.board, game.stage, book.ENEMY[game.turn]):
            with pytest.raises(FenError, match="could take the king"):
                Variant.from_fen(book.write(game), settings)
        else:
            follow(Variant.from_fen(book.write(game), settings), random, random.choice([1, 2]), keys, seen)
    assert not (COMMON | RARE) - seen.keys()


def test_e1_two_positions_are_the_same_when_all_but_the_counter_is():
    changed = Counter()
    for random in map(Random, range(400)):
        game = composed(random)
        if book.in_check(game.board, game.stage, book.ENEMY[game.turn]):
            continue
        key = Variant.from_fen(book.write(game)).key()
        assert Variant.from_fen(book.write(game._replace(plies=game.plies + 2))).key() == key
        flag = random.randrange(16)
        other_flag = game.flags[:flag] + "10"[int(game.flags[flag])] + game.flags[flag + 1 :]
        for name, value in (("enpassant", "-"), ("cmove", "-"), ("rights", "8888"), ("flags", other_flag)):
            if getattr(game, name) != value:
                changed[name] += 1
                assert Variant.from_fen(book.write(game._replace(**{name: value}))).key() != key, name
        if game.stage[0] == "1":
            changed["stage"] += 1
            other_stage = game._replace(stage="1" if game.stage == "1-" else "1-")
            assert Variant.from_fen(book.write(other_stage)).key() != key
    assert min(changed[name] for name in ("enpassant", "cmove", "rights", "flags", "stage")) >= 5, changed
