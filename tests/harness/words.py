"""The words of the variants of this project."""

from server.texts.front_matter import folder_of
from server.texts.languages import LANGUAGES
from server.texts.words import Words
from tests.harness.fork_server import ROOT
from variants.registry import load_all

VARIANTS = load_all()
PAGES = [(name, language) for name in VARIANTS for language in LANGUAGES]
"""Every rules page, by variant and language."""


def words_of(name: str, language: str) -> Words:
    """The words of one of the project's own variants."""
    folder = folder_of(VARIANTS[name], name, ROOT / "rules")
    return Words.load(folder / f"{language}.md", VARIANTS[name])


def bracketed(text: str) -> str:
    """A catalogue of the site that shows that it was asked."""
    return f"[{text}]"
