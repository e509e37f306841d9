"""What a language lacks and what is wrong in it: the words of the site and of variants, the sections of pages.

`python -m tools.translations es` lists it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from string import Formatter, Template
from typing import Any, NamedTuple

import click
from babel.messages import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import PoFileError, read_po, write_po

from server.book.document import Document, read, skeleton
from server.book.fences import PageFault
from server.book.validation import ROOT, InvalidVariant, drawings_of, page_of, words_of
from server.cli.program import CONTEXT, DONE, FAULT, CommandError, Program, run
from server.texts.catalogue import catalogue_file
from server.texts.front_matter import EntryPath, WordsError, front_of, place
from server.texts.inheritance import OF_LISTS
from server.texts.languages import BY_CODE, CODE, FALLBACK, TRANSLATIONS
from server.texts.words import Words
from variants import registry

KEYWORDS: dict[str, tuple[int, ...] | None] = {
    "_": None,
    "N_": None,
    "_n": (1, 2),
    "_forms": (1, 2),
    "FenError": (2,),
    "MoveError": (2,),
    "SettingsError": (2,),
    "MarkError": (2,),
    "Refusal": (2,),
    "TooSoon": (2,),
    "RecordError": (2,),
}
"""Which argument of which call is a message of the site. Errors of a variant have their texts in its own folder."""

Message = str | tuple[str, ...]

KINDS = ("missing", "changed", "left over", "WRONG")


class Finding(NamedTuple):
    """A missing or faulty text of a language."""

    kind: str
    """One of `KINDS`; `changed` if the English text has changed since."""
    place: str
    """Its file and line, or those of the English text."""
    said: str
    """The English text, or what is wrong."""
    fields: tuple[str, ...] = ()
    """Its placeholders."""


def said() -> dict[Message, str]:
    """All messages of the site in code and templates, each with the place of one use."""
    found: dict[Message, str] = {}
    sources = [
        *(
            (path, "python")
            for folder in ("server/**", "variants")
            for path in ROOT.glob(f"{folder}/*.py")
            if not {"example", "like"}.intersection(path.parts)
        ),  # A variant's own folder.
        *(
            (path, "jinja2.ext:babel_extract")
            for folder in ("server/book", "server/web/**")
            for path in ROOT.glob(f"{folder}/*.html")
        ),
    ]
    for path, method in sources:
        # A template that cannot be read must fail here and not be passed over.
        for line, text, _, _ in extract_from_file(method, path, KEYWORDS, options={"silent": "false"}):
            found[text] = f"{path.relative_to(ROOT)}:{line}"
    return found


def examine(language: str) -> Iterator[Finding]:
    """All missing and faulty texts of a language. Raises CommandError for a language without a folder."""
    if language not in BY_CODE or language == FALLBACK:
        if language == FALLBACK:
            raise CommandError(f"{language}: its texts are those of the source, and no translation.")
        others = ", ".join(code for code in BY_CODE if code != FALLBACK)
        more = "" if not CODE.fullmatch(language) else f"; to begin one, make {TRANSLATIONS / language}/language.toml"
        raise CommandError(f"{language}: there is no such translation, but {others}{more}.")
    yield from _site_texts(language)
    yield from _people(language)
    for page in sorted(ROOT.glob(f"rules/*/{FALLBACK}.md")):
        own = page.with_name(f"{language}.md")
        name = page.parent.name
        try:
            entries = [*_entries(place(own), front_of(own) if own.is_file() else {}, front_of(page))]
            yield from entries
            if registry.is_name(name) and (registry.HOME / name).is_dir():
                words = words_of(name, registry.load(name), language)
                if words.lacking and not entries:
                    yield Finding("WRONG", place(own), words.lacking)
                yield from _page(name, words, page)
        except (WordsError, InvalidVariant, PageFault) as error:
            yield Finding("WRONG", place(own), str(error))
    for folder in sorted(path.parent for path in ROOT.glob(f"server/web/essays/*/{FALLBACK}.md")):
        yield from _essay(folder, language)


def begin(language: str) -> int:
    """Add each missing message to the catalogue, untranslated; returns their number."""
    file = catalogue_file(language)
    known = _catalogue(language)
    lacking = Catalog(locale=language, project="Cavalier", fuzzy=False)
    for message, where in said().items():
        if strings(message)[0] not in known:
            lacking.add(message, auto_comments=[where])
    written = BytesIO()
    write_po(written, lacking, width=120, omit_header=file.is_file())
    file.parent.mkdir(exist_ok=True)
    with file.open("ab") as target:
        target.write(b"\n" * file.is_file() + written.getvalue() if len(lacking) else b"")
    return len(lacking)


def strings(message: Message | list[str] | None) -> tuple[str, ...]:
    """A message, or each of its plural forms."""
    return (message,) if isinstance(message, str) else tuple(message or ())


def fields(texts: Iterable[str]) -> tuple[str, ...]:
    """The placeholders of texts. Raises ValueError for a malformed one."""
    return tuple(sorted({name for text in texts for _, name, _, _ in Formatter().parse(text) if name is not None}))


def _catalogue(language: str) -> Catalog:
    file = catalogue_file(language)
    if not file.is_file():
        return Catalog(locale=language)
    with file.open("rb") as source:
        return read_po(source, locale=language, abort_invalid=True)


def _site_texts(language: str) -> Iterator[Finding]:
    file = str(catalogue_file(language).relative_to(ROOT))
    try:
        known = _catalogue(language)
    except (PoFileError, ValueError) as error:
        yield Finding("WRONG", file, f"the file cannot be read: {error}")
        return
    english = said()
    for message, where in english.items():
        found = known.get(strings(message)[0])
        if found is None or found.fuzzy or not any(strings(found.string)):
            yield Finding("missing", where, " / ".join(strings(message)), fields(strings(message)))
            continue
        forms, needed = strings(found.string), 1 if isinstance(message, str) else known.num_plurals
        what = f"{file}:{found.lineno}"
        if len(forms) != needed or not all(forms):
            yield Finding("WRONG", what, f"“{strings(message)[0]}” needs {needed} plural forms, each with a text")
        try:
            has, needs = fields(forms), fields(strings(message))
        except ValueError as error:
            yield Finding("WRONG", what, f"“{forms[0]}” has a misspelled field: {error}")
            continue
        if has != needs:
            yield Finding("WRONG", what, f"“{forms[0]}” has the fields {has} instead of {needs}")
    for each in known:
        if each.id and each.id not in english:
            yield Finding("left over", f"{file}:{each.lineno}", " / ".join(strings(each.id)))


def _people(language: str) -> Iterator[Finding]:
    for kind in ("adjectives", "animals"):
        own, english = getattr(BY_CODE[language], kind), getattr(BY_CODE[FALLBACK], kind)
        where = f"server/translations/{language}/language.toml: {kind}"
        yield from (Finding("missing", where, word) for word in english if word not in own)
        yield from (Finding("left over", where, word) for word in own if word not in english)


def _page(name: str, words: Words, english: Path) -> Iterator[Finding]:
    own, variant = words.page, registry.load(name)
    found = [*_sections(read(own) if own.is_file() else Document("", place(own), own.stem), read(english))]
    yield from found
    page = page_of(name, variant, words, drawings_of(name, variant))
    if page.lacking and not found:
        yield Finding("WRONG", place(own), page.lacking)


def _entries(where: str, own: Mapping[EntryPath, Any], english: Mapping[EntryPath, Any]) -> Iterator[Finding]:
    for path, entry in english.items():
        if path not in own and path[0] not in (*OF_LISTS, "other_names"):
            text = entry if isinstance(entry, str) else " / ".join(filter(None, entry))
            yield Finding("missing", f"{where}: {'.'.join(path)}", text, fields([text]))
    tables = {table for table, *_ in english}
    for path, entry in own.items():
        if path not in english and path[0] in tables:
            yield Finding("left over", f"{where}: {'.'.join(path)}", str(entry))


def _sections(own: Document, english: Document) -> Iterator[Finding]:
    here, there = ({each.heading.id: each for each in page.sections if each.elements} for page in (own, english))
    for name, section in there.items():
        where, title = _opening(english, name)
        if name not in here:
            yield Finding("missing", own.page, f"{title} ({where})")
        elif skeleton([here[name]]) != skeleton([section]):
            reason = "its headings, figures or links are no longer those of"
            yield Finding("changed", _opening(own, name)[0], f"{title}: {reason} {where}")
    yield from (Finding("left over", _opening(own, name)[0], f"#{name}") for name in here if name not in there)


def _opening(page: Document, name: str) -> tuple[str, str]:
    """The place and the text of the line with which a section begins."""
    begins = re.compile(rf"##.*\{{#{name}[ }}]" if name else r".*\S")
    lines = enumerate(page.text.split("\n"), page.first_line)
    number, line = next(((number, line) for number, line in lines if begins.match(line)), (page.first_line, name))
    return f"{page.page}:{number}", line


def _essay(folder: Path, language: str) -> Iterator[Finding]:
    own, english = (folder / f"{each}.md" for each in (language, FALLBACK))
    texts = {page: page.read_text(encoding="utf-8") if page.is_file() else "" for page in (own, english)}
    if superfluous := {*Template(texts[own]).get_identifiers()} - {*Template(texts[english]).get_identifiers()}:
        yield Finding("WRONG", place(own), f"nothing fills in ${', $'.join(sorted(superfluous))}")
    yield from _sections(*(Document(text, place(page), page.stem) for page, text in texts.items()))


@click.command(cls=Program, context_settings=CONTEXT)
@click.argument("language")
@click.option(
    "--begin", "begins", is_flag=True, help="also put the texts of the site that are missing into its catalogue"
)
def translations(language: str, begins: bool) -> int:
    """List what a language lacks, with the English and where it stands, and check what it has.

    LANGUAGE is its code: es.
    """
    found = [*examine(language)]
    if begins:
        print(f"{begin(language)} texts were put into the catalogue, to be filled in there.")
    for finding in found:
        filled = f" (fields: {', '.join(finding.fields)})" if finding.fields else ""
        print(f"{finding.kind:<10}{finding.place}: {finding.said}{filled}")
    counts = {kind: sum(finding.kind == kind for finding in found) for kind in KINDS}
    print(f"{language}: " + ", ".join(f"{count} {kind}" for kind, count in counts.items()) + ".")
    faults = found if BY_CODE[language].complete else [finding for finding in found if finding.kind == "WRONG"]
    return FAULT if faults else DONE


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command of the arguments; return its exit status."""
    return run(translations, "python -m tools.translations", arguments)


if __name__ == "__main__":
    sys.exit(main())
