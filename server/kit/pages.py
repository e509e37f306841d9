"""Checks of the pages of a variant; each fault in plain words."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import unescape
from pathlib import Path
from typing import NamedTuple

from server.book import document
from server.book.document import Skeleton, read
from server.book.examples import Example, play
from server.book.rulebook import RulesPage
from server.texts.front_matter import WordsError, read_page
from server.texts.languages import BY_CODE
from server.texts.words import Words
from variants.contract import BrokenPromise
from variants.errors import FenError
from variants.position import Position
from variants.promises import check_end
from variants.registry import is_built_in

QUESTIONS = 3
"""Questions on a page of a built-in variant."""
COMMON = 10
"""Different common words of its language that a page must have."""
REMINDERS = range(4, 7)


class ExampleCodes(NamedTuple):
    """The codes of events and endings in played examples."""

    events: frozenset[str]
    reasons: frozenset[str]


def required_codes(variant: type[Position]) -> ExampleCodes:
    """The codes that played examples must show: those that the variant declares, and no base outside its folder."""
    bases = [base for base in variant.__mro__ if issubclass(base, Position) and _home(base) != _home(variant)]
    return ExampleCodes(
        frozenset(variant.event_codes).difference(*(base.event_codes for base in bases)),
        variant.reasons.difference(*(base.reasons for base in bases)),
    )


def _home(kind: type[Position]) -> list[str]:
    """The package of a class: `variants.Foo` or, of one from outside, the first name."""
    parts = kind.__module__.split(".")
    return parts[: 2 if parts[0] == "variants" else 1]


def played_examples(words: Words, variant: type[Position]) -> list[Example]:
    """The played examples of a page. Raises PageFault."""
    return [play(fence, variant) for fence in read(words.page).fences if fence.kind == "play"]


def shown_codes(examples: Sequence[Example]) -> ExampleCodes:
    """The codes of events and endings that occur in these examples, for all to know or for their `eyes`."""
    turns = [turn for example in examples for turn in example.course]
    return ExampleCodes(
        frozenset(event.code for turn in turns for event in (*turn.events, *turn.shown)),
        frozenset(example.result.reason for example in examples if example.result is not None),
    )


def end_faults(examples: Iterable[Example]) -> Iterator[str]:
    """The faults of the endings of these examples."""
    for example in examples:
        try:
            check_end(example.last)
        except BrokenPromise as broken:
            yield f"contract violated: {broken}: {broken.found}"


def quiz_faults(variant: type[Position], words: Words) -> list[str]:
    """The faults of the questions of a page: a built-in variant needs three, another any number."""
    questions = [fence.kind for fence in read(words.page).fences].count("question")
    lacking = is_built_in(variant) and questions < QUESTIONS
    return [f"the page asks {questions} of {QUESTIONS} questions: add `question` fences"] if lacking else []


def skeleton(words: Words) -> Skeleton:
    """Headings, fences and links of a page. Raises PageFault."""
    return document.skeleton(read(words.page).sections)


def visible(html: str) -> str:
    """The text of HTML as a reader sees it, drawings and moves left out."""
    html = re.sub(r"<(svg|code)\b.*?</\1>|<td class=\"move\".*?</td>", " ", html, flags=re.S)
    return re.sub(r"[ \n]+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))


def page_faults(words: Words, page: RulesPage) -> Iterator[str]:
    """The faults of a page."""
    if len(words.reminder) not in REMINDERS:
        yield f"reminder has {len(words.reminder)} lines; it needs four to six"
    body = read_page(words.page).body
    for heading in re.findall(r"^#+ .*$", body, re.M):
        if not re.search(r"\{#[a-z0-9-]+(?: \.folded)?\}$", heading):
            yield f"the heading “{heading.strip('# ')}” has no id, such as {{#aim}}"
    for line in re.findall(r"^[:;!?»] ?.*", body, re.M):
        yield f"no line may begin with a sign that Markdown takes for a definition: “{line}”"
    yield from _language_faults(words, page)
    seen = visible(page.lead + page.html)
    if wrong := BY_CODE[words.language].wrong:
        for sign in wrong.findall(" ".join((seen, words.summary, *words.reminder))):
            yield f"a sign has a wrong space: “{sign}”"
    if "'" in seen:
        yield "a typewriter's apostrophe is shown; write ’"


def _language_faults(words: Words, page: RulesPage) -> Iterator[str]:
    texts = [words.title, words.summary, *words.facts, *words.reminder, *words.presets.values()]
    for option in words.options.values():
        texts += (option.title, option.help, *option.choices.values())
    texts += [text for special in words.specials.values() for text in special]
    vocabulary = _words_of(" ".join([visible(page.lead + page.html), *texts]))
    language = BY_CODE[words.language]
    own, others = language.common, (each.common for each in BY_CODE.values() if each is not language)
    if foreign := vocabulary & frozenset().union(*others) - language.shared - _words_of(words.title):
        yield f"the page has words of another language: {', '.join(sorted(foreign))}"
    if len(vocabulary & own) < COMMON:
        yield (
            f"the page is too short: of the most common words it has {len(vocabulary & own)} instead of {COMMON}, "
            f"and lacks {', '.join(sorted(own - vocabulary))}"
        )


def _words_of(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", text.lower()))


def _folder(kind: type[Position]) -> Path:
    """The folder of the module of a class."""
    return Path(inspect.getfile(kind)).parent


def raised_codes(folder: Path) -> Mapping[str, set[str]]:
    """Code -> parameters of each error that the files of a folder raise by a literal code."""
    codes = {}
    for file in folder.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
                continue
            if node.func.id in ("FenError", "MoveError", "SettingsError") and isinstance(node.args[0], ast.Constant):
                codes[str(node.args[0].value)] = {str(keyword.arg) for keyword in node.keywords}
    return codes


def error_faults(words: Words, variant: type[Position]) -> Iterator[str]:
    """Sentences of errors that neither the rules nor their bases raise, and own errors without a whole sentence."""
    folder = _folder(variant)
    raised, codes = raised_codes(folder), words.codes()["errors"]
    if others := codes - raised.keys():
        folders = {_folder(base) for base in variant.__mro__ if issubclass(base, Position)} - {folder}
        of_bases = {code: parameters for each in map(raised_codes, folders) for code, parameters in each.items()}
        for code in sorted(others):
            if code not in of_bases:
                yield f"errors has “{code}”, which the rules do not raise"
                continue
            try:
                words.error(FenError(code, code, **dict.fromkeys(of_bases[code], "")))
            except WordsError as fault:
                yield str(fault)
    for code, parameters in raised.items():
        sentence = words.error(FenError(code, code, **{name: f"<{name}>" for name in parameters}))
        if sentence is None:
            yield f"errors lacks “{code}”"
            continue
        for name in sorted(parameters):
            if f"<{name}>" not in sentence:
                yield f"the error “{code}” leaves out {{{name}}}"
