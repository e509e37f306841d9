"""The search knows the interfaces of positions and kernels, a game, itself, the standard library, and nothing else."""

import sys

from tests.test_rooms import imports, is_of, source

KNOWN = ("server.bots", "variants.position", "variants.game", "variants.kernel", "variants.native")


def strangers(files):
    """What modules of the search import beyond what they may know."""
    return [
        f"{path} imports {name}"
        for path, text in files.items()
        if path.startswith("server/bots/")
        for name in imports(path, text)
        if not any(is_of(name, known) for known in KNOWN) and name.split(".")[0] not in sys.stdlib_module_names
    ]


def test_the_search_knows_positions_and_itself():
    files = dict(source())
    assert any(path.startswith("server/bots/") for path in files)
    assert strangers(files) == []


def test_a_search_that_knows_the_house_is_caught():
    for text in ("from server.tables.table import Table", "import flask", "from variants.registry import load"):
        assert len(strangers({"server/bots/x.py": text})) == 1
