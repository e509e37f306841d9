"""Rules that never answer, or take all memory, are told by `cavalier check` like any other fault, with the position."""

import multiprocessing
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from server.kit.check import Finding
from server.kit.new import make
from server.kit.watched import watched

PATIENCE = 2.0
"""Long enough for what answers at all, on a machine with much to do."""


def found(folder: Path, file: str, old: str, new: str) -> Sequence[Finding]:
    """What is found of Toads with a text of it changed."""
    (home,) = make("Toads", folder)
    text = (home / file).read_text(encoding="utf-8")
    assert old in text
    (home / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return list(watched("Toads", [folder], 20, PATIENCE))


@pytest.mark.parametrize(
    ("old", "new", "told", "shown"),
    [
        (
            "        found = []\n", "        found = []\n        while self.plies == 3:\n            pass\n",
            "moves of seat 1 does not come to an end: after 2 seconds it was at rules.py, line 7[23]", "FEN: .* b 3 {}",
        ),
        (
            "        origin, target = move.path\n",
            "        origin, target = move.path\n        while True: pass\n",
            "play of seat 0 does not come to an end: after 2 seconds it was at rules.py, line 85", "FEN: .* w 0 {}",
        ),
        (
            "    def key(self)", "    def picture(self, viewer):\n        while True: pass\n\n    def key(self)",
            r"picture does not come to an end: .*", " 1 P P P P\n",
        ),
        (
            "        fields = cls.read_fields", "        while ' b ' in fen: pass\n        fields = cls.read_fields",
            r"from_fen does not come to an end: .*", "The FEN it was asked of: .* b 1 {}",
        ),
        (
            "        turn = self.to_act[0]\n",
            "        turn = self.to_act[0]\n        __import__('re').match('(a+)+$', 'a' * 50 + 'b')\n",
            r"result does not come to an end: after 2 seconds it was at rules.py, line 103", "FEN: .*",
        ),
        (
            "        turn = self.to_act[0]\n",
            "        turn = self.to_act[0]\n        sum(__import__('itertools').repeat(0))\n",
            r"result does not come to an end: after 4 seconds it was at rules.py, line 103", "",
        ),
    ],
)  # fmt: skip
def test_a_call_that_does_not_end_is_named_with_the_position_it_was_asked_of(
    tmp_path: Path, old: str, new: str, told: str, shown: str
) -> None:
    *before, last = found(tmp_path, "rules.py", old, new)
    assert [(one.what, one.holds) for one in before] == [("folder", True)]
    assert (last.what, last.holds) == ("rules", False)
    said = "\n".join(last.lines)
    assert re.match(rf"{told}\.\n", said), said
    assert re.search(shown, said), said
    assert said.endswith("\nWhat comes after it was not checked.")


def test_a_list_of_moves_without_end_takes_no_more_memory_than_it_may(tmp_path: Path) -> None:
    endless = "__import__('itertools').chain(found, map(Move, __import__('itertools').repeat((0, 1))))"
    last = found(tmp_path, "rules.py", "        return found\n", f"        return {endless}\n")[-1]
    assert (last.what, last.holds) == ("rules", False)
    # Whichever comes first: the end of the memory, or of the patience.
    assert last.lines[0].startswith(("The rules take all the memory there is", "The rules do not come to an end"))
    assert last.lines[-1] == "What comes after it was not checked."


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        (
            "__init__.py", "from .rules", "while True: pass\nfrom .rules",
            "The import does not come to an end: after 2 seconds it was at __init__.py, line 4.",
        ),
        (
            "rules.py", "        origin, target = move.path\n", "        __import__('os')._exit(3)\n",
            "The rules have ended the process that checked them (status 3).",
        ),
        (
            "rules.py", "        origin, target = move.path\n", "        __import__('ctypes').string_at(0)\n",
            "The rules have ended the process that checked them (SIGSEGV).",
        ),
    ],
)  # fmt: skip
def test_what_ends_the_process_or_its_import_is_a_finding_too(
    tmp_path: Path, file: str, old: str, new: str, told: str
) -> None:
    last = found(tmp_path, file, old, new)[-1]
    assert not last.holds
    assert last.lines == [told, "What comes after it was not checked."]


def test_nothing_is_left_running(tmp_path: Path) -> None:
    make("Toads", tmp_path)
    findings = watched("Toads", [tmp_path], 1000)
    assert next(findings).holds
    (child,) = multiprocessing.active_children()
    findings.close()
    assert not child.is_alive()
