"""What the guide for operators says: the unit is one that systemd takes, and its names are the program's."""

import re
import shutil
import subprocess
from pathlib import Path

from server import config
from server.cluster.proxy import SETTINGS

ROOT = Path(__file__).parents[1]
UNIT = ROOT / "docs" / "systemd" / "cavalier@.service"
GUIDE = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    # systemd looks for the account and the program of a unit: here root and any program stand for them.
    text = UNIT.read_text(encoding="utf-8").replace("User=cavalier", "User=root")
    unit = tmp_path / "cavalier@8101.service"
    unit.write_text(text, encoding="utf-8")
    verify = ["systemd-analyze", "verify", "--recursive-errors=no", "--man=no", str(unit)]
    done = subprocess.run(verify, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    unit.write_text(text.replace("ExecStart=", "ExecBegin="), encoding="utf-8")
    assert subprocess.run(verify, capture_output=True).returncode != 0


def test_the_settings_that_the_guide_names_are_the_program_s() -> None:
    known = {config.variable(each) for each in config.settings()}
    named = set(re.findall(r"CAVALIER_[A-Z_]+", GUIDE + UNIT.read_text(encoding="utf-8")))
    assert named
    assert named <= known
    options = re.search(r"cavalier serve (.*)", UNIT.read_text(encoding="utf-8"))
    assert options is not None
    assert set(re.findall(r"--[a-z-]+", options[1])) <= {config.option(each) for each in config.settings()}


def test_haproxy_takes_the_file_of_the_proxy(tmp_path: Path) -> None:
    settings = tmp_path / "haproxy.cfg"
    settings.write_text(SETTINGS.format(bind="127.0.0.1", port=8000, servers="    server a 127.0.0.1:1 cookie a"))
    haproxy = shutil.which("haproxy", path="/usr/sbin:/usr/bin") or "haproxy"
    done = subprocess.run([haproxy, "-c", "-f", str(settings)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "warning" not in (done.stdout + done.stderr).lower()
