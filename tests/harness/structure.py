"""How far tests reach into the product, counted by folder; `python -m tests.harness.structure` records it.

Four numbers, the harness apart: imports of modules of `server` below a room's `__init__`, calls of `setattr`, parts of
the product that are replaced through the harness (`changed`, `replaced`), and private attributes of other objects. They
may only fall (`test_structure.py`).
"""

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parents[1]
FILE = TESTS / "structure.txt"
KINDS = ("inner imports", "setattr", "replaced parts", "private attributes")


def files() -> Iterator[Path]:
    """The files of tests, those of the harness apart."""
    return (file for file in sorted(TESTS.rglob("*.py")) if "harness" not in file.relative_to(TESTS).parts)


@cache
def parsed(file: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(file.read_text(encoding="utf-8"))


def counts() -> dict[str, Counter[str]]:
    """Folder -> kind -> number."""
    found: dict[str, Counter[str]] = {}
    for file in files():
        folder = file.relative_to(TESTS).parts[0] if file.parent != TESTS else "."
        found.setdefault(folder, Counter()).update(_kinds(parsed(file)))
    return found


def text() -> str:
    """The counts as `structure.txt` has them."""
    rows = [f"{'':12}" + "".join(f"{kind:>20}" for kind in KINDS)]
    rows += [f"{folder:12}" + "".join(f"{each[kind]:>20}" for kind in KINDS) for folder, each in counts().items()]
    return "\n".join(rows) + "\n"


def imports_of_tests() -> list[str]:
    """Each import of one test file by another."""
    found = []
    for file in [*files(), *TESTS.glob("harness/*.py")]:
        for node in ast.walk(parsed(file)):
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            modules += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            found += [
                f"{file.relative_to(TESTS)} imports {module}"
                for module in modules
                if module.startswith("tests.") and module.rpartition(".")[2].startswith("test_")
            ]
    return found


def annotated_tests() -> list[str]:
    """Each function of a test file that has annotations."""
    return [
        f"{file.relative_to(TESTS)}: {node.name}"
        for file in files()
        if file.name.startswith("test_") or file.name == "conftest.py"
        for node in ast.walk(parsed(file))
        if isinstance(node, ast.FunctionDef)
        if node.returns or any(each.annotation for each in [*node.args.args, *node.args.kwonlyargs])
    ]


def _kinds(tree: ast.Module) -> Iterator[str]:
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    faults = [alias.name for node in imports if node.module == "tests.harness.faults" for alias in node.names]
    kinds = {"setattr": "setattr"} | {name: "replaced parts" for name in faults if name in ("changed", "replaced")}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("server."):
            if (node.module or "").count(".") > 1:
                yield "inner imports"
        elif isinstance(node, ast.Call):
            function = node.func
            name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            if name in kinds:
                yield kinds[name]
        elif isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__"):
            own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
            if not own and node.attr not in ("_replace", "_asdict", "_make", "_fields"):
                yield "private attributes"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
    sys.stdout.write(text())
