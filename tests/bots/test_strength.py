"""The matches that tell how strong the bots are hold to the table's rules, stop when they may, and go on later."""

import re
from random import Random

import pytest

from bench import strength, versions
from bench.exploit import exploitability, sample
from bench.games import play
from bench.players import uniform
from bench.sequential import Hypotheses
from bench.strength import Results, run, table
from bench.switches import composed, winning
from bench.trials import Trial
from bench.versions import ROOT, NoVersion
from server.tablebase.Apocalypse import Endgames
from tests.toys import Duel
from variants.registry import load

pytestmark = pytest.mark.slow

Apocalypse, Checkered = load("Apocalypse"), load("Checkered")


def shuffling(position, seat, random, past):
    """Leaps to and fro with one horseman."""
    home = (24, 4)[seat]
    moves = [move for move in position.moves(seat) if not position.risky(seat, move)]
    return max(moves, key=lambda move: (len(move.path) == 2 and move.path[1] == home, move.path[0] == home))


def test_the_third_occurrence_is_a_draw():
    ended = play(Apocalypse.from_fen("4n/5/p4/4P/4N"), (shuffling, shuffling), Random(1))
    assert ended == ((0.5, 0.5), "repetition", 4)


def test_a_player_is_told_what_stood_on_the_board():
    told = []

    def watching(position, seat, random, past):
        told.append((position.key(), past))
        return uniform(position, seat, random, past)

    play(Duel.start(), (watching, uniform), Random(1))
    assert all(past == {key for key, _ in told[: number + 1]} for number, (_, past) in enumerate(told))


def test_too_many_quiet_turns_are_a_draw():
    position = Apocalypse.start().then(quiet=50)
    assert play(position, (uniform, uniform), Random(1)) == ((0.5, 0.5), "quiet_turns", 0)


def test_a_test_stops_at_walds_bounds():
    """With an error of 1 in 20 on either side the odds have to be 19 to 1."""
    test = Hypotheses(0.5, 0.75)
    needed = next(games for games in range(99) if 1.5**games >= 19)
    assert [test.verdict([1.0] * games) for games in (needed - 1, needed)] == ["", "high"]
    needed = next(games for games in range(99) if 2.0**games >= 19)
    assert [test.verdict([0.0] * games) for games in (needed - 1, needed)] == ["", "low"]
    assert test.verdict([1.0] * 50 + [0.0] * 50) == "high", "what comes after the decision is not asked"


def test_a_test_is_seldom_wrong():
    test = Hypotheses(0.5, 0.7)
    for expected, wrong in ((0.5, "high"), (0.7, "low")):
        verdicts = []
        for seed in range(300):
            random = Random(seed)
            verdicts.append(test.verdict([float(random.random() < expected) for _ in range(400)]))
        assert "" not in verdicts
        assert verdicts.count(wrong) / 300 < 0.07


@pytest.fixture
def trial(monkeypatch):
    """One whose tries go right four times in five, in this process."""
    each = Trial("a trial", "Apocalypse", 0.8, lambda tried, _: (float(tried.number % 5 > 0), ""), Hypotheses(0.5, 0.8))
    monkeypatch.setattr(strength, "TRIALS", {"trial": each})
    return "trial"


def tried(path, name, version="1", until=99):
    """Which numbers are tried from here on."""
    results, numbers = Results(path, version), []
    for _ in range(until):
        task = next(strength.remaining(results, {name: 7}), None)
        if task is None:
            break
        numbers.append(task[2])
        results.keep(strength.try_one(*task))
    return numbers


def test_what_was_tried_is_not_tried_again(trial, tmp_path):
    path, whole = tmp_path / "results", tmp_path / "whole"
    assert tried(path, trial, until=5) + tried(path, trial) == tried(whole, trial)
    assert 9 < len(tried(tmp_path / "again", trial)) < 40, "the test stops it"
    assert tried(path, trial) == []


def test_another_program_starts_anew(trial, tmp_path):
    tried(tmp_path / "results", trial, "1", 5)
    assert tried(tmp_path / "results", trial, "2", 3) == [0, 1, 2]


def test_a_game_that_ends_early_does_not_count_before_those_ahead_of_it(trial, tmp_path):
    results = Results(tmp_path / "results", "1")
    for number in (0, 2, 3):
        results.keep(strength.try_one(trial, 7, number))
    assert results.values(trial, 7) == [0.0]
    results.keep(strength.try_one(trial, 7, 1))
    assert results.values(trial, 7) == [0.0, 1.0, 1.0, 1.0]


def test_the_table_tells_what_was_decided(trial, tmp_path):
    results = tmp_path / "results"
    assert table(results) == ["How strong the bots are: nothing was tried yet, run make strength."]
    tried(results, trial)
    whose, _, row = table(results)
    assert "of an earlier program, 1:" in whose
    tried(results, trial, strength.program())
    assert table(results)[0].endswith("of this program")
    assert "at least 80%" in row
    assert row.endswith("50% or 80%: the second")


def test_matches_are_played_by_several_processes(tmp_path):
    results = Results(tmp_path / "results", "1")
    run(results, {"switch": 50}, 2)
    assert len(results.values("switch", 50)) == len(composed()) == 20


@pytest.mark.parametrize("each", composed(), ids=lambda each: each.position.fen().split(" ")[0])
def test_the_switch_alone_wins(each):
    (move,) = winning(each.position, max(3, each.actions))
    assert each.position.special(each.position.to_act[0], move) == "switch"
    assert each.actions > 2 or winning(each.position, 2) == [move]


def test_a_sure_loser_is_exploited_by_all_he_could_have():
    position = sample(Endgames(Apocalypse), Random(1))
    assert exploitability(position, 0, lambda _: 0.0, 50, Random(1)) >= 0
    assert exploitability(position, 0, lambda each: 0.4 if each == position else -0.4, 50, Random(1)) > 0.3
    assert exploitability(position, 1, lambda each: 0.4 if each == position else -0.4, 50, Random(1)) == 0


@pytest.mark.parametrize("name", ["old", "checkered", "dark", "dice", "synchrone", "three"])
def test_a_match_against_an_earlier_version_is_played_whole(name, monkeypatch):
    """By hand-made versions, for a clone may have no history: each answers as the real ones do."""
    monkeypatch.setattr(versions, "folder_of", lambda commit: ROOT)
    monkeypatch.setattr(strength, "speeds", lambda game, rival: (1.0, 1.0))
    run = strength.try_one(name, 3, 0)
    assert 0 <= run["value"] <= 1
    assert re.search(r"after \d+$", run["note"])


def test_the_gain_of_who_knows_the_odds_is_measured(monkeypatch):
    run = strength.try_one("adversary", 30, 1)
    assert run["value"] in (-0.5, 0.0, 0.5)


def test_a_version_that_the_history_lacks_is_refused_by_name(tmp_path, monkeypatch):
    monkeypatch.setattr(versions, "FOLDER", tmp_path)
    with pytest.raises(NoVersion, match="0000000 is not in the history"):
        versions.folder_of("0000000")
    assert not (tmp_path / "0000000").exists()


def test_the_speed_of_both_sides_is_measured_once(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(strength, "SPEEDS", tmp_path / "speeds.json")
    monkeypatch.setattr(strength, "_measured", lambda game, rival: asked.append(rival) or (50.0 if rival else 200.0))
    for _ in range(2):
        strength.speeds.cache_clear()
        assert strength.speeds("Apocalypse", "7dc5770") == (200.0, 0.25)
    assert asked == ["", "7dc5770"]
    strength.speeds.cache_clear()
