"""The rooms of the project: which module may import which, and that the core names no variant."""

import ast
import re
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
VARIANTS = sorted(folder.parent.name for folder in ROOT.glob("variants/*/__init__.py"))


@cache
def source():
    """Every module of `variants` and `server`."""
    files = sorted([*ROOT.glob("variants/**/*.py"), *ROOT.glob("server/**/*.py")])
    return {file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in files}


parsed = cache(ast.parse)


def imports(path, text):
    """All that a module imports, in full, late and for its types too: `from a import b` gives `a.b`."""
    package = path.removesuffix(".py").removesuffix("/__init__").split("/")
    if not path.endswith("/__init__.py"):
        package.pop()
    for node in ast.walk(parsed(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            parts = [*base, *([node.module] if node.module else [])]
            yield from (".".join([*parts, alias.name]) for alias in node.names)


KNOWN = {
    "variants/": ("variants", "pydantic"),
    "server/bots/": ("server.bots", "variants.position", "variants.game", "variants.kernel"),
}
"""What rooms may import beside the standard library, where that is not all that they may reach by their layer."""


def is_of(name, package):
    """Is this imported name the package or something in it?"""
    return name == package or name.startswith(f"{package}.")


def rooms_that_import_more(files):
    """Imports of the rules, and of the search, of what they do not know."""
    return [
        f"{path} imports {name}"
        for room, known in KNOWN.items()
        for path, text in files.items()
        if path.startswith(room)
        for name in imports(path, text)
        if not any(is_of(name, each) for each in known) and name.split(".")[0] not in sys.stdlib_module_names
    ]


EXAMPLE = ("server/kit/example/", "server/kit/like/")
"""What new variants are made out of: it may name whatever it likes, as they may."""

WORDS = frozenset(
    {"Atomic", "Chess", "Cylinder", "Dark", "Dice", "Duck", "Extinction", "Grand", "Horde", "Progressive", "Shogi"}
)
"""Names of variants that are words of the language too: what names the variant is such a word alone."""


def files_that_name_a_variant(files):
    """Files outside the variants' own with the name of one in an identifier, an import or a text.

    A variant may build on another one.
    """
    found = []
    for path, text in files.items():
        if path.startswith((*EXAMPLE, *(f"variants/{each}/" for each in VARIANTS))):
            continue
        for node in ast.walk(parsed(text)):
            words = [value for value in vars(node).values() if isinstance(value, str)]
            for variant in VARIANTS:
                named = {variant} if variant in WORDS else {word for word in words if variant.lower() in word.lower()}
                if named.intersection(words):
                    found.append(f"{path}:{getattr(node, 'lineno', '?')} names {variant}")
    return found


SECRETS = frozenset({"seals", "plans", "seed", "nonces"})
"""Attributes of a table, and of its turns, that hold what some viewers may not know."""

KNOW_SECRETS = ("server/game/", "server/tables/", "server/records/")


def places_that_touch_secrets(files):
    """Places outside the rooms that keep secrets that read or write one of a table."""
    return [
        f"{path}:{node.lineno} touches {node.attr}"
        for path, text in files.items()
        if path.startswith("server/") and not path.startswith(KNOW_SECRETS)
        for node in ast.walk(parsed(text))
        if isinstance(node, ast.Attribute) and node.attr in SECRETS
        if not (isinstance(node.value, ast.Name) and node.value.id == "self")
    ]


CHANGES_STATES = "server/game/reducer.py"
CACHES = frozenset({"drawn_turns"})
"""What a state remembers of questions that it was asked."""


def places_that_change_a_state(files):
    """Places outside the reducer that set an attribute of a state of a table, or an item of one, or delete it."""
    found = []
    for path, text in files.items():
        for node in ast.walk(parsed(text)) if path.startswith("server/") and path != CHANGES_STATES else ():
            if not isinstance(node, ast.Attribute | ast.Subscript) or isinstance(node.ctx, ast.Load):
                continue
            attribute = node.value if isinstance(node, ast.Subscript) else node
            holder = attribute.value if isinstance(attribute, ast.Attribute) else None
            if isinstance(holder, ast.Name) and holder.id in ("state", "table") and attribute.attr not in CACHES:
                found.append(f"{path}:{node.lineno} changes {attribute.attr}")
    return found


CHECKS = (rooms_that_import_more, files_that_name_a_variant, places_that_touch_secrets, places_that_change_a_state)


@pytest.mark.parametrize("check", CHECKS)
def test_the_source_passes_each_structure_check(check):
    assert len(VARIANTS) >= 2
    assert check(source()) == []


@pytest.mark.parametrize(
    ("check", "path", "text", "said"),
    [
        (rooms_that_import_more, "variants/grid.py", "import flask", ["variants/grid.py imports flask"]),
        (
            rooms_that_import_more,
            "server/bots/x.py",
            "def late():\n    from variants.registry import load",
            ["server/bots/x.py imports variants.registry.load"],
        ),
        (files_that_name_a_variant, "server/x.py", "if v == 'Apocalypse': pass", ["server/x.py:1 names Apocalypse"]),
        (files_that_name_a_variant, "variants/x.py", "def play_checkered(): 0", ["variants/x.py:1 names Checkered"]),
        (files_that_name_a_variant, "server/x.py", "if v == 'Chess': pass", ["server/x.py:1 names Chess"]),
        (places_that_touch_secrets, "server/web/x.py", "print(table.seals)", ["server/web/x.py:1 touches seals"]),
        (places_that_change_a_state, "server/web/x.py", "table.offers = 1", ["server/web/x.py:1 changes offers"]),
        (places_that_change_a_state, "server/game/x.py", "del state.seals[0]", ["server/game/x.py:1 changes seals"]),
    ],
)
def test_a_forbidden_import_is_found(check, path, text, said):
    assert check({path: text}) == said


def first_sentence(file):
    """That of a module of Python, a script or a style sheet; "" where it has none."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        opening = ast.get_docstring(parsed(text)) or ""
    else:
        text = text.removeprefix("// @ts-check\n").lstrip()
        found = re.match(r"((?://[^\n]*\n)+)|/\*+(.*?)\*/", text, re.S)
        opening = re.sub(r"^ *(?://|\*) ?", "", (found[1] or found[2]).strip(), flags=re.M) if found else ""
    paragraph = " ".join(opening.strip().partition("\n\n")[0].split())
    return re.split(r"(?<=[.!?]) (?=[A-Z])", paragraph)[0]


def test_every_module_has_a_docstring_of_its_purpose():
    files = [
        file
        for room in ("variants", "server", "static", "bench", "tools")
        for file in (ROOT / room).rglob("*")
        if file.suffix in (".py", ".js", ".css") and not {"dist", "__pycache__"}.intersection(file.parts)
    ]
    assert len(files) > 250
    assert [str(file) for file in files if not first_sentence(file).endswith(".")] == []


SCHEMAS = {"Refusal", "Result"}
"""Names that the description of the API shows, each of its models and of what that tells of."""


def test_a_class_of_the_site_has_a_name_of_its_own():
    templates = ("server/kit/example/", "server/kit/like/")
    names = Counter(
        node.name
        for path, text in source().items()
        if path.count("/") == 1 or (path.startswith("server/") and not path.startswith(templates))
        for node in parsed(text).body
        if isinstance(node, ast.ClassDef)
    )
    assert {name for name, times in names.items() if times > 1} == SCHEMAS


def test_the_picture_of_the_architecture_leaves_out_no_room():
    picture = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").split("```")[1]
    # A room that is gone may leave what Python compiled of it.
    files = [path for path in (ROOT / "server").glob("*/*") if path.is_file() and path.suffix != ".pyc"]
    rooms = {path.parent.name for path in files}
    assert [room for room in sorted(rooms) if f" {room}/" not in picture] == []


@pytest.mark.parametrize("variant", [name for name in VARIANTS if (ROOT / "variants" / name / "LAW.md").exists()])
def test_every_cited_rule_exists_in_the_variants_rules(variant):
    folder = ROOT / "variants" / variant
    law = set(re.findall(r"\b[A-Z][0-9]{1,2}b?\b", (folder / "LAW.md").read_text(encoding="utf-8")))
    files = [*folder.glob("*.py"), *(ROOT / "tests" / "variants").glob(f"test_{variant.lower()}*.py")]
    cited = {number for file in files for number in re.findall(r"\(([A-Z][0-9]{1,2}b?)[),]", file.read_text("utf-8"))}
    named = {
        number for file in files for number in re.findall(r"def test_([a-z][0-9]{1,2}b?)_", file.read_text("utf-8"))
    }
    assert cited, f"no line of the code cites a rule by its number, as in (R1): {folder}"
    assert {number.upper().replace("B", "b") if number.endswith("b") else number.upper() for number in named} <= law
    assert cited <= law
