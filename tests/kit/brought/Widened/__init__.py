"""Capablanca's chess, as somebody outside may write it."""

from collections.abc import Mapping
from typing import ClassVar

from variants.orthodox import Orthodox


class Variant(Orthodox):
    """Chess on ten files, with an archbishop and a chancellor for each side."""

    size = (10, 8)
    setup = "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR"
    pieces: ClassVar[Mapping[str, str]] = {"a": "BN", "c": "RN"}
    drawing_names: ClassVar[Mapping[str, str]] = {"a": "b", "c": "r"}
    promotes_to = "qcarbn"
    castling_files = "ci"
    options = ()
