"""The command line does what it says, finds faults with exit status 1, and refuses in one sentence with 2.

What each command says stands in `tests/golden/data/cli.jsonl`.
"""

import os
import subprocess
import sys
from io import BytesIO, TextIOWrapper

import pytest

from server.cli import CANNOT, DONE, FAULT, main
from tests.harness.fork_server import ROOT
from tests.toys import Duel, write_variant


def refusal(capsys, *arguments):
    """The sentence with which these arguments are refused."""
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


# Records


def test_a_file_of_several_games_is_refused_with_their_list_and_one_is_verified_by_its_number(capsys, tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b'[White "Ada"]\n\n1. e4 *\n\n[White "M\374ller"]\n\n1. d4 hm d5 *\n')
    assert main(["verify", str(file)]) == 2
    assert capsys.readouterr().err.splitlines()[1:] == ["1. Ada – ?", "2. Müller – ?."]
    assert main(["verify", str(file), "--game", "2"]) == 0
    assert capsys.readouterr().err == "This was passed over: “hm” (line 7).\n"


def test_replay_reads_moves_as_text_from_standard_input(capsys, monkeypatch):
    moves = b'[Variant "Apocalypse"]\n[FEN "npppn/p3p/5/P3P/NPPPN"]\n\n1. b1b2|c5c4 *\n'
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(moves)))
    assert main(["replay", "-"]) == 0
    assert capsys.readouterr().out.endswith("Apocalypse, after turn 1: the game is not over\n")


def test_verify_refuses_an_invalid_file_in_one_sentence(capsys, tmp_path):
    file = tmp_path / "file"
    assert "No such file" in refusal(capsys, "verify", str(file))
    assert "Is a directory" in refusal(capsys, "verify", str(tmp_path))
    file.write_bytes(b"\xff")
    assert "Line 1: “ÿ” is not a move." in refusal(capsys, "verify", str(file))
    file.write_text("x" * (5 * 1024 * 1024))
    assert "is longer than" in refusal(capsys, "verify", str(file))
    file.write_text("{" * 100)
    assert "This is not JSON" in refusal(capsys, "replay", str(file))


def test_records_of_variants_from_outside_are_played_where_these_are_named(capsys, tmp_path):
    write_variant(tmp_path / "more", Duel)
    file = tmp_path / "game.pgn"
    file.write_text('[Variant "Duel"]\n[FEN "2n/3/N2"]\n1. a1b3|c3b1 *')
    assert "There is no variant “Duel” here." in refusal(capsys, "replay", str(file))
    assert main(["replay", str(file), "--variants", str(tmp_path / "more")]) == 0
    assert capsys.readouterr().out.endswith("Duel, after turn 1: the game is not over\n")
    assert "there is no such folder" in refusal(capsys, "replay", str(file), "--variants", str(tmp_path / "none"))


# How commands end


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["fen", "Apocalypse", "npppn/p3p/5/P3P/NPPPN"], DONE),
        (["variants", "--variants", "{broken}"], FAULT),
        (["serve", "--data", "{file}"], CANNOT),
        (["perft", "Apocalypse", "100"], CANNOT),
        (["play", "Apocalypse", "--strength", "1", "--people"], CANNOT),
        ([], CANNOT),
    ],
)
def test_a_command_ends_with_0_if_done_1_for_a_fault_it_looked_for_and_2_if_it_cannot(
    arguments, status, tmp_path, capsys
):
    (tmp_path / "file").touch()
    (tmp_path / "broken" / "Toads").mkdir(parents=True)
    (tmp_path / "broken" / "Toads" / "__init__.py").write_text("pass\n", encoding="utf-8")
    named = {"file": tmp_path / "file", "broken": tmp_path / "broken"}
    assert main([each.format(**named) for each in arguments]) == status
    said = capsys.readouterr()
    assert said.out if status == DONE else said.err or said.out, "and says why"
    assert not said.err.endswith("..\n")


@pytest.mark.parametrize(
    "arguments", [["fen", "Apocalypse", "npppn/p3p/5/P3P/NPPPN"], ["check", "Dobutsu", "--games", "2"]]
)
def test_a_closed_pipe_ends_a_command_without_a_traceback(arguments):
    ours, theirs = os.pipe()
    os.close(ours)
    command = [sys.executable, "-m", "server", *arguments]
    with os.fdopen(theirs, "w") as gone:
        done = subprocess.run(command, cwd=ROOT, stdout=gone, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (CANNOT, "")


def test_a_setting_is_taken_from_its_option_or_else_from_its_variable(capsys, tmp_path, monkeypatch):
    write_variant(tmp_path / "more", Duel)
    (tmp_path / "none").mkdir()
    monkeypatch.setenv("CAVALIER_VARIANTS", str(tmp_path / "more"))
    assert main(["perft", "Duel", "1"]) == 0
    capsys.readouterr()
    named = ("--variants", str(tmp_path / "none"))
    assert "Duel: there is no such variant" in refusal(capsys, "perft", "Duel", "1", *named)
    monkeypatch.setenv("CAVALIER_VARIANTS", str(tmp_path / "lost"))
    assert "CAVALIER_VARIANTS: " in refusal(capsys, "perft", "Duel", "1")


def test_starting_a_command_imports_no_heavy_package():
    heavy = ["gevent", "flask", "socketio", "markdown", "yaml", "babel", "pydantic", "numpy", "sqlite3", "sqlalchemy"]
    program = f"import sys, server.cli; print([name for name in {heavy} if name in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert loaded.stdout == "[]\n"
