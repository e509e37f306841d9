"""A small soak, as `python -m bench soak` runs a large one: it holds, and it sees what was done twice or was lost."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, cast

import pytest

from bench.audit import audit
from bench.crowd import Person
from bench.sent import Sent, Trouble
from bench.soak import SERVE, placed, soak, summary
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


def soaks(folder, program, seed, kill):
    """Soaks that take longer and longer: on a busy machine less is done in the same time."""
    for seconds in (SECONDS, 3 * SECONDS, 9 * SECONDS):
        with placed(folder / f"{seconds}", program) as place:
            # In a thread of its own: the browser of other tests keeps an event loop in this one.
            yield ThreadPoolExecutor(1).submit(soak, place, GAMES, seconds, PAUSE, seed, kill).result()


def test_people_who_do_everything_wrong_lose_nothing_and_do_nothing_twice(tmp_path):
    def enough(told):
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
def test_what_is_done_twice_or_lost_is_seen(tmp_path, plant, sign):
    with pytest.raises(Trouble, match=sign):
        list(soaks(tmp_path, (*SERVED, plant), seed=2, kill=False))


def test_a_game_that_goes_on_behind_fog_is_compared_without_its_record(tmp_path):
    """Whoever waits for any variant may be paired in one whose record holds no moves before its end."""
    match = Match(tmp_path)
    match.game("Dark")
    match.turn("e2e4")
    watcher = Onlooker({match.id: {}}, {match.id: []})
    match.journal.close()
    compared = audit(tmp_path / "journal.sqlite", [cast(Person, watcher)])
    assert (compared["tables"], compared["turn"], compared["still running"]) == (1, 1, 1)
