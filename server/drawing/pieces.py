"""The drawings of pieces: read from SVG files, or letters for kinds without a file, and combined for one diagram."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from xml.etree import ElementTree

LETTERS: Mapping[str, str] = {
    "A": "M15 33L24 9L33 33M18.5 25H29.5",
    "B": "M16 21H28L31.5 17.5V12.5L28 9H16V33H29L33 29V25L29 21",
    "C": "M32 13L28 9H20L15 14V28L20 33H28L32 29",
    "D": "M16 9H26L33 16V26L26 33H16Z",
    "E": "M32 9H16V33H32M16 21H29",
    "F": "M32 9H16V33M16 21H29",
    "G": "M32 13L28 9H20L15 14V28L20 33H28L33 28V22H26",
    "H": "M15.5 9V33M32.5 9V33M15.5 21H32.5",
    "I": "M24 9V33M18 9H30M18 33H30",
    "J": "M20 9H31V28L26 33H20L16 29",
    "K": "M16 9V33M32 9L18.5 21.5M21 19.5L33 33",
    "L": "M17 9V33H32",
    "M": "M14 33V9L24 22L34 9V33",
    "N": "M15.5 33V9L32.5 33V9",
    "O": "M20 9H28L33 14V28L28 33H20L15 28V14Z",
    "P": "M16 33V9H28L32.5 13.5V17.5L28 22H16",
    "Q": "M20 9H28L33 14V28L28 33H20L15 28V14ZM25 25L34 34",
    "R": "M16 33V9H28L32.5 13.5V17.5L28 22H16M25 22L33 33",
    "S": "M32.5 13L28.5 9H20L15.5 13.5V16.5L20 21H28L32.5 25.5V28.5L28 33H19L15 29",
    "T": "M14.5 9H33.5M24 9V33",
    "U": "M15.5 9V28L20.5 33H27.5L32.5 28V9",
    "V": "M14.5 9L24 33L33.5 9",
    "W": "M13 9L18.5 33L24 14L29.5 33L35 9",
    "X": "M15 9L33 33M33 9L15 33",
    "Y": "M15 9L24 21L33 9M24 21V33",
    "Z": "M15.5 9H32.5L15.5 33H32.5",
}
"""The path of each letter in a drawing's box. The armies' templates, `ARMY-monogram.svg`, say how it is drawn."""

_NAMES = re.compile("([a-z])([a-z])|([a-z]-[a-z]+)-([a-z])")


def monograms(symbols: Mapping[str, str]) -> Mapping[str, tuple[str, str]]:
    """The drawings that may be monograms, each with the name of its template and its letter.

    `symbols` is `Position.drawings`. The template is a drawing with an empty path to be filled in: `w-monogram` for the
    army `w`, `w-tile-monogram` for its tiles. A name is the letter of an army and then that of its own symbol, as where
    a kind has no other name, `wa` of `A` but not `wz` of `A`; or the template's and any letter, such as `w-tile-p`.
    """
    found = {}
    for symbol, name in symbols.items():
        match = _NAMES.fullmatch(name)
        if match is not None and (match[2] is None or match[2] == symbol.lower()):
            found[name] = f"{match[1] or match[3]}-monogram", (match[2] or match[4]).upper()
    return found


SQUARE = 48
"""Units of a drawing's box and of a square."""

PIECE_SETS = ("cavalier", "woodcut")
"""The sets of pieces that a reader may choose. The first is complete; another is a folder of its name in it."""

_SVG = "{http://www.w3.org/2000/svg}"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
_PREFIX = "\0"
_FACING = 'class="facing"'


class DrawingError(ValueError):
    """A missing drawing, or a file that is no drawing; the sentence names it."""


class Drawings:
    """The drawings of some folders; an earlier folder overrides later ones. And what is drawn on the board itself.

    A drawing is a file `NAME.svg` with a box of 48 by 48 units, drawn only with presentation attributes and classes,
    because the site's content policy forbids `<style>` and `style=`. Of the kinds of `symbols`, which is
    `Position.drawings`, those without a file are drawn as monograms. All files are read by the constructor. Raises
    DrawingError for an invalid file, and for a missing folder. `regions` are rectangles of squares with a line around
    (`Position.regions`).
    """

    def __init__(
        self, *folders: Path, symbols: Mapping[str, str] = MappingProxyType({}), regions: tuple[str, ...] = ()
    ) -> None:
        self.regions = regions
        files: dict[str, Path] = {}
        for folder in folders:
            if not folder.is_dir():
                raise DrawingError(f"{folder}: no folder of drawings.")
            for file in sorted(folder.glob("*.svg")):
                files.setdefault(file.stem, file)
        self._bodies = {name: _body(file) for name, file in files.items()}
        for name, (template, letter) in monograms(symbols).items():
            if template in self._bodies:
                self._bodies.setdefault(name, self._bodies[template].replace(' d=""', f' d="{LETTERS[letter]}"'))
        self._groups = {name: _group(name, body) for name, body in self._bodies.items()}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all drawings, in order."""
        return tuple(sorted(self._bodies))

    def svg(self, name: str) -> str:
        """A drawing as a file of its own. Raises DrawingError."""
        self.check([name])
        box = f"0 0 {SQUARE} {SQUARE}"
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{self._bodies[name]}</svg>'

    def check(self, names: Iterable[str]) -> None:
        """Raises DrawingError if one of these drawings is missing."""
        for name in names:
            if name not in self._bodies:
                raise DrawingError(
                    f"There is no drawing “{name}”: put {name}.svg into `pieces/`, here or in the variant's own folder."
                )

    def definitions(self, names: Iterable[str], prefix: str, turned: bool = False) -> str:
        """A `<defs>` element with a group `PREFIX + NAME` for each of these drawings.

        Parts that point across the board (`class="facing"`) are turned with it. Raises DrawingError.
        """
        wanted = sorted(set(names))
        self.check(wanted)
        groups = "".join([self._groups[name] for name in wanted])
        if turned:
            groups = groups.replace(_FACING, f'{_FACING} transform="rotate(180 24 24)"')
        return f"<defs>{groups}</defs>".replace(_PREFIX, prefix)


def beside(names: Sequence[str], prefix: str, kind: str, defined: str = "") -> str:
    """SVG of class `kind`: drawings side by side. `defined` holds their definitions, or the page has them already."""
    used = "".join(f'<use href="#{prefix}{name}" x="{SQUARE * at}"/>' for at, name in enumerate(names))
    box = f"0 0 {SQUARE * len(names)} {SQUARE}"
    return f'<svg class="{kind}" viewBox="{box}" aria-hidden="true">{defined}{used}</svg>'


def _group(name: str, body: str) -> str:
    """A drawing as a group; its ids begin with a placeholder for the diagram's prefix, and its name."""
    body = re.sub(r'( id="|href="#|url\(#)', rf"\g<1>{_PREFIX}{name}-", body)
    return f'<g id="{_PREFIX}{name}">{body}</g>'


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
