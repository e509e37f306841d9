"""The command line does what it says, finds faults with exit status 1, and refuses in one sentence with 2."""

import os
import re
import subprocess
import sys
from io import BytesIO, TextIOWrapper

import pytest

from server.cli import CANNOT, DONE, FAULT, main
from tests.harness.checkout import ROOT
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
    file.write_text(" \n")
    assert refusal(capsys, "verify", str(file)) == f"cavalier: {file}: it is empty.\n"
    file.write_text('{"format": "cavalier-record"}')
    assert "The record is not well formed at version (missing)." in refusal(capsys, "verify", str(file))
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
    ("arguments", "sentence"),
    [
        ("variants --variants nowhere", "--variants: 'nowhere' cannot be used, there is no folder nowhere."),
        ("serve --port http", "--port: 'http' cannot be used, it is not a whole number from 0 to 65535."),
        ("new chess", "'chess': the name of a variant is one word of letters and digits, the first in upper case."),
        ("new Chess", "Chess: another variant already has this name."),
        ("play Halma", "variants/Halma: there is no such variant in variants."),
        ("fen Halma 8/8", "variants/Halma: there is no such variant in variants."),
        ("fen Chess 8/8", "Ranks of the board: 2 instead of 8."),
        ("fen Apocalypse npppn/p3p/5/P3P/NPPPX", "Rank 1 of the board: “X” is not a piece."),
        (
            "perft Checkered 1 --set randomness=1",
            "With these settings the initial position is random; give one with --fen.",
        ),
        ("perft Checkered 1 --set speed=1", "There is no option “speed”."),
        (
            "backup --data nowhere copies",
            "The data folder nowhere holds no journal.sqlite: there is nothing to back up.",
        ),
        ("ratings rebuild --data nowhere", "The data folder nowhere holds no journal.sqlite."),
        ("people show Ann --data nowhere", "The data folder nowhere holds no journal.sqlite."),
        ("restore nowhere --data nowhere", "The folder nowhere holds no backup that this program can read."),
        ("migrate", "--journal: the address of the database is missing."),
        (
            "migrate --data nowhere --journal postgresql://user@localhost/site",
            "The data folder nowhere holds no journal.sqlite: there is nothing to move.",
        ),
        (
            "mail test Ann --mail smtp://localhost --mail-from a@b.example --site-address https://c.example",
            "mail test: 'Ann' cannot be used, it is no mail address.",
        ),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence_that_names_it(capsys, monkeypatch, tmp_path, arguments, sentence):
    monkeypatch.chdir(tmp_path)
    assert refusal(capsys, *arguments.split()) == f"cavalier: {sentence}\n"
    assert list(tmp_path.iterdir()) == []  # Nor is a folder made for nothing.


@pytest.mark.parametrize(
    ("arguments", "command", "named"),
    [
        ("halma", "", "'halma'"),
        ("think", "", "'think'"),
        ("serve --halma", " serve", "--halma"),
        ("play Chess --people --random", " play", "--random"),
        ("fen Chess", " fen", "'FEN'"),
        ("perft Chess two", " perft", "'two'"),
        ("mail test", " mail test", "'ADDRESS'"),
    ],
)
def test_a_wrong_call_of_a_command_names_its_help(capsys, arguments, command, named):
    assert main(arguments.split()) == CANNOT
    said = capsys.readouterr().err
    assert f"Try 'cavalier{command} --help' for help." in said
    assert named in said.splitlines()[-1]


def test_each_command_has_a_help_that_begins_with_what_it_does(capsys):
    def helped(*group):
        assert main([*group, "--help"]) == DONE
        said = capsys.readouterr().out
        assert re.search(rf"\AUsage: cavalier{''.join(f' {name}' for name in group)}[^\n]*\n\n  [A-Z]", said), group
        commands = said.partition("Commands:\n")[2]
        return 1 + sum(helped(*group, name) for name in re.findall(r"^  (\S+)", commands, re.M))

    assert helped() > 10


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
