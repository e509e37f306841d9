"""The files of `rules/`: the pages of a class, their front matter and their Markdown."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import yaml
from pydantic import BaseModel, ValidationError

from server.texts.entries import FrontMatter, OptionWords
from server.texts.languages import BY_CODE, FALLBACK, LANGUAGES
from variants import registry
from variants.position import Position

RULES = registry.HOME.parent / "rules"
"""The words of the project's own classes."""


class _Unique:
    """Refuses a key that a table has twice, of which YAML would forget the first."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[str] = set()
        for key, _value in node.value:
            if key.value in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key “{key.value}” stands twice", key.start_mark
                )
            seen.add(key.value)
        return super().construct_mapping(node, deep)  # type: ignore[misc,no-any-return]


class _Loader(_Unique, yaml.BaseLoader):
    """The loader in Python, which describes a fault and gives its position in characters."""


class FastLoader(_Unique, getattr(yaml, "CBaseLoader", yaml.BaseLoader)):  # type: ignore[misc]
    """The loader of libyaml, if PyYAML has it: ten times as fast as the one in Python. Both keep scalars as text."""


MOST_PAGES = 512
"""Pages whose front matter is kept as it was read last: the variants of one family share the pages of its classes."""

EntryPath = tuple[str, ...]
"""The path of an entry in front matter: `("events", "moved")`, `("options", "collision", "title")`."""


class WordsError(ValueError):
    """Words that are missing, superfluous or unusable; the message names the file and the key."""


class RulesFile(NamedTuple):
    """A parsed file of `rules/`."""

    front: str
    body: str
    first_line: int
    """The number of the body's first line in the file."""


def folder_of(variant: type[Position], name: str, rules: Path) -> Path:
    """The folder of the pages of a variant: `rules/` in its own folder if it exists, else `rules/<name>/`."""
    own = Path(inspect.getfile(variant)).parent / "rules"
    return own if own.is_dir() else rules / name


def place(page: Path) -> str:
    """A page's path as faults name it: `rules/Foo/fr.md`."""
    return "/".join(page.parts[-3:])


def read_page(page: Path) -> RulesFile:
    """The front matter and the Markdown of a file. Raises WordsError for missing or unclosed front matter."""
    try:
        lines = page.read_text(encoding="utf-8-sig").split("\n")
    except FileNotFoundError:
        raise WordsError(f"{place(page)}: the page is missing") from None
    except UnicodeDecodeError as error:
        raise WordsError(
            f"{place(page)}: the page is not written in UTF-8, from its byte {error.start + 1} on"
        ) from error
    bounds = [number for number, line in enumerate(lines) if line.rstrip() == "---"][:2]
    if len(bounds) < 2 or bounds[0]:
        raise WordsError(f"{place(page)}: the page must begin with front matter between two lines “---”")
    end = bounds[1]
    return RulesFile("\n".join(lines[1:end]), "\n".join(lines[end + 1 :]), end + 2)


def has_no_body(page: Path) -> bool:
    """Whether a page of a variant from outside has no Markdown in any language."""
    return not page.is_relative_to(RULES) and not any(read_page(each).body.strip() for each in _translations(page))


def page_with_body(page: Path) -> Path:
    """The page, or, where its Markdown is empty, the one in the first language of the site that has some."""
    return next((each for each in (page, *_translations(page)) if read_page(each).body.strip()), page)


def nearest_page(page: Path) -> Path:
    """The page, or, of a class from outside that lacks it, the one in the first language of the site that it has."""
    if page.is_file() or page.is_relative_to(RULES):
        return page
    return next(_translations(page), page)


def _translations(page: Path) -> Iterator[Path]:
    """The page in each language in which it exists."""
    return filter(Path.is_file, (page.with_name(f"{language}.md") for language in LANGUAGES))


def may_lack(page: Path) -> Path | None:
    """The page in the fallback language, for a language that is not complete; None for a complete one."""
    language = BY_CODE.get(page.stem)
    return None if language is None or language.complete else page.with_name(f"{FALLBACK}.md")


def front_of(page: Path) -> Mapping[EntryPath, Any]:
    """The entries of the front matter of a file, in its order. Raises WordsError, naming the file and the key."""
    return _checked(page, read_page(page).front)


@lru_cache(maxsize=MOST_PAGES)
def _checked(page: Path, text: str) -> Mapping[EntryPath, Any]:
    front = _parsed(page, text)
    if not isinstance(front, dict):
        raise WordsError(f"{place(page)}: the front matter must be a table of keys")
    for key in front:
        if key not in FrontMatter.model_fields:
            raise WordsError(f"{place(page)}: “{key}” is not a key of the front matter")
    try:
        return MappingProxyType(_entries(FrontMatter.model_validate(front, context={"language": page.stem})))
    except ValidationError as error:
        fault = error.errors()[0]
        steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in fault["loc"] if step != "[key]")
        key = "".join(steps).removeprefix(".")
        sentence = str(fault["ctx"]["error"])
        # YAML takes a text with a colon and a space for a table of one key.
        colon = isinstance(fault["input"], dict) and sentence == "must be a text"
        hint = ": a text with a colon and a space in it needs quotes" if colon else ""
        raise WordsError(f"{place(page)}: {key} {sentence}{hint}") from error


def _entries(table: BaseModel | Mapping[str, Any], above: EntryPath = ()) -> dict[EntryPath, Any]:
    entries: dict[EntryPath, Any] = {}
    for key, value in table.items() if isinstance(table, Mapping) else table:
        if isinstance(table, BaseModel) and key not in table.model_fields_set:
            continue
        if isinstance(value, BaseModel | Mapping):
            entries |= _entries(value, (*above, key))
        else:
            entries[*above, key] = value
    return entries


def front_with(entries: Mapping[EntryPath, Any]) -> FrontMatter:
    """The front matter that has these entries."""
    tables: dict[str, Any] = {}
    for (*above, key), value in entries.items():
        table = tables
        for each in above:
            table = table.setdefault(each, {})
        table[key] = value
    options = {name: OptionWords.model_construct(**fields) for name, fields in tables.get("options", {}).items()}
    return FrontMatter.model_construct(**{**tables, "options": options})


def _parsed(page: Path, front: str) -> Any:
    # Every scalar stays a text: the choices True and 0 are named by their text.
    try:
        return yaml.load(front, Loader=FastLoader)
    except yaml.YAMLError:
        try:
            return yaml.load(front, Loader=_Loader)
        except yaml.YAMLError as error:
            raise WordsError(_unreadable(page, front, error)) from error


def bases_of(variant: type[Position], language: str) -> Mapping[Path, type[Position]]:
    """The pages of a variant's bases in a language, each with its class, the nearest base first.

    The classes of one folder share its words, so those of the variant's own folder are none of its bases here.
    """
    bases: dict[Path, type[Position]] = {}
    for base in variant.__mro__[1:]:
        if issubclass(base, Position):
            folder = words_beside(base)
            if folder.is_dir() and folder != words_beside(variant):
                bases.setdefault(folder / f"{language}.md", base)
    return bases


def words_beside(kind: type) -> Path:
    """The folder of the words of a class: `rules/` of its folder, or the folder in `rules/` with the name of its folder
    in `variants/`, or with its own name if it is a loose module there.
    """
    home = Path(inspect.getfile(kind)).parent
    if not home.is_relative_to(registry.HOME):
        return home / "rules"
    return RULES / (kind.__name__ if home == registry.HOME else home.relative_to(registry.HOME).parts[0])


def _unreadable(page: Path, front: str, error: yaml.YAMLError) -> str:
    """The fault of front matter that is no YAML, with line numbers of the file: it begins in the second line."""
    if isinstance(error, yaml.reader.ReaderError):
        line, problem = front.count("\n", 0, error.position) + 2, str(error.reason)
    else:
        assert isinstance(error, yaml.MarkedYAMLError)
        assert error.problem_mark is not None
        line, problem = error.problem_mark.line + 2, str(error.problem)
        if error.context_mark is not None:
            problem += f" {error.context} that begins in line {error.context_mark.line + 2}"
    hint = "" if isinstance(error, yaml.constructor.ConstructorError) else "; a text with : { or } in it needs quotes"
    return f"{place(page)}:{line}: the front matter cannot be read: {problem}{hint}"
