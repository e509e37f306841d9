"""`cavalier serve --reload` shows a new or changed variant at once, at the same address."""

import os
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from queue import Queue
from urllib.parse import urlsplit

import pytest

from server.book.validation import ROOT
from server.kit.new import make
from server.kit.reload import files
from tests.harness.client import Client

pytestmark = pytest.mark.slow

PATIENCE = 90


class Reloading:
    """The site, started anew as often as a variant changes."""

    def __init__(self, process):
        self.process = process
        self.lines = Queue()
        threading.Thread(target=lambda: [self.lines.put(line) for line in process.stdout], daemon=True).start()

    def started(self):
        """Wait until it says where it listens; answer with the address. Raises queue.Empty."""
        while not (line := self.lines.get(timeout=PATIENCE)).startswith("Cavalier listens on "):
            pass
        return line.split()[-1]


def gone(address):
    """Whether nobody listens there any more."""
    where = urlsplit(address)
    try:
        socket.create_connection((where.hostname, where.port), PATIENCE).close()
    except ConnectionRefusedError:
        return True
    return False


@pytest.fixture
def site(tmp_path):
    """It knows the variants in the folder `mine` and of the packages in the folder `site`."""
    (tmp_path / "mine").mkdir()
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    command = [sys.executable, "-m", "server", "serve", "--reload", "--port", "0", "--engines", "0"]
    command += ["--data", str(tmp_path / "data"), "--variants", str(tmp_path / "mine")]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            yield Reloading(process)
        finally:
            process.terminate()


@pytest.fixture
def package(tmp_path):
    """The folder of an installed package that brings a variant."""
    about = tmp_path / "site" / "toads-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: toads\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[cavalier.variants]\nToads = toads\n", encoding="utf-8")
    (home,) = make("Toads", tmp_path)
    return home.rename(tmp_path / "site" / "toads")


def changed_at_once(site, address, home):
    """Whether the page of Toads is there, and shows another title as soon as it has one."""
    assert "<h1>Toads" in Client(address).get("/en/variants/Toads").text()
    page = home / "rules" / "en.md"
    page.write_text(page.read_text(encoding="utf-8").replace("title: Toads", "title: Natterjacks"), encoding="utf-8")
    assert site.started() == address
    return "<h1>Natterjacks" in Client(address).get("/en/variants/Toads").text()


def test_a_new_variant_is_on_the_site_at_once_and_every_change_of_it(tmp_path, site):
    address = site.started()
    assert Client(address).get("/en/variants/Toads").status == 404
    (home,) = make("Toads", tmp_path / "mine")
    assert site.started() == address
    assert changed_at_once(site, address, home)
    site.process.terminate()
    assert site.process.wait(PATIENCE) == 0
    with pytest.raises(OSError, match="refused"):
        Client(address).get("/healthz")


def test_every_change_of_an_installed_package_is_on_the_site_too(package, site):
    assert changed_at_once(site, site.started(), package)


def test_the_site_ends_with_its_supervisor_even_if_that_is_killed(site):
    address = site.started()
    assert Client(address).get("/healthz").status == 200
    site.process.kill()
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends and not gone(address):
        time.sleep(0.1)
    assert gone(address)


def test_a_site_that_cannot_run_is_not_tried_again(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "journal.sqlite").write_text("no journal", encoding="utf-8")
    command = [sys.executable, "-m", "server", "serve", "--reload", "--port", "0", "--data", str(tmp_path / "data")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2
    assert "cavalier: " in done.stderr


def test_only_source_files_of_variants_are_watched(tmp_path):
    (home,) = make("Toads", tmp_path)
    before = files([tmp_path])
    assert {Path(path).name for path in before} == {"__init__.py", "rules.py", "en.md", "fr.md"}
    for other in ("notes.txt", "__pycache__/rules.py", ".rules.py.swp", ".new-1/rules.py"):
        (home / other).parent.mkdir(exist_ok=True)
        (home / other).touch()
    assert files([tmp_path]) == before
    (home / "pieces").mkdir()
    (home / "pieces" / "wf.svg").touch()
    assert files([tmp_path]) != before
    changed = files([tmp_path])
    (home / "rules.py").write_text("pass\n", encoding="utf-8")
    assert files([tmp_path]) != changed
