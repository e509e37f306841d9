"""How strong the bots are: `make strength` plays matches, on all cores, and goes on where it stopped.

Each game is a line of `strength.jsonl` beside this file, reproducible from its number and the node budget: what one
core did in a second when these figures were written (`APOCALYPSE`, `CHECKERED`). A match stops as soon as its test is
decided (`sequential.py`). Another budget, or a change in the bots, the rules or the players, starts anew; what is
committed is the last whole pass.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import cache, partial
from hashlib import sha256
from itertools import count, takewhile
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

from bench.exploit import exploitability, sample
from bench.games import play
from bench.players import Player, bot, decoupled_uct, greedy, legal, material
from bench.sequential import Hypotheses
from bench.switches import composed, switches
from server.bots.estimate import Known
from server.tablebase.known import FOLDER, known_of
from server.tablebase.numbering import numbering_of
from variants.registry import load

ROOT = Path(__file__).parents[1]
DATA = ROOT / "data"
RESULTS = Path(__file__).with_suffix(".jsonl")
APOCALYPSE = 36_000
CHECKERED = 13_000
"""Nodes a move: what one core does in a second."""
UCT = 5_000
"""Iterations a move: about as much work as those nodes."""
MOST_GAMES = 200
"""Games of a match, and positions of a sample."""
NICE = 10
SOURCES = (
    *("server/bots/*.py", "variants/*.py", "variants/Apocalypse/*.py", "variants/Checkered/*.py"),
    *(f"bench/{name}.py" for name in ("exploit", "games", "players", "strength", "switches")),
)
APART = {"judge.py", "strengths.py", "contract.py", "registry.py", "installed.py"}
"""Beside the bots and the rules, but of no concern to who wins."""

Run = dict[str, Any]
"""One line of the results."""


class Trial(NamedTuple):
    """Something tried again and again, each time for a number between 0 and 1."""

    title: str
    nodes: int
    target: float
    try_one: Callable[[int, int, Random], tuple[float, str]]
    """By the nodes a move, the number of the try and its chances: what came out, and why."""
    hypotheses: Hypotheses | None = None
    """What decides when it may stop; without them it goes on to the end."""
    most: int = MOST_GAMES
    less: bool = False
    """Whether less is better."""


def match(variant: str, rival: Player, nodes: int, number: int, random: Random) -> tuple[float, str]:
    """What the bot gets of one game, and how that ended; the seats alternate."""
    players = [bot(nodes), rival]
    seat = number % 2
    ended = play(load(variant).start(random=random), players[:: -1 if seat else 1], random)
    return ended.points[seat], f"{ended.reason} after {ended.turns}"


def switch(nodes: int, number: int, random: Random) -> tuple[float, str]:
    """Whether the bot switches in the composed position of this number."""
    return float(switches(composed()[number].position, nodes, random)), ""


def loss(nodes: int, number: int, random: Random) -> tuple[float, str]:
    """The one-step exploitability of the bot in some solved endgame."""
    known, numbering = solved(), numbering_of("Apocalypse", load("Apocalypse"))
    if known is None or numbering is None:
        raise ValueError("there is no table of the endgames of Apocalypse")
    position = sample(numbering, random)
    return exploitability(position, number % 2, known, nodes, random), position.fen()


@cache
def solved(data: Path = DATA) -> Known | None:
    """What the table of Apocalypse knows, if it was built."""
    return known_of(data / FOLDER, "Apocalypse", load("Apocalypse"))


TRIALS: Mapping[str, Trial] = {
    "switch": Trial("Checkered: switches where that alone wins", CHECKERED, 0.75, switch, None, 20),
    "exploit": Trial("Apocalypse: one-step exploitability in endgames", APOCALYPSE, 0.10, loss, less=True),
    "random": Trial(
        "Apocalypse against a uniform random legal mover", APOCALYPSE, 0.99,
        partial(match, "Apocalypse", legal), Hypotheses(0.95, 0.99),
    ),
    "material": Trial(
        "Checkered against depth-2 full-width material without the switch", CHECKERED, 0.90,
        partial(match, "Checkered", material), Hypotheses(0.80, 0.90),
    ),
    "greedy": Trial(
        "Apocalypse against one-ply greedy", APOCALYPSE, 0.95,
        partial(match, "Apocalypse", greedy), Hypotheses(0.85, 0.95),
    ),
    "uct": Trial(
        f"Apocalypse against decoupled UCT, {UCT} iterations", APOCALYPSE, 0.60,
        partial(match, "Apocalypse", decoupled_uct(UCT)), Hypotheses(0.50, 0.60),
    ),
}  # fmt: skip
"""By name, in the order in which they are made."""


def program() -> str:
    """A digest of everything that decides how a game goes."""
    files = sorted(file for pattern in SOURCES for file in ROOT.glob(pattern) if file.name not in APART)
    return sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:12]


def try_one(name: str, nodes: int, number: int) -> Run:
    """One try, in a process of its own."""
    value, note = TRIALS[name].try_one(nodes, number, Random(f"{name} {number}"))
    return {"trial": name, "nodes": nodes, "number": number, "value": value, "note": note}


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


def remaining(results: Results, budgets: Mapping[str, int]) -> Iterator[tuple[str, int, int]]:
    """What is still to be tried, asked anew after each result."""
    for name, nodes in budgets.items():
        if not results.verdict(name, nodes):
            for number in range(TRIALS[name].most):
                if not results.has(name, nodes, number):
                    yield name, nodes, number


def run(results: Results, budgets: Mapping[str, int], processes: int) -> None:
    """Try all there is to try, so many at a time."""
    pending: dict[Future[Run], tuple[str, int, int]] = {}
    with ProcessPoolExecutor(processes, initializer=os.nice, initargs=(NICE,)) as pool:
        while True:
            for task in remaining(results, budgets):
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
    start = f"{trial.title:<66} {nodes:>6} {len(values):>5}"
    if not values:
        return f"{start}  not tried yet"
    mean = fmean(values)
    if trial.less:
        low, high = DescrStatsW(values).zconfint_mean() if len(values) > 1 else (0.0, 1.0)
        return f"{start}  {mean:.3f}   {max(0.0, low):.3f} to {high:.3f}   at most {trial.target:.2f}"
    low, high = proportion_confint(sum(values), len(values), method="wilson")
    text = f"{start} {mean:6.1%} {low:6.1%} to {high:6.1%}  at least {trial.target:.0%}"
    if trial.hypotheses is None:
        return text
    verdict = {"low": "the first", "high": "the second", "": "none yet"}[results.verdict(name, nodes)]
    return f"{text}, {trial.hypotheses.low:.0%} or {trial.hypotheses.high:.0%}: {verdict}"


HEADING = f"{'':<66} {'nodes':>6} {'tries':>5}   mean    with 95 %          target, hypotheses"


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
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)
    # Ended from outside it has to end its processes too.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    names = options.trials or list(TRIALS)
    unknown = [name for name in names if name not in TRIALS]
    if unknown:
        parser.error(f"there is no trial {unknown[0]!r}; there are {', '.join(TRIALS)}")
    budgets = {name: int(TRIALS[name].nodes * options.share) for name in names}
    if "exploit" in budgets and solved() is None:
        print(f"{TRIALS['exploit'].title}: no table: run cavalier tablebase build", file=sys.stderr)
        del budgets["exploit"]
    run(Results(RESULTS, program()), budgets, options.processes)
    print("\n".join(table()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
