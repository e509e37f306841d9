"""A UCI engine that is there: it knows the rules of the variants that name it, and is bounded and replaced."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from server.engine import protocol
from tests.harness.checkout import ROOT
from tests.harness.site import until
from tests.harness.uci import MEMORY, EngineFailed, UciEngine, UciSearch, fake_engine, installed_engine, searcher_with
from variants.game import Game
from variants.registry import load, load_all

NAMED = {name: variant for name, variant in load_all().items() if vars(variant).get("uci_name")}
POSITIONS = 50


@pytest.fixture(scope="module")
def engine():
    path = installed_engine()
    if not path:
        assert not os.environ.get("CI"), "fairy-stockfish is missing, and nothing is skipped here"
        pytest.skip("fairy-stockfish is missing")
    made = UciEngine(path)
    yield made
    made.close()


@pytest.mark.parametrize("name", NAMED)
def test_the_engine_has_the_legal_moves_of_the_rules(engine, name):
    variant = NAMED[name]
    if variant.uci_name not in engine.variants:
        pytest.skip(f"{engine.name} does not know {variant.uci_name}")
    random, seen = Random(name), 0
    while seen < POSITIONS:
        game = Game(variant.start())
        while game.position.result() is None and seen < POSITIONS and game.number < 120:
            position = game.position
            (seat,) = position.to_act
            offered = set(position.moves(seat))
            if random.random() < 0.3:
                fen = position.standard_fen()
                assert fen is not None, position.fen()
                said = [position.from_uci(text) for text in engine.moves(variant.uci_name, fen)]
                assert len(said) == len(set(said)), fen
                assert set(said) == offered, fen
                seen += 1
            game = game.play({seat: random.choice(sorted(offered))})


CASTLINGS = (
    ("Chess", "1k5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R w KQ - 0 1"),
    ("Chess", "k1r5/8/8/8/8/8/8/1RK3R1 w BG - 0 1"),
    ("Chess", "4k3/8/8/8/8/8/8/R5KR w HA - 0 1"),
    ("Crazyhouse", "rnbqk2r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQK2R[Bb] w KQkq - 0 5"),
)


@pytest.mark.parametrize(("name", "fen"), CASTLINGS)
def test_the_engine_castles_from_drawn_squares_and_beside_a_hand_as_the_rules_do(engine, name, fen):
    position = load(name).from_fen(fen)
    said = [position.from_uci(text) for text in engine.moves(position.uci_name, position.standard_fen())]
    assert len(said) == len(set(said))
    assert set(said) == set(position.moves(0))


WIN_AT_CHESS = (
    ("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", "g3g6"),
    ("5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1", "e3g3"),
    ("r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1", "h6h7"),
    ("5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - 0 1", "c6c4"),
    ("7k/p7/1R5K/6r1/6p1/6P1/8/8 w - - 0 1", "b6b7"),
    ("rnbqkb1r/pppp1ppp/8/4P3/6n1/7P/PPPNPPP1/R1BQKBNR b KQkq - 0 1", "g4e3"),
    ("r4q1k/p2bR1rp/2p2Q1N/5p2/5p2/2P5/PP3PPP/R5K1 w - - 0 1", "e7f7"),
    ("3q1rk1/p4pp1/2pb3p/3p4/6Pr/1PNQ4/P1PB1PP1/4RRK1 b - - 0 1", "d6h2"),
    ("2br2k1/2q3rn/p2NppQ1/2p1P3/Pp5R/4P3/1P3PPP/3R2K1 w - - 0 1", "h4h7"),
    ("r1b1kb1r/3q1ppp/pBp1pn2/8/Np3P2/5B2/PPP3PP/R2Q1RK1 w kq - 0 1", "f3c6"),
)
"""Ten of the first eleven positions of F. Reinfeld, "Win at Chess" (1958), with the moves that win."""

MATES = {
    "Crazyhouse": (
        ("rnbqkbn1/pp2pR2/1bpp1Rp1/5P2/P2P4/2P1P1P1/2P2P2/rN3K2[qbnpp] b q - 2 18", "a1b1"),
        ("rnb2r2/1p1k1Pp1/3pp3/pP1p1p2/P4P1b/4P3/1pK4n/1N4NR[Pqqrbbpp] b - - 1 28", "q@c4"),
        ("2b3n1/2pk2b1/5p1p/8/PP2pN2/Q2PB3/1PP2P1r/R2nK2R[QRBPPPPnpp] w KQ - 0 26", "Q@e6"),
        ("1nb1kbnr/3qp1pp/1p3p2/8/5P2/2P1q3/RPP1PPPP/1NB1KBNR[RPpp] b Kk - 0 8", "e3c1"),
        ("r2q1q1b/1ppkp1P1/np4p1/rP2K2n/2P3P1/8/PP2R2P/RN4bB[BNPPPP] b - - 0 38", "f8f4"),
        ("r1q1kb1r/pp1ppp1p/5ppn/7N/6pP/4PPP1/P7/RqB1K1NR[Pbbnp] b kq - 1 16", "c8c1"),
        ("4r3/1p2npN1/3p4/1p1k4/1P6/1P1P1P2/2P1NP2/1NBQKB2[RRBBPPPPqrpp] w - - 1 28", "B@e4"),
        ("1r4n1/pp1kpp1r/b7/2Kp4/3PB3/1R4P1/PbP5/1R6[QQNPPPPbnnppp] b - - 1 35", "b@d6"),
        ("r2qk2r/p3p1b1/n2ppp2/p5rp/1p1pP3/7P/P1PPPK2/b~N2QBNR[bbn] b kq - 1 20", "b@g3"),
        ("2b1kb1r/p4p1P/n4p1p/P2pP3/1n1P2Q1/1P6/P1PP2PP/R1BnK2R[QRBnp] w KQk - 0 18", "g4c8"),
    ),
    "Xiangqi": (
        ("2b2kb2/9/9/9/4p4/2r6/9/9/4K4/6c2 b - - 7 30", "c5c2"),
        ("9/5k3/4R4/2pr5/4p3p/9/6P2/3N5/3R5/4KAB2 w - - 1 26", "d2f2"),
        ("rnb5R/4a4/4bk3/p3c1p2/9/4P4/P1p3P2/R6C1/9/3K1ABN1 w - - 1 19", "a3f3"),
        ("3aka3/9/b8/9/3P4p/6B2/r7P/6R2/9/2BK1A3 b - - 5 28", "a4d4"),
        ("5k3/8C/9/R8/9/9/4P1P1P/9/5N3/2BK1A2R w - - 17 34", "a7f7"),
        ("2bk1a3/9/r7b/p1p3prp/1R7/1c4P2/P1P5P/9/9/4K1B2 w - - 4 16", "b6d6"),
        ("3a1k3/9/8b/7r1/4p4/9/9/9/9/3K5 b - - 3 43", "h7d7"),
        ("3r2b2/9/3k5/R3P4/6p1p/2n3P2/8P/9/4K4/2CA3N1 w - - 0 27", "e7d7"),
        ("5a3/4a4/3k4b/2c3p2/P5b1p/9/R5P2/8B/9/2BAK4 w - - 3 31", "a4d4"),
        ("1nba1kb2/9/6n2/4p3p/P8/6B1P/2P1P4/3AK4/9/2B2r1r1 b - - 5 29", "f1e1"),
    ),
}
"""Positions of random games in which one first move, a check, mates in two whatever the answer: found by our own rules,
which tried all answers."""

SOLVED = 5.0
"""Seconds in which a position must be solved."""
TACTICS = [
    *(pytest.param("Chess", fen, move, id=f"Chess {fen}") for fen, move in WIN_AT_CHESS),
    *(pytest.param(name, fen, move, id=f"{name} {fen}") for name in MATES for fen, move in MATES[name]),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "fen", "move"), TACTICS)
def test_the_engine_solves_tactical_positions(engine, tmp_path, name, fen, move):
    searcher = searcher_with(tmp_path, installed_engine())
    position = load(name).from_fen(fen)
    task = protocol.move_task(name, Game(position), position.to_act[0], Random(1), strength=3, seconds=SOLVED)
    assert searcher.find(task)["move"] == move


# With an engine that does what a test says

MATE = 'print("info depth 5 multipv 1 score mate 1 nodes 7 pv f3g3", "bestmove f3g3", sep="\\n")'
STRANGE = 'print("info depth 5 multipv 1 score cp 30 nodes 7 pv a1h8", "bestmove a1h8", sep="\\n")'
SILENT = "time.sleep(60)"
ENDS = "sys.exit(1)"
CORNERED = "7k/8/8/8/8/5QK1/8/8 w - - 0 1"


@pytest.fixture
def fake(tmp_path):
    """Makes an engine that answers each search in this way: its searcher, and the file of what it was sent."""

    def make(go):
        path, log = fake_engine(tmp_path, go)
        return searcher_with(tmp_path, path), log

    return make


def evaluation(name, fen="", seconds=0.1, lines=True):
    variant = load(name)
    position = variant.from_fen(fen) if fen else variant.start(random=Random(0))
    return protocol.evaluation_task(name, Game(position), Random(1), seconds=seconds, lines=lines)


def test_an_evaluation_says_which_engine_made_it_and_how_far_it_looked(fake):
    searcher, _ = fake(MATE)
    found = searcher.find(evaluation("Chess", CORNERED.replace("5QK1", "5Q2").replace("8/8 w", "6K1/8 w")))
    assert (found["engine"], found["depth"], found["nodes"]) == ("Fake 1", 5, 7)
    position = load("Chess").from_fen(CORNERED.replace("5QK1", "5Q2").replace("8/8 w", "6K1/8 w"))
    assert found["moves"].keys() == {position.write(move) for move in position.moves(0)}
    assert found["lines"][0]["turns"][0]["moves"] == {"0": "f3g3"}


@pytest.mark.parametrize("go", [STRANGE, SILENT, ENDS])
def test_our_own_search_answers_where_the_engine_fails(fake, capfd, go):
    searcher, log = fake(go)
    found = searcher.find(evaluation("Chess", CORNERED))
    assert "engine" not in found
    assert found["moves"]
    assert "Fake 1" in capfd.readouterr().err
    searcher.find(evaluation("Chess", CORNERED))
    assert log.read_text().count("started") == (1 if go == STRANGE else 2), "it is started again"


CHOICES = "info depth 5 multipv {} score cp {} nodes 7 pv {}"


@pytest.mark.parametrize(
    ("pawns", "past", "loser", "played"),
    [(100, "", None, "f3g3"), (100, "f3g3", None, "f3g4"), (-100, "f3g3", None, "f3g3"), (-100, "f3g3", 0, "f3g4")],
)
def test_a_player_does_not_repeat_where_it_is_ahead_or_would_lose_by_it(tmp_path, pawns, past, loser, played):
    lines = [
        CHOICES.format(1, pawns, "f3g3"),
        CHOICES.format(2, pawns - 50 if pawns < 0 else 50, "f3g4"),
        "bestmove f3g3",
    ]
    path, _ = fake_engine(tmp_path, f"print(*{lines}, sep='\\n')")
    position = load("Chess").from_fen("7k/8/8/8/8/5Q2/6K1/8 w - - 0 1")
    repeated = [position.key(), *(position.play({0: position.read(text)}).key() for text in past.split())]
    lost = {} if loser is None else {repeated[-1]: loser}
    assert UciSearch(path).move(position, 0.1, repeated, lost)["move"] == played


def test_lines_that_begin_with_the_same_move_are_one_choice(tmp_path):
    lines = [CHOICES.format(1, 100, "f3g3"), CHOICES.format(2, 90, "f3g3"), "bestmove f3g3"]
    path, _ = fake_engine(tmp_path, f"print(*{lines}, sep='\\n')")
    position = load("Chess").from_fen("7k/8/8/8/8/5Q2/6K1/8 w - - 0 1")
    assert UciSearch(path).move(position, 0.1, [position.key(), "another"], {})["move"] == "f3g3"
    assert len(UciSearch(path).evaluate(position, 0.1, with_lines=True)["lines"]) == 1


def test_an_engine_that_cannot_be_started_is_not_tried_again_for_a_minute(tmp_path):
    path, _ = fake_engine(tmp_path, MATE)
    hidden, now, chess = tmp_path / "hidden", [0.0], load("Chess").start()
    Path(path).rename(hidden)
    search = UciSearch(path, lambda: now[0])
    with pytest.raises(EngineFailed, match="cannot be started"):
        search.plays(chess)
    hidden.rename(path)
    now[0] = 59.0
    assert not search.plays(chess)
    now[0] = 60.0
    assert search.plays(chess)


@pytest.mark.parametrize("name", ["Apocalypse", "Synchrone", "Dark", "Dice", "Progressive", "Duck", "Knightmate"])
def test_an_engine_is_sent_no_position_that_is_not_open_or_not_of_its_rules(fake, name):
    searcher, log = fake(MATE)
    searcher.find(evaluation(name))
    assert not log.exists() or "position" not in log.read_text()


def test_a_variant_that_derives_from_one_that_an_engine_knows_is_not_sent_to_it():
    class Altered(load("Chess")):
        promotes_to = "n"

    assert Altered.uci_name == "chess"
    assert not UciSearch("/nowhere").plays(Altered.start())


def test_an_engine_has_bounded_memory_and_ends_with_its_parent(fake, tmp_path):
    _, log = fake(SILENT)
    program = f"from server.engine.uci import UciEngine; UciEngine({str(tmp_path / 'fake')!r}); input()"
    parent = subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stdin=subprocess.PIPE)
    until(lambda: log.exists() and "Hash" in log.read_text())
    child = Path("/proc") / log.read_text().split()[1]
    limit = next(line for line in (child / "limits").read_text().splitlines() if line.startswith("Max address space"))
    assert limit.split()[3] == str(MEMORY)
    parent.kill()
    parent.communicate()
    until(lambda: not child.exists() or "State:\tZ" in (child / "status").read_text())
