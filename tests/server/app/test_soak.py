"""A small soak, as `python -m bench soak` runs a large one: it holds, and it sees what was done twice or was lost."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from bench.messages import Trouble
from bench.site import UNLIMITED, serving
from bench.soak import soak

pytestmark = pytest.mark.slow

GAMES = 6
SECONDS = 4.0
PAUSE = 0.06
SERVED = ("-m", "tests.harness.scripted_program", "--log-level", "error", "--plant")


def soaks(folder, program, seed, kill):
    """Soaks that take longer and longer: on a busy machine less is done in the same time."""
    for seconds in (SECONDS, 3 * SECONDS, 9 * SECONDS):
        with serving(program, folder / f"{seconds}") as server:
            # In a thread of its own: the browser of other tests keeps an event loop in this one.
            yield ThreadPoolExecutor(1).submit(soak, server, GAMES, seconds, PAUSE, seed, kill).result()


def test_random_misuse_loses_and_repeats_no_action(tmp_path):
    def enough(figures):
        return (
            sum(figures["compared"].get(kind, 0) for kind in ("turn", "seal")) > 40
            and figures["compared"]["views"] >= GAMES
            and figures["compared"]["remarks"] > 5
            and figures["reconnects"] > GAMES
            and {"mix", "repeat", "losses"} <= figures["did"].keys()
        )

    for figures in soaks(tmp_path, UNLIMITED, seed=1, kill=True):
        assert figures["down_s"] > 0
        if enough(figures):
            return
    raise AssertionError(figures)


@pytest.mark.parametrize(
    ("plant", "sign"),
    # What is lost leaves a hole that is seen in one of many places.
    [("twice", "again|times"), ("said-twice", "times"), ("lost", ".")],
)
def test_a_lost_or_repeated_action_is_detected(tmp_path, plant, sign):
    with pytest.raises(Trouble, match=sign):
        list(soaks(tmp_path, (*SERVED, plant), seed=2, kill=False))
