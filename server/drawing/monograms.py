"""Monograms: the letters that stand for kinds without a drawing of their own, as lines of their middles."""

from __future__ import annotations

import re
from collections.abc import Mapping

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
