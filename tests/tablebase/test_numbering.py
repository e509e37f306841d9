"""The small endgames of Apocalypse: as many as there are, each with its number, each image in its place."""

from random import Random

import pytest

from variants.Apocalypse import Variant as Apocalypse
from variants.Apocalypse.bits import words
from variants.Apocalypse.endgames import Endgames, endgame

ENDGAMES = Endgames(Apocalypse)


def images(position):
    """A position, its mirror image, and both with the seats exchanged, each with the sign of its value."""
    rows = [position.board[row * 5 : row * 5 + 5] for row in range(5)]
    exchanged = position.then(
        board=tuple(cell.swapcase() for row in rows[::-1] for cell in row), penalties=position.penalties[::-1]
    )
    return [
        (image.then(board=tuple(cell for row in range(5) for cell in image.board[row * 5 : row * 5 + 5][::step])), sign)
        for image, sign in ((position, 1), (exchanged, -1))
        for step in (1, -1)
    ]


def at(number):
    position = ENDGAMES.position(number)
    assert isinstance(position, Apocalypse)
    return position


def drawn(seed, positions):
    """So many numbers that stand for positions, and these."""
    random, found = Random(seed), []
    while len(found) < positions:
        number = random.randrange(ENDGAMES.count(4))
        position = ENDGAMES.position(number)
        if isinstance(position, Apocalypse):
            found.append((number, position))
    return found


def test_the_number_of_two_piece_positions_agrees_with_a_count_by_hand():
    # Numbers of one position and its three images follow each other.
    assert sum(4 for number in range(0, ENDGAMES.count(4), 4) if ENDGAMES.position(number) is not None) == 1_621_540


@pytest.mark.parametrize(("first", "last", "men"), [(0, 1600, 2), (1600, 112_000, 3), (112_000, 2_016_400, 4)])
def test_each_number_is_a_position_of_its_own(first, last, men):
    assert last == ENDGAMES.count(men)
    random = Random(men)
    numbers = range(first, last) if men == 2 else sorted(random.sample(range(first, last), 3000))
    positions = [(number, at(number)) for number in numbers if ENDGAMES.position(number) is not None]
    assert len({position.key() for _, position in positions}) == len(positions) > 1500
    for number, position in positions:
        assert len([cell for cell in position.board if cell]) == men
        assert Apocalypse.from_fen(position.fen()) == position
        for army in ("PN", "pn"):
            assert 1 <= sum(position.board.count(symbol) for symbol in army) <= 2
            assert position.board.count(army[0])
        assert endgame(*words(*position.key())) == number


def test_symmetric_positions_share_one_index_with_the_sign_of_their_value():
    for _, position in drawn(7, 1000):
        place = ENDGAMES.place(position)
        assert place is not None
        number, sign = place
        assert number == min(endgame(*words(*image.key())) for image, _ in images(position))
        assert ENDGAMES.place(at(number)) == (number, 1)
        assert at(number).key() in {image.key() for image, turned in images(position) if turned == sign}
        worths = {(image.key(), sign * turned) for image, turned in images(position)}
        for image, turned in images(position):
            found = ENDGAMES.place(image)
            assert found is not None
            assert found[0] == number
            # A position that is its own image with the seats exchanged is worth nothing: either sign will do.
            assert found[1] == sign * turned or (image.key(), -sign * turned) in worths


@pytest.mark.parametrize(
    "position",
    [
        Apocalypse.start(),
        Apocalypse.from_fen("5/5/5/2P2/5"),
        Apocalypse.from_fen("5/2p2/5/2P2/1N1N1"),
        Apocalypse.from_fen("5/2p2/5/1PP2/3N1"),
        Apocalypse.from_fen("5/2p2/1P3/1PP2/5"),
        Apocalypse.from_fen('5/2p2/5/2P2/5 w 0 {"penalties":"02"}'),
        Apocalypse.from_fen("5/2p2/5/2P2/5", {"collision": "classic"}),
    ],
    ids=["many men", "no footman", "two horsemen", "three pieces", "three footmen", "two points", "other rules"],
)
def test_unnumbered_positions_have_no_place(position):
    assert ENDGAMES.place(position) is None
    # The bare number knows nothing of options.
    assert position.settings["collision"] == "classic" or endgame(*words(*position.key())) == -1
