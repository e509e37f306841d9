"""The rooms of the project: which module may import which, and that the core names no variant."""

import ast
import re
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOCKETS = "server/sockets/gate.py"
"""The one file that may import flask_socketio."""
FLASKLESS = tuple(
    f"server/{room}/"
    for room in [
        "runtime",
        "game",
        "bots",
        "tablebase",
        "store",
        "bus",
        "texts",
        "drawing",
        "book",
        "content",
        "tables",
        "people",
        "chat",
        "engine",
        "archive",
        "lobby",
        "mail",
        "puzzles",
        "kit",
    ]
)
"""Rooms in which nobody knows that there is a web."""
LEAVES = ("server.tablebase",)
"""Rooms that nobody imports,"""
COMPOSITION = ("server.cli", "server.__main__", "server.engine.searches")
"""but what a process is started with, which puts it together."""
VARIANTS = sorted(folder.parent.name for folder in ROOT.glob("variants/*/__init__.py"))

Source = Mapping[str, str]
"""Path from the root -> text of a module."""


@cache
def source():
    """Every module of `variants` and `server`."""
    files = sorted([*ROOT.glob("variants/**/*.py"), *ROOT.glob("server/**/*.py")])
    return {file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in files}


def module_of(path):
    """`variants/Foo/__init__.py` -> `variants.Foo`."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


parsed = cache(ast.parse)


@cache
def imports(path, text):
    """All that a module imports, in full, late and for its types too: `from a import b` gives `a.b`."""
    return tuple(_imports(path, text))


def _imports(path, text):
    package = module_of(path).split(".")
    if not path.endswith("/__init__.py"):
        package.pop()
    for node in ast.walk(parsed(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            parts = [*base, *([node.module] if node.module else [])]
            yield from (".".join([*parts, alias.name]) for alias in node.names)


def is_of(name, package):
    """Is this imported name the package or something in it?"""
    return name == package or name.startswith(f"{package}.")


def rules_that_import_more(files):
    """Modules of `variants` that import anything but `variants` and the standard library."""
    return [
        f"{path} imports {name}"
        for path, text in files.items()
        if path.startswith("variants/")
        for name in imports(path, text)
        if not is_of(name, "variants") and name.split(".")[0] not in sys.stdlib_module_names
    ]


def variants_that_import_each_other(files):
    """One variant's folder that imports another's, and core modules that import a variant."""
    return [
        f"{path} imports {name}"
        for path, text in files.items()
        for name in imports(path, text)
        for variant in VARIANTS
        if is_of(name, f"variants.{variant}") and not path.startswith(f"variants/{variant}/")
    ]


EXAMPLE = ("server/kit/example/", "server/kit/like/")
"""What new variants are made out of: it may name whatever it likes, as they may."""

WORDS = frozenset({"Atomic", "Chess", "Dark", "Dice", "Progressive"})
"""Names of variants that are words of the language too: what names the variant is such a word alone."""


def files_that_name_a_variant(files):
    """Files outside the variants' own with a variant's name in an identifier or in a text."""
    own = [f"variants/{variant}/" for variant in VARIANTS] + [f"server/tablebase/{variant}.py" for variant in VARIANTS]
    found = []
    for path, text in files.items():
        if path.startswith((*own, *EXAMPLE)):
            continue
        for node in ast.walk(parsed(text)):
            words = [value for value in vars(node).values() if isinstance(value, str)]
            for variant in VARIANTS:
                named = {variant} if variant in WORDS else {word for word in words if variant.lower() in word.lower()}
                if named.intersection(words):
                    found.append(f"{path}:{getattr(node, 'lineno', '?')} names {variant}")
    return found


def files_that_import_what_stands_beside(files):
    """Files of the wheel that import what is not in it."""
    beside = ("tools", "bench", "tests")
    return [
        path
        for path, text in files.items()
        if any(is_of(name, each) for name in imports(path, text) for each in beside)
    ]


def files_that_hold_sockets(files):
    """Files that import flask_socketio."""
    return [path for path, text in files.items() if any(is_of(name, "flask_socketio") for name in imports(path, text))]


def reached(files):
    """For each module those that it imports, directly or through others."""
    modules = {module_of(path): path for path in files}
    needs = {}
    for module, path in modules.items():
        named = {name for full in imports(path, files[path]) for name in (full, full.rpartition(".")[0])}
        needs[module] = {name for name in named if name in modules and name != module}
        # `from package import module` needs the module; the package itself only for what stands in it.
        needs[module] -= {name.rpartition(".")[0] for name in needs[module]}
    found = {}
    for start in modules:
        seen = set()
        todo = list(needs[start])
        while todo:
            module = todo.pop()
            if module not in seen:
                seen.add(module)
                todo += needs[module]
        found[start] = seen
    return found


def files_that_should_not_know_flask(files):
    """Modules of the rooms without a web that import flask or one of its extensions, directly or through others."""
    paths = {module_of(path): path for path in files}
    flask = {
        module for module, path in paths.items() if any(name.startswith("flask") for name in imports(path, files[path]))
    }
    return [
        paths[module]
        for module, others in reached(files).items()
        if paths[module].startswith(FLASKLESS) and flask.intersection({module, *others})
    ]


def cycles(files):
    """Modules that import themselves through others."""
    return sorted(module for module, needed in reached(files).items() if module in needed)


def arrows_to_leaves(files):
    """Modules that come to a leaf by any import, late and typing ones too, or spell the name of one in a text."""
    found = []
    for module, others in reached(files).items():
        for leaf in LEAVES:
            if module not in COMPOSITION and not is_of(module, leaf):
                found += [f"{module} imports {other}" for other in sorted(others) if is_of(other, leaf)]
    for path, text in files.items():
        for node in ast.walk(parsed(text)):
            spelled = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
            named = [leaf for leaf in LEAVES if leaf in spelled and not is_of(module_of(path), leaf)]
            found += [f"{path} spells {leaf}" for leaf in named]
    return found


SECRETS = frozenset({"seals", "plans", "seed", "nonces"})
"""Attributes of a table, and of its turns, that hold what some viewers may not know."""

KNOW_SECRETS = ("server/game/", "server/tables/", "server/archive/")


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


GAME = "variants/game.py"
"""The one file that counts repetitions, applies the limits of long games and shares the point."""

NAMES_THE_LIMITS = frozenset({"variants/registry.py", "server/texts/inherited.py"})
"""Refuse a limit that is none; say its number in a sentence."""


def _asks_for_key(node, names=()):
    """Whether `x.key()` stands in there, or one of these names, which hold one."""
    for each in ast.walk(node):
        if isinstance(each, ast.Call) and not each.args and isinstance(each.func, ast.Attribute):
            if each.func.attr == "key":
                return True
        elif isinstance(each, ast.Name) and each.id in names:
            return True
    return False


def files_that_end_games(files):
    """Places outside the game that count keys of positions, read a limit of long games, or make a result."""
    found = []
    for path, text in files.items():
        if path == GAME:
            continue
        tree = parsed(text)
        kept = [node for node in ast.walk(tree) if isinstance(node, ast.Assign) and _asks_for_key(node.value)]
        keys = {target.id for node in kept for target in node.targets if isinstance(target, ast.Name)}
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(attr="occurrences" | "quiet_turns" as limit) if path not in NAMES_THE_LIMITS:
                    fault = f"reads {limit}"
                case ast.Compare(left=ast.Attribute(attr="quiet"), ops=[ast.Gt() | ast.GtE() | ast.Eq()]):
                    fault = "compares quiet turns"
                case ast.AugAssign(target=ast.Subscript(slice=key)) if _asks_for_key(key, keys):
                    fault = "counts keys"
                case ast.Call(func=ast.Name(id="Counter") | ast.Attribute(attr="count"), args=[key]) if _asks_for_key(
                    key, keys
                ):
                    fault = "counts keys"
                case ast.Call(func=ast.Name(id="Result")) if not path.startswith(("variants/", *EXAMPLE)):
                    fault = "makes a result"
                case _:
                    continue
            found.append(f"{path}:{node.lineno} {fault}")
    return found


def test_rules_import_the_standard_library_and_themselves():
    assert rules_that_import_more(source()) == []


def test_no_module_imports_a_variant_by_name():
    assert variants_that_import_each_other(source()) == []


def test_the_core_names_no_variant():
    assert len(VARIANTS) >= 2
    assert files_that_name_a_variant(source()) == []


def test_only_one_file_imports_the_sockets():
    assert files_that_hold_sockets(source()) == [SOCKETS]


def test_the_site_imports_nothing_that_stands_beside_it():
    assert files_that_import_what_stands_beside(source()) == []


def test_only_doors_know_that_there_is_a_web():
    assert files_that_should_not_know_flask(source()) == []


def test_nobody_imports_the_leaves():
    assert arrows_to_leaves(source()) == []


def test_what_a_process_is_started_with_is_imported_by_nobody():
    importers = {module for module, others in reached(source()).items() if others.intersection(COMPOSITION)}
    assert importers <= set(COMPOSITION)


def test_only_a_game_counts_repetitions_and_ends_games_by_no_rule_of_a_variant():
    beside = [*ROOT.glob("bench/*.py"), *ROOT.glob("tools/**/*.py")]
    texts = {file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in beside}
    assert files_that_end_games({**source(), **texts}) == []
    assert files_that_end_games({"server/copy.py": source()[GAME]}), "and the game itself is seen to do so"


def test_only_game_tables_and_records_touch_what_is_sealed_planned_or_drawn_by_lot():
    assert places_that_touch_secrets(source()) == []


def test_only_the_reducer_changes_the_state_of_a_table():
    assert places_that_change_a_state(source()) == []


def test_no_module_imports_itself_through_others():
    assert cycles(source()) == []


@pytest.mark.parametrize(
    ("check", "path", "text", "said"),
    [
        (rules_that_import_more, "variants/grid.py", "import flask", ["variants/grid.py imports flask"]),
        (
            rules_that_import_more,
            "variants/Apocalypse/board.py",
            "def late():\n    from server.game.state import TableState",
            ["variants/Apocalypse/board.py imports server.game.state.TableState"],
        ),
        (
            variants_that_import_each_other,
            "variants/Apocalypse/board.py",
            "from ..Checkered import rules",
            ["variants/Apocalypse/board.py imports variants.Checkered.rules"],
        ),
        (files_that_name_a_variant, "server/x.py", "if v == 'Apocalypse': pass", ["server/x.py:1 names Apocalypse"]),
        (files_that_name_a_variant, "variants/x.py", "def play_checkered(): 0", ["variants/x.py:1 names Checkered"]),
        (files_that_name_a_variant, "server/x.py", "if v == 'Chess': pass", ["server/x.py:1 names Chess"]),
        (files_that_name_a_variant, "variants/x.py", "a.checkered", ["variants/x.py:1 names Checkered"]),
        (
            files_that_import_what_stands_beside,
            "server/cli.py",
            "def late():\n    from tools.lab import report",
            ["server/cli.py"],
        ),
        (files_that_hold_sockets, "server/web/pages.py", "from flask_socketio import emit", ["server/web/pages.py"]),
        (files_that_end_games, "bench/x.py", "if 3 > p.draws.occurrences: pass", ["bench/x.py:1 reads occurrences"]),
        (files_that_end_games, "server/x.py", "p.quiet >= 100", ["server/x.py:1 compares quiet turns"]),
        (files_that_end_games, "server/x.py", "seen[p.key()] += 1", ["server/x.py:1 counts keys"]),
        (files_that_end_games, "server/x.py", "k = p.key()\nseen[k] += 1", ["server/x.py:2 counts keys"]),
        (files_that_end_games, "server/x.py", "Counter(p.key() for p in line)", ["server/x.py:1 counts keys"]),
        (files_that_end_games, "server/x.py", "line.count(p.key())", ["server/x.py:1 counts keys"]),
        (files_that_end_games, "server/x.py", "Result((0.5, 0.5), '')", ["server/x.py:1 makes a result"]),
        (
            files_that_should_not_know_flask,
            "server/tables/table.py",
            "import flask.globals",
            ["server/tables/table.py"],
        ),
        (places_that_touch_secrets, "server/web/x.py", "print(table.seals)", ["server/web/x.py:1 touches seals"]),
        (places_that_change_a_state, "server/web/x.py", "table.offers = 1", ["server/web/x.py:1 changes offers"]),
        (places_that_change_a_state, "server/game/x.py", "del state.seals[0]", ["server/game/x.py:1 changes seals"]),
        (
            files_that_name_a_variant,
            "server/tablebase/known.py",
            "import Apocalypse",
            ["server/tablebase/known.py:1 names Apocalypse"],
        ),
        (
            arrows_to_leaves,
            "server/loose.py",
            "load('server.tablebase.known')",
            ["server/loose.py spells server.tablebase"],
        ),
    ],
)
def test_what_does_not_belong_is_found(check, path, text, said):
    assert check({path: text}) == said


def test_a_circle_is_found_however_it_is_closed():
    ring = {"server/a.py": "from server.b import x", "server/b.py": "from . import c", "server/c.py": "import server.a"}
    assert cycles(ring) == ["server.a", "server.b", "server.c"]
    assert cycles({**ring, "server/c.py": "def late():\n    import server.a"}) == ["server.a", "server.b", "server.c"]
    hints = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import server.a"
    assert cycles({**ring, "server/c.py": hints}) == ["server.a", "server.b", "server.c"]
    assert cycles({**ring, "server/c.py": ""}) == []


def test_a_web_behind_another_module_is_found():
    files = {"server/loose.py": "import flask", "server/archive/x.py": "def late():\n    from server import loose"}
    assert files_that_should_not_know_flask(files) == ["server/archive/x.py"]


def test_an_arrow_to_a_leaf_is_found_however_it_is_drawn():
    leaf = {"server/tablebase/known.py": "", "server/b.py": "from server import a"}
    late = {**leaf, "server/a.py": "def late():\n    from server.tablebase import known"}
    hint = {**leaf, "server/a.py": "if TYPE_CHECKING:\n    from server.tablebase.known import known_of"}
    for files in (late, hint):
        assert arrows_to_leaves(files) == [f"server.{name} imports server.tablebase.known" for name in "ba"]
    assert arrows_to_leaves({**leaf, "server/cli.py": "from server.tablebase import known"}) == []


def test_only_the_journal_knows_sql():
    def strays(files):
        return [
            path
            for path, text in files.items()
            if not path.startswith("server/store/") and any(is_of(name, "sqlalchemy") for name in imports(path, text))
        ]

    assert strays(source()) == []
    assert strays({"server/web/pages.py": "from sqlalchemy import select"}) == ["server/web/pages.py"]


def first_sentence(file):
    """That of a module of Python, a script or a style sheet; "" where it has none."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        opening = ast.get_docstring(parsed(text)) or ""
    else:
        found = re.match(r"((?://[^\n]*\n)+)|/\*+(.*?)\*/", text, re.S)
        opening = re.sub(r"^ *(?://|\*) ?", "", (found[1] or found[2]).strip(), flags=re.M) if found else ""
    paragraph = " ".join(opening.strip().partition("\n\n")[0].split())
    return re.split(r"(?<=[.!?]) (?=[A-Z])", paragraph)[0]


def test_every_module_opens_with_a_sentence_that_says_what_it_is_for():
    files = [
        file
        for room in ("variants", "server", "static", "bench", "tools")
        for file in (ROOT / room).rglob("*")
        if file.suffix in (".py", ".js", ".css") and not {"vendor", "__pycache__"}.intersection(file.parts)
    ]
    assert len(files) > 250
    assert [str(file) for file in files if not first_sentence(file).endswith(".")] == []


def test_the_description_of_the_architecture_can_be_read_in_one_go():
    assert len((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").splitlines()) <= 160


def test_the_picture_fits_on_one_screen_and_leaves_out_no_room():
    picture = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").split("```")[1].strip().splitlines()
    assert len(picture) <= 40
    assert max(map(len, picture)) <= 110
    # A room that is gone may leave what Python compiled of it.
    files = [path for path in (ROOT / "server").glob("*/*") if path.is_file() and path.suffix != ".pyc"]
    rooms = {path.parent.name for path in files}
    assert [room for room in sorted(rooms) if f" {room}/" not in "\n".join(picture)] == []


@pytest.mark.parametrize("variant", [name for name in VARIANTS if (ROOT / "variants" / name / "LAW.md").exists()])
def test_every_rule_that_a_variant_cites_stands_in_its_law(variant):
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


SEARCH_KNOWS = ("server.bots", "variants.position", "variants.game", "variants.kernel", "variants.native")


def strangers(files):
    """What modules of the search import beyond what they may know."""
    return [
        f"{path} imports {name}"
        for path, text in files.items()
        if path.startswith("server/bots/")
        for name in imports(path, text)
        if not any(is_of(name, known) for known in SEARCH_KNOWS) and name.split(".")[0] not in sys.stdlib_module_names
    ]


def test_the_search_knows_positions_and_itself():
    files = dict(source())
    assert any(path.startswith("server/bots/") for path in files)
    assert strangers(files) == []


def test_a_search_that_knows_more_is_caught():
    for text in ("from server.tables.table import Table", "import flask", "from variants.registry import load"):
        assert len(strangers({"server/bots/x.py": text})) == 1
