"""The words of the variants of this project."""

from pathlib import Path

from server.book.validation import InvalidVariant, validate
from server.texts.front_matter import folder_of
from server.texts.languages import LANGUAGES
from server.texts.words import Words
from tests.harness.checkout import ROOT
from variants.registry import load, load_all

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


def fault_of(home: Path) -> str:
    """Why the site refuses the variant of a folder from outside; "" if it does not."""
    try:
        validate(home.name, load(home.name, [home.parent]))
    except InvalidVariant as error:
        return str(error)
    return ""
