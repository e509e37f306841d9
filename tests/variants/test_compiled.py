"""The hot modules are compiled by mypyc, and everything plays on them as on the same source interpreted."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.compiled import compile_in, copy_to, modules

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
BROUGHT = ROOT / "tests" / "kit" / "brought"
BY_THE_BOOK = (
    *("test_apocalypse_cases.py", "test_checkered_cases.py", "test_contract.py", "test_orthodox.py"),
    *("test_checkered_kernel.py", "test_checkered_fen.py", "test_foreign_fens.py", "test_hostile.py"),
)
"""The tests of the rules that run on compiled modules too."""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout, its hot modules compiled."""
    assert shutil.which("gcc"), "a C compiler is missing: python3 tools/setup.py --tests installs gcc"
    folder = tmp_path_factory.mktemp("compiled")
    copy_to(folder)
    for name in ("tests", "bench"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    compile_in(folder, level="0")
    shutil.copyfile(ROOT / "pyproject.toml", folder / "pyproject.toml")
    return folder


def run(folder: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run Python on the packages of this folder."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def played(folder: Path) -> tuple[list[str], dict[str, object]]:
    """What `compiled_play.py` prints with the rules of this folder."""
    done = run(folder, ROOT / "tests" / "variants" / "compiled_play.py", BROUGHT)
    assert done.returncode == 0, done.stderr[-3000:]
    files, told = map(json.loads, done.stdout.splitlines())
    return files, told


def test_variants_play_on_compiled_modules_as_on_interpreted_ones(compiled: Path) -> None:
    files, ours = played(compiled)
    assert all(file.endswith(".so") for file in files)
    plain_files, theirs = played(ROOT)
    assert all(file.endswith(".py") for file in plain_files)
    assert ours.keys() == theirs.keys()
    for name in ours:
        assert ours[name] == theirs[name], name
    assert len(ours) > 16, "no variant is left out because its base is compiled"


SHOWN = """
from random import Random
from server.tables import shown, turn
from tests import toys
from variants.position import Position
from variants.registry import load_all
brought = [each for each in vars(toys).values() if isinstance(each, type) and issubclass(each, Position)]
for variant in (*load_all().values(), *(each for each in brought if each is not Position)):
    position = variant.start(random=Random(1))
    view = shown.view_of(variant.__name__, position)
    print(variant.__name__, [chair["code"] for chair in view["chairs"]], turn.timed(position.to_act, position, []))
"""
"""What a view tells of the seats of every variant, those included that declare the default of a field anew."""


def test_the_seats_of_variants_that_are_not_compiled_are_seen_on_compiled_modules(compiled: Path) -> None:
    ours, theirs = run(compiled, "-c", SHOWN), run(ROOT, "-c", SHOWN)
    assert ours.returncode == 0, ours.stderr[-3000:]
    assert ours.stdout == theirs.stdout
    assert "Dice [" in ours.stdout


TOLD = """
from random import Random
from server.journal.entries import Opening
from server.tables import decisions
from server.tables.table import Table
from variants.position import Eyes
from variants.registry import load_all
for name, variant in load_all().items():
    if variant.chance:
        continue
    random = Random(1)
    start = variant.start(random=random)
    opening = Opening("table", name, variant.rules_version, start.settings, start.fen(), 0.0, "5+3")
    table = Table(variant, opening, {"0": "Ann"})
    for seat in table.players:
        table.apply(decisions.sit(table, str(seat), seat, 1.0))
    for turn in range(12):
        for seat in table.waited_for():
            move = random.choice(list(table.moves(seat)))
            table.apply(decisions.choose(table, seat, move, str(seat), f"{turn} {seat}", 2.0 + turn, lambda: "nonce"))
    copy = table.snapshot()
    print(name, [table.view(viewer) == copy.view(viewer) for viewer in table.players])
    print(*(table.view(viewer) for viewer in (Eyes.SPECTATOR, *table.players)))
"""
"""What a table tells everybody of the same moves."""


def test_a_table_that_is_compiled_tells_the_same(compiled: Path) -> None:
    ours, theirs = run(compiled, "-c", TOLD), run(ROOT, "-c", TOLD)
    assert ours.returncode == 0, ours.stderr[-3000:]
    assert ours.stdout == theirs.stdout
    assert "Apocalypse [True, True]" in ours.stdout


def test_each_hot_module_is_compiled_from_its_own_source(compiled: Path) -> None:
    for path in modules(ROOT):
        copied = compiled / path.relative_to(ROOT)
        assert copied.read_bytes() == path.read_bytes()
        assert list(copied.parent.glob(f"{path.stem}.*.so")), path


def test_the_rules_hold_where_they_are_compiled(compiled: Path) -> None:
    # A position that breaks a promise is refused by a compiled class itself, in other words; nothing changes its code.
    chosen = ("-k", "not broken_promise and not fault", "-p", "no:cacheprovider")
    done = run(compiled, "-m", "pytest", "-q", *chosen, *(f"tests/variants/{name}" for name in BY_THE_BOOK))
    assert done.returncode == 0, done.stdout[-3000:]


def test_a_record_that_was_changed_is_refused_by_name_where_the_state_is_compiled(compiled: Path) -> None:
    chosen = ("-k", "each_kind_of_tampering", "-p", "no:cacheprovider")
    done = run(compiled, "-m", "pytest", "-q", *chosen, "tests/server/test_verify.py")
    assert done.returncode == 0, done.stdout[-3000:]
