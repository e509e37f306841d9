"""The command line: arguments, output and exit status; and counts of lines of play."""

import os
import re
import shlex
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.harness.fork_server import ROOT, ForkedProcess

INPUT = Path(__file__).parent / "input"
MACHINE = re.compile(r" in [\d.]+ s \([\d,]+ a second\)")
"""What `perft` says of the machine: the one thing that is left out."""
FEW = 500
"""Lines of play above which no deeper count is asked for."""
RECORDED = (
    "Apocalypse", "Atomic", "Checkered", "Chess", "Dark", "Dice", "Dobutsu", "Progressive", "Synchrone",
)  # fmt: skip
"""The variants whose answers are recorded: those that stood before the family of chess could be declared."""
DEEPEST = 5

Line = dict[str, Any]


def run(*arguments: str) -> Line:
    """A command in the checkout: output and errors by line, without the checkout's path, and the exit status."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CAVALIER_")}
    with tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
        process = ForkedProcess("server", arguments, {**environment, "COLUMNS": "80"}, errors)
        assert process.stdout is not None
        with process.stdout:
            output = process.stdout.read()
        status = process.wait()
        errors.seek(0)
        texts = {"output": output, "errors": errors.read()}
    lines = {name: MACHINE.sub("", text.replace(f"{ROOT}/", "")).splitlines() for name, text in texts.items()}
    return {"arguments": list(arguments), "status": status, **lines}


def helped(*group: str) -> Iterator[Line]:
    """The help of a group of commands, and of each of them."""
    line = run(*group, "--help")
    yield line
    if "Commands:" in line["output"]:
        for each in line["output"][line["output"].index("Commands:") + 1 :]:
            if name := re.match(r"  (\S+)", each):
                yield from helped(*group, name[1])


def commands() -> Iterator[Line]:
    """The help of all commands, and those of a list, many of which are refused."""
    yield from helped()
    for text in (INPUT / "commands.txt").read_text("utf-8").splitlines():
        yield run(*shlex.split(text))


def replays(folder: Path, names: Iterable[str]) -> Iterator[Line]:
    """What is said of these files of records in a folder."""
    for name in names:
        for command in ("replay", "verify"):
            yield {**run(command, str(folder / name)), "arguments": [command, name]}


def perft() -> Iterator[Line]:
    """The lines of play of each variant, turn by turn, as long as they are few."""
    for variant in RECORDED:
        for depth in range(1, DEEPEST + 1):
            line = run("perft", variant, str(depth))
            yield line
            if line["status"] or int(line["output"][0].split()[0]) > FEW:
                break
