"""Checks of a variant, one after the other; each finding in plain words."""

from __future__ import annotations

import faulthandler
import inspect
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from itertools import zip_longest
from pathlib import Path
from random import Random
from time import process_time
from traceback import format_exception
from typing import Any, NamedTuple

from server.book.fences import PageFault
from server.book.validation import ROOT, InvalidVariant, check_lists, drawings_of, page_of, words_of
from server.bots.strengths import STRENGTHS, play
from server.drawing.pieces import DrawingError
from server.kit.board_text import board_text, stored_board_text, turn_text
from server.kit.counterexample import GAMES, MOST_GAME_TURNS, Examination, Failure, error_text, examine
from server.kit.pages import (
    end_faults,
    error_faults,
    page_faults,
    played_examples,
    quiz_faults,
    required_codes,
    shown_codes,
    skeleton,
)
from server.texts.front_matter import WordsError, folder_of
from server.texts.languages import COMPLETE, LANGUAGES
from server.texts.words import Words
from variants import registry
from variants.contract import BrokenPromise, check_guesses, positions
from variants.position import Eyes, Position, Viewer

FIRST_GAMES = 3
"""Random games of a check that is not told how many: they show nearly every fault, in seconds."""
DESCRIBED_GAMES = 20
"""The most random games whose events are described in every language."""
OPPONENT_GAMES, OPPONENT_TURNS, OPPONENT_SECONDS = 4, 150, 6.0
"""Games of the computer against random moves: how many, turns of each, and seconds of processor time for all."""
RULES_TIMEOUT = 30.0
"""Seconds for the rules at one position; then the process ends with a traceback."""
LONG_CHECK = 10
"""The factor of these seconds for a check that plays many games."""
STDERR = 2


class Finding(NamedTuple):
    """The result of a check: its name, whether it holds, and lines of explanation."""

    what: str
    holds: bool
    lines: Sequence[str] = ()
    checked: bool = True
    """False where a fault that was named before prevents the check; then it holds as far as one knows."""


class _Fault(Exception):
    """The fault of a check, in lines."""

    def __init__(self, *lines: str) -> None:
        self.lines = lines
        super().__init__(*lines)


def _arm(times: int = 1) -> None:
    """Restart the timer that ends the process with a traceback and exit status 1."""
    # A file of its own: a replaced sys.stderr may have no descriptor.
    faulthandler.dump_traceback_later(times * RULES_TIMEOUT, exit=True, file=STDERR)


def check(name: str, folders: Sequence[Path] = (), games: int = FIRST_GAMES) -> Iterator[Finding]:
    """All checks of a variant. A check that an earlier fault prevents is a finding that says so.

    Raises MemoryError if the rules take all memory: further calls might never end.
    """
    findings = _findings(name, folders, games)
    while True:
        _arm()
        try:
            finding = next(findings, None)
        finally:
            faulthandler.cancel_dump_traceback_later()
        if finding is None:
            return
        yield finding


def _findings(name: str, folders: Sequence[Path], games: int) -> Iterator[Finding]:
    try:
        variant = registry.load(name, folders)
    except registry.VariantError as error:
        yield Finding("folder", False, [str(error), *_traced(error.__cause__)])
        return
    attempt = partial(_found, variant)
    yield Finding("folder", True, ["It can be loaded."])
    yield (rules := attempt("rules", _rules, name, variant, games))
    yield attempt("computer", _computer, variant) if rules.holds else _later("computer", rules)
    yield attempt("drawings", _drawings, name, variant)
    loaded: dict[str, Words] = {}
    unsound: dict[str, Finding] = {}
    pages = folder_of(variant, name, ROOT / "rules")
    for language in LANGUAGES:
        if language not in COMPLETE and not (pages / f"{language}.md").is_file():
            continue
        yield (finding := attempt(f"words ({language})", _words, name, variant, language, rules.holds, games))
        if finding.holds:
            loaded[language] = words_of(name, variant, language)
        else:
            unsound[language] = finding
    for language in (*loaded, *unsound):
        page = f"page ({language})"
        yield (
            attempt(page, _page, name, variant, loaded[language])
            if language in loaded
            else _later(page, unsound[language])
        )
    yield attempt("style", _style, variant)
    if lacking := [unsound[language] for language in COMPLETE if language in unsound]:
        yield _later("pages", lacking[0])
    else:
        yield attempt("pages", _pages, [loaded[each] for each in COMPLETE if loaded[each].page.stem == each])


def _later(what: str, before: Finding) -> Finding:
    """The finding of a check that waits until an earlier one holds."""
    return Finding(what, True, [f"Not checked before “{before.what}” holds."], checked=False)


def _found(variant: type[Position], what: str, check: Callable[..., str], *given: Any) -> Finding:
    try:
        return Finding(what, True, check(*given).splitlines())
    except _Fault as fault:
        return Finding(what, False, fault.lines)
    except (WordsError, PageFault) as error:
        return Finding(what, False, [str(error)])
    except InvalidVariant as error:
        explained = isinstance(error.__cause__, WordsError | DrawingError | PageFault)
        return Finding(what, False, [*str(error).splitlines(), *_traced(None if explained else error.__cause__)])
    except MemoryError:
        raise
    except Exception as error:  # Any exception of the rules is a finding.
        return Finding(what, False, [_sentence(error_text(error, variant)), *_traced(error)])


def _traced(error: BaseException | None) -> Sequence[str]:
    """The traceback of an error, in lines; empty without an error."""
    return "".join(format_exception(error)).splitlines() if error is not None else ()


def _rules(name: str, variant: type[Position], games: int) -> str:
    examined = examine(variant, games, arm=_arm)
    if (failure := examined.failure) is not None:
        raise _Fault(*_shown(name, failure), *failure.trace.splitlines())
    _arm(LONG_CHECK)
    try:
        check_guesses(variant, max(games, GAMES), MOST_GAME_TURNS)
    except BrokenPromise as broken:
        raise _Fault(_sentence(error_text(broken, variant))) from broken
    more = f"\nThis was a first step: --games {GAMES} plays more." if games < GAMES else ""
    return f"Every promise holds in {len(examined.lengths)} random games{_long(examined)}{more}"


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:].rstrip('.')}."


def _long(examined: Examination) -> str:
    lengths = sorted(examined.lengths)
    left = lengths.count(MOST_GAME_TURNS)
    if left == len(lengths) < DESCRIBED_GAMES:
        return f", all of them left unfinished after {MOST_GAME_TURNS} turns."
    if left == len(lengths):
        return f", none of which came to an end in {MOST_GAME_TURNS} turns: does `result` ever say that a game is over?"
    return f" of {lengths[0]} to {lengths[-1]} turns" + (f", {left} of them left unfinished" if left else "") + "."


def _shown(name: str, failure: Failure) -> Iterator[str]:
    """A fault with the smallest game that shows it."""
    yield _sentence(failure.promise)
    settings = " ".join(f"{key}={value}" for key, value in failure.settings.items())
    if settings:
        yield f"The settings: {settings}."
    if failure.start is None or failure.position is None:
        yield "No game is needed to see it: it is about how one starts."
        return
    yield f"The smallest game found that shows it has {_turns(len(failure.turns))}" + (":" if failure.turns else ".")
    position = failure.start
    for number, actions in enumerate(failure.turns, 1):
        yield f"  {number}. {turn_text(position, actions)}"
        if position is not failure.position and number < len(failure.turns):
            position = position.play(actions)
    yield "There the board is:" if failure.turns else "The board:"
    try:
        lines = [
            *board_text(failure.position).split("\n"),
            f"cavalier fen {name} {shlex.quote(failure.position.fen())}",
        ]
    except Exception:  # The fault may be in this call itself.
        lines = stored_board_text(failure.position).split("\n")
    yield from lines


def _turns(count: int) -> str:
    return "no turn" if count == 0 else "1 turn" if count == 1 else f"{count} turns"


def _computer(variant: type[Position]) -> str:
    random = Random(1)
    position = variant.start(random=random)
    for _ in range(MOST_GAME_TURNS):
        _arm()
        if position.result() is not None:
            break
        actions = {}
        for seat in position.to_act:
            offered = list(position.moves(seat))
            drawn_by_lot = seat in position.chance
            actions[seat] = (
                random.choice(offered) if drawn_by_lot else play(position, seat, STRENGTHS[1], random).draw(random)
            )
            if actions[seat] not in offered:
                raise _Fault(f"The computer plays {position.write(actions[seat])}, which the rules do not offer.")
        position = position.play(actions)
    return f"The computer plays a game against itself.\n{_against_random_moves(variant)}"


def _against_random_moves(variant: type[Position]) -> str:
    """How short games of the computer against random moves end; it takes each seat in turn."""
    began, random = process_time(), Random(2)
    easy = STRENGTHS[1]._replace(slips=0.0)
    ends: Counter[str] = Counter()
    for number in range(OPPONENT_GAMES):
        position = variant.start(random=random)
        players = position.players()
        own = players[number % len(players)]
        for _ in range(OPPONENT_TURNS):
            _arm()
            if position.result() is not None or process_time() - began > OPPONENT_SECONDS:
                break
            position = position.play(
                {
                    seat: play(position, seat, easy, random).draw(random)
                    if seat == own
                    else random.choice(list(position.moves(seat)))
                    for seat in position.to_act
                }
            )
        result = position.result()
        share = None if result is None else result.points[own] * len(players)
        ends["unfinished" if share is None else "won" if share > 1 else "lost" if share < 1 else "drawn"] += 1
    told = ", ".join(f"{count} {end}" for end, count in ends.items() if end != "lost")
    if not ends["lost"]:
        return f"It loses no game of {OPPONENT_GAMES} short ones against random moves ({told})."
    return (
        f"It loses {ends['lost']} of {OPPONENT_GAMES} short games against random moves: look at `evaluate` and `gain`,"
        " unless luck decides."
    )


def _drawings(name: str, variant: type[Position]) -> str:
    drawings_of(name, variant)
    return f"There is a drawing for each of {len(variant.drawings)} pieces."


def _words(name: str, variant: type[Position], language: str, sound: bool, games: int) -> str:
    words = words_of(name, variant, language)
    if words.front.repeated:
        raise _Fault(*(f"{words.front.files[0]}: {repeated}" for repeated in words.front.repeated))
    if words.lacking:
        return f"Readers get the words in English: {words.lacking}."
    sentences = 0
    for position in positions(variant, min(DESCRIBED_GAMES, games), MOST_GAME_TURNS) if sound else ():
        _arm()
        moves = {seat: position.moves(seat) for seat in position.to_act} if position.result() is None else {}
        codes = {position.special(seat, move) for seat, offered in moves.items() for move in offered}
        if lacking := sorted(codes - {""} - set(words.specials)):
            raise _Fault(f"{words.page.name}: specials lacks “{lacking[0]}”")
        viewers: list[Viewer] = [*range(len(position.seats)), *Eyes]
        events = {event for viewer in viewers for event in position.seen_events(viewer)}
        sentences += len([words.sentence(event, position.seats) for event in events])
    own = f"\nThe variant's own words are those of {words.page.name}." if words.foreign else ""
    said = f"There is a sentence for all that happens: {sentences} were told." if sentences else "All words are there."
    return said + own


def _style(variant: type[Position]) -> str:
    _arm(LONG_CHECK)  # mypy may take a while.
    if faults := [*_source_faults(Path(inspect.getfile(variant)).parent)]:
        raise _Fault(*faults)
    return "The sources are formatted, and the linter finds nothing."


def _source_faults(folder: Path) -> Iterator[str]:
    """The findings of formatter and linter for a folder, if they are installed; in the checkout also of mypy."""
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


def _page(name: str, variant: type[Position], words: Words) -> str:
    page = page_of(name, variant, words, drawings_of(name, variant))
    if words.made:
        if faults := [*error_faults(words, variant)]:
            raise _Fault(*(f"{words.page.name}: {fault}" for fault in faults))
        more = "".join(
            f"\nIt says that there are more rules than it states: {', '.join(methods)} of {kind}."
            for kind, methods in words.front.undescribed.items()
        )
        return f"The page is made from the declaration: {page.html.count('<figure')} figures.{more}"
    if page.language and not page.lacking:
        return f"Every example holds; readers get the page of {words.page.name}."
    if page.lacking:
        return f"Every example holds; readers get the page in English: {page.lacking}."
    faults = [*page_faults(words, page), *error_faults(words, variant)]
    examples = played_examples(words, variant)
    faults += [*end_faults(examples), *quiz_faults(variant, words)]
    has, needs = shown_codes(examples), required_codes(variant)
    for what, codes in (("event", needs.events - has.events), ("end", needs.reasons - has.reasons)):
        if codes:
            missing = ", ".join(f"“{code}”" for code in sorted(codes))
            faults.append(f"no played example shows the {what} {missing}")
    if faults:
        raise _Fault(*(f"{words.page.name}: {fault}" for fault in faults))
    return f"Every example holds, and all that can happen is shown: {page.html.count('<figure')} figures."


def _pages(loaded: Sequence[Words]) -> str:
    if len(loaded) < 2:
        return "There are words in one language: readers of all languages get these."
    first, *others = loaded
    ours = skeleton(first)
    for words in others:
        check_lists(first, words)
        for one, other in ((first, words), (words, first)):
            for table, codes in one.codes().items():
                if lacking := sorted(codes - other.codes()[table]):
                    missing = ", ".join(f"“{code}”" for code in lacking)
                    raise _Fault(f"{other.page.name}: {table} lacks {missing}, which {one.page.name} has")
        for what, first_items, other_items in zip(ours._fields, ours, skeleton(words), strict=True):
            for number, (its, theirs) in enumerate(zip_longest(first_items, other_items, fillvalue="no more"), 1):
                if its != theirs:
                    raise _Fault(
                        f"The {what} of {first.page.name} and {words.page.name} differ, from number {number} on:",
                        f"  {first.page.name}: {its}",
                        f"  {words.page.name}: {theirs}",
                    )
    return "All languages have the same words, headings, examples and links in the same order."
