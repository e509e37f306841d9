"""Prints the modules of the program, room by room, each with the sentence that says what it is for."""

from __future__ import annotations

import ast
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROOMS = ("variants", "server", "static", "bench", "tools")


def sentences(folder: Path) -> Iterator[tuple[Path, str]]:
    """Each module under a folder, by its path from the root, with its first sentence: "" where it has none."""
    for file in sorted(folder.rglob("*"), key=lambda file: (file.parent, file.name)):
        parts = file.relative_to(ROOT).parts
        if file.suffix in (".py", ".js", ".css") and not {"vendor", "__pycache__"}.intersection(parts):
            yield file.relative_to(ROOT), _sentence(file)


def _sentence(file: Path) -> str:
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        told = ast.get_docstring(ast.parse(text)) or ""
    else:
        found = re.match(r"((?://[^\n]*\n)+)|/\*+(.*?)\*/", text, re.S)
        told = re.sub(r"^ *(?://|\*) ?", "", (found[1] or found[2]).strip(), flags=re.M) if found else ""
    first = " ".join(told.strip().partition("\n\n")[0].split())
    return re.split(r"(?<=[.!?]) (?=[A-Z])", first)[0]


def main(names: list[str]) -> None:
    """Print them."""
    for name in names or ROOMS:
        room = None
        for path, sentence in sentences(ROOT / name):
            if path.parent != room:
                room = path.parent
                print(f"\n{room}/")
            print(f"  {path.name:24} {sentence}")


if __name__ == "__main__":
    # A reader such as `head` may close its end before all is printed.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    main(sys.argv[1:])
