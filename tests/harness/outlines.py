"""The outlines of drawings, by which a test knows the set of pieces that a page shows."""

import re

from server.drawing.drawings import Drawings

_LONG = re.compile(r' d="([^"]{60,})"')


def outlined(markup: str) -> frozenset[str]:
    """The long paths in this markup."""
    return frozenset(_LONG.findall(markup.replace('\\"', '"')))


def outlines(drawings: Drawings) -> frozenset[str]:
    """The long paths of the pieces of these drawings."""
    return outlined("".join(drawings.file(name).read_text() for name in drawings.names if len(name) == 2))
