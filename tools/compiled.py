"""Builds the wheels into `dist/`: one with hot modules compiled by mypyc, one without: `python -m tools.compiled`.

Both are made of the same source: pip takes the compiled one where it fits the machine, and the other elsewhere.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
NOT_COMPILED = frozenset({"__init__", "contract", "endgames", "installed", "native", "perft", "promises", "registry"})
"""What no turn of a game calls, and what stands for a type of the compiler."""
FOLDERS = ("variants", "variants/Apocalypse", "variants/Checkered", "variants/Chess")
"""The folders whose other modules are compiled."""
FILES = tuple(
    f"server/{name}.py"
    for name in (
        *("tables/absence", "tables/offers", "tables/rights", "tables/rows", "tables/shown", "tables/view"),
        *("tables/decisions", "tables/turn", "tables/clock", "tables/envelope"),
        *("tables/actions", "tables/control", "tables/machines", "tables/plan", "tables/presence", "tables/refusal"),
        *("tables/state", "tables/table", "journal/entries"),
        *("texts/cache", "texts/speech", "texts/typography", "texts/words"),
        *("bots/alphabeta", "bots/bounds", "bots/budget", "bots/estimate", "bots/ordering", "bots/selection"),
        *("bots/determinized", "bots/expectimax", "bots/simplex"),
        *("bots/kernel_tree", "bots/last_game", "bots/memory", "bots/outlook", "bots/small"),
    )
)
"""What else is compiled: what each move asks for, no more than plain data and functions of it, and searches."""
PARTS = tuple(f"variants/{name}.py" for name in ("Dark/sight", "Synchrone/board", "Synchrone/resolve"))
"""And of variants whose positions the compiler cannot take, what a search asks most."""
FIELDS = frozenset({"board", "events", "quiet", "seats", "settings", "to_act"})
"""The fields of a position: variants declare their defaults anew."""
PACKAGES = ("server", "variants", "rules", "pieces", "static", "tools")
DECLARED = ("pyproject.toml", "README.md", "LICENSE")
MARK = "@mypyc_attr(allow_interpreted_subclasses=True)\n"
NATIVE = "from variants.native import i64\n"
IMPORTED = """\
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import i64, mypyc_attr
"""


def main() -> int:
    """Build both wheels; 1 after what was printed if one cannot be built."""
    with TemporaryDirectory() as folder:
        copy = Path(folder)
        try:
            copy_to(copy)
            compile_in(copy)
            for name in DECLARED:  # Only now: mypyc would read what is declared as its own.
                shutil.copyfile(ROOT / name, copy / name)
            for root in (ROOT, copy):
                build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(ROOT / "dist")]
                subprocess.run(build, cwd=root, check=True)
        except subprocess.CalledProcessError as error:
            print(f"The wheels were not built: {error}", file=sys.stderr)
            return 1
    return 0


def copy_to(folder: Path) -> None:
    """Copy the packages of the checkout."""
    for name in PACKAGES:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))


def modules(root: Path) -> list[Path]:
    """The modules that are compiled."""
    found = [path for folder in FOLDERS for path in sorted((root / folder).glob("*.py"))]
    return [path for path in found if path.stem not in NOT_COMPILED] + [root / name for name in (*FILES, *PARTS)]


def compile_in(root: Path, level: str = "3") -> None:
    """Compile the hot modules of a copy of the checkout, each beside its source. Raises CalledProcessError."""
    sources = modules(root)
    plain = {path: path.read_text(encoding="utf-8") for path in sources}
    for path, text in plain.items():
        path.write_text(marked(by_name(text) if path.is_relative_to(root / "server") else text), encoding="utf-8")
    mypyc = Path(sys.executable).with_name("mypyc")
    environment = {**os.environ, "MYPYC_OPT_LEVEL": level, "MYPYC_DEBUG_LEVEL": "0"}
    subprocess.run(
        [mypyc, *(path.relative_to(root) for path in sources)],
        cwd=root, env=environment, check=True, stdout=sys.stderr,
    )  # fmt: skip
    shutil.rmtree(root / "build")
    for path, text in plain.items():
        path.write_text(text, encoding="utf-8")


def marked(source: str) -> str:
    """A module as mypyc is to read it.

    Its classes may have subclasses that are not compiled, variants from outside, unless they are final. In a method of
    the class, `super()` names the class, because mypyc would ask the type of the class instead. The integer of 64 bits
    is the compiler's.
    """
    lines = source.splitlines(keepends=True)
    body = ast.parse(source).body
    classes = [node for node in body if isinstance(node, ast.ClassDef)]
    for node in reversed(classes):
        for row, column, end in sorted(_supers(node), reverse=True):
            lines[row - 1] = f"{lines[row - 1][:column]}super({node.name}, cls){lines[row - 1][end:]}"
        first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        named = {part.id for part in (*node.bases, *node.decorator_list) if isinstance(part, ast.Name)}
        if named.isdisjoint({"NamedTuple", "Enum", "final"}):
            lines.insert(first - 1, MARK)
    if MARK in lines or NATIVE in lines:
        future = isinstance(body[1], ast.ImportFrom) and body[1].module == "__future__"
        lines.insert(body[1 if future else 0].end_lineno or 0, IMPORTED)
    return "".join(lines).replace(NATIVE, "")


def by_name(source: str) -> str:
    """A module of the server that asks positions of any variant for these fields by name.

    Otherwise it would look for them where the compiled base keeps them; but a default that a variant declares anew, in
    a class that is not compiled, hides the field there.
    """
    lines = source.encode().splitlines(keepends=True)
    fields = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute) and node.attr in FIELDS]
    assert all(isinstance(node.ctx, ast.Load) for node in fields), "nothing changes a position"
    for node in sorted(fields, key=lambda node: (node.lineno, node.end_col_offset), reverse=True):
        assert node.lineno == node.end_lineno
        assert node.end_col_offset is not None
        line = lines[node.lineno - 1]
        dot = node.end_col_offset - len(node.attr) - 1
        asked = b"getattr(%b, %b)" % (line[node.col_offset : dot], repr(node.attr).encode())
        lines[node.lineno - 1] = line[: node.col_offset] + asked + line[node.end_col_offset :]
    return b"".join(lines).decode()


def _supers(kind: ast.ClassDef) -> Iterator[tuple[int, int, int]]:
    """The row, the first and the last column of each `super()` in the class methods of a class."""
    for method in kind.body:
        if not isinstance(method, ast.FunctionDef) or not any(
            isinstance(decorator, ast.Name) and decorator.id == "classmethod" for decorator in method.decorator_list
        ):
            continue
        for node in ast.walk(method):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super":
                assert node.end_col_offset is not None
                yield node.lineno, node.col_offset, node.end_col_offset


if __name__ == "__main__":
    sys.exit(main())
