"""Apocalypse against a slow reading of its rules, word for word, on random positions under all options."""

from itertools import product
from random import Random

from tests.variants import apocalypse_reference as book
from variants.contract import random_settings
from variants.grid import grid
from variants.kernel import GOES_ON
from variants.registry import load

Variant = load("Apocalypse")


def board(random):
    """The rows of a board: one to five footmen a side, often far advanced, and at most three horsemen."""
    cells = [""] * 25
    for footman, horseman, squares in (("P", "N", range(5, 25)), ("p", "n", range(20))):
        near = random.random() < 0.4
        for symbol, most, where in ((footman, 5, squares), (horseman, 3, range(25))):
            free = [square for square in where if not cells[square]]
            if near and symbol == footman:
                free.sort(key=lambda square: (square if footman == "P" else 25 - square) + random.random() * 8)
            else:
                random.shuffle(free)
            for square in free[: random.randint(0 if most == 3 else 1, most)]:
                cells[square] = symbol
    return grid(5, 5).write_rows(cells)


def positions(count):
    """Boards at random, each with a random combination of options."""
    return [(board(random), random_settings(Variant, random), random) for random in map(Random, range(count))]


def test_r3_to_r7_legal_moves_are_those_of_the_book():
    for rows, options, _ in positions(600):
        for seat, side in enumerate("wb"):
            legal = book.legal_texts(book.read(rows), side, options)
            position = Variant.from_fen(rows, options)
            found = {Variant.write(move) for move in position.moves(seat) if move not in position.risks(seat)}
            assert found == legal, (rows, options, side)


def test_r25_a_game_ends_if_the_reference_has_no_legal_move_of_a_side():
    stuck = 0
    blocked = [("p4/P4/5/5/5", {}), ("5/1p3/1Pp2/2P2/N4", {})]
    for rows, settings in [*blocked, *((rows, settings) for rows, settings, _ in positions(300))]:
        options = Variant.complete(settings)
        moving = all(book.legal_texts(book.read(rows), side, options) for side in "wb")
        result = Variant.from_fen(f"{rows} w 0 00", settings).result()
        assert result == (None if moving else ((0.5, 0.5), "no_moves")), (rows, settings)
        stuck += not moving
    assert stuck > 2


def test_r13_speculative_moves_are_those_that_some_reply_makes_legal():
    found = 0
    for rows, options, _ in positions(400):
        for seat, side in enumerate("wb"):
            speculative = book.speculative_texts(book.read(rows), side, options)
            position = Variant.from_fen(rows, options)
            risky = {Variant.write(move) for move in position.moves(seat) if move in position.risks(seat)}
            assert risky == speculative, (rows, options, side)
            found += len(speculative)
    assert found > 2000


def test_r10_to_r21_turns_agree_with_the_reference():
    discarded = 0
    for rows, options, random in positions(1500):
        position = Variant.from_fen(rows, options)
        offers = [list(position.moves(seat)) for seat in (0, 1)]
        if not offers[0] or not offers[1]:
            continue
        for _ in range(8):
            actions = {seat: random.choice(offers[seat]) for seat in (0, 1)}
            if random.random() < 0.1:
                actions[random.randrange(2)] = Variant.read(random.choice(book.TEXTS[random.choice(book.SQUARES)]))
            texts = [Variant.write(actions[seat]) for seat in (0, 1)]
            board, played = book.turn(book.read(rows), *texts, options)
            after = position.play(actions)
            assert book.read(after.fen().split(" ")[0]) == board, (rows, options, texts)
            noted = position.turn_notation(actions, after, 0)
            assert [not noted[seat].endswith("?") for seat in (0, 1)] == played, (rows, options, texts)
            penalties = [tally.value for tally in after.tallies(0) if tally.code == "penalties"]
            assert penalties == [1 - stood for stood in played], (rows, options, texts)
            discarded += 2 - sum(played)
    assert discarded > 1000


def test_r10_to_r27_the_kernel_that_searches_ask_plays_as_the_rules_do():
    for rows, options, random in positions(150):
        position = Variant.from_fen(f"{rows} w 0 {random.choice(('00', '01', '10', '11'))}", options)
        kernel = position.kernel()
        state = kernel.words(position.key())
        safe = [kernel.safe(*state, seat) for seat in (0, 1)]
        offers = [[*safe[seat], *kernel.risky(*state, seat, safe[1 - seat])] for seat in (0, 1)]
        for numbers in product(*offers):
            after = position.play(dict(enumerate(map(kernel.move, numbers))))
            result = after.result()
            value = GOES_ON if result is None else result.points[0] - result.points[1]
            found = kernel.play(*state, *numbers)
            assert (found, kernel.result(*found)) == (kernel.words(after.key()), value), (
                position.fen(),
                options,
                numbers,
            )
