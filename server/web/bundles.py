"""The script of a page as one file: the modules it imports, without their comments, and without a build step.

Each module becomes a function that is called once, in the order in which a browser would run the modules. What is
imported late, by `import("../name.js")`, is a file of its own with the modules that the page does not have already.
Modules are named by their paths from the folder of static files.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePosixPath

from rjsmin import jsmin

_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.{1,2}/[^"]+)";$', re.MULTILINE)
_LATE = re.compile(r'\bimport\("(\.{1,2}/[^"]+)"\)')
_EXPORT = re.compile(r"^export (?=(?:async )?(?:const|class|function\*?) (\w+))", re.MULTILINE)
_EXPORTS = re.compile(r"\bexport\{([^}]*)\};?")
"""How a minifier writes them."""

_UNKNOWN = re.compile(r"^(?:import\b(?!\()|export\b).*", re.MULTILINE)
_NESTED = re.compile(r".*\$\{[^}`]*`.*")
"""A template within a template, of which `jsmin` would change the text."""

_MAP = re.compile(r"^//# sourceMappingURL.*", re.MULTILINE)

MADE = "vendor/"
"""How the names begin of modules that are small already."""

Renames = list[tuple[str, str]]
"""Pairs of names: what something is called there, and what here."""


class Module:
    """A module in its parts. Raises ValueError for what a bundle cannot hold, with the line."""

    def __init__(self, name: str, source: str) -> None:
        self.name = name
        self.imports = [(self.named(path), _renames(names)) for names, path in _IMPORT.findall(source)]
        self.late = list(dict.fromkeys(map(self.named, _LATE.findall(source))))
        self.exports = [(each, each) for each in _EXPORT.findall(source)]
        body = _EXPORT.sub("", _IMPORT.sub("", source))
        for listed in _EXPORTS.findall(body):
            self.exports += _renames(listed)
        body = _EXPORTS.sub("", body)
        made = name.startswith(MADE)
        found = _UNKNOWN.search(body) or (None if made else _NESTED.search(body))
        if found:
            raise ValueError(f"{name}: a bundle cannot hold {found[0].strip()!r}")
        self.body = _MAP.sub("", body) if made else jsmin(body)

    def named(self, path: str) -> str:
        """The name of the module that this one imports from a path."""
        parts: list[str] = []
        for part in (PurePosixPath(self.name).parent / path).parts:
            if part == "..":
                parts.pop()
            else:
                parts.append(part)
        return "/".join(parts)


Modules = Callable[[str], Module]


def order(modules: Modules, name: str) -> list[str]:
    """A module and all that it needs, in the order in which they run. Raises ValueError where they need each other."""
    found: list[str] = []

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            raise ValueError(f"modules that need each other: {', '.join((*path, name))}")
        if name not in found:
            for needed, _ in modules(name).imports:
                visit(needed, (*path, name))
            found.append(name)

    visit(name, ())
    return found


def late(modules: Modules, page: str) -> list[str]:
    """The modules that a page imports late."""
    return list(dict.fromkeys(each for name in order(modules, page) for each in modules(name).late))


def page_script(modules: Modules, page: str) -> str:
    """The script of a page; it exports its modules, by number, for what it imports late."""
    names, folder = order(modules, page), PurePosixPath(page).stem
    called = {name: f"m{number}" for number, name in enumerate(names)}
    lines = [_called(modules(name), called, folder) for name in names]
    exported = [f"export const modules=[{','.join(called.values())}];"] if late(modules, page) else []
    return "\n".join([*lines, *exported, ""])


def late_script(modules: Modules, page: str, name: str) -> str:
    """What a page imports late under this name. Raises ValueError where that imports something late itself."""
    there = order(modules, page)
    new = [each for each in order(modules, name) if each not in there]
    if found := [each for each in new if modules(each).late]:
        raise ValueError(f"{', '.join(found)}: imported late, and import something late")
    called = {each: f"modules[{at}]" for at, each in enumerate(there)} | {each: f"m{at}" for at, each in enumerate(new)}
    lines = [_called(modules(each), called) for each in new]
    exported = ",".join(public for _, public in modules(name).exports)
    up = "../" * len(PurePosixPath(name).parts)
    return "\n".join(
        [
            f'import{{modules}}from"{up}{PurePosixPath(page).name}";',
            *lines,
            f"export const{{{exported}}}={called[name]};\n",
        ]
    )


def _called(module: Module, called: dict[str, str], folder: str = "") -> str:
    """A module as a function that is called; its variable holds what it exports. `folder` has its late imports."""
    taken = "".join(
        f"const{{{','.join(there if there == here else f'{there}:{here}' for there, here in names)}}}={called[name]};"
        for name, names in module.imports
        if names
    )
    given = ",".join(public if local == public else f"{public}:{local}" for local, public in module.exports)
    body = _LATE.sub(lambda found: f'import("./{folder}/{module.named(found[1])}")', module.body)
    return f"const {called[module.name]}=(()=>{{{taken}{body}\nreturn{{{given}}}}})();"


def _renames(names: str) -> Renames:
    """What stands in the braces of an import or export."""
    pairs = (part.split(" as ") for part in names.replace("\n", " ").split(",") if part.strip())
    return [(pair[0].strip(), pair[-1].strip()) for pair in pairs]
