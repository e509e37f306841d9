"""A UCI engine as a child process (R. Huber, S. Meyer-Kahlen, "UCI protocol", 2006): its best lines of a position."""

from __future__ import annotations

import ctypes
import os
import re
import resource
import select
import signal
import subprocess
import time
from collections.abc import Iterator
from typing import Final, NamedTuple

MEMORY: Final = 1 << 30
"""Bytes of address space that an engine may have."""
HASH: Final = 32
"""Megabytes of its hash table."""
START_TIMEOUT: Final = 1.5
"""Seconds in which an engine must say what it can: less than a task has beyond its time, so that our search answers."""
PERFT_TIMEOUT: Final = 10.0
"""Seconds in which it must count the legal moves."""
STOP_TIMEOUT: Final = 1.0
"""Seconds beyond the time of a search after which an engine that does not stop is killed."""
MOST_LINES: Final = 500
"""Lines that engines of the family of Stockfish report at most."""
LONGEST_LINE: Final = 1 << 16
"""Bytes of a line of an engine's output."""
PR_SET_PDEATHSIG: Final = 1
"""Of prctl(2): the signal that a process is sent when its parent has died."""

_INFO = re.compile(
    r"info depth (?P<depth>\d+) .*?multipv (?P<number>\d+) score (?P<unit>cp|mate) (?P<score>-?\d+)"
    r"(?P<bound> \w+bound)?.*? nodes (?P<nodes>\d+).*? pv (?P<moves>.+)"
)
_VARIANT = re.compile(r"option name UCI_Variant type combo default \S+(.*)")


class EngineFailed(Exception):
    """The engine could not be started, broke off, or said what no engine says; the message says which."""


class EngineLine(NamedTuple):
    """A line that an engine would play."""

    moves: tuple[str, ...]
    """As UCI writes them."""
    pawns: float | None
    """The lead of the side to move; None where a mate was found."""
    mate: int
    """Moves until the side to move gives mate, less than 0 until it is mated; 0 for none."""
    depth: int
    """Halfmoves that were looked ahead."""
    nodes: int
    """Positions that were searched for all lines."""


class UciEngine:
    """An engine that knows many variants, such as Fairy-Stockfish: one thread, bounded memory, killed if it hangs.

    It ends with its parent, and by `close`. Raises EngineFailed where it cannot be started.
    """

    def __init__(self, path: str) -> None:
        self.name = ""
        """As the engine says it: `Fairy-Stockfish 14`."""
        self.variants: frozenset[str] = frozenset()
        """The variants that it knows, by its own names."""
        self._buffer = b""
        try:
            self._process = subprocess.Popen(
                [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, preexec_fn=_bound
            )
        except OSError as error:
            raise EngineFailed(f"The engine {path} cannot be started: {error.strerror}.") from error
        self._send("uci")
        for line in self._lines("uciok", START_TIMEOUT):
            if line.startswith("id name "):
                self.name = " ".join(line.removeprefix("id name ").split()[:2])
            elif match := _VARIANT.match(line):
                self.variants = frozenset(match[1].split(" var ")) - {""}
        # Castling is written as the move of the king onto its rook: from drawn squares it may end beside the king.
        self._set("UCI_Chess960", "true")
        self._set("Threads", 1)
        self._set("Hash", HASH)

    def best(self, variant: str, fen: str, seconds: float, lines: int) -> list[EngineLine]:
        """The best lines of a position, the best one first, after a search of so many seconds.

        Each begins with another move; a search that was broken off may repeat one. Raises EngineFailed.
        """
        self._set("UCI_Variant", variant)
        self._set("MultiPV", min(lines, MOST_LINES))
        self._send("ucinewgame")
        self._send(f"position fen {fen}")
        self._send(f"go movetime {round(seconds * 1000)}")
        found: dict[int, EngineLine] = {}
        for text in self._lines("bestmove", seconds + STOP_TIMEOUT):
            if (match := _INFO.match(text)) and not match["bound"]:
                mate = int(match["score"]) if match["unit"] == "mate" else 0
                pawns = int(match["score"]) / 100 if match["unit"] == "cp" else None
                moves, depth = tuple(match["moves"].split()), int(match["depth"])
                found[int(match["number"])] = EngineLine(moves, pawns, mate, depth, int(match["nodes"]))
        distinct: dict[str, EngineLine] = {}
        for number in sorted(found):
            distinct.setdefault(found[number].moves[0], found[number])
        return list(distinct.values())

    def moves(self, variant: str, fen: str) -> list[str]:
        """The legal moves of a position, as UCI writes them. Raises EngineFailed."""
        self._set("UCI_Variant", variant)
        self._send(f"position fen {fen}")
        self._send("go perft 1")
        counted = (line.partition(": ") for line in self._lines("Nodes searched", PERFT_TIMEOUT))
        return [move for move, _, times in counted if times == "1"]

    def close(self) -> None:
        """Kill the process."""
        self._process.kill()
        self._process.communicate()

    def _set(self, option: str, value: object) -> None:
        self._send(f"setoption name {option} value {value}")

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n".encode())
            self._process.stdin.flush()
        except OSError as error:
            raise EngineFailed(f"The engine {self.name} has ended.") from error

    def _lines(self, last: str, seconds: float) -> Iterator[str]:
        """The lines until one that begins so. Raises EngineFailed, and kills the engine, where none comes in time."""
        assert self._process.stdout is not None
        deadline = time.monotonic() + seconds
        while True:
            line, mark, rest = self._buffer.partition(b"\n")
            if mark:
                self._buffer = rest
                text = line.decode(errors="replace").rstrip()
                if text.startswith(last):
                    return
                yield text
                continue
            left = deadline - time.monotonic()
            ready = left > 0 and select.select([self._process.stdout], [], [], left)[0]
            chunk = os.read(self._process.stdout.fileno(), LONGEST_LINE) if ready else b""
            if not chunk or len(self._buffer) > LONGEST_LINE:
                self.close()
                raise EngineFailed(f"The engine {self.name} " + ("has ended." if ready else "did not answer in time."))
            self._buffer += chunk


def _bound() -> None:
    """Bound the memory of this process, and let it end with its parent; called between fork and exec."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
