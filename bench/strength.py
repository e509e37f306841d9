"""How strong the bots are: `make strength` plays matches, on all cores, and goes on where it stopped.

Each side has the nodes that it searches in a second of processor time here, which is measured at the start of a pass
(`speeds.json` in the data folder) and printed. Each game is a line of `strength.jsonl` beside this file, reproducible
from its number and the nodes. A match stops as soon as its test is decided (`sequential.py`). Other nodes, or a change
in the bots, the rules or the players, start anew.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import cache
from hashlib import sha256
from itertools import count, takewhile
from pathlib import Path
from random import Random
from statistics import fmean, median
from typing import Any

from bench.trials import DATA, TRIALS, Tried, solved, start
from bench.versions import NoVersion, version
from server.bots.budget import Budget
from server.bots.choose import choose
from tools.lab.figures import expected, mean_of

ROOT = Path(__file__).parents[1]
RESULTS = Path(__file__).with_suffix(".jsonl")
SPEEDS = DATA / "speeds.json"
QUICK = 0.1
"""The share of the nodes of a quick pass."""
QUICK_GAMES = 40
"""The tries of each trial in it."""
SECONDS = 1.0
"""What each side has for a move."""
SAMPLED = 3
"""Positions from whose searches the nodes a second are taken."""
NICE = 10
SOURCES = (
    *("server/bots/*.py", "variants/*.py"),
    *(f"variants/{name}/*.py" for name in ("Apocalypse", "Checkered", "Chess", "Dark", "Dice", "Synchrone")),
    *(f"bench/{name}.py" for name in ("exploit", "games", "players", "strength", "switches", "trials", "versions")),
)
APART = {"evaluation.py", "strengths.py", "contract.py", "registry.py", "packages.py"}
"""Beside the bots and the rules, but of no concern to who wins."""

Run = dict[str, Any]
"""One line of the results."""


def program() -> str:
    """A digest of everything that decides how a game goes."""
    files = sorted(file for pattern in SOURCES for file in ROOT.glob(pattern) if file.name not in APART)
    return sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:12]


def try_one(name: str, nodes: int, number: int) -> Run:
    """One try, in a process of its own. Raises NoVersion."""
    trial = TRIALS[name]
    rival = round(nodes * speeds(trial.game, trial.rival)[1] * trial.times) if trial.rival else 0
    value, note = trial.try_one(Tried(number, nodes, rival), Random(f"{name} {number}"))
    return {"trial": name, "nodes": nodes, "number": number, "value": value, "note": note}


@cache
def speeds(game: str, rival: str) -> tuple[float, float]:
    """The nodes a second of this version in a game, and how many another one searches for each of these.

    They are measured once for a program and kept. Raises NoVersion.
    """
    kept = json.loads(SPEEDS.read_text(encoding="utf-8")) if SPEEDS.exists() else {}
    key = " ".join((program(), game, rival))
    if key not in kept:
        own, other = _measured(game, ""), _measured(game, rival) if rival else 0.0
        kept[key] = own, other / own
        SPEEDS.parent.mkdir(parents=True, exist_ok=True)
        SPEEDS.write_text(json.dumps(kept, indent=1), encoding="utf-8")
    own, part = kept[key]
    return own, part


def _measured(game: str, rival: str) -> float:
    found = []
    for number in range(SAMPLED):
        random = Random(f"{game} {number}")
        position = start(game, random)
        for _ in range(4 * number + 1):
            onward = position.play({seat: random.choice(list(position.moves(seat))) for seat in position.to_act})
            position = position if onward.result() else onward
        while position.chance.issuperset(position.to_act):
            position = position.play({seat: random.choice(list(position.moves(seat))) for seat in position.to_act})
        seat = next(seat for seat in position.to_act if seat not in position.chance)
        position = position.guess(seat, random)
        if rival:
            _odds, nodes, used = version(rival).ask(position, seat, 0, seconds=SECONDS)
        else:
            budget, began = Budget(seconds=SECONDS, clock=time.process_time), time.process_time()
            choose(position, seat, budget, random)
            nodes, used = budget.nodes_spent, time.process_time() - began
        found.append(nodes / used)
    return median(found)


class Results:
    """What was tried so far with this program, in a file that only grows."""

    def __init__(self, path: Path, version: str) -> None:
        self._path = path
        self._version = version
        self._values: dict[tuple[str, int], dict[int, float]] = {}
        for run in _lines(path):
            if run["program"] == version:
                self._take(run)

    def _take(self, run: Run) -> None:
        self._values.setdefault((run["trial"], run["nodes"]), {})[run["number"]] = run["value"]

    def keep(self, run: Run) -> None:
        """Add a line."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"program": self._version, **run}) + "\n")
        self._take(run)

    def has(self, name: str, nodes: int, number: int) -> bool:
        """Whether this was tried."""
        return number in self._values.get((name, nodes), {})

    def values(self, name: str, nodes: int) -> list[float]:
        """What came out, in order, as far as there is no gap: so the speed of a game does not bias a test."""
        found = self._values.get((name, nodes), {})
        return [found[number] for number in takewhile(found.__contains__, count())]

    def verdict(self, name: str, nodes: int) -> str:
        """What the test of a trial has decided, or ""."""
        hypotheses = TRIALS[name].hypotheses
        return hypotheses.verdict(self.values(name, nodes)) if hypotheses else ""


def _lines(path: Path) -> list[Run]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def remaining(results: Results, budgets: Mapping[str, int], most: int | None = None) -> Iterator[tuple[str, int, int]]:
    """What is still to be tried, asked anew after each result; at most so many tries of each trial."""
    for name, nodes in budgets.items():
        if not results.verdict(name, nodes):
            for number in range(min(TRIALS[name].most, most or TRIALS[name].most)):
                if not results.has(name, nodes, number):
                    yield name, nodes, number


def run(results: Results, budgets: Mapping[str, int], processes: int, most: int | None = None) -> None:
    """Try all there is to try, so many at a time."""
    pending: dict[Future[Run], tuple[str, int, int]] = {}
    with ProcessPoolExecutor(processes, initializer=os.nice, initargs=(NICE,)) as pool:
        while True:
            for task in remaining(results, budgets, most):
                if len(pending) >= processes:
                    break
                if task not in pending.values():
                    pending[pool.submit(try_one, *task)] = task
            if not pending:
                return
            for done in wait(pending, return_when=FIRST_COMPLETED).done:
                name, nodes, _ = pending.pop(done)
                results.keep(done.result())
                print(_row(name, nodes, results), file=sys.stderr, flush=True)


def _row(name: str, nodes: int, results: Results) -> str:
    trial = TRIALS[name]
    values = results.values(name, nodes)
    begin = f"{trial.title:<66} {nodes:>9} {len(values):>5}"
    if not values:
        return f"{begin}  not tried yet"
    mean = fmean(values)
    if trial.less:
        _, low, high = mean_of(values) if len(values) > 1 else (mean, 0.0, 1.0)
        return f"{begin}  {mean:.3f}   {low:.3f} to {high:.3f}   at most {trial.target:.3f}"
    _, low, high = expected(mean, len(values))
    text = f"{begin} {mean:6.1%} {low:6.1%} to {high:6.1%}  at least {trial.target:.0%}"
    if trial.hypotheses is None:
        return text
    verdict = {"low": "the first", "high": "the second", "": "none yet"}[results.verdict(name, nodes)]
    return f"{text}, {trial.hypotheses.low:.0%} or {trial.hypotheses.high:.0%}: {verdict}"


HEADING = f"{'':<66} {'nodes':>9} {'tries':>5}   mean    with 95 %          target, hypotheses"


def table(path: Path = RESULTS) -> list[str]:
    """The last results as lines of text, and whether they are those of the program as it stands."""
    lines = _lines(path)
    if not lines:
        return ["How strong the bots are: nothing was tried yet, run make strength."]
    last = lines[-1]["program"]
    results = Results(path, last)
    budgets = {(run["trial"], run["nodes"]) for run in lines if run["program"] == last}
    rows = [_row(name, nodes, results) for name in TRIALS for nodes in sorted({n for t, n in budgets if t == name})]
    whose = "of this program" if last == program() else f"of an earlier program, {last}: make strength tries this one"
    return [f"How strong the bots are, {whose}", HEADING, *rows]


def main(arguments: Sequence[str] | None = None) -> int:
    """Try what is left to try and print the table."""
    parser = argparse.ArgumentParser(prog="make strength", description=__doc__)
    parser.add_argument("trials", nargs="*", help=f"some of: {', '.join(TRIALS)} (default: all)", default=[])
    parser.add_argument("--share", type=float, default=1.0, help="this share of the nodes (default: 1)")
    parser.add_argument("--quick", action="store_true", help=f"a share of {QUICK}, and {QUICK_GAMES} tries at most")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)
    # Ended from outside it has to end its processes too.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    names = options.trials or list(TRIALS)
    unknown = [name for name in names if name not in TRIALS]
    if unknown:
        parser.error(f"there is no trial {unknown[0]!r}; there are {', '.join(TRIALS)}")
    share = QUICK if options.quick else options.share
    budgets = {}
    for name in names:
        trial = TRIALS[name]
        try:
            own, part = speeds(trial.game, trial.rival)
        except NoVersion as error:
            print(f"{trial.title}: {error}", file=sys.stderr)
            continue
        budgets[name] = int(own * share)
        told = f", {trial.rival} {own * part * trial.times:,.0f}" if trial.rival else ""
        print(f"{name}: nodes a second: {own:,.0f}{told}; of these {share:g}", file=sys.stderr)
    if "exploit" in budgets and solved() is None:
        print(f"{TRIALS['exploit'].title}: no table: run python -m tools.endgames build", file=sys.stderr)
        del budgets["exploit"]
    run(Results(RESULTS, program()), budgets, options.processes, QUICK_GAMES if options.quick else None)
    print("\n".join(table()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
