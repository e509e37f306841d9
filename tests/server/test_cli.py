"""The command line does what it says, and refuses in one sentence with exit status 2."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from server.cli import main
from server.version import __version__

ROOT = Path(__file__).resolve().parents[2]


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The sentence with which these arguments are refused."""
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


def test_version_names_the_program_and_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"cavalier {__version__}\n"


@pytest.mark.parametrize(("variant", "depth", "lines"), [("Apocalypse", 1, 121), ("Checkered", 2, 400)])
def test_perft_counts_the_lines_of_the_initial_position(
    capsys: pytest.CaptureFixture[str], variant: str, depth: int, lines: int
) -> None:
    assert main(["perft", variant, str(depth)]) == 0
    assert capsys.readouterr().out.startswith(f"{lines} lines of {depth} turns in ")


def test_perft_counts_the_lines_of_a_fen(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "Apocalypse", "1", "--fen", "4n/5/5/5/N4 w 0"]) == 0
    assert capsys.readouterr().out.startswith("0 lines of 1 turns")


def test_perft_asks_for_a_fen_where_the_initial_position_is_drawn_by_lot(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--fen" in refusal(capsys, "perft", "Checkered", "1", "--set", "randomness=1")


def test_fen_draws_the_board_and_says_whose_turn_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fen", "Apocalypse", "npppn/p3p/5/P3P/NPPPN"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        " 5 n p p p n",
        " 4 p . . . p",
        " 3 . . . . .",
        " 2 P . . . P",
        " 1 N P P P N",
        "   a b c d e",
        'npppn/p3p/5/P3P/NPPPN w 0 {"whiteMove":"-","penalties":"00"}',
        "white to move: 11 moves, 2 of them risky",
        "black to move: 11 moves, 2 of them risky",
    ]


def test_fen_says_when_the_game_is_over(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fen", "Apocalypse", "n3n/5/5/5/N3P"]) == 0
    assert re.search(r"^The game is over, 1 to 0 \(\w+\)\.$", capsys.readouterr().out, re.MULTILINE)


def test_an_unknown_variant_is_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Halma: there is no such variant" in refusal(capsys, "fen", "Halma", "8/8")


def test_a_bad_fen_is_refused_with_its_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert "cavalier: " in refusal(capsys, "fen", "Apocalypse", "npppn/p3p/5/P3P/NPPPX")


def test_a_bad_setting_is_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert "“chess960” is not a choice" in refusal(capsys, "perft", "Checkered", "1", "--set", "switch=chess960")
    assert "no option “speed”" in refusal(capsys, "perft", "Checkered", "1", "--set", "speed=1")
    assert "'switch' is not NAME=VALUE" in refusal(capsys, "perft", "Checkered", "1", "--set", "switch")


def test_a_bad_option_of_the_site_is_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert refusal(capsys, "serve", "--port", "http") == (
        "cavalier: --port: 'http' cannot be used, it is not a whole number from 0 to 65535.\n"
    )


@pytest.mark.parametrize("arguments", [[], ["dance"], ["perft", "Apocalypse", "deep"], ["serve", "--prot", "1"]])
def test_what_is_not_a_command_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(arguments)
    assert "usage: cavalier" in capsys.readouterr().err


def test_the_command_line_leaves_patching_and_the_site_to_the_runner() -> None:
    program = "import sys, server.cli; print([name for name in ('gevent', 'flask', 'socketio') if name in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert loaded.stdout == "[]\n"
