"""Where the names of this package are now, for a variant whose import of one fails."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from traceback import extract_tb

HOME = Path(__file__).parent


def advice(error: BaseException) -> str:
    """Where to look instead, as what follows the error's own text; "" for what is not of this project."""
    if not isinstance(error, ImportError):
        return ""
    room, _, module = (error.name or "").partition(".")
    if room == "server":
        return ": a variant imports nothing of the server"
    if room != "variants" or not module:
        return ""
    wanted = _wanted(error)
    found = [f"{name} is in {' and '.join(places)}" for name in wanted if (places := _defining(name))]
    return f": {', '.join(found)}" if found else ": docs/variants.md says what a variant imports"


def _wanted(error: ImportError) -> list[str]:
    """The names that the failed statement asks for; of the module that exists, the one that it lacks."""
    if lacking := re.match(r"cannot import name '(\w+)'", str(error)):
        return [lacking[1]]
    for place in reversed(extract_tb(error.__traceback__)):
        if place.filename.startswith("<") or place.lineno is None or not place.filename.endswith(".py"):
            continue
        for node in ast.walk(ast.parse(Path(place.filename).read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.lineno <= place.lineno <= (node.end_lineno or node.lineno):
                return [alias.name for alias in node.names]
        break
    return []


def _defining(name: str) -> list[str]:
    """The modules of this package that define a name."""
    return [f"variants.{file.stem}" for file in sorted(HOME.glob("*.py")) if name in _defined(file)]


def _defined(file: Path) -> Iterator[str]:
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (target.id for target in targets if isinstance(target, ast.Name))
