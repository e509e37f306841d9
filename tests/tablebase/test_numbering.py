"""The small endgames of Apocalypse: as many as there are, each with its number, each image in its place."""

from __future__ import annotations

from random import Random

import pytest

from server.tablebase.Apocalypse import Endgames
from variants.Apocalypse import Variant as Apocalypse
from variants.position import Position

ENDGAMES = Endgames(Apocalypse)


def images(position: Apocalypse) -> list[tuple[Apocalypse, int]]:
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


def at(number: int) -> Apocalypse:
    position = ENDGAMES.position(number)
    assert isinstance(position, Apocalypse)
    return position


def test_there_are_851620_positions_of_at_most_one_footman_and_one_horseman_a_side() -> None:
    counted = {2: 0, 3: 0, 4: 0}
    for white in range(5, 25):
        for black in range(20):
            if white == black:
                continue
            left = 25 - 2
            # No horseman; one of White or of Black; both, on different squares. Times no point or one for each side.
            counted[2] += 4
            counted[3] += 4 * (1 + left + left)
            counted[4] += 4 * (1 + left + left + left * (left - 1))
    assert counted == {men: ENDGAMES.count(men) for men in ENDGAMES.men}
    assert counted[4] == 851_620


@pytest.mark.parametrize(("first", "last", "men"), [(0, 1540, 2), (1540, 72_380, 3), (72_380, 851_620, 4)])
def test_each_number_is_a_position_of_its_own(first: int, last: int, men: int) -> None:
    random = Random(men)
    numbers = range(first, last) if men == 2 else sorted(random.sample(range(first, last), 3000))
    positions = [at(number) for number in numbers]
    assert len({position.key() for position in positions}) == len(positions)
    for position in positions:
        assert len([cell for cell in position.board if cell]) == men
        assert Apocalypse.from_fen(position.fen()) == position
        assert {position.board.count(footman) for footman in "Pp"} == {1}
        assert max(position.board.count(horseman) for horseman in "Nn") <= 1


def test_all_images_of_a_position_have_one_place_and_their_sign() -> None:
    random = Random(7)
    for _ in range(1000):
        position = at(random.randrange(851_620))
        place = ENDGAMES.place(position)
        assert place is not None
        number, sign = place
        assert ENDGAMES.place(at(number)) == (number, 1)
        assert at(number).key() in {image.key() for image, turned in images(position) if turned == sign}
        worths = {(image.key(), sign * turned) for image, turned in images(position)}
        for image, turned in images(position):
            found = ENDGAMES.place(image)
            assert found is not None
            assert found[0] == number
            # A position that is its own image with the seats exchanged is worth nothing: either sign will do.
            assert found[1] == sign * turned or (image.key(), -sign * turned) in worths


def test_a_quarter_of_the_positions_stands_for_all() -> None:
    heads = sum(ENDGAMES.place(at(number)) == (number, 1) for number in range(1540))
    assert heads == 415
    assert {place[0] for number in range(1540) if (place := ENDGAMES.place(at(number)))} == {
        number for number in range(1540) if ENDGAMES.place(at(number)) == (number, 1)
    }


def test_a_turn_leads_to_a_number_or_to_the_end() -> None:
    random = Random(9)
    for _ in range(250):
        position = at(random.randrange(851_620))
        men = sum(map(bool, position.board))
        if position.result() is not None:
            continue
        for white in position.moves(0):
            for black in position.moves(1):
                child = position.play({0: white, 1: black})
                place = ENDGAMES.place(child)
                assert (place is not None and place[0] < ENDGAMES.count(men)) or child.result() is not None


@pytest.mark.parametrize(
    "position",
    [
        Apocalypse.start(),
        Apocalypse.from_fen("5/5/5/2P2/5"),
        Apocalypse.from_fen("5/2p2/5/2P2/1N1N1"),
        Apocalypse.from_fen("5/2p2/5/1PP2/5"),
        Apocalypse.from_fen('5/2p2/5/2P2/5 w 0 {"penalties":"02"}'),
        Apocalypse.from_fen("5/2p2/5/2P2/5", {"collision": "classic"}),
    ],
    ids=["many men", "no footman", "two horsemen", "two footmen", "two points", "other rules"],
)
def test_what_is_not_numbered_has_no_place(position: Position) -> None:
    assert ENDGAMES.place(position) is None
