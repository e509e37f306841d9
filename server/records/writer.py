"""Writes the record of a game: its journal as one JSON document, without anything that its reader may not know."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import chain
from typing import TYPE_CHECKING, Any

from server.game import PRIVATE, Refusal, dice_view, seal_digest, seen_turn, strength_of
from server.records.document import FORMAT, VERSION
from server.runtime.loop import yield_to_loop
from variants.position import Eyes, Position, Seat, Viewer

if TYPE_CHECKING:
    from server.game import Entry, TableState
    from server.store import Journal
    from server.tables import Tables

ENTRY_COST = 0.02
"""The cost of an entry of a record for its address, in requests."""

NO_LINES = PRIVATE | {"again", "rematch", "dice"}
"""Kinds of entries that are no lines of the log: plans, whose moves are lines once they are played; rematches, after
which a finished game would have another record; and the seed of the dice, which the head of the record has."""


def fetch(
    tables: Tables,
    journal: Journal,
    table_id: str,
    viewer_of: Callable[[TableState], Viewer],
    name_of: Callable[[str], str],
    charge: Callable[[float], object] = lambda _: None,
) -> dict[str, Any]:
    """The record of a table for the eyes that `viewer_of` finds. Raises Refusal if there is no such table.

    `charge` is called with what the record counts in requests, before it is drawn; it may refuse.
    """
    # Not under the table's lock: a download must not delay a move while its player's clock runs.
    with tables.reading(table_id) as table:
        charge(table.lines * ENTRY_COST)
        snapshot, viewer = table.copy(), viewer_of(table)
    stored = journal.table(table_id)
    if stored is None:
        raise Refusal("no_table", "There is no game at this address.")
    # The journal only grows, and an entry is on disk before the table takes it: the journal holds at least these.
    entries = chain.from_iterable(stored[2][: snapshot.sequence])
    return draw_record(snapshot, entries, viewer, name_of, yield_to_loop)


def draw_record(
    table: TableState,
    entries: Iterable[Entry],
    viewer: Viewer,
    name_of: Callable[[str], str] = lambda person: "",
    pause: Callable[[], object] = lambda: None,
) -> dict[str, Any]:
    """The record that docs/records.md describes; `entries` are all of the table's.

    A seal that is not opened shows its commitment and nothing else, to everybody. On a hidden board,
    while the game runs, a viewer gets of each turn what they may know. `pause` is called between the lines.
    """
    eyes = table.eyes(viewer)
    complete = eyes is Eyes.ALL or not table.rules.hidden
    scribe = LineWriter(table, None if complete else eyes)
    opening, ending = table.opening, table.ending
    record: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "table": table.id,
        "variant": opening.variant,
        "rules_version": opening.rules_version,
        "settings": dict(opening.settings),
        "fen": opening.fen if complete else None,
        "control": opening.control,
        "opened_at": _time(opening.opened_at),
        **({"rated": True} if opening.rated else {}),
        "complete": complete,
        "seen_by": "all" if complete else "onlooker" if isinstance(eyes, Eyes) else eyes,
        "status": table.status,
        "seats": [_chair(table, seat, code, name_of) for seat, code in enumerate(table.position_at(0).seats)],
        **({"dice": dice_view(table)} if table.rules.chance else {}),
        "log": list(scribe.lines(entries, pause)),
        "final_fen": (table.turns[-1].fen if table.turns else opening.fen) if complete else None,
        "result": None
        if ending is None
        else {"points": _shares(ending.points), "reason": ending.reason, "seat": ending.seat},
    }
    record["digest"] = digest(record, pause)
    return record


def _chair(table: TableState, seat: Seat, code: str, name_of: Callable[[str], str]) -> dict[str, Any]:
    person = table.chairs[seat]
    name, player = (None, None) if person is None else (name_of(person), table.seats_of(person)[0])
    strength = strength_of(person)
    computer = {} if strength is None else {"computer": strength}
    return {"seat": seat, "code": code, "name": name, "player": player, **computer}


class LineWriter:
    """Writes the lines of a record. `eyes` are those of the viewer if the board is hidden from them, else None."""

    def __init__(self, table: TableState, eyes: Viewer | None) -> None:
        self.table = table
        self.eyes = eyes
        self.fens = [table.opening.fen]
        self.at = table.opening.opened_at

    def lines(self, entries: Iterable[Entry], pause: Callable[[], object]) -> Iterator[dict[str, Any]]:
        """The entries of a journal as the lines of the record."""
        for entry in entries:
            pause()
            if entry.kind not in NO_LINES:
                yield self.line(entry)

    def line(self, entry: Entry) -> dict[str, Any]:
        """An entry of the journal as a line of the record."""
        body = entry.body
        # If the machine's clock was set back, the times of a table stay equal.
        self.at = max(self.at, entry.at)
        line: dict[str, Any] = {"kind": entry.kind, "turn": len(self.fens), "at": _time(self.at)}
        if entry.seat is not None and entry.kind != "end":
            line["seat"] = entry.seat
        match entry.kind:
            case "seal":
                assert entry.seat is not None
                line["seal"] = self._seal(body, str(entry.seat), body["move"], body["nonce"])
            case "turn":
                line |= self._turn(body)
                self.fens.append(body["fen"])
            case "left":
                line |= {"left": list(body["left"]), "reason": body["reason"]}
                line |= {"fen": body["fen"]} if self.eyes is None else {}
                self.fens.append(body["fen"])
            case "ask_back":
                line["to"] = body["to"]
            case "takeback":
                line["to"] = body["to"]
                del self.fens[body["to"] + 1 :]
            case "addtime":
                line |= {"seats": list(body["seats"]), "seconds": _time(body["seconds"])}
            case "downtime":
                line |= {"since": _time(body["since"]), "until": _time(body["until"])}
            case "end":
                points = _shares(body["points"])
                line |= {"points": points, "reason": body["reason"], "seat": body["seat"]}
        if "rules" in body and entry.kind != "seal":
            line["rules_version"] = body["rules"]
        if "clocks" in body:
            line["clocks"] = [_time(left) for left in body["clocks"]]
        return line

    def _turn(self, body: Mapping[str, Any]) -> dict[str, Any]:
        actions, nonces = body["actions"], body.get("nonces", {})
        seals = {seat: self._seal(body, seat, actions[seat], nonce) for seat, nonce in nonces.items()}
        secrets: dict[str, Any] = {"seals": seals} if seals else {}
        if self.eyes is not None:
            return {"notation": self._seen_notation(body, self.eyes), **secrets}
        if seals:
            secrets |= {"nonces": dict(nonces), "takebacks": body["takebacks"]}
        return {"moves": dict(actions), "notation": dict(body["texts"]), **secrets, "fen": body["fen"]}

    def _seal(self, body: Mapping[str, Any], seat: str, move: str, nonce: str) -> str:
        return seal_digest(self.table.id, len(self.fens), body["takebacks"], int(seat), move, nonce)

    def _seen_notation(self, body: Mapping[str, Any], eyes: Viewer) -> dict[str, str]:
        rules: type[Position] = self.table.rules
        before = rules.from_fen(self.fens[-1], self.table.opening.settings)
        texts, _ = seen_turn(before, self.table.turn_of(body), eyes)
        return {str(seat): text for seat, text in texts.items()}


def canonical(value: Any) -> str:
    """A value as the one JSON text that is hashed: RFC 8785, for the numbers and keys that records hold."""
    return json.dumps(_plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(record: Mapping[str, Any], pause: Callable[[], object] = lambda: None) -> str:
    """SHA-256, in hexadecimal digits, over the canonical text of a record without its digest."""
    hashed = sha256()
    for part in _canonical_parts({key: value for key, value in record.items() if key != "digest"}):
        pause()
        hashed.update(part.encode())
    return hashed.hexdigest()


def _canonical_parts(record: Mapping[str, Any]) -> Iterator[str]:
    """The text of `canonical` in parts, one for each line of the log."""
    before = "{"
    for key in sorted(record):
        yield f"{before}{canonical(key)}:"
        before = ","
        if key != "log" or not record[key]:
            yield canonical(record[key])
            continue
        for number, line in enumerate(record[key]):
            yield ("," if number else "[") + canonical(line)
        yield "]"
    yield "}"


def written(record: Mapping[str, Any], pause: Callable[[], object] = lambda: None) -> str:
    """A record as the file that is downloaded: one action per line."""

    def text_of(key: str, value: Any) -> str:
        if key != "log" or not value:
            return json.dumps(value, ensure_ascii=False)
        lines = []
        for line in value:
            pause()
            lines.append(f"  {json.dumps(line, ensure_ascii=False)}")
        return "[\n" + ",\n".join(lines) + "\n ]"

    parts = [f" {json.dumps(key)}: {text_of(key, value)}" for key, value in record.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _plain(value: Any) -> Any:
    """The same with whole numbers written without a fraction, as every language writes them."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value


def _time(seconds: float) -> float:
    """Seconds as records write them: to the millisecond."""
    rounded: float = _plain(round(seconds, 3))
    return rounded


def _shares(points: Iterable[float]) -> list[float]:
    return [_plain(share) for share in points]
