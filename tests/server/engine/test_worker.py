"""The engine process: it answers each line, knows no more than it needs, and what a task may tell it."""

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from random import Random
from struct import Struct

import pytest

from server.bots.budget import Budget
from server.bots.evaluation import evaluate
from server.bots.strengths import STRENGTHS, play
from server.engine import command, protocol, searches, worker
from server.tablebase.table import FORMAT, TableHeading, path_of, write
from tests.harness.checkout import ROOT
from tests.harness.site import START_TIMEOUT
from tests.toys import Crown, Duel, Veil, write_variant
from variants.Apocalypse.endgames import Endgames
from variants.game import Game
from variants.registry import load

PLENTY = 30.0
"""Seconds nobody here waits for: where a search is to end, its nodes end it."""

SEARCHES = "server.engine.searches"
APOCALYPSE = load("Apocalypse")
CHECKERED = load("Checkered")


def thought(thinker, task):
    return protocol.decode(worker.answer(protocol.encode({"id": 7, **task}), thinker))


@pytest.fixture
def thinker(tmp_path):
    """One that knows the variants of the project and three toys, and no tables of endgames."""
    for toy in (Duel, Veil, Crown):
        write_variant(tmp_path / "toys", toy)
    return searches.build([tmp_path / "toys"], tmp_path)


def line_of(position, *texts):
    """A game from this position in which these moves were played one at a time."""
    game = Game(position)
    for text in texts:
        (seat,) = game.position.to_act
        game = game.play({seat: position.read(text)})
    return game


SHUFFLE = ("a1b1", "e8d8", "b1a1", "d8e8", "a1b1", "e8d8", "b1a1")
"""Black may repeat the position once more, and so draw."""

GAMES = {
    "Apocalypse": Game(APOCALYPSE.start()),
    "Apocalypse, never risky": Game(APOCALYPSE.start(APOCALYPSE.complete({"speculation": "never"}))),
    "Checkered, repeated": line_of(CHECKERED.from_fen("4k3/8/8/8/8/8/PPPP4/R3K3 w"), *SHUFFLE),
}


@pytest.mark.parametrize(("name", "game"), GAMES.items(), ids=GAMES)
def test_a_search_depends_on_strength_and_game_history(thinker, name, game):
    (seat, *_), position = game.position.to_act, game.position
    strength = STRENGTHS[2]._replace(seconds=PLENTY)
    task = protocol.move_task(re.match(r"\w+", name)[0], game, seat, Random(3), strength=2, seconds=PLENTY)
    random = Random(task["seed"])
    choice = play(position, seat, strength, random, searches.SearchFacts.of(game))
    assert thought(thinker, task) == {
        "id": 7,
        "ok": {
            "move": position.write(choice.draw(random)),
            "value": choice.value,
            "depth": choice.depth,
            "nodes": choice.nodes,
            "odds": {position.write(move): odds for move, odds in choice.probabilities.items()},
        },
    }
    assert choice.nodes == strength.nodes


def test_an_evaluation_is_that_of_a_search_with_the_given_nodes(thinker):
    position = APOCALYPSE.from_fen("n3n/2p2/5/2PP1/N3N w").then(quiet=APOCALYPSE.draws.quiet_turns - 1)
    task = protocol.evaluation_task("Apocalypse", Game(position), Random(4), seconds=PLENTY, nodes=300)
    expected = evaluate(position, Budget(300, PLENTY), Random(task["seed"]), frozenset({position.key()}))
    assert thought(thinker, task)["ok"] == json.loads(json.dumps(expected))


def test_a_search_uses_the_endgame_tablebase(thinker, tmp_path):
    endgames = Endgames(APOCALYPSE)
    men = min(endgames.men)
    count = endgames.count(men)
    heading = TableHeading(FORMAT, "Apocalypse", APOCALYPSE.rules_version, endgames.version, men, count, 0.0)
    write(path_of(tmp_path / "endgames", "Apocalypse", men), heading, Struct(f"<{count}f").pack(*[0.5] * count))
    position = APOCALYPSE.from_fen("5/1p3/5/3P1/5")
    task = protocol.move_task("Apocalypse", Game(position), 0, Random(5), strength=1, seconds=PLENTY)
    assert thought(thinker, task)["ok"]["depth"] == 1, "nothing deeper can change it"


def faulty_table(tmp_path):
    path = path_of(tmp_path / "endgames", "Apocalypse", min(Endgames(APOCALYPSE).men))
    path.parent.mkdir()
    path.write_bytes(b"no table")
    return MOVE, f"{path.name}: it is not a table of endgames.\n"


def faulty_numbering(tmp_path):
    (tmp_path / "toys" / "Duel" / "endgames.py").write_text("1 / 0")
    task = protocol.move_task("Duel", Game(Duel.start()), 0, Random(1), strength=1, seconds=PLENTY)
    return task, "Duel: its endgames cannot be read: ZeroDivisionError: division by zero.\n"


@pytest.mark.parametrize("fault", [faulty_table, faulty_numbering])
def test_an_unreadable_tablebase_is_logged_once_and_not_used(thinker, tmp_path, capsys, fault):
    task, sentence = fault(tmp_path)
    assert all("ok" in thought(thinker, task) for _ in range(2))
    assert capsys.readouterr().err == sentence


def test_positions_before_the_last_irreversible_turn_are_not_sent_to_the_engine():
    game = line_of(CHECKERED.start(), "e2e4", "b8c6", "g1f3")
    task = protocol.move_task("Checkered", game, 1, Random(6), strength=1, seconds=1.0)
    assert task["past"] == [game.back(turns).position.fen() for turns in (2, 1)]
    again = game.back(2).play({1: CHECKERED.read("d7d5")})
    assert protocol.move_task("Checkered", again, 0, Random(6), strength=1, seconds=1.0)["past"] == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"variant": "NoSuch"}, "VariantError: "),
        ({"fen": "no position"}, "FenError: "),
        ({"seat": 1}, "ValueError: seat 1 is not to act"),
        ({"strength": 4}, "KeyError: 4"),
        ({"do": "sing"}, "ValueError: there is nothing like 'sing' to do"),
    ],
)
def test_an_impossible_task_is_a_named_fault(thinker, change, fault, capsys):
    task = protocol.move_task("Checkered", Game(CHECKERED.start()), 0, Random(7), strength=1, seconds=PLENTY)
    assert thought(thinker, {**task, **change})["fault"].startswith(fault)
    printed = capsys.readouterr().err
    assert printed.startswith(f"{fault.partition(':')[0]} in ")
    assert "worker.py:" in printed
    assert not any(str(value) in printed for value in (*change.values(), task["fen"]) if isinstance(value, str))
    assert "ok" in thought(thinker, task), "the next task is answered"


def test_a_line_that_is_no_task_is_refused(thinker):
    for line in (b"no JSON\n", b"[]\n", b"[" * 100_000 + b"\n"):
        with pytest.raises(protocol.ProtocolError):
            worker.answer(line, thinker)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1}])
def test_values_that_json_cannot_hold_are_not_written(value):
    with pytest.raises(protocol.ProtocolError):
        protocol.encode({"id": 1, "ok": {"value": value}})


@contextmanager
def process(*arguments):
    """A process with these arguments; killed afterwards."""
    line = [sys.executable, *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(line, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe) as running:
        try:
            yield running
        finally:
            running.kill()


def answer_to(running, task):
    running.stdin.write(protocol.encode({"id": 1, **task}))
    running.stdin.flush()
    return protocol.decode(running.stdout.readline())


MOVE = protocol.move_task("Apocalypse", Game(APOCALYPSE.start()), 0, Random(8), strength=1, seconds=PLENTY)


def test_every_line_is_answered_before_the_end_of_the_last(tmp_path):
    lines = b"".join(protocol.encode({"id": number, **MOVE}) for number in range(3))
    ended = subprocess.run(
        command(SEARCHES, [], tmp_path), cwd=ROOT, input=lines, capture_output=True, timeout=START_TIMEOUT
    )
    assert [protocol.decode(line)["id"] for line in ended.stdout.splitlines()] == [0, 1, 2]
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_it_gives_way_to_others_and_ends_when_its_input_does(tmp_path):
    with process(*command(SEARCHES, [], tmp_path)[1:]) as running:
        assert "ok" in answer_to(running, MOVE)
        ours, theirs = (os.getpriority(os.PRIO_PROCESS, number) for number in (0, running.pid))
        assert theirs == min(19, ours + worker.NICENESS)
        # Whoever stops the site this way sends it to all its processes; a search must not be cut off by that.
        for number in (signal.SIGINT, signal.SIGTERM):
            running.send_signal(number)
        assert "ok" in answer_to(running, MOVE)
        running.stdin.close()
        assert running.wait(START_TIMEOUT) == 0


PRINTS = """
from tests.toys import Duel

class Variant(Duel):
    def moves(self, seat):
        print('{"id": 1, "ok": {}}', flush=True)
        return super().moves(seat)
"""

STUCK = """
import sys, time
from tests.toys import Duel

class Variant(Duel):
    def moves(self, seat):
        print("it hangs", file=sys.stderr, flush=True)
        while True:
            pass
"""


def outside(folder, name, source):
    (folder / name).mkdir(parents=True)
    (folder / name / "__init__.py").write_text(source)
    return folder


def test_text_printed_by_a_variant_is_not_taken_for_an_answer(tmp_path):
    folder = outside(tmp_path / "outside", "Prints", PRINTS)
    task = protocol.move_task("Prints", Game(Duel.start()), 0, Random(1), strength=1, seconds=PLENTY)
    with process(*command(SEARCHES, [folder], tmp_path)[1:]) as running:
        assert answer_to(running, task)["ok"]["move"] in ("a1b3", "a1c2")
        assert running.stderr.readline() == b'{"id": 1, "ok": {}}\n'


def test_a_process_that_is_stuck_does_not_outlive_the_site_for_long(tmp_path):
    folder = outside(tmp_path / "outside", "Stuck", STUCK)
    program = f"""
from server.engine import worker
worker.EXIT_TIMEOUT = 0.0
worker.main(["{SEARCHES}", "--data", {str(tmp_path)!r}, "--variants", {str(folder)!r}])
"""
    task = protocol.move_task("Stuck", Game(Duel.start()), 0, Random(1), strength=1, seconds=PLENTY)
    with process("-c", program) as running:
        running.stdin.write(protocol.encode({"id": 1, **task}))
        running.stdin.flush()
        assert running.stderr.readline() == b"it hangs\n"
        running.stdin.close()
        assert running.wait(START_TIMEOUT) == 1


def test_folders_are_found_from_wherever_the_site_was_started(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    line = command(SEARCHES, [Path("outside")], Path("data"))
    assert line[3:8] == [SEARCHES, "--variants", str(tmp_path / "outside"), "--data", str(tmp_path / "data")]
