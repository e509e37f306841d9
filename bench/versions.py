"""Versions of this program that play: each a process of its own, from the history of this repository.

A version is put out once into a folder of the data folder. It is told a position as a FEN, and the FENs of the game so
far, and answers with the probabilities of its moves, so that it needs no more of this version than a pipe.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from bench.players import Past, Player
from variants.position import Move, Position, Seat

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "data" / "versions"
OLD = "7dc5770"
"""The version that the aims of strength are told against."""
BEFORE = "edd611a"
"""The last version before the searches of today, where the old one lacks a game."""
PROGRAM = """
import json, sys, time
from random import Random
from variants.registry import load
from server.bots.budget import Budget
from server.bots.choose import choose
try:
    from server.bots.estimate import Facts
except ImportError:
    Facts = None
for line in sys.stdin:
    asked = json.loads(line)
    rules, settings = load(asked["variant"]), asked["settings"]
    position = rules.from_fen(asked["fen"], settings)
    past = frozenset(rules.from_fen(fen, settings).key() for fen in asked["past"])
    budget = Budget(nodes=asked["nodes"], seconds=asked["seconds"], clock=time.process_time)
    began, facts = time.process_time(), {"facts": Facts(past)} if Facts else {"past": past}
    choice = choose(position, asked["seat"], budget, Random(asked["seed"]), **facts)
    found = getattr(choice, "probabilities", None) or choice.odds
    odds = {position.write(move): share for move, share in found.items()}
    print(json.dumps([odds, budget.nodes_spent, time.process_time() - began]), flush=True)
"""
"""What the process runs, in the words that all versions have in common."""


class NoVersion(Exception):
    """A version cannot be had; the message says why."""


def folder_of(commit: str) -> Path:
    """The folder of a version, put out of the history where it is not there. Raises NoVersion."""
    folder = FOLDER / commit
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        archive = folder.with_suffix(".tar")
        told = subprocess.run(
            ["git", "archive", "--output", archive, commit, "server", "variants", "rules", "pieces"],
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
        if told.returncode:
            raise NoVersion(f"the version {commit} is not in the history of this checkout: {told.stderr.strip()}")
        aside = folder.with_suffix(".new")
        aside.mkdir(exist_ok=True)
        subprocess.run(["tar", "-xf", archive, "-C", aside], check=True)
        archive.unlink()
        aside.rename(folder)
    return folder


class Version:
    """A version in a folder, as a process that is started when it is first asked."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder), "PYTHONHASHSEED": "0"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(
        self,
        position: Position,
        seat: Seat,
        seed: int,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        past: list[str] | None = None,
    ) -> tuple[dict[str, float], int, float]:
        """The probabilities of the moves, the nodes and the seconds of processor time that it took."""
        usual = position.complete({})  # An older version may not know all options.
        asked = {
            "variant": type(position).__module__.split(".")[1],
            "settings": {name: value for name, value in position.settings.items() if value != usual[name]},
            "fen": position.fen(),
            "past": past or [],
            "seat": seat,
            "seed": seed,
            "nodes": nodes,
            "seconds": seconds,
        }
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        told: Any = ""
        with suppress(BrokenPipeError):  # It has ended, which is told below.
            self._process.stdin.write(json.dumps(asked) + "\n")
            self._process.stdin.flush()
            told = self._process.stdout.readline()
        if not told:
            raise NoVersion(f"the process of a version has ended with {self._process.wait()}")
        odds, spent, used = json.loads(told)
        return odds, spent, used


def version(commit: str) -> Version:
    """The process of a version; one in each process of ours. Raises NoVersion."""
    return _version(commit, os.getpid())


@cache
def _version(commit: str, _asking: int) -> Version:
    # A process that is forked must not write into the pipes of the one before it.
    return Version(folder_of(commit))


def player(commit: str, nodes: int) -> Player:
    """A player of one game: that version, with so many nodes a move. Raises NoVersion."""
    past: list[str] = []
    other = version(commit)

    def pick(position: Position, seat: Seat, random: Random, _past: Past) -> Move:
        if not position.hidden:
            past.append(position.fen())
        odds, _spent, _used = other.ask(position, seat, random.getrandbits(48), nodes=nodes, past=past)
        (text,) = random.choices(list(odds), weights=list(odds.values()))
        return position.read(text)

    return pick
