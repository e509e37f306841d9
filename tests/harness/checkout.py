"""The checkout, and copies of it for tests that do to them what people are told to do."""

import os
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

PARTS = ("variants", "rules", "pieces", "server", "tools", "tests")


def copied(root: Path) -> Path:
    """A copy of this checkout, as far as variants are concerned, with its `.venv`."""
    root.mkdir()
    for part in PARTS:
        shutil.copytree(ROOT / part, root / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", root)
    (root / ".venv").symlink_to(sys.prefix)
    return root


def bare_environment() -> dict[str, str]:
    """The environment, without what would configure the site."""
    return {name: value for name, value in os.environ.items() if not name.startswith("CAVALIER_")}
