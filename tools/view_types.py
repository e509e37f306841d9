"""Writes the types of views for readers and browsers: `python -m tools.view_types`, with `--check` only compares.

The tables of docs/interfaces.md and `static/game/view-types.js` follow `server/game/view_types.py`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, is_typeddict

from server.api.models import ViewField, view_fields
from server.game.view_types import BriefView, PastView, PublicView, View

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs" / "interfaces.md"
SCRIPT = ROOT / "static" / "game" / "view-types.js"
BEGIN, END = "<!-- The types of views: made by `python -m tools.view_types`. -->\n", "<!-- The end of the types. -->\n"
DOCUMENTED = (View, PastView)
"""With all types of which they consist; a brief view has the marked keys of a view."""
WRITTEN = (*DOCUMENTED, BriefView, PublicView)


class Form(NamedTuple):
    """How a text says types."""

    plain: Mapping[type, str]
    name: str
    text: str
    """A text that is meant literally."""
    choice: str
    """What stands between several of these."""
    either: str
    """What stands between several types."""
    list: str
    mapping: str


IN_DOCUMENTS = Form(
    {str: "text", int: "number", float: "number", bool: "bool"}, "`{}`", "`{}`", ", ", " or ", "[{}]", "{{text: {}}}"
)
IN_SCRIPTS = Form(
    {str: "string", int: "number", float: "number", bool: "boolean"},
    "{}",
    '"{}"',
    " | ",
    " | ",
    "{}[]",
    "Record<string, {}>",
)


def contents() -> dict[Path, str]:
    """By path, the two files as they should be."""
    text = DOCS.read_text()
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    tables = "\n".join(table for kind in kinds(DOCUMENTED) for table in _table(kind))
    scripts = "\n".join(_typedef(kind) for kind in kinds(WRITTEN))
    note = "// @ts-check\n// The types of views, made by `python -m tools.view_types`.\n\n"
    return {DOCS: before + BEGIN + "\n" + tables + "\n" + END + after, SCRIPT: f"{note}{scripts}\nexport {{}};\n"}


def kinds(roots: Sequence[Any]) -> list[Any]:
    """These types and those of which they consist, each before its parts."""
    found: list[Any] = []

    def visit(kind: Any) -> None:
        if is_typeddict(kind) and kind not in found:
            found.append(kind)
            for field in view_fields(kind).values():
                visit(field.type)
        elif not is_typeddict(kind):
            for part in get_args(kind):
                visit(part)

    for root in roots:
        visit(root)
    return found


def _table(kind: Any) -> Iterator[str]:
    brief = view_fields(BriefView) if kind is View else {}
    yield f"`{kind.__name__}`: {kind.__doc__}\n"
    yield "| key | value |\n|---|---|"
    for name, field in view_fields(kind).items():
        marks = [*(["brief"] if name in brief else []), *(["speech"] if field.speech else [])]
        marks += ["since 0"] if field.first else ["optional"] if field.optional and not field.speech else []
        about = f": {field.about}" if field.about else ""
        yield f"| {_key(name, marks)} | {_spelled(field.type, IN_DOCUMENTS)}{about} |"
    yield ""


def _key(name: str, marks: Sequence[str]) -> str:
    return f"`{name}` *({', '.join(marks)})*" if marks else f"`{name}`"


def _spelled(hint: Any, form: Form) -> str:
    """A type as a form of text says it."""
    origin, given = get_origin(hint), get_args(hint)
    if is_typeddict(hint):
        return form.name.format(hint.__name__)
    if hint in (None, NoneType):
        return "null"
    if origin is Literal:
        return form.choice.join(form.text.format(each) for each in given)
    parts = [_spelled(each, form) for each in given]
    if origin in (Union, UnionType):
        return form.either.join(dict.fromkeys(parts))
    if origin is Sequence:
        return form.list.format(f"({parts[0]})" if form is IN_SCRIPTS and " " in parts[0] else parts[0])
    if origin is tuple:
        return f"[{', '.join(parts)}]"
    if origin is Mapping:
        return form.mapping.format(parts[1])
    return form.plain[hint]


def _typedef(kind: Any) -> str:
    lines = [f" * {kind.__doc__}", f" * @typedef {{object}} {kind.__name__}"]
    for name, field in view_fields(kind).items():
        lines.append(f" * @property {{{_spelled(field.type, IN_SCRIPTS)}}} {_property(name, field)}".rstrip())
    return "\n".join(["/**", *lines, " */\n"])


def _property(name: str, field: ViewField) -> str:
    """A property of a view in a browser, which has the words of a language, and all that one with all turns has."""
    optional = field.optional and not (field.speech or field.first)
    return f"{f'[{name}]' if optional else name} {field.about}"


def main(arguments: Sequence[str]) -> int:
    """Write the files, or say which of them differ; 1 where one does."""
    parser = argparse.ArgumentParser(prog="python -m tools.view_types", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    check = parser.parse_args(arguments).check
    differing = [path for path, text in contents().items() if not path.exists() or path.read_text() != text]
    for path in differing:
        if check:
            print(f"{path.relative_to(ROOT)} differs from server/game/view_types.py: run make format", file=sys.stderr)
        else:
            path.write_text(contents()[path])
    return int(check and bool(differing))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
