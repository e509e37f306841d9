"""No rating is lost, doubled or out of order, whatever is killed, and however many processes end games at once."""

import subprocess
import sys
from contextlib import closing, suppress
from random import Random

import pytest

from server.store import Journal, ratings
from tests.harness.checkout import ROOT
from tests.harness.rated_player import all_ratings, rated_games

GAMES = 30
ALIVE = (0.1, 1.5)
"""Seconds between the first game of a life and its end."""


def live(place, number, random):
    """Let so many processes end rated games on a journal, and kill them at a moment drawn by lot."""
    command = [sys.executable, "-m", "tests.harness.rated_player", str(place)]
    lives = [subprocess.Popen([*command, str(each)], cwd=ROOT, stdout=subprocess.PIPE) for each in range(number)]
    try:
        for each in lives:
            assert each.stdout.readline(), "it plays"
        with suppress(subprocess.TimeoutExpired):
            lives[0].wait(random.uniform(*ALIVE))
    finally:
        for each in lives:
            each.kill()
            each.wait()
            each.stdout.close()


def check(journal):
    """The number of rated games that are over: each is counted, once, in an order without a gap."""
    over, rows = rated_games(journal), all_ratings(journal)
    assert {(row.table_id, row.number) for row in rows} == set(over.items())
    assert len(rows) == 2 * len(over)
    assert sorted(over.values()) == list(range(1, len(over) + 1))
    return len(over)


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def test_a_kill_between_games_and_ratings_leaves_both_or_neither(request, tmp_path, kind):
    place = tmp_path / "journal.sqlite" if kind == "sqlite" else request.getfixturevalue("url")
    processes, least = (1, GAMES) if kind == "sqlite" else (2, 200)
    random, played = Random(9), 0
    while played < least:
        live(place, processes, random)
        with closing(Journal(place)) as journal:
            played = check(journal)
    with closing(Journal(place)) as journal:
        before = all_ratings(journal)
        assert ratings.rebuild(journal) == played
        assert all_ratings(journal) == before
