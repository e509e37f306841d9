"""Golden files as text, one JSON value a line, and where two versions of them differ."""

import json
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from itertools import zip_longest
from pathlib import Path
from typing import Any

Files = Mapping[str, list[Any]]
"""Path of a file under the data folder -> its JSON values."""

DATA = Path(__file__).parent / "data"
SHOWN = 5
"""Differences of a file that are printed."""
NEAR = 120
"""Characters of a value that are printed on either side of the first one that differs."""
NOTHING = object()


def stored(folder: Path = DATA) -> Files:
    """All files of a folder."""
    return {
        file.relative_to(folder).as_posix(): [json.loads(line) for line in file.read_text("utf-8").split("\n") if line]
        for file in folder.rglob("*.jsonl")
    }


def store(files: Files, folder: Path = DATA) -> list[str]:
    """Write all files, and delete those that are no longer recorded; a line for each that changed."""
    before = stored(folder)
    for name in before.keys() - files.keys():
        (folder / name).unlink()
    for name, values in files.items():
        lines = [json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")) for value in values]
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("".join(f"{line}\n" for line in lines), "utf-8")
    changed = {
        name: differing_lines(before.get(name, []), files.get(name, [])) for name in before.keys() | files.keys()
    }
    return [f"{name}: {number} lines changed" for name, number in sorted(changed.items()) if number]


def differing_lines(before: list[Any], after: list[Any]) -> int:
    """How many lines differ between two versions of a file."""
    return len({path[0] for path, _, _ in differences(before, after)})


def report(recorded: Files, now: Files) -> list[str]:
    """The first differences of each file: its name, line and path, what was recorded, and what the product says now."""
    lines = []
    for name in sorted(recorded.keys() | now.keys()):
        found = list(differences(recorded.get(name, []), now.get(name, [])))
        for path, before, after in found[:SHOWN]:
            texts = _shortened(before, after)
            lines += [f"{name} line {int(path[0]) + 1}: {'.'.join(path[1:])}".rstrip(": ")]
            lines += [f"  recorded: {texts[0]}", f"  now:      {texts[1]}"]
        lines += [f"{name}: {len(found) - SHOWN} more differences"] if len(found) > SHOWN else []
    return lines


def differences(before: Any, after: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    """The paths at which two JSON values differ, with what stands there in each, or NOTHING."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted(before.keys() | after.keys()):
            yield from differences(before.get(key, NOTHING), after.get(key, NOTHING), (*path, key))
    elif isinstance(before, list) and isinstance(after, list):
        for index, *items in _aligned(before, after):
            yield from differences(*items, (*path, str(index)))
    elif type(before) is not type(after) or before != after:
        yield path, before, after


def _aligned(before: list[Any], after: list[Any]) -> Iterator[tuple[int, Any, Any]]:
    """Items of two lists side by side; where one has more, those that are equal stand beside each other."""
    if len(before) == len(after):
        yield from zip(range(len(before)), before, after, strict=True)
        return
    texts = [[json.dumps(item, sort_keys=True) for item in items] for items in (before, after)]
    for _, begin, end, begin_after, end_after in SequenceMatcher(None, *texts, autojunk=False).get_opcodes():
        pairs = zip_longest(before[begin:end], after[begin_after:end_after], fillvalue=NOTHING)
        yield from ((index, *pair) for index, pair in enumerate(pairs, begin))


def _shortened(*values: Any) -> list[str]:
    """Values as JSON, as far as they stand near the first difference."""
    texts = ["(nothing)" if value is NOTHING else json.dumps(value, ensure_ascii=False) for value in values]
    same = next((at for at, pair in enumerate(zip(*texts, strict=False)) if len(set(pair)) > 1), min(map(len, texts)))
    begin, end = max(0, same - NEAR), same + NEAR
    return [f"{'…' if begin else ''}{text[begin:end]}{'…' if end < len(text) else ''}" for text in texts]
