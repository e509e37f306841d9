"""Compares what players sent and were shown with the journal: nothing that was accepted is lost or there twice."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import Any

from bench.messages import Sent, Trouble, neutral
from bench.person import Person
from server.game import Entry, Facts, TableState, apply, check_seals, table_view
from server.records import pgn, verification, writer
from server.records.writer import draw_record
from server.store import Journal
from server.store.chat import ChatMessage, since
from server.texts.front_matter import RULES, folder_of
from server.texts.view_text import describe_view
from server.texts.words import Words
from variants.errors import RulesError
from variants.position import Eyes, Position
from variants.registry import load_all

BY_TIME = ("time", "no_first_move")
"""Begin the reasons for which a game ends though nobody acts."""


def audit(place: Path | str, people: Iterable[Person]) -> Counter[str]:
    """How much was compared. Raises Trouble where the journal in that place and what people saw differ."""
    variants = load_all()
    compared: Counter[str] = Counter()
    sent: dict[str, list[Sent]] = defaultdict(list)
    watched: dict[str, list[Person]] = defaultdict(list)
    for person in people:
        for each in person.sent:
            sent[each.table].append(each)
        for name in person.seen:
            watched[name].append(person)
    with closing(Journal(place)) as journal:
        for name, persons in watched.items():
            table, entries = replayed(journal, variants, name)
            compare_acts(sent[name], entries)
            remarks = [each.content for each in since(journal, name, 0)]
            _compare((each for each in sent[name] if each.event == "say"), Counter(each.message for each in remarks))
            for person in persons:
                _compare_chat(person.seen[name].chat, remarks, still_there=person.table == name)
                if person.table == name:
                    _compare_view(person, table)
                    compared["views"] += 1
            verify_record(table, entries, variants)
            compared.update(entry.kind for entry in entries)
            compared.update(tables=1, entries=len(entries), remarks=len(remarks))
            compared[table.ending.reason if table.ending else "still running"] += 1
    return compared


def replayed(journal: Journal, variants: Mapping[str, type[Position]], name: str) -> tuple[TableState, list[Entry]]:
    """A table as its journal tells, and its entries. Raises Trouble."""
    found = journal.table(name)
    if found is None:
        raise Trouble(f"the table {name} is lost")
    opening, status, decided = found
    try:
        # As a running game, so that every turn is played again.
        table = TableState(variants[opening.variant], opening)
        for row in decided:
            apply(table, row)
        check_seals(table)
    except Exception as error:  # Entries between which others are missing may fail in any way.
        raise Trouble(f"the journal of {name} cannot be played again: {error!r}") from error
    if table.fault or status == "stopped":
        raise Trouble(f"the journal of {name} cannot be played again: {table.fault}")
    return table, list(chain.from_iterable(decided))


def verify_record(table: TableState, entries: Iterable[Entry], variants: Mapping[str, type[Position]]) -> None:
    """Raise Trouble unless the record holds, in both of its forms, as everybody may have it.

    That of a hidden board has no moves before the end.
    """
    if table.rules.hidden and table.ending is None:
        return
    record = draw_record(table, entries, Eyes.SPECTATOR)
    for text in (writer.written(record), pgn.write(record, variants[record["variant"]], "")):
        try:
            verification.replay(verification.read(text, variants), variants)
        except RulesError as error:
            raise Trouble(f"the record of {table.id} does not hold: {error}") from error


def compare_acts(sent: Sequence[Sent], entries: Sequence[Entry]) -> None:
    """Raise Trouble where something was accepted and is not kept once as it was sent, or was refused and is."""
    kept = Counter(entry.message for entry in entries if entry.message)
    _compare((each for each in sent if each.event != "say"), kept)
    by_message = {each.message: each for each in sent}
    for entry in entries:
        asked = by_message.get(entry.message)
        if asked is not None and asked.event == "act":
            move = entry.body["move"] if entry.kind == "seal" else entry.body["actions"][str(entry.seat)]
            if (entry.number, entry.seat, move) != tuple(asked.fields[key] for key in ("number", "seat", "move")):
                raise Trouble(f"{asked} is kept as {entry}")


def _compare_chat(heard: Sequence[Mapping[str, Any]], remarks: Sequence[ChatMessage], still_there: bool) -> None:
    """Every listener received all messages since they joined, in the order in which they were sent."""
    seen = [(message["number"], message["preset"], message["preset"] or message["text"]) for message in heard]
    said = [(remark.number, remark.preset, remark.preset or remark.text) for remark in remarks]
    first = seen[0][0] - 1 if seen else 0
    if seen != said[first : None if still_there else first + len(seen)]:
        raise Trouble(f"heard {seen}, said {said}")


def _compare(sent: Iterable[Sent], kept: Mapping[str, int]) -> None:
    """What was accepted is there once, what was refused is not; what was never answered is there once at most."""
    for each in sent:
        times = kept.get(each.message, 0)
        least, most = (0, 1) if each.answer is None else (1, 1) if each.answer["ok"] else (0, 0)
        if not least <= times <= most:
            raise Trouble(f"{each} is in the journal {times} times")


def _compare_view(person: Person, table: TableState) -> None:
    shown = person.seen[table.id]
    seen = neutral(shown.view)
    if seen["result"] is None and table.ending is not None and table.ending.reason.startswith(BY_TIME):
        return  # A flag fell when nobody looked any more.
    view = table_view(table, shown.seat, Facts(table.last_at))
    english = Words.load(folder_of(table.rules, table.opening.variant, RULES) / "en.md", table.rules)
    kept = neutral(json.loads(json.dumps(describe_view(view, english, str))))
    if seen != kept:
        raise Trouble(f"{person.name} sees {seen}, the journal tells {kept}")
