"""One's own data: everything is in one file, and after a deletion nothing names the person, whatever is restored."""

import json
import logging
import sqlite3

import pytest

from server.cli import main
from server.store import JOURNAL
from tests.harness.authenticator import Authenticator, Browser
from tests.harness.composition import app_at
from tests.harness.game import Calls, Game
from tests.harness.sources import Clock, scripted

NAME, CHAT, COMPLAINT = "Zenobia_7", "my aunt grows purple tulips", "he spoke ill of tulips"
REASON = "other"
MATE = "f2f3 e7e5 g2g4 d8h4"


@pytest.fixture
def folder(tmp_path):
    return tmp_path


@pytest.fixture
def zenobia(member, play, services, bob):
    """She has a name, chat, a game against Bob that is over and one that runs."""
    reader = member(NAME)
    reader.tables = [play(reader.id, bob.id, moves, rated=True) for moves in (MATE, "")]
    with services.tables.reading(reader.tables[0]) as table:
        services.chat.say(table, reader.id, 0, "message", None, CHAT)
    services.blocks.block(reader.id, bob.id)
    services.reports.add(reader.id, bob.id, "chat", REASON, COMPLAINT)
    services.reports.add(bob.id, reader.id, "name", REASON, "What a name!")
    services.sanctions.impose(bob.id, reader.id, "warning", REASON)
    return reader


def lines_with(folder, text):
    """The statements that would write a journal anew in which a text occurs."""
    with sqlite3.connect(folder / JOURNAL) as connection:
        return [line for line in connection.iterdump() if text in line]


def test_everything_that_is_stored_of_a_person_is_in_their_file(zenobia, bob, folder):
    data = zenobia.get("/my-data/all.json").json
    text = json.dumps(data)
    for stored in (NAME, CHAT, COMPLAINT, zenobia.id, *zenobia.tables):
        assert stored in text, stored
    assert (len(data["passkeys"]), len(data["ratings"]), len(data["blocks"]), len(data["sanctions"])) == (1, 1, 1, 1)
    assert "What a name!" not in text, "who reported her, and how, is not told"
    assert all("moderator" not in row for row in [*data["sanctions"], *data["reports"]])
    assert {line.split('"')[1] for line in lines_with(folder, zenobia.id)} <= set(data), "no table is forgotten"
    assert data["passkeys"] != bob.get("/my-data/all.json").json["passkeys"]


def test_all_games_are_one_file(app, zenobia):
    lines = zenobia.get("/my-data/games.jsonl").text.splitlines()
    assert [json.loads(line)["table"] for line in lines] == zenobia.tables[:1]
    assert "Qh4#" in zenobia.get("/my-data/games.pgn").text
    assert app.test_client().get("/en/my-data/games.pgn").status_code == 404


def test_after_a_deletion_nothing_names_the_person_and_the_opponent_keeps_the_games(
    services, zenobia, bob, folder, caplog
):
    caplog.set_level(logging.DEBUG)
    me, secret = zenobia.id, zenobia.secret
    assert zenobia.form("/my-data/delete").status_code == 303, "only who is sure"
    assert lines_with(folder, NAME)
    assert zenobia.form("/my-data/delete", sure="yes").status_code == 303
    passkey = zenobia.key.id.hex()
    for trace in (NAME, NAME.lower(), CHAT, COMPLAINT, passkey):
        assert lines_with(folder, trace) == [], trace
        assert trace not in caplog.text, trace
    left = {line.split('"')[1] for line in lines_with(folder, me)}
    assert left == {"people", "accounts", "keys", "key_changes"}, "what says that the id is not valid"
    assert services.secrets.person(secret) is None
    assert zenobia.get("/people/" + NAME).status_code == 404
    assert [row.status for row in services.journal.tables_of(bob.id, 10)] == ["finished"], "the other was aborted"
    assert "Deleted player" in bob.get("/my-data/games.pgn").text
    assert len(bob.get("/my-data/all.json").json["ratings"]) == 1


def test_a_deletion_is_done_again_when_an_older_backup_is_restored(folder, tmp_path):
    backup = tmp_path / "backup"
    with app_at(folder, scripted(Clock())) as app:
        reader, other = people = [Browser(app, Authenticator(key)) for key in (b"hers", b"his")]
        for each in people:
            each.make()
        reader.form("/account/name", name=NAME)
        game = Game(Calls(app.extensions["cavalier"]), (reader.id, other.id))
        game.open("Chess", MATE, control="5+3", rated=True)
        me = reader.id
        assert main(["backup", str(backup), "--data", str(folder)]) == 0
        reader.form("/my-data/delete", sure="yes")
    assert main(["restore", str(backup), "--data", str(folder), "--replace"]) == 0
    assert lines_with(folder, NAME)
    with app_at(folder, scripted(Clock())) as app:
        assert lines_with(folder, NAME) == []
        assert app.test_client().get(f"/en/people/{NAME}").status_code == 404
        left = {line.split('"')[1] for line in lines_with(folder, me)}
        assert left <= {"people", "accounts", "keys", "key_changes"}
