"""The report of the lab in Markdown: the settings, the key figures, and the sections."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Sequence

from server import __version__
from server.texts.words import Words
from tools.lab import figures
from tools.lab.experiment import Experiment
from tools.lab.figures import Spread, share
from tools.lab.game import NODES, Plan
from tools.lab.sections import SECTIONS, Subject, Table, signed, sure


def report(experiment: Experiment, words: Words) -> str:
    """The report; the same games give the same bytes."""
    return "\n\n".join(_parts(experiment, Subject(experiment, words))) + "\n"


def headlines(subject: Subject) -> Sequence[tuple[str, str]]:
    """The key figures, each with its name."""
    counts, games = subject.counts, subject.games
    turns = figures.spread(figures.lengths(counts))
    choices = figures.spread(figures.choices(counts))
    lines = [("length", f"{figures.length(counts).value:.1f} turns{_between(turns)}")]
    lines += [(subject.seat(seat), f"{sure(figures.points(counts, seat))} of a point") for seat in subject.players]
    first = figures.first_seat(counts, len(subject.players))
    lines.append(("who begins", "everybody at once" if first is None else f"{signed(first[0])} above an even share"))
    lines.append(("drawn", sure(share(figures.drawn(counts), games))))
    ends = [f"{reason} {number / games:.1%}" for reason, number, _ in subject.reasons() if number]
    lines.append(("ends", ", ".join(ends)))
    if choices is not None:
        lines.append(("moves a turn", f"{choices.mean:.1f}{_between(choices)}"))
    if counts.risks["offered_risky"]:
        risky, failed = subject.risks()
        lines.append(("risky moves", f"{risky.value:.1%} of those played; of these {failed.value:.1%} failed"))
    dead = counts.dead.total()
    lines.append(("nobody could win", f"{dead / games:.1%} of games, while they were played on"))
    return lines


def command(plan: Plan, games: int) -> str:
    """The command that plays the same games again, without folders of other variants."""
    parts = ["python", "-m", "tools.lab", plan.name, "--games", str(games)]
    parts += ["--strength", str(plan.strength or "random"), "--turns", str(plan.longest), "--seed", str(plan.seed)]
    for name, value in plan.settings.items():
        parts += ["--set", f"{name}={value if isinstance(value, str) else json.dumps(value)}"]
    return shlex.join(parts)


def _parts(experiment: Experiment, subject: Subject) -> Iterator[str]:
    plan, games, start = experiment.plan, experiment.counts.games, experiment.start
    yield f"# {_line(subject.words.title)} in the lab"
    yield f"{games:,} {'game' if games == 1 else 'games'}. {_how(plan)} In brackets: where a figure lies with 95%."
    yield f"Cavalier {__version__}, rules version {start.rules_version}. The same again:"
    yield f"    {command(plan, games)}"
    yield f"The initial position of the first game: `{start.fen()}`"
    yield "## Key figures"
    yield _table(Table(("figure", "value"), headlines(subject)))
    for title, section in SECTIONS.items():
        yield f"## {title}"
        yield from (_table(part) if isinstance(part, Table) else _line(part) for part in section(subject))


def _how(plan: Plan) -> str:
    """Who played, in a sentence."""
    if plan.strength is None:
        return "Every move was chosen at random."
    nodes = NODES[plan.strength]
    return f"The computer played all seats at strength {plan.strength}, with {nodes:,} nodes a move."


def _between(distribution: Spread | None) -> str:
    """The 90 % range of a distribution, as the end of a sentence."""
    if distribution is None:
        return ""
    return f", nine in ten between {distribution.quantiles[0]} and {distribution.quantiles[-1]}"


def _table(table: Table) -> str:
    rows = [table.heads, [":--", *["--:"] * (len(table.heads) - 1)], *table.rows]
    return "\n".join(f"| {' | '.join(map(_line, row))} |" for row in rows)


def _line(text: str) -> str:
    """Text with words of a variant, escaped for Markdown: one line, no HTML, no table cells."""
    return " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;").replace("|", "&#124;")
