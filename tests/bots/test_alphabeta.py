"""Alpha-beta finds what looking at everything finds, with less, and wins what can be won; also where chance moves."""

import json
from random import Random

import pytest

from server.bots.alphabeta import AlphaBeta, search
from server.bots.budget import Budget
from server.bots.estimate import DISCOUNT, SearchFacts, horizon, value_of
from server.bots.strengths import choose
from tests.bots.endings import along
from tests.toys import Crown, Guest, Twice
from variants.position import Result
from variants.registry import load

Checkered = load("Checkered")
FENS = (
    Checkered.start().fen(),
    "r3k1nr/p7/b1s1p3/5psp/1b6/N2s1N1P/PPP5/R1BQ1K2 w 34 iiah1111101110111000 f6 - 1",
    "7k/b5pp/8/8/8/8/6ss/7K w 4 iiii0000000000000011 - - 1",
    "8/8/6t1/8/2K4k/8/8/8 w 30 iiii0000000000000000 - - 1",
    "rnb3n1/1s1p4/3Pkq1r/2p4P/2P2Pp1/s3p3/5K1P/2R5 w 58 iiii0000100100110000 - - 2w",
    "rnb3n1/1s1p4/3Pkq1r/2p4P/2P2Pp1/s3p3/5K1P/2R5 w 58 iiii0000100100110000 - - 2b",
)


Dice = load("Dice")
DICE = [
    Dice.from_fen(fen)
    for fen in (
        '7k/5ppp/8/8/8/8/8/R3K3 w 0 {"flags":"8888"}',
        '4k3/8/8/3q4/4P3/2N5/8/4K3 w 0 {"flags":"8888","roll":"n"}',
        '4k2r/8/8/3q4/4P1p1/2N5/5P2/4K3 b 1 {"flags":"8888"}',
        '6k1/4PR2/6K1/8/8/8/7p/8 b 1 {"flags":"8888","roll":"p"}',
    )
]


def full_width(position, seat, depth, captures=False, past=frozenset()):
    """What a position is worth to a seat if it plays best and the others worst, with every move looked at.

    With `captures` whoever acts at the end of it may also capture, and so on. What is past is drawn, and where chance
    moves it is the mean.
    """
    result = position.result()
    if result is not None:
        return value_of(result, seat)
    if position.key() in past:
        return 0.0
    if depth <= 0 and not captures:
        return horizon(position, seat)
    (actor,) = position.to_act
    children = [position.play({actor: move}) for move in position.moves(actor)]
    if actor in position.chance:
        return sum(full_width(child, seat, depth) for child in children) / len(children)
    if depth <= 0:
        children = [child for child in children if child.board.count("") > position.board.count("")]
    values = [DISCOUNT * full_width(child, seat, depth - 1, captures, past) for child in children]
    if depth <= 0:
        values.append(horizon(position, seat))
    return max(values) if actor == seat else min(values)


def test_alphabeta_agrees_with_full_width_search_if_a_seat_acts_twice():
    for game in range(3):
        for position in along(Twice.start(), Random(game)):
            tree = AlphaBeta(Budget(), quiescence=False)
            for depth in range(6):
                expected = full_width(position, position.to_act[0], depth)
                assert tree.value(position, depth) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_with_three_seats_the_search_assumes_that_the_others_cooperate(seat):
    for position in along(Crown.start(), Random(seat)):
        tree = AlphaBeta(Budget(), quiescence=False, first=seat)
        for depth in range(5):
            expected = full_width(position, seat, depth)
            found = tree.value(position, depth)
            assert (found if position.to_act == (seat,) else -found) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("fen", FENS)
def test_alphabeta_agrees_with_full_width_search_in_a_real_game(fen):
    position = Checkered.from_fen(fen)
    tree = AlphaBeta(Budget(), quiescence=False)
    (seat,) = position.to_act
    depths = (1, 2) if len(position.moves(seat)) > 10 else (1, 2, 3)
    for depth in depths:
        assert tree.value(position, depth) == pytest.approx(full_width(position, seat, depth), abs=1e-9)


def with_chance(first):
    return AlphaBeta(Budget(), first=first, quiescence=False, chance=True)


@pytest.mark.parametrize("position", DICE)
@pytest.mark.parametrize("seat", [0, 1])
def test_alphabeta_agrees_with_full_width_search_with_chance_moves(position, seat):
    tree = with_chance(seat)
    whose = seat if position.to_act[0] in position.chance else position.to_act[0]
    for depth in (1, 2):
        assert tree.value(position, depth) == pytest.approx(full_width(position, whose, depth), abs=1e-9)


@pytest.mark.parametrize(
    "position", [Checkered.from_fen(FENS[1]), Checkered.from_fen(FENS[3]), Twice.start(), *DICE], ids=str
)
def test_transposition_entries_from_narrow_windows_stay_valid(position):
    random = Random(5)
    seat = 0 if position.to_act[0] in position.chance else position.to_act[0]
    expected = full_width(position, seat, 2)
    tree = with_chance(seat) if position.chance else AlphaBeta(Budget(), quiescence=False)
    for _ in range(12):
        low = expected + random.uniform(-0.3, 0.25)
        found = tree.value(position, 2, low, low + 0.05)
        if low < found < low + 0.05:
            assert found == pytest.approx(expected, abs=1e-9)
        else:
            assert found - 1e-9 <= low >= expected - 1e-9 or found + 1e-9 >= low + 0.05 <= expected + 1e-9
    assert tree.value(position, 2) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("position", "depth", "quiescence", "most"),
    [
        (Checkered.start(), 3, False, 9322 / 4),  # Perft counts 20 + 400 + 8902 positions.
        (Checkered.from_fen(FENS[1]), 3, False, 1300),  # 3401 if moves are not ordered, 1450 without killers, history.
        (
            load("Chess").from_fen("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w"),
            3,
            True,
            800,
        ),  # 6927; 1248
        (Dice.start(), 2, False, 462 / 2),  # Full width plays 462 turns, of the dice and of White.
    ],
)
def test_it_looks_at_less_than_full_width(position, depth, quiescence, most):
    budget = Budget()
    AlphaBeta(budget, quiescence=quiescence, chance=bool(position.chance)).value(position, depth)
    assert budget.nodes_spent < most


class Level(Twice):
    """Where nobody wins."""

    def result(self):
        return None if super().result() is None else Result((0.5, 0.5), "crowned")


@pytest.mark.parametrize("toy", [Twice, Level])
def test_it_stops_where_everything_is_known(toy):
    budget = Budget(nodes=100_000)
    choice = search(toy.start(), 0, budget, Random(1))
    assert choice.nodes == budget.nodes_spent
    assert choice.depth < 10
    assert choice.value == pytest.approx(full_width(toy.start(), 0, 20), abs=1e-9)


def test_a_repeated_position_counts_as_drawn():
    changed = 0
    for game in range(3):
        for position in along(Twice.start(), Random(game)):
            (seat,) = position.to_act
            below = [
                child.key() for move in position.moves(seat) for child in along(position.play({seat: move}), Random(1))
            ]
            past = frozenset(Random(game).sample(below, len(below) // 2))
            for depth in (1, 2, 4):
                expected = full_width(position, seat, depth, past=past)
                assert AlphaBeta(Budget(), False, SearchFacts(past)).value(position, depth) == pytest.approx(
                    expected, abs=1e-9
                )
                changed += expected != pytest.approx(full_width(position, seat, depth))
    assert changed > 6


def test_solved_positions_are_not_searched():
    """Whoever acts: what is known speaks for seat 0."""
    position = Checkered.from_fen(FENS[1])
    for seat in (0, 1):
        turned = position.then(to_act=(seat,), en_passant=())
        found = search(turned, seat, Budget(), Random(1), facts=SearchFacts(known=lambda child: 0.5))
        assert (found.value, found.depth) == (pytest.approx(DISCOUNT * (0.5, -0.5)[seat]), 1)


ROWS = "4k3/8/8/8/8/7P/q4PP1/6K1"


def test_the_side_ahead_avoids_repetition():
    position = Checkered.from_fen(f"{ROWS} b 20 iiii0000000000000000 - - 1-")
    (best,) = search(position, 1, Budget(400), Random(1)).probabilities
    past = frozenset({position.key(), position.play({1: best}).key()})
    (other,), value, _, _ = search(position, 1, Budget(400), Random(1), facts=SearchFacts(past))
    assert other != best
    assert value > 0.3


def test_the_side_behind_repeats():
    position = Checkered.from_fen(f"{ROWS} w 20 iiii0000000000000000 - - 1-")
    repetition = Checkered.read("h3h4")
    past = frozenset({position.key(), position.play({0: repetition}).key()})
    (move,), value, _, _ = search(position, 0, Budget(400), Random(1), facts=SearchFacts(past))
    assert (move, value) == (repetition, 0)


@pytest.mark.parametrize(
    ("fen", "depth"),
    [("4k3/2p5/4p3/3n4/2P1P3/8/3P4/R3K3 w 0", 0), ("4k3/1p6/2b1p3/3n4/2P1P3/2N5/3P4/R3K3 b 0", 1)],
)
def test_quiescence_search_agrees_with_a_search_of_all_captures(fen, depth):
    position = Checkered.from_fen(fen + ' {"stage":"1-"}')
    (seat,) = position.to_act
    expected = full_width(position, seat, depth, captures=True)
    assert expected != pytest.approx(full_width(position, seat, depth), abs=1e-2), "captures matter here"
    tree = AlphaBeta(Budget(), selective=False)
    assert tree.value(position, depth) == pytest.approx(expected, abs=1e-9)


def wins(position, seat, actions):
    """Whether a seat wins by force within so many actions, by looking at everything."""
    result = position.result()
    if result is not None:
        return result.points[seat] == 1
    if actions == 0:
        return False
    (actor,) = position.to_act
    outcomes = (wins(position.play({actor: move}), seat, actions - 1) for move in position.moves(actor))
    return any(outcomes) if actor == seat else all(outcomes)


@pytest.mark.parametrize(
    ("rows", "stage", "actions", "nodes"),
    [
        *(
            (rows, "1-", 1, (100, 3000))  # White has one mate in one; a win later is worth less.
            for rows in (
                "3K4/2n5/2Q5/8/8/7p/5R2/1k6",
                "7k/2K5/5R2/8/8/7P/8/6t1",
                "1R6/4k3/R7/8/7R/4K3/8/8",
                "8/7K/8/7k/8/4Q3/8/5Q2",
                "1k6/8/K7/8/4Q3/8/8/8",
            )
        ),
        ("8/3Q4/8/1Q6/5k2/8/6Ku/n7", "1-", 3, (3000,)),
        ("8/8/8/8/R7/K7/4P3/1k6", "1-", 3, (3000,)),
        *(
            (rows, "", 2, (2000,))  # A switch wins with the move that follows it.
            for rows in (
                "3c4/5c2/8/2K5/4t3/8/1k6/8",
                "6c1/8/6u1/8/1K1k4/8/8/5o2",
                "8/K7/4t3/8/k3r3/2b4N/8/8",
                "t7/2K2R2/2n4t/1u6/5r2/8/6k1/8",
                "8/1u4R1/5k2/8/K2n4/2u5/1u3N2/8",
                "8/8/o4K2/8/4t3/8/1P6/2k5",
            )
        ),
    ],
)
def test_the_only_move_that_wins_is_found(rows, stage, actions, nodes):
    keys = {"flags": "88880000000000000000", **({"stage": stage} if stage else {})}
    position = Checkered.from_fen(f"{rows} w 30 {json.dumps(keys)}")
    (best,) = [move for move in position.moves(0) if wins(position.play({0: move}), 0, actions - 1)]
    assert stage or position.special(0, best)
    for most in nodes:
        assert search(position, 0, Budget(most), Random(1)).probabilities.keys() == {best}


def test_of_equal_moves_any_is_played():
    twice = Twice.from_fen("3/P2/3/3/2p")
    drawn = {next(iter(search(twice, 0, Budget(), Random(seed), 1).probabilities)) for seed in range(20)}
    assert len(drawn) == 2


@pytest.mark.parametrize(("fen", "seat"), [("3/1p1/2s/3/P2 b", 1), ("3/2s/1p1/3/P2 c", 2)])
def test_once_one_of_three_is_out_the_others_play_for_themselves(fen, seat):
    position = Guest.from_fen(fen + ' 1 {"here":"12"}')
    assert search(position, seat, Budget(nodes=1000), Random(1)).value == pytest.approx(DISCOUNT)


def test_a_quiet_move_that_wins_at_once_is_not_left_out_beside_a_capture():
    position = load("Dobutsu").from_fen("l2/1cL/1C1/3 w 0")
    tries = {move for move in position.moves(0) if position.play({0: move}).result() is not None}
    captures = set(position.forcing(0))
    assert captures
    assert tries
    assert tries.isdisjoint(captures)
    assert AlphaBeta(Budget()).value(position, 1) == pytest.approx(DISCOUNT)


def test_a_capture_of_unknown_worth_is_looked_at_whatever_it_has_to_bring():
    position = load("Dobutsu").from_fen("l2/1gL/1C1/3 w 0")
    before = horizon(position, 0)
    assert AlphaBeta(Budget()).value(position, 0, before + 0.3, 1.0) > before + 0.3


def test_it_gives_mate_with_the_piece_that_was_thrown():
    position = Dice.from_fen('7k/5ppp/8/8/8/8/8/R3K3 w 0 {"flags":"8888","roll":"r"}')
    choice = search(position, 0, Budget(2000), Random(1))
    assert [position.write(move) for move in choice.probabilities] == ["a1a8"]
    assert choice.value == pytest.approx(DISCOUNT)


def test_the_past_counts_as_drawn_where_chance_moves():
    position = Dice.from_fen('4k3/8/8/8/8/8/8/R3K3 w 0 {"flags":"8888","roll":"r"}')
    plain = search(position, 0, Budget(400), Random(1))
    (best,) = plain.probabilities
    past = frozenset([position.play({0: best}).key()])
    (other,) = search(position, 0, Budget(400), Random(1), facts=SearchFacts(past)).probabilities
    assert other != best


def test_the_die_itself_is_thrown_evenly():
    position = Dice.start()
    moves = list(position.moves(2))
    assert choose(position, 2, Budget(500), Random(1)).probabilities == dict.fromkeys(moves, 1 / len(moves))
