"""Creates a new variant from the example: rules, words and pages under its own name, whole or not at all."""

from __future__ import annotations

import ast
import keyword
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from server.book.validation import ROOT
from server.texts.languages import LANGUAGES
from variants import registry

EXAMPLE = Path(__file__).parent / "example"
EXAMPLE_NAME = "Example"
LIKE = Path(__file__).parent / "like"
"""Templates by the variant that they resemble: rules, and pages if those of that variant do not fit."""


KNOWN_ELSEWHERE = {"uci_name", "pgn_name", "pgn_names"}
"""What a class says of other programs that know its game: they do not know a new one."""

WIDTH = 120
"""Characters of a line of code."""


class NewVariantError(Exception):
    """The variant cannot be created; the message says why."""


class _Part(NamedTuple):
    """A folder to create, and its sources by subfolder, "" for the folder itself."""

    target: Path
    sources: Mapping[str, Path]


def likes() -> list[str]:
    """The variants that a new one may resemble."""
    templates = [folder.name.replace("_", "-") for folder in LIKE.iterdir() if folder.name != "__pycache__"]
    return sorted({*templates, *(folder.parent.name for folder in (ROOT / "variants").glob("*/__init__.py"))})


def make(name: str, into: Path | None = None, root: Path = ROOT, like: str | None = None) -> list[Path]:
    """The created folders of a variant: one in `into`, else those in the checkout `root`. Raises NewVariantError."""
    if keyword.iskeyword(name):
        raise NewVariantError(f"{name}: this is a word of Python itself.")
    if not registry.is_name(name):
        raise NewVariantError(f"{name!r}: {registry.NAMED}.")
    if (registry.HOME / name).exists():
        raise NewVariantError(f"{name}: another variant already has this name.")
    if into is not None and into.resolve() == registry.HOME:
        raise NewVariantError(f"--into: {into} holds the variants of this checkout; leave --into out to add one there.")
    if like is not None and like not in likes():
        raise NewVariantError(f"--like: there is nothing called {like!r}; there are {', '.join(likes())}.")
    if into is None and not (root / "pyproject.toml").is_file():
        raise NewVariantError("There is no checkout of Cavalier here: name a folder for the variant with --into.")
    sources, word = _sources(like)
    modules = (path.read_text(encoding="utf-8") for path in sources[""].glob("*.py"))
    if name != word and any(re.search(rf"\b{name}\b", text) for text in modules):
        raise NewVariantError(f"{name}: the rules that are copied use this name for something else.")
    if into is not None:
        return _place(name, word, [_Part(into / name, sources)])
    places = {"": root / "variants", "rules": root / "rules", "pieces": root / "pieces"}
    return _place(name, word, [_Part(places[below] / name, {"": folder}) for below, folder in sources.items()])


def _sources(like: str | None) -> tuple[Mapping[str, Path], str]:
    """The folders of rules, pages and drawings to copy, and the word in them to be replaced by the new name."""
    template = EXAMPLE if like is None else LIKE / like.replace("-", "_")
    rules = template if template.is_dir() else registry.HOME / str(like)
    pages = rules / "rules" if (rules / "rules").is_dir() else ROOT / "rules" / str(like)
    folders = {"": rules, "rules": pages, "pieces": ROOT / "pieces" / str(like)}
    return {
        below: folder for below, folder in folders.items() if folder.is_dir()
    }, EXAMPLE_NAME if template.is_dir() else str(like)


def _place(name: str, word: str, parts: Sequence[_Part]) -> list[Path]:
    """Write every part aside under its new name; when all are written, move them to their places."""
    for part in parts:
        if part.target.exists():
            raise NewVariantError(f"{part.target} already exists.")
    aside: list[Path] = []
    made: list[Path] = []
    try:
        for part in parts:
            part.target.parent.mkdir(parents=True, exist_ok=True)
            # In the same folder, so that one rename is enough, and hidden, so that it is not loaded as a variant.
            aside.append(Path(tempfile.mkdtemp(prefix=".new-", dir=part.target.parent)))
            for below, source in part.sources.items():
                _write(source, aside[-1] / name / below, name, word)
        # The rules last: without them there is no variant.
        for folder, part in reversed([*zip(aside, parts, strict=True)]):
            (folder / name).rename(part.target)
            made.append(part.target)
    except OSError as error:
        for folder in made:
            shutil.rmtree(folder, ignore_errors=True)
        raise NewVariantError(f"{name} cannot be created: {error.filename}: {error.strerror}.") from error
    finally:
        for folder in aside:
            shutil.rmtree(folder, ignore_errors=True)
    return [part.target for part in parts]


def _write(source: Path, target: Path, name: str, word: str) -> None:
    """Copy the files of a folder, and the folders below it but pages: the rules under the new name, pages so titled."""
    target.mkdir(exist_ok=True)
    for path in sorted(source.iterdir()):
        if path.is_dir():
            if path.name not in ("__pycache__", "rules"):
                _write(path, target / path.name, name, word)
            continue
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".py" and word != EXAMPLE_NAME:
            text = unknown_elsewhere(text)
        if path.suffix == ".md" and word != EXAMPLE_NAME and path.stem in LANGUAGES:
            text = re.sub("^title: .*$", f"title: {name}", text, count=1, flags=re.M)
            # The names and the age of the model are its own.
            text = re.sub(r"^(other_names|since): .*\n", "", text, flags=re.M)
        else:
            text = re.sub(rf"\b{word}\b", name, text)
        (target / path.name).write_text(text, encoding="utf-8")


def unknown_elsewhere(source: str) -> str:
    """A module of rules without `KNOWN_ELSEWHERE`, nor the imports and private constants that only these used."""
    parts = [part for each in ast.parse(source).body if isinstance(each, ast.ClassDef) for part in each.body]
    source, shorter = _without(source, [part for part in parts if _named(part) in KNOWN_ELSEWHERE]), source
    while source != shorter:
        shorter = source
        body = ast.parse(source).body
        for node, behind in zip(body, [*body[1:], None], strict=True):
            if isinstance(node, ast.ImportFrom) and node.module != "__future__":
                used = [each for each in node.names if _occurs(source, each.asname or each.name) > 1]
                if len(used) < len(node.names):
                    source = _without(source, [node], _import(node, used))
                    break
            elif _named(node).startswith("_") and isinstance(node, ast.Assign) and _occurs(source, _named(node)) == 1:
                words = [behind] if isinstance(behind, ast.Expr) else []  # Its docstring.
                source = _without(source, [node, *words])
                break
    return source


def _named(node: ast.stmt) -> str:
    """The name that a statement defines, "" for none or several."""
    if isinstance(node, ast.FunctionDef):
        return node.name
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return targets[0].id if len(targets) == 1 and isinstance(targets[0], ast.Name) else ""


def _occurs(source: str, name: str) -> int:
    return len(re.findall(rf"\b{name}\b", source))


def _import(node: ast.ImportFrom, names: list[ast.alias]) -> str:
    """This import of fewer names, as the formatter writes it."""
    if not names:
        return ""
    line = ast.unparse(ast.ImportFrom(node.module, names, node.level))
    if len(line) <= WIDTH:
        return f"{line}\n"
    return f"from {node.module} import (\n" + "".join(f"    {ast.unparse(each)},\n" for each in names) + ")\n"


def _without(source: str, nodes: Sequence[ast.stmt], instead: str = "") -> str:
    """The source with other lines in place of some statements. No more empty lines are left than were behind them."""
    lines = source.splitlines(keepends=True)
    for node in sorted(nodes, key=lambda each: each.lineno, reverse=True):
        first, last = node.lineno - 1, node.end_lineno or node.lineno
        while not instead and first and not lines[first - 1].strip() and not "".join(lines[last : last + 1]).strip():
            first -= 1
        lines[first:last] = [instead] if instead else []
    return "".join(lines)
