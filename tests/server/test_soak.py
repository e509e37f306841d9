"""A small soak, as `python -m bench soak` runs a large one: it holds, and it sees what was done twice or was lost."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest

from bench.audit import audit
from bench.crowd import Person
from bench.figures import Figure
from bench.sent import Sent, Trouble
from bench.soak import SERVE, Soaked, placed, soak, summary
from tests.harness.match import Match

pytestmark = pytest.mark.slow

GAMES = 6
SECONDS = 4.0
PAUSE = 0.06
SERVED = ("-m", "tests.harness.scripted_program", "--log-level", "error", "--plant")


class Onlooker(NamedTuple):
    """Somebody who has seen a table, sent nothing and gone."""

    views: dict[str, dict[str, Any]]
    heard: dict[str, list[dict[str, Any]]]
    sent: tuple[Sent, ...] = ()
    table: str = ""


def soaks(folder: Path, program: tuple[str, ...], seed: int, kill: bool) -> Iterator[Soaked]:
    """Soaks that take longer and longer: on a busy machine less is done in the same time."""
    for seconds in (SECONDS, 3 * SECONDS, 9 * SECONDS):
        with placed(folder / f"{seconds}", program) as place:
            # In a thread of its own: the browser of other tests keeps an event loop in this one.
            yield ThreadPoolExecutor(1).submit(soak, place, GAMES, seconds, PAUSE, seed, kill).result()


def test_people_who_do_everything_wrong_lose_nothing_and_do_nothing_twice(tmp_path: Path) -> None:
    def enough(told: Figure) -> bool:
        return (
            sum(told["compared"].get(kind, 0) for kind in ("turn", "seal")) > 40
            and told["compared"]["views"] >= GAMES
            and told["compared"]["remarks"] > 5
            and told["reconnects"] > GAMES
            and {"mix", "repeat", "losses"} <= told["did"].keys()
        )

    for soaked in soaks(tmp_path, SERVE, seed=1, kill=True):
        told = summary(soaked, GAMES)
        assert soaked.down > 0
        if enough(told):
            return
    raise AssertionError(told)


@pytest.mark.parametrize(
    ("plant", "sign"),
    # What is lost leaves a hole that is seen in one of many places.
    [("twice", "again|times"), ("said-twice", "times"), ("lost", ".")],
)
def test_what_is_done_twice_or_lost_is_seen(tmp_path: Path, plant: str, sign: str) -> None:
    with pytest.raises(Trouble, match=sign):
        list(soaks(tmp_path, (*SERVED, plant), seed=2, kill=False))


def test_a_game_that_goes_on_behind_fog_is_compared_without_its_record(tmp_path: Path) -> None:
    """Whoever waits for any variant may be paired in one whose record holds no moves before its end."""
    match = Match(tmp_path)
    match.game("Dark")
    match.turn("e2e4")
    watcher = Onlooker({match.id: {}}, {match.id: []})
    match.journal.close()
    compared = audit(tmp_path / "journal.sqlite", [cast(Person, watcher)])
    assert (compared["tables"], compared["turn"], compared["still running"]) == (1, 1, 1)
