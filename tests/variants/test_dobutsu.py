"""Dobutsu shogi, rule by rule (`variants/Dobutsu/LAW.md`), and by published figures."""

from collections import Counter
from pathlib import Path

import pytest

from tests.harness.lines_of_play import after, codes, must_go, offered
from variants.errors import FenError, MoveError, RulesError
from variants.grid import grid
from variants.perft import perft
from variants.position import Eyes, Move, Result
from variants.registry import load

Variant = load("Dobutsu")
at = Variant.from_fen
GAME = Path(__file__).parents[1] / "data" / "dobutsu" / "game.txt"


def test_d1_the_initial_position():
    start = Variant.start()
    assert start.fen() == 'gle/1c1/1C1/ELG w 0 {"hands":"-"}'
    assert offered(start) == {"b1a2", "b1c2", "b2b3", "c1c2"}


@pytest.mark.parametrize(
    ("fen", "counts"),
    [
        ("gle/1c1/1C1/ELG", (4, 17, 123, 976, 8122)),
        ('gle/3/1C1/ELG w 0 {"hands":"c"}', (4, 40, 218, 1705)),
        ('1l1/3/3/1L1 w 0 {"hands":"CEGceg"}', (35, 1135, 27255)),
        ("1l1/1C1/3/1L1", (6, 25, 128, 774)),
        ('1l1/3/1L1/3 w 0 {"hands":"CEG"}', (38, 190, 5302)),
    ],
)
def test_published_perft(fen, counts):
    """What Fairy-Stockfish counts (`UCI_Variant dobutsu`, `go perft`); lishogi counts the first row alike."""
    assert tuple(perft(at(fen), depth) for depth in range(1, len(counts) + 1)) == counts


@pytest.mark.parametrize(
    ("symbol", "white", "black"),
    [
        ("L", "a1 a2 a3 b1 b3 c1 c2 c3", "a1 a2 a3 b1 b3 c1 c2 c3"),
        ("E", "a1 a3 c1 c3", "a1 a3 c1 c3"),
        ("G", "a2 b1 b3 c2", "a2 b1 b3 c2"),
        ("C", "b3", "b1"),
        ("H", "a2 a3 b1 b3 c2 c3", "a1 a2 b1 b3 c1 c2"),
    ],
)
def test_d2_how_each_animal_steps(symbol, white, black):
    for seat, steps in enumerate((white, black)):
        board = [""] * 24
        board[7] = symbol.lower() if seat else symbol
        moves = at("l2/3/3/2L").then(board=tuple(board), to_act=(seat,)).moves(seat)
        assert sorted(Variant.write(move)[2:4] for move in moves) == steps.split()


def test_d2_an_own_animal_is_in_the_way_and_an_enemy_is_caught():
    position = at("l2/1c1/1G1/GL1")
    assert {"b2b3", "b2a2", "b2c2"} == {text for text in offered(position) if text.startswith("b2")}
    assert codes(after(position, "b2b3")) == ["captured"]


def test_d3_a_captured_animal_goes_to_the_hand_and_a_hen_as_a_chick():
    later = after(at("l2/1h1/1G1/1L1"), "b2b3")
    assert later.fen() == 'l2/1G1/3/1L1 b 1 {"hands":"C"}'
    assert after(at("l2/1g1/1G1/1L1"), "b2b3").fen().endswith('{"hands":"G"}')
    assert after(at("1l1/1g1/1G1/2L b"), "b3b2").fen() == '1l1/3/1g1/2L w 1 {"hands":"g"}'
    assert after(at("1l1/1G1/3/2L"), "b3b4").fen() == '1G1/3/3/2L b 1 {"hands":"-"}'


def test_d3_a_second_one_of_a_kind_goes_beside_the_first():
    later = after(at('l2/1c1/1G1/1L1 w 0 {"hands":"C"}'), "b2b3")
    assert later.fen().endswith('{"hands":"CC"}')
    picture = later.picture(Eyes.SPECTATOR)
    assert picture.hands == (("C", "", "", "C", "", ""), ("",) * 6)
    assert len(picture.board) == 12
    again = after(later, "a4b4", "C@a2")
    assert again.fen().endswith('{"hands":"C"}')
    assert again.picture(0).hands[0] == ("C", "", "", "", "", ""), "the other one moves up"


def test_d3_each_hand_has_its_place_from_the_beginning():
    assert Variant.start().picture(0).hands == (("",) * 6, ("",) * 6)
    assert after(Variant.start(), "b2b3").picture(1).hands == (("C", "", "", "", "", ""), ("",) * 6)


def test_d4_a_chick_that_steps_onto_its_last_rank_becomes_a_hen():
    position = at("2l/C2/3/2L")
    assert {text for text in offered(position) if text.startswith("a3")} == {"a3a4h"}
    later = after(position, "a3a4h")
    assert later.fen().startswith("H1l/")
    assert codes(later) == ["moved", "promoted"]
    assert after(at("l2/3/2c/L2 b"), "c2c1h").fen().startswith("l2/3/3/L1h")


def test_d5_no_other_animal_grows():
    position = at("l2/1E1/3/L2")
    assert {text for text in offered(position) if text.startswith("b3")} == {"b3a4", "b3c4", "b3a2", "b3c2"}


def test_d6_a_lion_may_go_where_it_can_be_caught_and_is_marked():
    later = after(at("3/1l1/3/1L1"), "b1b2")
    assert later.result() is None
    assert later.picture(0).marks == {4: "check"}, "the black lion could be caught too, were it White's turn"
    assert codes(later) == ["moved", "check"]
    assert after(later, "b3b2").result() == Result((0.0, 1.0), "caught")


def test_d7_a_drop_goes_to_any_empty_square_and_catches_nothing():
    position = at('1l1/1c1/3/L2 w 0 {"hands":"E"}')
    drops = {text for text in offered(position) if "@" in text}
    assert drops == {f"E@{file}{rank}" for file in "abc" for rank in "1234"} - {"E@b4", "E@b3", "E@a1"}
    later = after(position, "E@a3")
    assert codes(later) == ["dropped", "check"]
    assert later.fen() == '1l1/Ec1/3/L2 b 1 {"hands":"-"}'


def test_d8_no_other_limit_on_drops():
    position = at('1l1/3/1C1/L2 w 0 {"hands":"C"}')
    assert {"C@b1", "C@b3", "C@a4"} <= offered(position), "beside another on the file, attacking, on the last rank"
    stuck = after(position, "C@a4", "b4c4")
    assert not any(text.startswith("a4") for text in offered(stuck))
    assert stuck.fen().startswith("C1l/")
    two = at('1l1/3/3/L2 w 0 {"hands":"CC"}')
    assert len(offered(two)) == 3 + 10, "two alike in hand are one choice"


@pytest.mark.parametrize(
    ("fen", "moves", "points", "reason"),
    [
        # d9: who catches the lion wins, whatever else.
        ("1g1/L2/2l/3", "a3a4 b4a4", (0.0, 1.0), "caught"),
        ("l2/L2/3/3", "a3a4", (1.0, 0.0), "caught"),
        # d10: a lion that was not caught on its last rank has won, the first to arrive.
        ("1g1/L2/2l/3", "a3a4", None, ""),
        ("1g1/L2/2l/3", "a3a4 b4c4", (1.0, 0.0), "reached"),
        ("1g1/L2/2l/3", "a3a4 c2c1", (1.0, 0.0), "reached"),
        # d11: one that nothing can catch has won at once.
        ("3/L1l/3/3", "a3a4", (1.0, 0.0), "reached"),
        ("3/2L/l2/3 b", "a2a1", (0.0, 1.0), "reached"),
    ],
)
def test_d9_to_d11_how_a_game_ends(fen, moves, points, reason):
    assert after(at(fen), *moves.split()).result() == (points and Result(points, reason))


def test_d12_hands_and_turn_belong_to_the_key_and_nothing_is_irreversible():
    one, other = at('1l1/3/3/1L1 w 0 {"hands":"C"}'), at('1l1/3/3/1L1 w 0 {"hands":"c"}')
    assert one.key() != other.key()
    assert one.key() == at('1l1/3/3/1L1 w 7 {"hands":"C"}').key()
    assert one.key() != at('1l1/3/3/1L1 b 0 {"hands":"C"}').key()
    assert after(Variant.start(), "b2b3").quiet == 1
    assert Variant.draws[:2] == (3, "automatic")


def test_d13_there_is_always_a_move():
    """Nobody is stuck but in two placements, of all seven animals he can have, and those are refused."""
    leaps = {symbol: steps_of(symbol) for symbol in "LCHEG"}
    found = {rows for lion in range(3, 12) for rows in stuck({lion: "L"}, leaps, Counter("CCEEGG"))}
    assert found == {"GE1/LGE/CC1/3", "1EG/EGL/1CC/3"}
    for fen in ("GEl/LGE/CC1/3", "GE1/LGE/CCl/3", "lEG/EGL/1CC/3", "1EG/EGL/lCC/3"):
        with pytest.raises(FenError, match="would have no move"):
            at(fen)
    assert at("GE1/LGE/CC1/1l1 b").result() == Result((0.0, 1.0), "reached"), "whence else could the lion have come?"


def steps_of(symbol):
    """For each square, where this animal of White's can step."""
    found = []
    for square in range(12):
        board = [""] * 24
        board[square] = symbol
        moves = at("l2/3/3/2L").then(board=tuple(board)).moves(0)
        found.append([move.path[1] for move in moves])
    return found


def stuck(placed, leaps, left):
    """Every way to add animals until none of all has an empty square to go to."""
    needed = {to for square, symbol in placed.items() for to in leaps[symbol][square]} - placed.keys()
    if not needed:
        yield grid(3, 4).write_rows(placed.get(square, "") for square in range(12))
        return
    for kind in [kind for kind in left if left[kind]]:
        for symbol in "CH" if kind == "C" else kind:
            yield from stuck({**placed, min(needed): symbol}, leaps, left - Counter(kind))


@pytest.mark.parametrize(
    ("fen", "code"),
    [
        ('gle/1c1/1C1/ELG w 0 {"hands":"C"}', "fen_animals"),
        ('1l1/3/3/1L1 w 0 {"hands":"H"}', "fen_form"),
        ('1l1/3/3/1L1 w 0 {"hands":"CCC"}', "fen_hands"),
        ("1l1/3/3/3 w", ""),
        ("3/3/3/3 w", "fen_lions"),
        ("1l1/1l1/3/1L1", "fen_lions"),
        ("1l1/1x1/3/1L1", "fen_symbol"),
        ("gle/hc1/1C1/ELG", "fen_animals"),
    ],
)
def test_d14_positions_that_no_game_can_have_are_refused_by_name(fen, code):
    if not code:
        assert at(fen).result() == Result((0.0, 1.0), "caught")
        return
    with pytest.raises(FenError) as refused:
        at(fen)
    assert refused.value.code == code


def test_a_drop_is_spelled_by_its_animal():
    for slot, symbol in enumerate("CEG"):
        assert Variant.read(f"{symbol}@b2") == Move((12 + slot, 7))
        assert Variant.read(f"{symbol.lower()}@b2") == Move((18 + slot, 7))
    for text in ("H@b2", "C@d2", "C@b5", "C@", "@b2", "Cb2"):
        with pytest.raises(RulesError) as refused:
            Variant.read(text)
        assert isinstance(refused.value, MoveError)


def test_notation_distinguishes_two_pieces_of_a_kind():
    position = at('2l/3/G1G/L2 w 0 {"hands":"E"}')
    labels = {position.write(move): text for move, text in position.labels(0).items()}
    assert labels["a2b2"] == "Ga2b2"
    assert labels["c2b2"] == "Gc2b2"
    assert labels["a2a3"] == "Ga3"
    assert labels["E@b2"] == "E@b2"
    assert len(set(labels.values())) == len(labels)
    assert at("g1l/C2/3/2L").notation({0: Move((3, 0), "h")}, 0) == {0: "Cxa4=H"}


def test_a_game_from_beginning_to_end():
    must_go(Variant.start(), GAME)
