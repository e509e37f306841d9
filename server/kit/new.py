"""Makes a new variant out of the example: rules, words and pages under a name of its own, whole or not at all."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from server.admission import ROOT
from server.kit.ending import Refused
from variants import registry

EXAMPLE = Path(__file__).parent / "example"
_WORD = re.compile(r"\bExample\b")


class _Part(NamedTuple):
    """A folder to make: out of which one, where, and what of it is left out."""

    source: Path
    target: Path
    left_out: frozenset[str] = frozenset({"__pycache__"})


def make(name: str, into: Path | None = None, root: Path = ROOT) -> list[Path]:
    """The folders of a new variant: one in the folder `into`, or else two in the checkout at `root`. Raises Refused."""
    if not registry.is_name(name):
        raise Refused(f"{name!r}: {registry.NAMED}.")
    if (registry.HOME / name).exists():
        raise Refused(f"{name}: another variant already has this name.")
    if into is not None:
        return _place(name, [_Part(EXAMPLE, into / name)])
    if not (root / "pyproject.toml").is_file():
        raise Refused("There is no checkout of Cavalier here: name a folder for the variant with --into.")
    rules = _Part(EXAMPLE, root / "variants" / name, frozenset({"__pycache__", "rules"}))
    return _place(name, [rules, _Part(EXAMPLE / "rules", root / "rules" / name)])


def _place(name: str, parts: Sequence[_Part]) -> list[Path]:
    """Write every part aside under its new name; when all are written, move them to their places."""
    for part in parts:
        if part.target.exists():
            raise Refused(f"{part.target} already exists.")
    aside: list[Path] = []
    made: list[Path] = []
    try:
        for part in parts:
            part.target.parent.mkdir(parents=True, exist_ok=True)
            # Beside its place, so that one rename is enough, and hidden, so that nobody takes it for a variant.
            aside.append(Path(tempfile.mkdtemp(prefix=".new-", dir=part.target.parent)))
            _write(name, part.source, aside[-1] / name, part.left_out)
        # The rules last: without them there is no variant, whatever else is there.
        for folder, part in reversed([*zip(aside, parts, strict=True)]):
            (folder / name).rename(part.target)
            made.append(part.target)
    except OSError as error:
        for folder in made:
            shutil.rmtree(folder, ignore_errors=True)
        raise Refused(f"{name} cannot be created: {error.filename}: {error.strerror}.") from error
    finally:
        for folder in aside:
            shutil.rmtree(folder, ignore_errors=True)
    return [part.target for part in parts]


def _write(name: str, source: Path, target: Path, left_out: frozenset[str]) -> None:
    """Copy a folder of the example, every text in it under the new name."""
    target.mkdir()
    for path in sorted(source.iterdir()):
        if path.name in left_out:
            continue
        if path.is_dir():
            _write(name, path, target / path.name, left_out)
        else:
            text = _WORD.sub(name, path.read_text(encoding="utf-8"))
            (target / path.name).write_text(text, encoding="utf-8")
