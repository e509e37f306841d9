"""A built wheel holds all the site needs, and the site runs out of it."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    """What an installation of the wheel puts beside each other."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "built")]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    (wheel,) = (folder / "built").iterdir()
    with zipfile.ZipFile(wheel) as file:
        file.extractall(folder / "installed")
    return folder / "installed"


def test_the_wheel_holds_the_site_and_nothing_else(unpacked):
    folders = {path.name for path in unpacked.iterdir() if not path.name.endswith(".dist-info")}
    assert folders == {"server", "variants", "rules", "pieces", "static"}
    for needed in (
        "rules/Checkered/fr.md",
        "pieces/seal.svg",
        "static/worker.js",
        "static/dist/table.js.br",
        "static/dist/table.css",
        "static/dist/licenses/engine.io-client.txt",
        "static/dist/licenses/socket.io-client.txt",
        "static/dist/young-serif.woff2",
        "static/dist/licenses/@fontsource-young-serif.txt",
        "static/dist/source-sans-3.woff2",
        "static/dist/licenses/@fontsource-variable-source-sans-3.txt",
        "server/web/layout/base.html",
        "server/translations/fr/LC_MESSAGES/messages.po",
        "server/kit/example/rules/fr.md",
        "server/web/essays/make/en.md",
    ):
        assert (unpacked / needed).is_file(), needed


def test_the_installed_wheel_makes_and_checks_a_variant(unpacked, tmp_path):
    def cavalier(*arguments):
        command = [sys.executable, "-m", "server", *arguments]
        environment = {**os.environ, "PYTHONPATH": str(unpacked)}
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    refused = cavalier("new", "Frogs")
    assert refused.returncode == 2
    assert "--into" in refused.stderr
    assert cavalier("new", "Frogs", "--into", "mine").stdout == "mine/Frogs\n"
    assert cavalier("check", "Frogs", "--variants", "mine", "--games", "5").stdout.endswith("Frogs: no faults.\n")


def test_the_site_runs_out_of_the_wheel(unpacked, tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-m", "server", "serve", "--port", "0"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(unpacked)},
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline().startswith("Cavalier listens on ")
            assert (tmp_path / "data" / "journal.sqlite").exists()
        finally:
            process.terminate()
