"""The report of the lab: one HTML file that needs nothing else, without a script or an address."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from server import __version__
from server.drawing.diagram import board_svg
from server.drawing.drawings import Drawings
from server.texts.words import Words
from tools.lab.experiment import Experiment
from tools.lab.game import Plan
from tools.lab.sections import Told
from variants.position import Eyes

HOME = Path(__file__).parent
STYLE = HOME.parents[1] / "static" / "style.css"
"""The style sheet of the site, whose tokens the report has."""


def page(experiment: Experiment, words: Words, drawings: Drawings) -> str:
    """The report. Of the same games it is the same, to the byte."""
    told, start = Told(experiment, words), experiment.start
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
        loader=FileSystemLoader(HOME),
    )  # fmt: skip
    return environment.get_template("lab.html").render(
        title=words.title,
        style=Markup(_tokens() + (HOME / "lab.css").read_text(encoding="utf-8")),
        board=Markup(board_svg(start.picture(Eyes.ALL), start.drawings, drawings, title="The initial position")),
        games=experiment.counts.games,
        how=told.how(),
        command=command(experiment.plan, experiment.counts.games),
        rules_version=start.rules_version,
        version=__version__,
        headlines=told.headlines(),
        sections=told.sections(),
    )


def command(plan: Plan, games: int) -> str:
    """What plays the same games again; folders of more variants are not told."""
    parts = ["python", "-m", "tools.lab", plan.name, "--games", str(games)]
    parts += ["--strength", str(plan.strength or "random"), "--turns", str(plan.longest), "--seed", str(plan.seed)]
    for name, value in plan.settings.items():
        parts += ["--set", f"{name}={value if isinstance(value, str) else json.dumps(value)}"]
    return shlex.join(parts)


def _tokens() -> str:
    """Colours, types and sizes of the site, for light, dark and paper."""
    style = STYLE.read_text(encoding="utf-8")
    return style[style.index(":root {") : style.index("/* Base */")]
