"""The variants of the catalogue: positions whose answers another program gave, and games beside python-chess."""

import json
from pathlib import Path
from random import Random

import chess
import chess.variant
import pytest

from variants.perft import perft
from variants.pockets import Pockets
from variants.promotion import Promotion
from variants.registry import load
from variants.wall import Wall

DATA = Path(__file__).parents[1] / "data" / "catalogue"
CASES = {
    file.stem: [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    for file in sorted(DATA.glob("*.jsonl"))
}
POSITIONS = [pytest.param(name, case, id=f"{name} {n}") for name in CASES for n, case in enumerate(CASES[name]) if n]


def uci(position):
    """The moves as UCI writes them: a drop has the letter of its kind in upper case, a promotion as in shogi a `+`."""
    texts = {move: position.write(move) for seat in position.to_act for move in position.moves(seat)}
    if isinstance(position, Promotion):
        texts = {move: f"{text[:-1]}+" if move.into else text for move, text in texts.items()}
    return {text[0].upper() + text[1:] if text[1] == "@" else text: move for move, text in texts.items()}


def turns(position):
    """The positions after each turn, by its text: with a wall a move, a comma, where it went and the wall's square."""
    (seat,) = position.to_act
    after = {text: position.play({seat: move}) for text, move in uci(position).items()}
    if not isinstance(position, Wall):
        return after
    names = position.grid.names
    return {
        f"{text},{names[move.path[-1]]}{names[put.path[0]]}": after[text].play({seat: put})
        for text, move in uci(position).items()
        for put in after[text].moves(seat)
    }


@pytest.mark.parametrize("name", CASES)
def test_the_start_and_its_lines_of_play(name):
    start, *_ = CASES[name]
    variant = load(name)
    position = variant.from_fen(start["start"])
    assert position.key() == variant.start().key()
    assert position.standard_fen().split()[0] == start["start"].split()[0].replace("[-]", "[]")
    lines = [] if issubclass(variant, Wall) else start.get("perft", [])  # Of turns, where ours are of actions.
    assert [perft(position, depth) for depth in range(1, len(lines) + 1)] == lines


def written(text):
    """The squares of a move as vchess writes it, and what it changes: `e4d5:-bpd5,-wpe4,+wpd5`."""
    squares, changes = text.split(":")
    return squares, frozenset(changes.split(","))


def vchess(position):
    """The moves by what they change on the board."""
    texts = {}
    names = position.grid.names
    (seat,) = position.to_act
    for move in position.moves(seat):
        after = position.play({seat: move}).board
        gone = [f"-{coloured(symbol)}{name}" for symbol, name in changed(position.board, after, names)]
        come = [f"+{coloured(symbol)}{name}" for symbol, name in changed(after, position.board, names)]
        texts[names[move.path[0]] + names[move.path[-1]], frozenset(gone + come)] = move
    return texts


def changed(board, other, names):
    """What stands on a board and not on another one."""
    return [
        (symbol, name) for symbol, stood, name in zip(board, other, names, strict=True) if symbol not in ("", stood)
    ]


def coloured(symbol):
    """A piece as vchess writes it."""
    return f"{'w' if symbol.isupper() else 'b'}{symbol.lower()}"


SCORES = {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "1/2": (0.5, 0.5)}


@pytest.mark.parametrize(("name", "case"), [each for each in POSITIONS if "score" in each.values[1]])
def test_a_position_of_random_play_on_vchess(name, case):
    variant = load(name)
    position = variant.from_fen(case["fen"])
    result = position.result()
    assert (result and result.points) == SCORES.get(case["score"])
    if result is None:
        moves = vchess(position)
        assert moves.keys() == set(map(written, case["moves"]))  # It may say a move twice.
        after = position.play({position.to_act[0]: moves[written(case["move"])]})
        there = variant.from_fen(case["next"])
        assert (after.key(), after.plies) == (there.key(), there.plies)
        assert ((ended := after.result()) and ended.points) == SCORES.get(case["next_score"])


@pytest.mark.parametrize(("name", "case"), [each for each in POSITIONS if "score" not in each.values[1]])
def test_a_position_of_random_play(name, case):
    variant = load(name)
    position = variant.from_fen(case["fen"])
    result, after = position.result(), turns(position)
    (seat,) = position.to_act
    if "over" in case:
        assert result is not None
        assert result.points[seat] == (0 if case["over"] < 0 else 1 if case["over"] > 0 else 0.5)
    else:
        assert result is None
        assert sorted(after) == sorted(case["moves"])
        assert bool(position.kings_in_check(seat)) == case["check"]
    if "move" in case:
        then, there = after[case["move"]], variant.from_fen(case["next"])
        assert (then.key(), then.plies) == (there.key(), there.plies)
        if not issubclass(variant, Pockets):  # The order of a hand's letters is no rule.
            assert then.standard_fen().split(" ")[:2] == case["next"].split(" ")[:2]


BOARDS = {
    "Crazyhouse": chess.variant.CrazyhouseBoard,
    "KingOfTheHill": chess.variant.KingOfTheHillBoard,
    "ThreeCheck": chess.variant.ThreeCheckBoard,
    "Antichess": chess.variant.AntichessBoard,
    "Horde": chess.variant.HordeBoard,
    "RacingKings": chess.variant.RacingKingsBoard,
}
MOVES = 120


@pytest.mark.parametrize("name", BOARDS)
def test_random_games_agree_with_an_independent_program(name):
    play_beside(name, range(5))


@pytest.mark.slow
@pytest.mark.parametrize("name", BOARDS)
def test_two_hundred_games_agree_with_an_independent_program(name):
    play_beside(name, range(5, 200))


def play_beside(name, seeds):
    """Play random games on both programs: they have the same moves, ends, SAN and FEN."""
    for seed in seeds:
        random = Random(seed)
        position, board = load(name).start(), BOARDS[name]()
        for _ in range(MOVES):
            result = position.result()
            assert (result is not None) == (board.is_variant_end() or not any(board.legal_moves)), board.fen()
            if result is not None:
                theirs = board.result()
                assert [result.points[0], result.points[1]] == (
                    [0.5, 0.5] if theirs == "1/2-1/2" else [float(part) for part in theirs.split("-")]
                )
                break
            offered = uci(position)
            theirs = {move.uci(): move for move in board.legal_moves}
            assert sorted(offered) == sorted(theirs), board.fen()
            text = random.choice(sorted(theirs))
            (seat,) = position.to_act
            before, position = position, position.play({seat: offered[text]})
            word = before.san(before.turn_notation({seat: offered[text]}, position, seat)[seat])
            assert board.parse_san(word) == theirs[text]
            assert before.from_san(board.san(theirs[text])) == offered[text]
            board.push(theirs[text])
            if position.result() is None:  # Of a game that is over it writes no square of a double step.
                read = type(position).from_fen(board.fen())
                assert (read.key(), read.plies) == (position.key(), position.plies)
