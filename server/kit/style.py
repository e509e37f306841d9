"""How pages and sources of a variant must look to be merged, whatever they say: each fault in plain words."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from html import unescape
from importlib.util import find_spec
from pathlib import Path

from server.book.rulebook import RulesPage
from server.book.validation import ROOT
from server.texts.front_matter import read_page
from server.texts.languages import BY_CODE
from server.texts.words import Words
from variants.errors import FenError

COMMON = 10
"""Different common words that a page needs, so that its language can be told."""
REMINDERS = range(4, 7)


def visible(html: str) -> str:
    """The text of HTML as a reader sees it, drawings and moves left out."""
    html = re.sub(r"<(svg|code)\b.*?</\1>|<td class=\"move\".*?</td>", " ", html, flags=re.S)
    return re.sub(r"[ \n]+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))


def page_faults(words: Words, page: RulesPage) -> Iterator[str]:
    """What keeps a page from being merged."""
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
        for found in wrong.findall(" ".join((seen, words.summary, *words.reminder))):
            yield f"a sign has a wrong space: “{found}”"
    if "'" in seen:
        yield "a typewriter's apostrophe is shown; write ’"


def _language_faults(words: Words, page: RulesPage) -> Iterator[str]:
    texts = [words.title, words.summary, *words.facts, *words.reminder, *words.presets.values()]
    for option in words.options.values():
        texts += (option.title, option.help, *option.choices.values())
    texts += [text for special in words.specials.values() for text in special]
    said = set(re.findall(r"[^\W\d_]+", " ".join([visible(page.lead + page.html), *texts]).lower()))
    language = BY_CODE[words.language]
    own, others = language.common, (each.common for each in BY_CODE.values() if each is not language)
    if foreign := said & frozenset().union(*others) - language.shared:
        yield f"the page has words of another language: {', '.join(sorted(foreign))}"
    if len(said & own) < COMMON:
        yield (
            f"the page is too short: of the most common words it has {len(said & own)} instead of {COMMON}, "
            f"and lacks {', '.join(sorted(own - said))}"
        )


def raised_codes(folder: Path) -> Mapping[str, set[str]]:
    """Code -> parameters of each error that the files of a folder raise by a literal code."""
    found = {}
    for file in folder.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
                continue
            if node.func.id in ("FenError", "MoveError", "SettingsError") and isinstance(node.args[0], ast.Constant):
                found[str(node.args[0].value)] = {str(keyword.arg) for keyword in node.keywords}
    return found


def error_faults(words: Words, folder: Path) -> Iterator[str]:
    """Sentences of errors that the rules in a folder do not raise, and errors without a whole sentence."""
    raised, told = raised_codes(folder), words.codes()["errors"]
    for code in sorted(told - raised.keys()):
        yield f"errors has “{code}”, which the rules do not raise"
    for code, parameters in raised.items():
        said = words.error(FenError(code, code, **{name: f"<{name}>" for name in parameters}))
        if said is None:
            yield f"errors lacks “{code}”"
            continue
        for name in sorted(parameters):
            if f"<{name}>" not in said:
                yield f"the error “{code}” leaves out {{{name}}}"


def source_faults(folder: Path) -> Iterator[str]:
    """What the formatter and the linter say of a folder, where they are installed; in the checkout, also the types."""
    config = str(ROOT / "pyproject.toml")
    ruff = [sys.executable, "-m", "ruff"]
    commands = [
        [*ruff, "format", "--check", "--quiet", "--config", config, str(folder)],
        [*ruff, "check", "--quiet", "--output-format", "concise", "--config", config, str(folder)],
    ]
    if folder.is_relative_to(ROOT):
        commands.append([sys.executable, "-m", "mypy", "--no-error-summary", str(folder.relative_to(ROOT))])
    for command in commands:
        if not Path(config).is_file() or find_spec(command[2]) is None:
            continue
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            formatting = "the files are not formatted: make format, or ruff format" if "format" in command else ""
            yield from [formatting] if formatting else (done.stdout or done.stderr).strip().splitlines()
