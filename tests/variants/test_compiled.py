"""The base of the rules can be compiled by mypyc, and variants that are not compiled play on it as before."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BROUGHT = ROOT / "tests" / "kit" / "brought"
NOT_COMPILED = frozenset({"__init__", "contract", "game", "installed", "perft", "promises", "registry"})
"""What no turn of a game calls."""
CLASSES = re.compile(r"^((?:@dataclass\(.*\)\n)?class (?:Rules|Position|Chessboard|Chessmen|Orthodox)\()", re.M)
"""The classes that variants derive from."""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the rules, their base compiled."""
    assert shutil.which("gcc"), "a C compiler is missing: python3 tools/setup.py --tests installs gcc"
    folder = tmp_path_factory.mktemp("compiled")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "variants", folder / "variants", ignore=ignored)
    sources = [path for path in sorted((folder / "variants").glob("*.py")) if path.stem not in NOT_COMPILED]
    for path in sources:
        text = path.read_text(encoding="utf-8")
        marked, times = CLASSES.subn(r"@mypyc_attr(allow_interpreted_subclasses=True)\n\1", text)
        if times:
            imported = "from __future__ import annotations\n"
            marked = marked.replace(imported, f"{imported}\nfrom mypy_extensions import mypyc_attr\n", 1)
        path.write_text(marked, encoding="utf-8")
    done = subprocess.run(
        [Path(sys.executable).with_name("mypyc"), *(path.relative_to(folder) for path in sources)],
        cwd=folder, env={**os.environ, "MYPYC_OPT_LEVEL": "0", "MYPYC_DEBUG_LEVEL": "0"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return folder


def played(folder: Path) -> list[str]:
    """What `compiled_play.py` prints with the rules of this folder."""
    done = subprocess.run(
        [sys.executable, ROOT / "tests" / "variants" / "compiled_play.py", BROUGHT],
        cwd=folder, env={**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.splitlines()


def test_variants_from_outside_play_on_a_compiled_base_as_on_the_interpreted_one(compiled: Path) -> None:
    files, told = played(compiled)
    assert all(file.endswith(".so") for file in json.loads(files))
    plain_files, plain = played(ROOT)
    assert all(file.endswith(".py") for file in json.loads(plain_files))
    ours, theirs = json.loads(told), json.loads(plain)
    assert ours.keys() == theirs.keys()
    for name in ours:
        assert ours[name] == theirs[name], name
    assert len(ours) > 16, "no variant is left out because its base is compiled"
