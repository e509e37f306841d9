"""A game counts how often positions occur, goes back, ends and shares the point, and nothing changes it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from random import Random
from typing import ClassVar

import pytest

from tests.harness.faults import recorded
from tests.toys import VARIANTS, Crown, Toss
from variants.game import Game
from variants.position import NO_SETTINGS, Draws, Move, Position, Result, Seat


@dataclass(frozen=True, kw_only=True)
class Walk(Position):
    """Somebody walks among numbers; a step to 0 ends the game, one to a number above 100 is irreversible."""

    size = (1, 1)
    drawings: ClassVar[Mapping[str, str]] = {}
    board: tuple[str, ...] = ("",)
    to_act: tuple[Seat, ...] = (0,)
    place: int = 1

    @classmethod
    def start(cls, settings=NO_SETTINGS, random=None):
        return cls()

    @classmethod
    def from_fen(cls, fen, settings=NO_SETTINGS):
        return cls(place=int(fen))

    def fen(self):
        return str(self.place)

    def moves(self, seat):
        return []

    def play(self, actions):
        return self.to(actions[0].path[0])

    def to(self, place):
        """The position there."""
        return self.then(place=place, quiet=0 if place > 100 else self.quiet + 1)

    def result(self):
        return Result((1.0, 0.0), "home") if self.place == 0 else None

    def key(self):
        return self.place


class Automatic(Walk):
    draws = Draws(3, "automatic", 10)


class Claimed(Walk):
    draws = Draws(3, "claim", 10)


class Endless(Walk):
    draws = Draws(None, "automatic", None)


class Dim(Claimed):
    hidden = True


def walked(rules, *places):
    """The game in which these places follow on 1."""
    game = Game(rules())
    for place in places:
        game = game.play({0: Move((place,))})
    return game


def random_games(rules, count, turns):
    """Games at random in which turns are taken back now and then, and the positions that stand, after each step."""
    for number in range(count):
        random = Random(f"{rules.__name__} {number}")
        game = Game(rules.start(random=random))
        line = [game.position]
        for _ in range(turns):
            if random.random() < 0.2:
                turns_back = random.randrange(len(line))
                game, line = game.back(turns_back), line[: len(line) - turns_back]
            elif game.position.result() is None:
                position = game.position
                game = game.play({seat: random.choice(list(position.moves(seat))) for seat in position.to_act})
                line = [*line, game.position]
            yield game, line


def faults(game, line):
    """What a game tells of its history that a plain list of the positions does not."""
    times = Counter(each.key() for each in line)
    limit = game.position.draws.occurrences or inf
    checks = {
        "number": game.number == len(line) - 1,
        "positions": [*game.positions()] == line[::-1],
        "back": all(game.back(turns).position == line[-1 - turns] for turns in range(len(line))),
        "occurrences": all(game.occurrences(each) == times[each.key()] for each in line),
        "past": game.past() == set(times),
        "nearly_over": [each.key() for each, _ in game.nearly_over()]
        == [*dict.fromkeys(each.key() for each in game.recent() if times[each.key()] + 1 >= limit)],
        "recent": game.recent() == line[max(0, len(line) - 1 - line[-1].quiet) : -1],
    }
    return [name for name, holds in checks.items() if not holds]


@pytest.mark.parametrize("name", VARIANTS)
def test_a_game_keeps_its_history_after_takebacks(name):
    steps = list(random_games(VARIANTS[name], 2, 30))
    # Each game is asked again when all the others, which share its history, were played.
    assert [faults(*step) for step in steps] == [[] for _ in steps]


def test_no_takeback_before_the_start():
    for turns in (3, -1):
        with pytest.raises(ValueError, match=f"a game of 2 turns cannot go back {turns}"):
            walked(Walk, 2, 3).back(turns)


def test_a_position_that_other_rules_led_to_counts_like_any_other():
    game = walked(Automatic, 2, 1).after(Automatic(place=9)).after(Automatic())
    assert (game.number, game.ending()) == (4, Result((0.5, 0.5), "repetition"))


def test_a_position_that_other_rules_led_to_is_kept_in_a_long_game():
    game, places = walked(Endless), [1]
    for number in range(300):
        places.append(number % 40)
        game = game.after(Endless(place=places[-1])) if number % 3 else game.play({0: Move((places[-1],))})
    assert [each.place for each in game.positions()] == places[::-1]
    assert [game.back(300 - number).position.place for number in range(301)] == places
    for number in (0, 1, 31, 32, 33, 63, 64, 100, 250):
        earlier = game.back(300 - number)
        assert [each.place for each in earlier.positions()] == places[number::-1]
        again = earlier.play({0: Move((7,))}).play({0: Move((8,))})
        assert [each.place for each in again.positions()] == [8, 7, *places[number::-1]]
        assert again.occurrences(Endless(place=7)) == [*places[: number + 1], 7].count(7)


def test_keys_count_by_their_contents_whatever_the_order_of_their_sets():
    class Sets(Walk):
        def key(self):
            # Of these two, whose hashes collide in a table of eight, the first one to come stands first.
            return "a", (self.place // 2, None), frozenset([(0, 8), (8, 0)][self.place % 2])

    assert list(frozenset((0, 8))) != list(frozenset((8, 0)))
    assert walked(Sets, 2, 3).occurrences(Sets(place=2)) == 2
    assert walked(Sets, 2, 4).occurrences(Sets(place=2)) == 1


def test_the_rules_end_a_game_first():
    ended = walked(Automatic, 0, 1, 0, 1, 0)
    assert ended.occurrences(ended.position) == 3
    assert ended.ending() == Result((1.0, 0.0), "home")


@pytest.mark.parametrize("rules", [Automatic, Claimed, Dim, Endless])
def test_a_repetition_ends_the_game_may_be_claimed_or_is_nothing(rules):
    drawn = Result((0.5, 0.5), "repetition")
    before, repeated, after = walked(rules, 2, 1, 2), walked(rules, 2, 1, 2, 1), walked(rules, 2, 1, 2, 1, 3)
    assert (before.ending(), before.claimable(), after.ending(), after.claimable()) == (None,) * 4
    assert repeated.ending() == (drawn if rules is Automatic else None)
    assert repeated.claimable() == (drawn if rules is Claimed else None), "a claim on a hidden board tells what moved"


def test_a_claim_of_a_repetition_does_not_play_the_game_again():
    repeated = walked(Claimed, 2, 1, 2, 1)
    with recorded(Game, "positions") as played:
        assert repeated.claimable() == Result((0.5, 0.5), "repetition")
    assert played == []


def test_the_limit_of_quiet_turns_ends_the_game_and_an_irreversible_turn_resets_it():
    assert walked(Claimed, *range(2, 11)).ending() is None
    assert walked(Claimed, *range(2, 12)).ending() == Result((0.5, 0.5), "quiet_turns")
    assert walked(Claimed, *range(2, 11), 101, *range(2, 11)).ending() is None
    assert walked(Endless, *range(2, 90)).ending() is None


def test_positions_that_nearly_end_the_game_occurred_since_the_last_irreversible_turn():
    for rules in (Automatic, Claimed):
        assert [each.place for each, _ in walked(rules, 2, 1, 2, 3).nearly_over()] == [1, 2]
        assert walked(rules, 2, 1, 2, 101).nearly_over() == []
        assert walked(rules, 2, 3).nearly_over() == []
    assert walked(Endless, 2, 1, 2, 1, 2, 3).nearly_over() == []


class Three(Crown):
    """A Crown of three, of whom some are out, and only some could win."""

    gone = frozenset()
    strong = (0, 1, 2)

    def out(self):
        return self.gone

    def could_win(self, seat):
        return seat in self.strong


class TwoLeft(Three):
    gone = frozenset({1})


class Weak(Three):
    strong = (0,)


def test_a_draw_is_shared_by_those_who_are_in():
    assert Game(Three.start()).drawn("agreement") == Result((1 / 3, 1 / 3, 1 / 3), "agreement")
    assert Game(TwoLeft.start()).drawn("agreement") == Result((0.5, 0.0, 0.5), "agreement")
    assert Game(TwoLeft.start()).contenders() == [0, 2]
    assert Game(Toss.start()).drawn("agreement") == Result((0.5, 0.5, 0.0), "agreement"), "nature has no share"


def test_a_seat_that_leaves_gets_nothing_and_the_others_share():
    assert Game(Walk()).left([0], "resigned") == Result((0.0, 1.0), "resigned")
    assert Game(Three.start()).left([0], "resigned") == Result((0.0, 0.5, 0.5), "resigned")
    assert Game(Three.start()).left([0, 2], "abandoned") == Result((0.0, 1.0, 0.0), "abandoned")
    assert Game(TwoLeft.start()).left([0], "resigned") == Result((0.0, 0.0, 1.0), "resigned")
    assert Game(Walk()).left([0, 1], "abandoned") == Result((0.5, 0.5), "abandoned")


def test_a_flag_loses_unless_nobody_else_could_win():
    assert Game(Walk()).out_of_time([1]) == Result((1.0, 0.0), "time")
    assert Game(Three.start()).out_of_time([1]) == Result((0.5, 0.0, 0.5), "time")
    assert Game(Weak.start()).out_of_time([1]) == Result((0.5, 0.0, 0.5), "time")
    assert Game(Weak.start()).out_of_time([0]) == Result((1 / 3, 1 / 3, 1 / 3), "time_material")
    assert Game(Walk()).out_of_time([0, 1]) == Result((0.5, 0.5), "time_all")
    assert Game(TwoLeft.start()).out_of_time([0, 2]) == Result((0.5, 0.0, 0.5), "time_all")
