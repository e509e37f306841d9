"""Files of PGN, read as records and as trees of the analysis board."""

from server.records import tree_files
from server.records.checks import Replayed
from server.records.document import text_of
from server.records.tree import Tree
from server.records.verification import examine, read
from variants.registry import load_all

VARIANTS = load_all()
CHESS = VARIANTS["Chess"]


def replayed(content: bytes, game: int | None = None) -> Replayed:
    """The replayed game of a file."""
    return examine(read(text_of(content), VARIANTS, game), VARIANTS)


def tree_of(content: bytes, game: int | None = None) -> Tree:
    """The tree of a file; moves without tags are played from the first position of chess."""
    return tree_files.read(text_of(content), VARIANTS, Tree("Chess", {}, CHESS.start().fen(), ()), game)


def pgn_of(tree: Tree) -> bytes:
    """A tree as a file of PGN."""
    return tree_files.as_pgn(VARIANTS[tree.variant], tree).encode()


def json_of(tree: Tree) -> bytes:
    """A tree as a file of JSON."""
    return tree_files.as_json(VARIANTS[tree.variant], tree).encode()
