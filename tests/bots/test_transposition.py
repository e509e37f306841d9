"""The transposition table keeps what was searched deepest, and no more than it may."""

from server.bots.transposition import Bounds, TranspositionTable


def bounds(depth, final=False):
    return Bounds(depth, 0.0, 0.0, None, final)


def test_final_and_deeper_entries_are_kept():
    table = TranspositionTable()
    for given, stored in ((3, 3), (2, 3), (4, 4)):
        table.store("key", bounds(given))
        assert table.get("key") == bounds(stored)
    for given in (bounds(1, final=True), bounds(5)):
        table.store("key", given)
        assert table.get("key") == bounds(1, final=True)


def test_of_too_many_the_deeper_ones_are_kept_and_of_equals_the_newer_ones():
    table = TranspositionTable(most=8)
    for number in range(108):
        table.store(number, bounds(9 if number == 0 else 1, final=number == 1))
        assert len(table) <= 8
    assert table.get(0) is not None
    assert table.get(107) is not None
