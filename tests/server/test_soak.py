"""A small soak, as `python -m bench soak` runs a large one: it holds, and it sees what was done twice or was lost."""

from pathlib import Path

import pytest

from bench.crowd import Trouble
from bench.soak import SERVE, Soaked, placed, soak, summary

GAMES = 6
SECONDS = 4.0
PAUSE = 0.06
SERVED = ("-m", "tests.served", "--log-level", "error", "--plant")


def play(data: Path, program: tuple[str, ...], seed: int, kill: bool) -> Soaked:
    with placed(data, program) as place:
        return soak(place, GAMES, SECONDS, PAUSE, seed, kill)


def test_people_who_do_everything_wrong_lose_nothing_and_do_nothing_twice(tmp_path: Path) -> None:
    soaked = play(tmp_path, SERVE, seed=1, kill=True)
    told = summary(soaked, GAMES)
    assert told["compared"]["turn"] + told["compared"]["seal"] > 40
    assert told["compared"]["views"] >= GAMES
    assert told["compared"]["remarks"] > 5
    assert told["reconnects"] > GAMES
    assert {"mix", "repeat", "losses"} <= told["did"].keys()
    assert soaked.down > 0


@pytest.mark.parametrize(
    ("plant", "sign"),
    # What is lost leaves a hole that is seen in one of many places.
    [("twice", "again|times"), ("said-twice", "times"), ("lost", ".")],
)
def test_what_is_done_twice_or_lost_is_seen(tmp_path: Path, plant: str, sign: str) -> None:
    with pytest.raises(Trouble, match=sign):
        play(tmp_path, (*SERVED, plant), seed=2, kill=False)
