"""The transposition table keeps what serves best, and no more than it may."""

from server.bots.transposition import Bounds, TranspositionTable


def bounds(depth, final=False):
    return Bounds(depth, 0.0, 0.0, None, final)


def test_what_was_searched_deeper_is_kept():
    table = TranspositionTable()
    table.keep("key", bounds(3))
    table.keep("key", bounds(2))
    assert table.get("key") == bounds(3)
    table.keep("key", bounds(4))
    assert table.get("key") == bounds(4)


def test_what_is_final_is_kept_whatever_its_depth():
    table = TranspositionTable()
    table.keep("key", bounds(1, final=True))
    table.keep("key", bounds(5))
    assert table.get("key") == bounds(1, final=True)


def test_of_too_many_the_deeper_ones_are_kept_and_of_equals_the_newer_ones():
    table = TranspositionTable(most=8)
    for number in range(8):
        table.keep(number, bounds(9 if number == 0 else 1, final=number == 1))
    table.keep(8, bounds(1))
    assert [number for number in range(9) if table.get(number) is not None] == [0, 1, 6, 7, 8]
    for number in range(100):
        table.keep(number, bounds(1))
        assert len(table) <= 8
