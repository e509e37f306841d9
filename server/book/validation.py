"""Validation of a variant before the site offers it: words, drawings, and pages without faults."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from traceback import extract_tb

from server.book.fences import PageFault
from server.book.rulebook import RulesPage, build
from server.drawing.pieces import PIECE_SETS, DrawingError, Drawings
from server.texts.front_matter import WordsError, folder_of, place
from server.texts.inheritance import OF_LISTS
from server.texts.languages import BY_CODE, FALLBACK, LANGUAGES
from server.texts.words import Words
from variants.contract import BrokenPromise, begin, check_begun, check_position
from variants.position import Position
from variants.registry import is_built_in

ROOT = Path(__file__).resolve().parents[2]


class InvalidVariant(Exception):
    """Why a variant is refused, in a sentence that names the file or the drawing."""


class VariantContent:
    """The words of a variant by language, and its drawings by set of pieces, each read when it is first asked for."""

    def __init__(self, name: str, variant: type[Position]) -> None:
        self._name = name
        self._variant = variant
        self._words: dict[str, Words] = {}
        self._drawings: dict[str, Drawings] = {}

    def words(self, language: str) -> Words:
        """The words in a language. Raises InvalidVariant."""
        if language not in self._words:
            self._words[language] = words_of(self._name, self._variant, language)
        return self._words[language]

    def drawings(self, pieces: str) -> Drawings:
        """The drawings in a set of pieces. Raises InvalidVariant."""
        if pieces not in self._drawings:
            self._drawings[pieces] = drawings_of(self._name, self._variant, pieces)
        return self._drawings[pieces]


def validate(name: str, variant: type[Position]) -> VariantContent:
    """The content of a variant whose English words can be read. Raises InvalidVariant.

    Of a variant from outside all is read, and its pages are built: tests do the same for the project's own variants.
    """
    content = VariantContent(name, variant)
    with _named(variant):
        first = content.words(FALLBACK)
        if not is_built_in(variant):
            for pieces in PIECE_SETS:
                content.drawings(pieces)
            for language in LANGUAGES:
                check_lists(first, content.words(language))
            _begin(variant)
            for words in map(content.words, LANGUAGES):
                if words.made or words.page.stem == words.language:
                    page_of(name, variant, words, content.drawings(PIECE_SETS[0]))
        return content


def _begin(variant: type[Position]) -> None:
    """Check an initial position against the contract. Raises InvalidVariant."""
    random = Random(1)
    try:
        position = begin(variant, {}, random)
        check_position(position, random)
        check_begun(position)
    except BrokenPromise as error:
        details = f": {error.found}" if error.found else ""
        raise InvalidVariant(f"contract violated: {error}, in its initial position{details}") from error
    except Exception as error:  # Any exception of the rules: the other variants stay available.
        raise InvalidVariant(
            f"its game cannot begin: {type(error).__name__}: {error}{where(error, variant)}"
        ) from error


def words_of(name: str, variant: type[Position], language: str) -> Words:
    """The words of a variant. Raises InvalidVariant."""
    page = folder_of(variant, name, ROOT / "rules") / f"{language}.md"
    with _named(variant):
        return Words.load(page, variant)


def check_lists(first: Words, other: Words) -> None:
    """Compare the keys for lists of two pages of a variant. Raises WordsError, naming the file and the key.

    A page in a language that is not complete may lack them.
    """
    for key in OF_LISTS:
        ours, theirs = getattr(first, key), getattr(other, key)
        if ours != theirs and (theirs or BY_CODE[other.language].complete):
            raise WordsError(
                f"{place(other.page)}: {key} is {theirs or 'missing'}, but {ours or 'missing'} in {place(first.page)}"
            )


def drawings_of(name: str, variant: type[Position], pieces: str = PIECE_SETS[0]) -> Drawings:
    """The drawings of a variant in a set of pieces, including all that it names. Raises InvalidVariant.

    Drawings missing in the set come from the first set; the variant's own ones override the common ones.
    """
    rules, common = folder_of(variant, name, ROOT / "rules"), ROOT / "pieces"
    own = (rules.parent / "pieces" / pieces, rules.parent / "pieces")
    ours = (common / pieces / name, common / name, common / pieces)
    with _named(variant):
        folders = [folder for folder in (*own, *ours) if folder != common and folder.is_dir()]
        drawings = Drawings(*folders, common, symbols=variant.drawings, regions=variant.regions)
        drawings.check(variant.drawings.values())
        return drawings


def page_of(name: str, variant: type[Position], words: Words, drawings: Drawings) -> RulesPage:
    """The rules page in the language of the words. Raises InvalidVariant."""
    with _named(variant):
        return build(name, variant, words, drawings)


def where(error: Exception, variant: type[Position]) -> str:
    """The innermost place of this error in the variant's own folder, as `, in rules.py, line 12`.

    Without one, the innermost in what all variants share, as `, in deed of orthodox.py, line 3`; "" for none.
    """
    own = Path(inspect.getfile(variant)).parent
    places = {Path(place.filename).parent: place for place in extract_tb(error.__traceback__)}
    place = places.get(own) or places.get(ROOT / "variants")
    method = f"{place.name} of " if place and own not in places else ""
    return f", in {method}{Path(place.filename).name}, line {place.lineno}" if place else ""


@contextmanager
def _named(variant: type[Position]) -> Iterator[None]:
    try:
        yield
    except InvalidVariant:
        raise
    except (WordsError, DrawingError, PageFault) as error:
        raise InvalidVariant(str(error)) from error
    except Exception as error:  # Any exception of the rules during a page: the other variants stay available.
        raise InvalidVariant(
            f"its rules pages cannot be made: {type(error).__name__}: {error}{where(error, variant)}"
        ) from error
