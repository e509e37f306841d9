"""The search by kernel finds what backward induction over full matrices finds, as the search of positions does."""

from random import Random

import pytest

from server.bots import kernel_tree, matrix
from server.bots.budget import Budget
from server.bots.choose import choose
from server.bots.estimate import DISCOUNT, Facts
from server.bots.kernel_search import search
from server.bots.last_game import LastGame
from server.bots.memory import Entry, Memory
from server.bots.outlook import Outlook
from server.bots.simplex import guarantees, solve
from server.bots.small import Small
from tests.bots.endings import ENDINGS, along, payoffs
from tests.harness.faults import replaced
from variants.Apocalypse.rules import Apocalypse as Law
from variants.contract import random_settings
from variants.registry import load

Apocalypse = load("Apocalypse")
START = Apocalypse.start()
QUIET = "n3n/p1p2/5/2P1P/N4 w 8"


def found(position, seat, budget, depth=32, facts=None):
    kernel = position.kernel()
    assert kernel is not None
    return search(position, seat, kernel, budget, depth, facts or Facts())


def check(position, depth, past=frozenset(), known=None):
    """The value is that of backward induction, and neither seat gains by deviating."""
    choices = [found(position, seat, Budget(), depth, Facts(past, known)) for seat in (0, 1)]
    cells = payoffs(
        position, depth, lambda child: 0.0 if child.key() in past else None if known is None else known(child)
    )
    value = solve(cells).value
    assert choices[0].value == pytest.approx(value, abs=1e-9)
    assert choices[1].value == pytest.approx(-value, abs=1e-9)
    rows, columns = ([choices[seat].probabilities.get(move, 0.0) for move in position.moves(seat)] for seat in (0, 1))
    assert [sum(rows), sum(columns)] == [pytest.approx(1), pytest.approx(1)]
    assert max(sum(map(float.__mul__, columns, row)) for row in cells) < value + 1e-8
    assert min(sum(map(float.__mul__, rows, column)) for column in zip(*cells, strict=True)) > value - 1e-8
    return value


@pytest.mark.parametrize("rows", ENDINGS)
@pytest.mark.parametrize("penalties", ["00", "01"])
def test_endings_are_solved_as_far_as_it_looks(rows, penalties):
    position = Apocalypse.from_fen(f"{rows} w 0 {penalties}")
    check(position, 1)
    if len(position.moves(0)) * len(position.moves(1)) < 100:
        check(position, 2)


def test_random_games_under_any_options_are_solved_turn_by_turn():
    for seed in range(8):
        for position in along(Apocalypse.start(random_settings(Apocalypse, Random(seed))), Random(seed)):
            check(position, 1)


def test_it_finds_the_values_of_the_search_of_positions():
    # A deeper search that is remembered tells more than was asked for.
    with replaced(Memory, "find", lambda *_: None):
        for seed in range(4):
            for number, position in enumerate(along(START, Random(seed))):
                if number % 3 == seed % 3:
                    expected = matrix.search(position, 0, Budget(), 2)
                    assert found(position, 0, Budget(), 2).value == pytest.approx(expected.value, abs=1e-9)


def test_deeper_searches_find_the_values_of_the_search_of_positions():
    with replaced(Memory, "find", lambda *_: None):
        for rows in ENDINGS:
            position = Apocalypse.from_fen(f"{rows} w 0 01")
            expected = matrix.search(position, 0, Budget(), 3)
            assert found(position, 0, Budget(), 3).value == pytest.approx(expected.value, abs=1e-9)


def test_what_stood_on_the_board_before_counts_as_drawn():
    changed = 0
    for rows in ENDINGS:
        position = Apocalypse.from_fen(f"{rows} w 0 00").then(quiet=4)
        children = [position.play({0: row, 1: column}) for row in position.moves(0) for column in position.moves(1)]
        for seed in range(3):
            past = frozenset(child.key() for child in Random(seed).sample(children, len(children) // 2))
            changed += check(position, 1, past | {position.key()}) != pytest.approx(check(position, 1))
    assert changed > 3


def test_what_is_known_is_not_searched_and_asked_once():
    asked = []

    def known(child):
        asked.append(child.key())
        return {"N": 0.6, "n": -0.3}.get(child.board[2])

    position = Apocalypse.from_fen(f"{ENDINGS[3]} w 0 00")
    assert check(position, 2, known=known) != pytest.approx(check(position, 2))
    asked.clear()
    found(position, 0, Budget(), 2, Facts(known=known))
    assert asked
    assert len(asked) == len(set(asked))
    choice = found(position, 0, Budget(), facts=Facts(known=lambda child: 0.5))
    assert (choice.value, choice.depth) == (pytest.approx(0.5 * DISCOUNT), 1), "nothing deeper can change it"


def test_it_takes_what_it_uses_of_a_budget_and_no_more():
    for nodes in (0, 1, 5, 63, 64, 65, 1000):
        budget = Budget(nodes)
        choice = found(START, 0, budget)
        assert choice.nodes == budget.nodes_spent <= nodes
        assert choice.nodes >= min(nodes, 1)
    few = found(START, 0, Budget(5))
    assert few.depth == 0
    assert set(few.probabilities) == set(START.legal(0))


def test_an_unfinished_depth_helps():
    changed = 0
    for rows in ENDINGS:
        position = Apocalypse.from_fen(f"{rows} w 0 00")
        whole = found(position, 0, Budget(), 2).nodes
        less = found(position, 0, Budget(), 1)
        partly = found(position, 0, Budget(whole * 9 // 10))
        assert partly.depth == 1
        assert sum(partly.probabilities.values()) == pytest.approx(1)
        changed += partly.value != less.value
    assert changed


def test_it_mixes_where_the_equilibrium_does():
    # White's footman passes where Black's horseman does not go: each of the two has two ways.
    mixed = sum(len(found(position, 0, Budget(), 2).probabilities) > 1 for position in along(START, Random(6)))
    assert mixed > 2


def test_a_search_with_a_limit_of_nodes_is_the_same_after_any_other():
    position = Apocalypse.from_fen(QUIET)
    first = choose(position, 0, Budget(900), Random(1))
    choose(position, 0, Budget(seconds=0.2), Random(1))
    assert choose(position, 0, Budget(900), Random(1)) == first


def test_a_memory_holds_so_many_positions_and_what_it_holds_it_finds():
    memory = Memory(64)
    random = Random(1)
    entries = []
    for _ in range(1000):
        entry = Entry(random.getrandbits(52), random.getrandbits(52))
        assert memory.find(entry.white, entry.black) is None
        memory.put(entry)
        entries.append(entry)
        assert memory.find(entry.white, entry.black) is entry
    assert 40 < sum(memory.find(entry.white, entry.black) is entry for entry in entries) <= 64


def test_what_is_remembered_under_other_facts_tells_no_bounds():
    memory = Memory()
    position = Apocalypse.from_fen(QUIET).then(quiet=4)
    kernel = position.kernel()
    assert kernel is not None
    child = next(position.play({0: row, 1: column}) for row in position.legal(0) for column in position.legal(1))
    for facts in (Facts(), Facts(frozenset({child.key()})), Facts(known=lambda other: None)):
        fresh = search(position, 0, kernel, Budget(), 2, facts)
        assert search(position, 0, kernel, Budget(), 2, facts, memory).value == pytest.approx(fresh.value)


@pytest.mark.parametrize("decimals", [0, 1, 6])
def test_small_games_are_solved_as_by_the_simplex(decimals):
    random = Random(decimals)
    for _ in range(1500):
        height, width = random.randint(1, 6), random.randint(1, 6)
        cells = [round(random.uniform(-1, 1), decimals) for _ in range(height * width)]
        small = Small(cells, height, width)
        matrix = [cells[row * width : (row + 1) * width] for row in range(height)]
        solution = solve(matrix)
        assert small.value == pytest.approx(solution.value, abs=1e-9)
        low, high = guarantees(matrix, solution._replace(rows=tuple(small.rows), columns=tuple(small.columns)))
        assert low == pytest.approx(high, abs=1e-9)
        assert min(small.rows) >= 0 <= min(small.columns)


FAULTS = {
    "columns are not answered": (
        kernel_tree.Game,
        "answer",
        lambda self, seat, least, original=kernel_tree.Game.answer: -1 if seat else original(self, seat, least),
    ),
    "bounds are cut too early": (kernel_tree.Game, "most", lambda *_: 0.0),
    "a column alone is believed": (LastGame, "kept_down", lambda *_: True),
    "a row alone is believed": (LastGame, "kept_up", lambda *_: True),
    "one move is believed to refute": (kernel_tree.Game, "refuted", lambda self, seat, bound: seat == 1),
    "the past is forgotten": (Outlook, "settled", lambda self, *words: self.kernel.result(*words)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_the_search_is_found(fault, monkeypatch):
    monkeypatch.setattr(*FAULTS[fault])
    with pytest.raises(AssertionError):
        held_to_induction()


def held_to_induction():
    for rows in ENDINGS:
        check(Apocalypse.from_fen(f"{rows} w 0 01"), 2)
    deep = Apocalypse.from_fen(f"{ENDINGS[1]} w 0 00")
    assert found(deep, 0, Budget(), 3).value == pytest.approx(matrix.search(deep, 0, Budget(), 3).value, abs=1e-9)
    test_random_games_under_any_options_are_solved_turn_by_turn()
    test_what_stood_on_the_board_before_counts_as_drawn()


def test_a_class_without_a_kernel_is_searched_as_positions():
    assert Law.start().kernel() is None
    assert choose(Law.start(), 0, Budget(200), Random(1)).nodes == 200
