"""What the guide for operators says: the units are such that systemd takes them, and their names are the program's."""

import re
import shutil
import subprocess
from pathlib import Path

import click
import pytest

from server import cli
from server.runtime import config
from tools.cluster.proxy import proxy
from tools.endgames.__main__ import endgames
from tools.puzzles.__main__ import puzzles

ROOT = Path(__file__).parents[1]
UNITS = sorted((ROOT / "docs" / "systemd").glob("*.service"))
GUIDE = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("unit_of_the_guide", UNITS, ids=lambda path: path.name)
def test_systemd_takes_the_unit(tmp_path, unit_of_the_guide):
    # systemd looks for the account and the program of a unit: here root and any program stand for them.
    text = unit_of_the_guide.read_text(encoding="utf-8").replace("User=cavalier", "User=root")
    unit = tmp_path / unit_of_the_guide.name.replace("@", "@8101")
    unit.write_text(text, encoding="utf-8")
    verify = ["systemd-analyze", "verify", "--recursive-errors=no", "--man=no", str(unit)]
    done = subprocess.run(verify, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    unit.write_text(text.replace("ExecStart=", "ExecBegin="), encoding="utf-8")
    assert subprocess.run(verify, capture_output=True).returncode != 0


def test_the_settings_that_the_guide_names_are_the_program_s():
    units = [unit.read_text(encoding="utf-8") for unit in UNITS]
    named = set(re.findall(r"CAVALIER_[A-Z_]+", GUIDE + "".join(units)))
    assert named
    assert named <= {config.variable(each) for each in config.settings()}
    begun = [re.search(r"cavalier (\w+) (.*)", unit) for unit in units]
    assert {each[1] for each in begun if each} == {"serve"}
    for each in begun:
        assert each is not None
        known = {option for parameter in cli.cavalier.commands[each[1]].params for option in parameter.opts}
        assert set(re.findall(r"--[a-z-]+", each[2])) <= known


def commands():
    """The commands of the program and of the tools that the guide names, as [group, arguments]."""
    groups = {"cavalier": cli.cavalier, "puzzles": puzzles, "endgames": endgames}
    named = re.findall(r"^(?:\.venv/bin/python -m tools\.)?(cavalier|puzzles|endgames) (.+)$", GUIDE, re.M)
    named += re.findall(r"`(cavalier) ([^`]+ [^`]+)`", GUIDE)
    return [(groups[group], arguments.split()) for group, arguments in named]


@pytest.mark.parametrize(
    ("group", "arguments"), commands(), ids=lambda part: " ".join(part) if isinstance(part, list) else part.name
)
def test_the_program_knows_the_commands_of_the_guide(group, arguments):
    while isinstance(group, click.Group):
        name, *arguments = arguments
        group = group.commands[name]
    group.make_context(name, arguments)  # Parses the arguments, and runs nothing.


def test_the_copy_of_the_rules_follows_the_links_to_all_of_them():
    (accepted,) = re.findall(r"--accept-regex '([^']+)'", GUIDE)
    for path in ("/en/", "/en/variants", "/fr/variants/Atomic", "/es/variants/Atomic/leaflet"):
        assert re.search(accepted, f"https://chess.example{path}"), path
    for path in ("/en/games", "/en/variants/Atomic/play"):
        assert not re.search(accepted, f"https://chess.example{path}"), path


def test_haproxy_takes_the_file_of_the_proxy(tmp_path):
    proxy(tmp_path, "127.0.0.1", 8000, [8101, 8102])
    settings = tmp_path / "haproxy.cfg"
    haproxy = shutil.which("haproxy", path="/usr/sbin:/usr/bin") or "haproxy"
    done = subprocess.run([haproxy, "-c", "-f", str(settings)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "warning" not in (done.stdout + done.stderr).lower()
