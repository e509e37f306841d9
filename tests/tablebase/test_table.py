"""The table of Apocalypse's smallest endgames, built here: its values, its file, and who may read it."""

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from struct import pack

import pytest

from server.bots.estimate import SearchFacts
from server.bots.models import KernelModel, PositionModel
from server.tablebase import table
from server.tablebase.lookup import endgame_table, numbering_of
from server.tablebase.table import Table, TableError, WrongTable
from tests.tablebase import riddles
from tools.endgames import turns
from tools.endgames.__main__ import main
from tools.endgames.solve import build
from tools.endgames.turns import job_of
from tools.endgames.verify import matrix, programme, verify
from variants.Apocalypse import Variant as Apocalypse
from variants.kernel import GOES_ON

ROOT = Path(__file__).resolve().parents[2]
THREE = "Apocalypse-3.table"
ENDGAMES = numbering_of("Apocalypse", Apocalypse)
assert ENDGAMES is not None


def silent(what, done, there):
    """Nobody looks."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the table of up to three men."""
    folder = tmp_path_factory.mktemp("data") / "endgames"
    build(job_of("Apocalypse", 3), folder, 1, silent)
    return folder


@pytest.fixture
def spoilt(folder, tmp_path):
    """A copy of that table, to be spoilt."""
    copy = tmp_path / THREE
    copy.write_bytes((folder / THREE).read_bytes())
    return copy


def value_of(folder, variant=Apocalypse):
    known = endgame_table(folder, "Apocalypse", variant)
    assert known is not None
    return known


def test_every_position_with_a_footman_each_agrees_with_a_linear_program(folder):
    stored, looked = Table(folder / THREE), 0
    for number in range(ENDGAMES.count(2)):
        position = ENDGAMES.position(number)
        if position is not None and position.result() is None and ENDGAMES.place(position) == (number, 1):
            looked += 1
            assert stored.value(number) == pytest.approx(programme(matrix(stored, ENDGAMES, position)), abs=1e-6)
    assert looked > 300


@pytest.mark.parametrize(
    ("fen", "value"),
    [
        # Black's only move makes a horseman of its only footman, White's does not.
        ("5/5/2P2/2p2/5", 1.0),
        ("5/2P2/2p2/5/5", -1.0),
        # Both must.
        ("5/P4/5/4p/5", 0.0),
        # Black steps on or hopes to capture on c4; White comes there or waits for it.
        ("Np3/3P1/5/5/5", 1 / 3),
        # Both must promote, and White has another footman.
        ("5/P3P/5/2p2/5", 1.0),
    ],
)
def test_known_endgames_have_their_value(folder, fen, value):
    assert value_of(folder)(Apocalypse.from_fen(fen)) == pytest.approx(value, abs=1e-6)


def test_a_search_by_kernel_finds_the_same_in_the_table_without_a_position(folder):
    known, random = value_of(folder), Random(5)
    root = Apocalypse.start()
    kernel = root.kernel()
    assert kernel is not None

    def no_position(position):
        raise AssertionError("the table was asked by a position")

    tabled = KernelModel(kernel, root, SearchFacts(known=replace(known, known=no_position)))
    plain = PositionModel(SearchFacts(known=known))
    found = 0
    for number in random.sample(range(ENDGAMES.count(4)), 2000):
        position = ENDGAMES.position(number)
        if position is not None:
            state = kernel.words(position.key())
            assert tabled.settled(state) == plain.settled(position)
            found += tabled.settled(state) is not None and kernel.result(*state) == GOES_ON
    assert found > 50


def test_positions_outside_the_table_have_no_value(folder, tmp_path):
    assert endgame_table(tmp_path, "Apocalypse", Apocalypse) is None, "no table was built"
    known = value_of(folder)
    assert known(Apocalypse.start()) is None
    assert known(Apocalypse.from_fen("n4/5/2p2/P4/4N")) is None, "four men"
    assert known(Apocalypse.from_fen("5/5/2p2/P4/4N", {"speculation": "never"})) is None, "other rules"
    assert known(Apocalypse.from_fen('5/5/2p2/P4/4N w 0 {"penalties":"20"}')) is None, "over"
    assert known(Apocalypse.from_fen("5/5/2p2/P4/4N")) is not None


def test_the_verifier_accepts_the_table_and_detects_one_wrong_value(folder, spoilt):
    checked = verify(folder / THREE, "Apocalypse", ENDGAMES, 200, Random(1))
    assert checked.positions == 200
    assert checked.furthest <= checked.width + 1e-6
    stored = Table(spoilt)
    values = [stored.value(number) for number in range(stored.heading.numbers)]
    wrong = [value if value in (0, 1) else value + 0.01 for value in values]
    table.write(spoilt, stored.heading, pack(f"<{len(wrong)}f", *wrong))
    with pytest.raises(WrongTable, match=r"Apocalypse-3\.table: it gives -?[01]\.[0-9]+ to "):
        verify(spoilt, "Apocalypse", ENDGAMES, 200, Random(1))


@pytest.mark.parametrize(
    "fault", [f"byte {place}" for place in (0, 20, 60, 200, 100_000, -1)] + ["0", "10", "52", "-1"]
)
def test_a_changed_or_truncated_file_is_refused_by_name(spoilt, fault):
    content = bytearray(spoilt.read_bytes())
    if fault.startswith("byte "):
        content[int(fault[5:])] ^= 1
    else:
        del content[int(fault) :]
    spoilt.write_bytes(content)
    with pytest.raises(TableError, match=r"^Apocalypse-3\.table: it (is not|cannot be read)"):
        endgame_table(spoilt.parent, "Apocalypse", Apocalypse)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"rules_version": 0}, "it was built by version 0 of the rules of Apocalypse, which are at version"),
        ({"numbering": 0}, "it numbers the endgames of Apocalypse in another way"),
        ({"men": 4}, "it numbers the endgames of Apocalypse in another way"),
        ({"variant": "Checkered"}, "it is a table of Checkered, not of Apocalypse"),
        ({"format": 0}, "its format is 0, but this program reads 1"),
        ({"numbers": 7}, "it does not contain the 7 values that its heading gives"),
    ],
)
def test_an_outdated_table_is_refused_by_name(spoilt, changes, reason):
    stored = Table(spoilt)
    values = spoilt.read_bytes()[-4 * stored.heading.numbers :]
    table.write(spoilt, stored.heading._replace(**changes), values)
    with pytest.raises(TableError, match=rf"^Apocalypse-3\.table: {reason}"):
        endgame_table(spoilt.parent, "Apocalypse", Apocalypse)


def test_several_processes_and_parts_give_the_same_bytes(tmp_path, monkeypatch):
    job, shown = job_of("Apocalypse", 2), []
    whole = build(job, tmp_path / "whole", 1, silent).read_bytes()
    monkeypatch.setattr(turns, "NUMBERS", 400)
    path = build(job, tmp_path / "parts", 2, lambda *progress: shown.append(progress))
    assert path.read_bytes() == whole
    assert shown[:5] == [("parts played", done, 4) for done in range(5)]
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_reading_needs_no_numpy(folder):
    program = (
        "import sys; from pathlib import Path; from server.tablebase.lookup import endgame_table\n"
        "from variants.registry import load; variant = load('Apocalypse')\n"
        "known = endgame_table(Path(sys.argv[1]), 'Apocalypse', variant)\n"
        "assert known(variant.from_fen('5/5/2p2/P4/4N')) is not None\n"
        "assert not {'numpy', 'flask', 'gevent', 'server.app'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program, str(folder)], cwd=ROOT, check=True)


def test_the_commands_build_and_verify(tmp_path, capsys):
    chosen = ["Apocalypse", "--men", "2", "--data", str(tmp_path)]
    assert main(["verify", *chosen]) == 2
    assert capsys.readouterr().err == "cavalier: Apocalypse-2.table: there is no such file.\n"
    assert main(["build", *chosen, "--processes", "1"]) == 0
    captured = capsys.readouterr()
    path = tmp_path / "endgames" / "Apocalypse-2.table"
    assert captured.out.startswith(f"{path}: 1600 numbers, bounds at most 0 apart, in ")
    assert "Apocalypse, 2 men, parts played: 100 %\n" in captured.err
    assert main(["verify", *chosen, "--positions", "50"]) == 0
    assert capsys.readouterr().out.startswith(f"{path}: 50 positions hold, at most 0 away")
    assert main(["build", "Checkered"]) == 2
    assert capsys.readouterr().err == "cavalier: Checkered offers no endgames.\n"


def test_an_interrupted_build_ends_with_a_sentence_and_leaves_nothing(tmp_path):
    # Whoever runs the tests in the background may have turned the signal off for all that they start.
    heed = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)"
    run = f"{heed}; from tools.endgames.__main__ import main; sys.exit(main())"
    command = [sys.executable, "-c", run, "build", "Apocalypse", "--men", "3", "--processes", "2"]
    with subprocess.Popen(
        [*command, "--data", str(tmp_path)], cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "Apocalypse, 3 men, parts played: 0 %\n"
        os.killpg(process.pid, signal.SIGINT)
        said = process.stderr.read().splitlines()
    assert process.returncode == 2
    assert said[-1] == "cavalier: Stopped."
    assert not any("Traceback" in line for line in said)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("missing", ["numpy", "scipy"])
def test_a_missing_package_is_named_and_reading_a_table_needs_none(folder, tmp_path, capsys, monkeypatch, missing):
    monkeypatch.setattr("server.cli.program.find_spec", lambda name: None if name == missing else object())
    assert main(["build", "Apocalypse", "--men", "2", "--data", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said == "cavalier: Building tables needs numpy and scipy: .venv/bin/pip install numpy scipy.\n"
    chosen = ["Apocalypse", "--men", "3", "--data", str(folder.parent), "--positions", "5"]
    assert main(["verify", *chosen]) == 0


def test_endgames_that_cannot_be_read_are_refused_by_name(tmp_path, capsys):
    (riddles.write(tmp_path) / "Riddles" / "endgames.py").write_text("class Endgames: pass")
    assert main(["build", "Riddles", "--variants", str(tmp_path), "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err == (
        "cavalier: Riddles: its endgames cannot be read: TypeError: Endgames() takes no arguments.\n"
    )
