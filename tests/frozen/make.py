"""Writes a frozen set with the program as it is: a journal on each engine, records, and what it all answers.

Run from the root of a checkout: `python -m tests.frozen.make FOLDER`, for a new folder of `tests/frozen/data`.
"""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Self

from sqlalchemy import insert, select, update

from server.bus import LocalBus
from server.engine import Reviews
from server.game import TableState, computer_id, parse_control
from server.people import Secrets, person_of
from server.records import pgn, writer
from server.runtime.limits import Asker
from server.runtime.sources import DIGITS
from server.store import Journal, chat, mailboxes, schema, seeks, shared_signing_key, statement
from server.store import answers as puzzle_answers
from server.store.answers import Answer
from server.store.chat import ChatMessage
from server.store.mailboxes import Mailbox
from server.store.seeks import SeekRow
from tests.frozen.answers import VARIANTS, Opened, answers, differences
from tests.harness.actions import action
from tests.harness.engines import Engines
from tests.harness.services import postgres, program

BEGAN = 1_800_000_000.25
"""The first moment on the clock, in seconds since the epoch: after all that the journals of older versions hold."""
KEY = sha256(b"the key that signs the cookies of the frozen set").digest()
OLDER = Path(__file__).parent / "data" / "0.1.0" / "journal.sqlite"
DEPARTED = "paekt9szv0p3z0doo4q8"
"""A running table there whose turns later rules play in another way."""
FROM_OLDER = ("5n52an0a10l3oatb5vd2", "xb3jq4kknvkc84d17mud", DEPARTED, "pwzxh87xkylxvr21aihj")
"""Tables there that an even older version kept: seals of the first form of envelope, and such turns."""
RECORDS = (*(f"{variant.lower()}finished" for variant in VARIANTS), "chesssetup")
SET_UP = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"
BARE = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


class Play(Opened):
    """People who play at tables: the clock, ids, nonces and seeds are counted, and moves drawn by the table's name."""

    def __init__(self, place: Path | str) -> None:
        self.numbers, self.messages, self.name = count(), count(), ""
        super().__init__(place, BEGAN, self._token)
        keys = Secrets(self.journal, shared_signing_key(self.journal, KEY), LocalBus(), self.site.events, self._token)
        self.secrets = [keys.new() for _ in range(4)]
        self.people = [person_of(secret) for secret in self.secrets]
        self.ids: list[str] = []

    def _token(self, kind: str) -> str:
        return self.name if kind == "table" else sha256(f"{next(self.numbers)}".encode()).hexdigest()[: DIGITS[kind]]

    @property
    def table(self) -> TableState:
        with self.site.tables.reading(self.id) as table:
            return table

    def reopen(self, seconds: float) -> None:
        """Stop the site for so many seconds."""
        self.journal._process = "0123456789abcdef" if self.journal.shared else ""  # Else drawn by lot.
        self.journal.alive(self.time)
        self.journal.close()
        self.time += seconds
        self.open_journal()

    def open(self, name: str, variant: str, control: str = "none", free: int = 0, **options: Any) -> Self:
        """Open a table of this name; others sit down but for so many, in the order of seats."""
        self.time += 1.5
        self.id = self.name = name
        self.ids.append(name)
        given = {key: options.pop(key) for key in ("fen", "listed", "others") if key in options}
        self.site.opener.open(variant, options, self.people[0], 0, control=parse_control(control), **given)
        for person in self.people[1 : len(self.table.players) - free]:
            if "others" not in given:
                self.site.opener.sit(name, person)
        self.random = Random(name)
        return self

    def do(self, seat: int, deed: str, *arguments: Any, person: str = "") -> Self:
        """Do something from a seat, which must be accepted, a second or so after the last deed."""
        self.time += 1.237
        who = person or self.table.chairs[seat] or ""
        answer = self.site.tables.act(self.id, who, action(deed, seat, *arguments, message=f"m{next(self.messages)}"))
        assert answer["ok"], (self.id, deed, arguments, answer)
        return self

    def act(self, seat: int, move: str, person: str = "") -> Self:
        return self.do(seat, "act", self.table.number, move, person=person)

    def choose(self, seat: int) -> Self:
        """A move by lot."""
        moves = self.table.moves(seat)
        safe = sorted(each for each in moves if not moves[each].row.get("risky"))
        return self.act(seat, self.random.choice(safe or sorted(moves)))

    def play(self, *turns: str | int) -> Self:
        """Turns, each the moves of all who act, or so many by lot."""
        for turn in turns:
            for _ in range(turn if isinstance(turn, int) else 1):
                # The computer seals before people do.
                for seat in sorted(self.table.waited_for(), reverse=True):
                    self.choose(seat) if isinstance(turn, int) else self.act(seat, turn)
        return self

    def say(self, room: Any, seat: int | None, person: str, message: str, preset: str | None, text: str | None) -> None:
        # As a row: a site stores no message of a person twice.
        stored = chat.since(self.journal, self.id, 0)
        number = sum(each.content.room == room for each in stored) + 1
        said = ChatMessage(room, number, seat, person, message, preset, text, self.time)
        row = {"table_id": self.id, "sequence": len(stored), **said._asdict()}
        self.journal.write(statement(insert(schema.chat), row))


def fill(site: Play) -> None:
    """Everything that a journal can hold."""
    ann, bob, cleo, _ = site.people
    for person, name in ((ann, "Ann"), (bob, "Bob"), (cleo, "Zoé ♞")):
        site.journal.rename(person, name, site.time)
    copy_older(site)
    finished_games(site)
    other_ends(site)
    standing_games(site)
    beside_the_tables(site)
    site.time += 2.0


def copy_older(site: Play) -> None:
    """Take tables over as the migrations of this version leave them, and play on at one under today's rules."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(shutil.copy(OLDER, folder))
        with closing(Journal(place)) as journal:
            for kind, column in ((schema.tables, "id"), (schema.decisions, "table_id"), (schema.sitters, "table_id")):
                rows = journal.read(select(kind).where(kind.c[column].in_(FROM_OLDER)))
                site.journal.write(statement(insert(kind), [row._asdict() for row in rows]))
    site.ids += FROM_OLDER
    site.id, site.random = DEPARTED, Random(1)
    site.play(1)
    site.choose(1)


def finished_games(site: Play) -> None:
    """A finished game of each variant, and what people ask for after it."""
    # The seal before the resignation is never opened.
    site.open("apocalypsefinished", "Apocalypse", "10+5").play(4).choose(0).do(1, "resign")
    site.open("atomicfinished", "Atomic").play("g1f3", "a7a6", "f3e5", "a6a5", "e5f7")
    site.open("checkeredfinished", "Checkered", "5+3", observer=True).play("e2e4", "d7d5", "e4d5")
    site.act(2, "--", person=site.people[2]).do(0, "resign").do(1, "resign")
    site.open("chessfinished", "Chess", "3d").play("f2f3", "e7e5", "g2g4", "d8h4")
    site.open("chesssetup", "Chess", fen=SET_UP, listed=False).play("e2e4", "e8e7")
    site.do(0, "takeback", 0).do(1, "takeback", 0).play("e1g1", "e8e7", 3)
    site.do(1, "offer").do(0, "decline").do(1, "resign")
    site.open("darkfinished", "Dark", "5+3").play(10).do(0, "resign")
    site.open("dicefinished", "Dice").play(4).do(0, "takeback", None).do(1, "takeback", None).play(2).do(0, "resign")
    site.open("dobutsufinished", "Dobutsu", "1d").play(8).do(0, "rematch", False)  # By these lots it ends before.
    site.name = "dobutsuagain"
    site.do(1, "rematch", False).ids.append(site.name)
    site.open("progressivefinished", "Progressive").play("e2e4", "f7f6", "g7g5", "d1h5")
    site.do(0, "rematch", True).do(1, "rematch", False).do(0, "unrematch")
    site.open("synchronefinished", "Synchrone").play(5).do(0, "offer").do(1, "offer")
    reviewer = Reviews(
        site.site.tables, site.journal, Engines(VARIANTS), Random(3), lambda: site.time, rest=lambda _: None
    )
    for table in ("apocalypsefinished", "chessfinished", "dicefinished"):
        reviewer.ask(table, Asker("192.0.2.1", site.people[0]))
        assert reviewer._worker is not None
        reviewer._worker.join()
        assert reviewer.progress(table).state == "done"


def other_ends(site: Play) -> None:
    """Games that ended by a rule of the table, and one whose journal and rules disagree."""
    site.open("withdrawn", "Chess", free=1).do(0, "withdraw")
    site.open("aborted", "Atomic").do(1, "abort")
    site.open("repeated", "Chess").play(*("g1f3", "g8f6", "f3g1", "f6g8") * 2).do(0, "claim")
    for name, win in (("abandoned", True), ("abandoneddraw", False)):
        site.open(name, "Dobutsu").play(2).time += 601.0
        site.do(1, "absent", win)
    for name, variant, fen, turns in (
        ("nofirstmove", "Chess", None, 0),
        ("time", "Atomic", None, 2),
        ("timeall", "Apocalypse", None, 1),
        ("timematerial", "Chess", BARE, 2),
    ):
        site.open(name, variant, "1+0", fen=fen).play(turns).time += 61.5
        site.site.tables.look(name)
    site.open("stopped", "Chess").play("e2e3", "e7e6")
    row = schema.decisions.c.table_id == site.id, schema.decisions.c.number == 2
    ((entries,),) = site.journal.read(select(schema.decisions.c.entries).where(*row))
    swapped = update(schema.decisions).where(*row).values(entries=entries.replace("4p3", "5p2", 1))
    site.journal.write(statement(swapped))
    site.reopen(0.0)
    assert site.table.status == "stopped"


def standing_games(site: Play) -> None:
    """Open tables, and running games of each variant; those with a clock for the whole game last: no flag falls."""
    ann, bob, cleo, dan = site.people
    site.open("darkopen", "Dark", "7d", free=1)
    site.open("checkeredopen", "Checkered", free=1, listed=False, switch=False)
    site.open("setupopen", "Chess", free=1, fen=SET_UP)
    site.open("chessplans", "Chess").play("e2e4").do(0, "plan", 1, "g1f3").do(0, "unplan")
    site.do(0, "plan", 1, None, [["e7e5", "g1f3", "b8c6", "f1c4"], ["c7c5", "d2d4"]]).play("e7e5")
    site.open("darkplan", "Dark").play(5).do(0, "plan", 5, "a2a3")
    site.open("planmissed", "Chess", "3d").play("e2e4", "e7e5").do(1, "plan", 2, None, [["a2a3", "a7a6"]]).play("b2b3")
    site.open("synchronesealed", "Synchrone", "3d").play(2).do(1, "takeback", 1).do(0, "takeback", 1)
    site.choose(1).do(1, "unseal", 1).choose(1)
    site.open("apocalypsecomputer", "Apocalypse", others=computer_id(2)).play(2).choose(1)
    site.say("players", 1, computer_id(2), "c" * 32, "computer_hurried", None)
    site.open("dobutsuasked", "Dobutsu").play(3).do(0, "takeback", 2)
    for name in ("checkeredjoin", "checkeredleft"):
        site.open(name, "Checkered", observer=True).play("e2e4", "d7d5", "e4d5")
    site.act(2, "--", person=cleo).do(0, "resign")
    site.open("progressivealone", "Progressive", others=ann).play(4)
    site.open("chat", "Atomic").play(2)
    site.say("players", 0, ann, "hello", "hello", None)
    site.say("players", 1, bob, "doubled", None, "Bonne chance — à vous !")
    site.say("players", 1, bob, "doubled", None, "Bonne chance — à vous !")
    site.say("onlookers", None, cleo, "doubled", None, "Nice to watch. 👏")
    site.say("onlookers", None, dan, "dan1", None, "Ça se voit d’ici.")
    site.open("atomicoffer", "Atomic", "5+3").play(3).do(1, "addtime").do(1, "offer")
    site.open("dicerunning", "Dice", "15+10", others=computer_id(3)).play(3)
    site.open("apocalypsesealed", "Apocalypse", "10+5").play(2).choose(0)
    site.open("firstmove", "Synchrone", "10+5")
    site.reopen(31.5)


def beside_the_tables(site: Play) -> None:
    """Settings, answers to puzzles, mail, a new secret, and on PostgreSQL the seeks and what processes share."""
    ann, bob, cleo, dan = site.people
    at, journal = site.time, site.journal
    for who, chosen, when in ((ann, "theme=dark&board=sage&confirm=off", at - 5.5), (bob, "", at - 4.0)):
        journal.write(statement(insert(schema.preferences), {"person": who, "chosen": chosen, "at": when}))
    puzzle_answers.keep(journal, ann, Answer("ab12cd34", at - 90_000.0, 0.0, True))
    puzzle_answers.keep(journal, ann, Answer("zz99yy88", at - 60.125, 0.3, False))
    puzzle_answers.keep(journal, bob, Answer("ab12cd34", at - 59.0, 1 / 30, True))
    for who, address in ((ann, "ann@example.org"), (bob, "b.ö@example.net"), (dan, "dan+chess@example.org")):
        mailboxes.ask(journal, Mailbox(who, address, "fr" if who == bob else "en", at - 3000.0))
    for box in mailboxes.load(journal):
        if box.person != dan:
            mailboxes.confirm(journal, box, at - 2900.0)
    site.secrets.append(Secrets(journal, KEY, LocalBus(), site.site.events, site._token).replace(site.secrets[3]))
    waiting = [
        SeekRow(ann, [], "none", at - 9.0, "seek1", "192.0.2.1", None),
        SeekRow(bob, ["Atomic", "Dark"], "5+3", at - 8.0, "seek2", "", None),
        SeekRow(cleo, ["Synchrone"], "3d", at - 7.0, "seek3", "192.0.2.3", None),
        SeekRow(dan, ["Chess", "Synchrone"], "3d", at - 6.5, "seek4", "192.0.2.4", None),
    ]
    site.name = "paired"
    site.ids.append(site.name)
    met = []
    if journal.shared:
        for seek in waiting:
            seeks.keep(journal, seek, at)
        met = [(cleo, "seek3"), (dan, "seek4")]
    site.site.opener.open_between("Synchrone", [cleo, dan], parse_control("3d"), met)


def filled(place: Path | str) -> Any:
    """Fill a journal, and say what it answers when it is opened again, which writes nothing."""
    site = Play(place)
    fill(site)
    site.reopen(0.0)
    for table in site.ids:  # What is found when a table is read first is written then.
        with site.site.tables.reading(table):
            pass
    found = {"at": site.time, **answers(site, site.ids, [*site.people, computer_id(2)], site.secrets, KEY)}
    site.journal.close()
    return found


def lines(value: Any, depth: int) -> Iterator[str]:
    """JSON with a line for each value at this depth."""
    if depth == 0 or not isinstance(value, Mapping) or not value:
        yield json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        return
    for index, (key, each) in enumerate(value.items()):
        first, *rest = lines(each, depth - 1)
        yield f"{',' if index else '{'}{json.dumps(key)}:{first}"
        yield from rest
    yield "}"


def main() -> None:
    """Write the set into the folder that the command line names."""
    folder = Path(sys.argv[1])
    (folder / "records").mkdir(parents=True)
    found = filled(folder / "journal.sqlite")
    with closing(sqlite3.connect(folder / "journal.sqlite")) as connection:
        connection.executescript("PRAGMA journal_mode = DELETE; VACUUM;")
    with postgres() as server:
        address = server.database()
        expected = filled(address)
        dump = [program("pg_dump"), "--no-owner", "--no-privileges", "--rows-per-insert=50", f"--dbname={address}"]
        text = subprocess.run(dump, check=True, capture_output=True, text=True).stdout
    unlike = list(differences(expected, {**found, "shared": expected["shared"]}))
    assert not unlike, "\n".join(["the engines answer differently:", *unlike])
    # Two lines with a random word guard psql against a hostile server; other programs do not know them.
    (folder / "journal.sql").write_text(re.sub(r"(?m)^\\(un)?restrict .*\n", "", text), encoding="utf-8")
    (folder / "cookies.key").write_bytes(KEY)
    for table in (expected["tables"][name] for name in RECORDS):
        record, file = table["record"], folder / "records" / table["record"]["table"]
        table["record"] = f"{file.name}.json"
        file.with_suffix(".json").write_text(writer.written(record), encoding="utf-8")
        file.with_suffix(".pgn").write_text(pgn.write(record, VARIANTS[record["variant"]]), encoding="utf-8")
    (folder / "expected.json").write_text("\n".join(lines(expected, 4)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
