"""The pages of `rules/` as files: where those of a class are, their front matter and their Markdown."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from server.texts.languages import BY_CODE, FALLBACK
from variants import registry
from variants.position import Position

RULES = registry.HOME.parent / "rules"
"""The words of the project's own classes."""

OF_THE_PAGE = ("title", "summary", "facts", "reminder")
"""Keys that every page has, and no other inherits."""

TABLES = (
    *("seats", "pieces", "options", "presets", "events", "headlines", "results", "tallies", "specials", "needs"),
    *("prices", "errors", "letters", "to_move", "to_seat", "to_winner", "to_loser", "fen"),
)

FAST_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""Reads YAML ten times as fast as the one in Python, where PyYAML was built with it. Both leave every scalar a text."""

UNTOLD = "untold"
"""The key of a list of codes, which is inherited as a whole."""


class WordsError(ValueError):
    """Words that are missing, superfluous or unusable; the message names the file and the key."""


class RulesFile(NamedTuple):
    """A parsed file of `rules/`."""

    front: str
    body: str
    first_line: int
    """The number of the body's first line in the file."""


def folder_of(variant: type[Position], name: str, rules: Path) -> Path:
    """Where the pages of a variant lie: in its own folder's `rules/` if it has one, else in `rules/<name>/`."""
    own = Path(inspect.getfile(variant)).parent / "rules"
    return own if own.is_dir() else rules / name


def place(page: Path) -> str:
    """A page's path as faults name it: `rules/Foo/fr.md`."""
    return "/".join(page.parts[-3:])


def read_page(page: Path) -> RulesFile:
    """The front matter and the Markdown of a file. Raises WordsError where there is none or it is not closed."""
    try:
        lines = page.read_text(encoding="utf-8").split("\n")
    except FileNotFoundError:
        raise WordsError(f"{place(page)}: the page is missing") from None
    except UnicodeDecodeError as error:
        raise WordsError(
            f"{place(page)}: the page is not written in UTF-8, from its byte {error.start + 1} on"
        ) from error
    if lines[0] != "---" or "---" not in lines[1:]:
        raise WordsError(f"{place(page)}: the page must begin with front matter between two lines “---”")
    end = lines.index("---", 1)
    return RulesFile("\n".join(lines[1:end]), "\n".join(lines[end + 1 :]), end + 2)


def may_lack(page: Path) -> Path | None:
    """The page in the fallback language beside one whose language may lack words; None where nothing may be missing."""
    language = BY_CODE.get(page.stem)
    return None if language is None or language.complete else page.with_name(f"{FALLBACK}.md")


def front_of(page: Path) -> dict[str, Any]:
    """The front matter of a file as a table of known keys, whose tables are tables. Raises WordsError.

    That of a file which is missing is empty where the language may lack words.
    """
    if may_lack(page) and not page.is_file():
        return {}
    front = _parsed(page, read_page(page).front)
    if not isinstance(front, dict):
        raise WordsError(f"{place(page)}: the front matter must be a table of keys")
    for key, value in front.items():
        if key not in (*OF_THE_PAGE, *TABLES, UNTOLD):
            raise WordsError(f"{place(page)}: “{key}” is not a key of the front matter")
        if key in TABLES and not isinstance(value, dict):
            raise WordsError(f"{place(page)}: {key} must be a table of keys")
        if key == UNTOLD and not (isinstance(value, list) and all(isinstance(code, str) for code in value)):
            raise WordsError(f"{place(page)}: {key} must be a list of codes of events")
    return front


def _parsed(page: Path, front: str) -> Any:
    # Every scalar stays a text: the choices True and 0 are named by their text.
    try:
        return yaml.load(front, Loader=FAST_LOADER)
    except yaml.YAMLError:
        # The parser in Python counts places in characters, and finds the words of what is wrong.
        try:
            return yaml.load(front, Loader=yaml.BaseLoader)
        except yaml.YAMLError as error:
            raise WordsError(_unreadable(page, front, error)) from error


def bases_of(variant: type[Position], own: Path) -> Mapping[Path, type[Position]]:
    """The pages of a variant's bases in the language of its `own` page, each with its class, the nearest base first.

    The classes of one folder share its words, so those of the variant's own folder are none of its bases here.
    """
    found: dict[Path, type[Position]] = {}
    for base in variant.__mro__[1:]:
        if issubclass(base, Position):
            folder = _words_beside(base)
            if folder.is_dir() and folder != _words_beside(variant):
                found.setdefault(folder / own.name, base)
    return found


def _words_beside(kind: type[Position]) -> Path:
    """Where the words of a class lie if it has any: `rules/` of its folder, or the part of `rules/` that has the name
    of its folder in `variants/`, or its own name where it lies there loose.
    """
    home = Path(inspect.getfile(kind)).parent
    if not home.is_relative_to(registry.HOME):
        return home / "rules"
    return RULES / (kind.__name__ if home == registry.HOME else home.relative_to(registry.HOME).parts[0])


def _unreadable(page: Path, front: str, error: yaml.YAMLError) -> str:
    """What is wrong with front matter that is no YAML, by the lines of its file: it begins in the second."""
    if isinstance(error, yaml.reader.ReaderError):
        line, problem = front.count("\n", 0, error.position) + 2, str(error.reason)
    else:
        assert isinstance(error, yaml.MarkedYAMLError)
        assert error.problem_mark is not None
        line, problem = error.problem_mark.line + 2, str(error.problem)
        if error.context_mark is not None:
            problem += f" {error.context} that begins in line {error.context_mark.line + 2}"
    return (
        f"{place(page)}:{line}: the front matter cannot be read: {problem}; a text with : {{ or }} in it needs quotes"
    )
