"""The drawings of pieces: read from SVG files, and combined for one diagram without repeated outlines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

SQUARE = 48
"""Units of a drawing's box and of a square."""

PIECE_SETS = ("cavalier", "woodcut")
"""The sets of pieces that a reader may choose. The first is complete; another is a folder of its name in it."""

_SVG = "{http://www.w3.org/2000/svg}"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
_LONG_PATH = re.compile(r'<path(?P<before>[^>]*?) d="(?P<d>[^"]{60,})"(?P<after>[^>]*?)/>')
_PREFIX = "\0"
_FACING = 'class="facing"'


class DrawingError(ValueError):
    """A missing drawing, or a file that is no drawing; the sentence names it."""


class Drawings:
    """The drawings of some folders; an earlier folder overrides later ones.

    A drawing is a file `NAME.svg` with a box of 48 by 48 units, drawn only with presentation attributes and classes,
    because the site's content policy forbids `<style>` and `style=`. All files are read by the constructor. Raises
    DrawingError for an invalid file, and for a missing folder.
    """

    def __init__(self, *folders: Path) -> None:
        self._files: dict[str, Path] = {}
        for folder in folders:
            if not folder.is_dir():
                raise DrawingError(f"{folder}: no folder of drawings.")
            for file in sorted(folder.glob("*.svg")):
                self._files.setdefault(file.stem, file)
        numbers: dict[str, int] = {}
        self._parts = {name: _part(name, _body(self._files[name]), numbers) for name in self.names}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all drawings, in order."""
        return tuple(sorted(self._files))

    def file(self, name: str) -> Path:
        """The file of a drawing. Raises DrawingError."""
        if name not in self._files:
            raise DrawingError(
                f"There is no drawing “{name}”: put {name}.svg into `pieces/`, here or in the variant's own folder."
            )
        return self._files[name]

    def check(self, names: Iterable[str]) -> None:
        """Raises DrawingError if one of these drawings is missing."""
        for name in names:
            self.file(name)

    def definitions(self, names: Iterable[str], prefix: str, turned: bool = False) -> str:
        """A `<defs>` element with a group `PREFIX + NAME` for each of these drawings.

        A long path that several share is written once. Parts that point across the board (`class="facing"`) are turned
        with it. Raises DrawingError.
        """
        wanted = sorted(set(names))
        self.check(wanted)
        paths = {key: d for name in wanted for key, d in self._parts[name].paths}
        shared = "".join([f'<path id="{key}" d="{d}"/>' for key, d in paths.items()])
        groups = "".join([self._parts[name].group for name in wanted])
        if turned:
            groups = groups.replace(_FACING, f'{_FACING} transform="rotate(180 24 24)"')
        return f"<defs>{shared}{groups}</defs>".replace(_PREFIX, prefix)


def beside(names: Sequence[str], prefix: str, kind: str, defined: str = "") -> str:
    """SVG of class `kind`: drawings side by side. `defined` holds their definitions, or the page has them already."""
    used = "".join(f'<use href="#{prefix}{name}" x="{SQUARE * at}"/>' for at, name in enumerate(names))
    box = f"0 0 {SQUARE * len(names)} {SQUARE}"
    return f'<svg class="{kind}" viewBox="{box}" aria-hidden="true">{defined}{used}</svg>'


class _SplitDrawing(NamedTuple):
    """A drawing with its long paths moved out, and ids with a placeholder for the diagram's prefix."""

    group: str
    paths: tuple[tuple[str, str], ...]
    """Id and data of each path it uses."""


def _part(name: str, body: str, numbers: dict[str, int]) -> _SplitDrawing:
    """Move the long paths out of a drawing; `numbers` gives equal paths of all drawings the same name."""
    paths: dict[str, str] = {}
    renamed: dict[str, str] = {}

    def take(match: re.Match[str]) -> str:
        rest = match["before"] + match["after"]
        own = re.fullmatch(r' id="([^"]+)"', rest)
        if " id=" in rest and not own:
            return match[0]
        # No drawing's name begins with "-", so this id is unique.
        key = f"{_PREFIX}-{numbers.setdefault(match['d'], len(numbers))}"
        paths[key] = match["d"]
        if own:
            # Defined only for `use`, which can name the shared path instead.
            renamed[own[1]] = key
            return ""
        return f'<use href="#{key}"{rest}/>'

    body = _LONG_PATH.sub(take, body)
    body = re.sub(r' id="([^"]+)"', rf' id="{_PREFIX}{name}-\1"', body)

    def point(match: re.Match[str]) -> str:
        return match[1] + renamed.get(match[2], f"{_PREFIX}{name}-{match[2]}")

    body = re.sub(rf'(href="#|url\(#)([^"){_PREFIX}]+)', point, body)
    return _SplitDrawing(f'<g id="{_PREFIX}{name}">{body}</g>', tuple(paths.items()))


@lru_cache(maxsize=1024)
def _body(file: Path) -> str:
    """The content of the `<svg>` element, checked, without spaces between elements."""
    if not _NAME.fullmatch(file.stem):
        raise DrawingError(f"{file}: a drawing's name is made of letters, digits, “-” and “_”.")
    text = file.read_text(encoding="utf-8")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise DrawingError(f"{file}: not well-formed XML: {error}.") from error
    if root.tag != f"{_SVG}svg" or root.get("viewBox") != f"0 0 {SQUARE} {SQUARE}":
        raise DrawingError(f'{file}: a drawing is an <svg> with viewBox="0 0 {SQUARE} {SQUARE}".')
    for element in root.iter():
        if not str(element.tag).startswith(_SVG) or element.tag in (f"{_SVG}style", f"{_SVG}script"):
            raise DrawingError(f"{file}: <{str(element.tag).removeprefix(_SVG)}> has no place in a drawing.")
        for attribute in element.attrib:
            if attribute == "style" or attribute.startswith("on") or "}" in attribute:
                raise DrawingError(f"{file}: the attribute “{attribute}” has no place in a drawing.")
    inner = text[text.index(">", text.index("<svg")) + 1 : text.rindex("</svg>")]
    return re.sub(r">\s+<", "><", inner).strip()
