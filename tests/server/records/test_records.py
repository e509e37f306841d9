"""Records: a journal as one document, whole for whoever may see it whole, and never a seal that was not opened."""

import json
import re
from hashlib import sha256
from random import Random
from typing import get_args

import pytest

from server.game import Entry
from server.records import pgn
from server.records.document import KINDS, AnyLine, Chair, GameRecord, RecordError, Result, read_record
from server.records.verification import read as read_any
from server.records.verification import replay
from server.records.writer import canonical, digest, draw_record, written
from tests.harness.checkout import ROOT
from tests.harness.faults import failing
from tests.harness.random_games import play
from tests.harness.tables import evict_tables
from tests.toys import VARIANTS
from variants.position import Eyes


def test_a_free_chair_has_no_name_and_a_withdrawn_table_a_record(played):
    played.id = played.opener.open("Duel", {}, "ann", 1)
    assert [chair["name"] for chair in played.record()["seats"]] == [None, "ann"]
    assert played.record()["status"] == "open"
    assert played.send("resign", 1, person="ann") == ""
    assert played.record()["result"] == {"points": [0.5, 0.5], "reason": "withdrawn", "seat": 1}


def test_a_stopped_game_has_a_record_without_an_end(played):
    played.open("Duel", "a1b3 c3b1")
    assert played.send("act", 0, 1, "b3a1") == ""
    evict_tables(played.site.cache)
    with failing(VARIANTS["Duel"], "play", ZeroDivisionError()):
        record = played.record()
    assert (record["status"], record["result"]) == ("stopped", None)
    assert record["log"][-1].keys() == {"kind", "turn", "at"}
    assert record["final_fen"] == record["log"][3]["fen"]


def test_times_in_a_record_never_decrease_if_the_clock_was_set_back(played):
    played.open("Crown")
    table = played.table
    entries = [Entry("offer", 0, 0, "ann", "x", {}, table.last_at + seconds) for seconds in (5, -500, 7)]
    log = draw_record(table, entries, Eyes.ALL)["log"]
    assert [line["at"] - table.last_at for line in log] == pytest.approx([5, 5, 7], abs=0.001)


# The text that is hashed


def test_the_canonical_text_is_that_of_rfc_8785():
    value = {"b": [1.0, 0.5, 1e3, True, None, 'é\n"\\\u001f'], "a": {"10": 1, "9": -0.0}}
    assert canonical(value) == '{"a":{"10":1,"9":0},"b":[1,0.5,1000,true,null,"é\\n\\"\\\\\\u001f"]}'


def test_the_digest_is_of_all_but_itself(played):
    play(played, "Apocalypse", Random(5))
    record = played.record()
    rest = {key: value for key, value in record.items() if key != "digest"}
    assert record["digest"] == digest(record) == sha256(canonical(rest).encode()).hexdigest()
    assert digest(json.loads(written(record))) == record["digest"]


# What is no record


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "record_json"),
        ("[]", "record_unknown"),
        ('{"format": "other"}', "record_unknown"),
        ('{"format": "cavalier-record"}', "record_format"),
        ('{"format": "cavalier-record", "version": true}', "record_format"),
        ('{"format": "cavalier-record", "version": 2}', "record_version"),
        ('{"format": "cavalier-record", "version": 1}', "record_format"),
        ('{"format": "cavalier-record", "format": "cavalier-record"}', "record_twice"),
        ("{" + ", ".join(f'"k{number}": 0' for number in range(200)) + "}", "record_unknown"),
        ("{" + ", ".join(f'"k{number}": 0' for number in range(201)) + "}", "record_keys"),
        ('{"format": NaN}', "record_number"),
        (f'{{"version": {"9" * 5000}}}', "record_number"),
        ("[" * 100_000, "record_deep"),
        ('{"a":' * 100_000, "record_deep"),
        ("x" * (5 * 1024 * 1024), "record_long"),
        ("\0", "record_json"),
    ],
)
def test_a_text_that_is_no_record_is_refused_by_name(text, code):
    with pytest.raises(RecordError) as refused:
        read_record(text)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("where", "value"),
    [
        (("table",), "T"),
        (("variant",), "../etc"),
        (("control",), "x" * 50),
        (("opened_at",), -1),
        (("opened_at",), "1"),
        (("settings",), {"a": [1]}),
        (("settings",), {"a": 10**30}),
        (("seats", 0, "name"), "a\u202eb"),
        (("seats", 0, "name"), "a\0b"),
        (("seats", 0, "name"), "x" * 65),
        (("seats", 0, "seat"), True),
        (("log", 0, "kind"), "dance"),
        (("log", 0, "more"), 1),
        (("log", 3, "moves"), {}),
        (("log", 3, "nonces"), {"0": "12"}),
        (("log", 3, "fen"), "x" * 1001),
        (("digest",), ""),
    ],
)
def test_a_record_that_is_not_well_formed_is_refused_with_its_place(played, where, value):
    played.open("Duel", "a1b3 c3b1")
    record = json.loads(json.dumps(played.record()))
    inner = record
    for step in where[:-1]:
        inner = inner[step]
    inner[where[-1]] = value
    with pytest.raises(RecordError) as refused:
        read_record(json.dumps(record))
    assert refused.value.code == "record_format"
    place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in where).lstrip(".")
    expected = place.removesuffix(".kind")
    assert refused.value.parameters["where"].startswith(expected)


# The page that documents them

PAGE = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")


def test_the_example_of_the_documentation_is_a_true_record_and_a_true_text():
    record = PAGE.split("```json\n")[1].split("```")[0]
    text = PAGE.split("The same game as above:\n\n```\n")[1].split("```")[0]
    whole, moves = replay(read_any(record, VARIANTS), VARIANTS), replay(read_any(text, VARIANTS), VARIANTS)
    assert whole.positions[-1] == moves.positions[-1]
    assert len(whole.turns) == 1
    assert (
        pgn.write(json.loads(record), VARIANTS["Apocalypse"], "https://example.org/game/k3v9q0w7c2m5x8d1f4z6") == text
    )
    assert written(json.loads(record)) == record


def test_the_documentation_names_every_key_and_every_kind_of_a_record():
    named = set(re.findall(r"`([a-z_]+)`", PAGE))
    keys = {*GameRecord.model_fields, *Chair.model_fields, *Result.model_fields, *KINDS}
    for line in get_args(AnyLine):
        keys |= set(line.model_fields)
    assert keys - named - {"code", "name"} == set()


def test_the_documentation_names_every_refusal_of_a_record_that_was_changed():
    server = ROOT / "server" / "records"
    source = "".join(
        (server / f"{name}.py").read_text("utf-8") for name in ("line_of_play", "record_check", "table_replay")
    )
    codes = set(re.findall(r'RecordError\(\s*"(\w+)"', source))
    assert len(codes) > 10
    assert codes - set(re.findall(r"`(\w+)`", PAGE)) == set()
