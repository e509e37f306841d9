"""Who somebody is: a signed cookie whose secret nobody else learns, by a key that outlives the process."""

import os
import stat
from pathlib import Path

import pytest
from flask import Flask

from server.http import SECRET, public_id
from server.store import KEY as KEY_FILE
from server.store import signing_key
from tests.harness.client import Client, cookie_content, open_table
from tests.harness.site import site


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """One real site."""
    with site(tmp_path_factory.mktemp("identity") / "data") as started:
        yield started


def test_the_key_is_made_once_kept_and_its_owners_alone(tmp_path):
    key = signing_key(tmp_path)
    assert len(key) == 32
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600
    assert signing_key(tmp_path) == key
    assert [path.name for path in tmp_path.iterdir()] == [KEY_FILE], "nothing is left beside it"
    assert signing_key(tmp_path) != signing_key(tmp_path.parent), "another folder has another key"


def test_the_name_of_the_key_is_on_disk_before_anything_is_signed_with_it(tmp_path, monkeypatch):
    """Who loses power after the first start would else find no key, and everybody signed out."""
    synced = []

    def fsync(handle):
        path = Path(os.readlink(f"/proc/self/fd/{handle}"))
        synced.append((path.name, [each.name for each in path.iterdir()] if path.is_dir() else []))

    monkeypatch.setattr(os, "fsync", fsync)
    signing_key(tmp_path)
    assert [name.startswith(f"{KEY_FILE}.") for name, _ in synced] == [True, False], "what is in it comes first"
    assert synced[1] == (tmp_path.name, [KEY_FILE])


def test_a_key_of_the_wrong_size_is_refused_by_its_path(tmp_path):
    (tmp_path / KEY_FILE).write_bytes(b"short")
    with pytest.raises(ValueError, match=KEY_FILE):
        signing_key(tmp_path)


def test_two_processes_that_start_at_once_agree_on_the_key(tmp_path, monkeypatch):
    first = signing_key(tmp_path)
    monkeypatch.setattr(Path, "exists", lambda _: False)  # As it was when the second one looked.
    assert signing_key(tmp_path) == first


def test_the_public_id_is_not_the_secret_and_does_not_lead_to_it():
    ids = {public_id({SECRET: f"secret{number}"}) for number in range(1000)}
    assert len(ids) == 1000
    assert all(known is not None and len(known) == 20 and "secret" not in known for known in ids)
    assert public_id({}) is None
    assert public_id({SECRET: 7}) is None


def test_looking_leaves_no_identity_and_acting_does(running):
    client = Client(running.url)
    for page in ("/en/", "/en/games", "/en/variants/Apocalypse", "/en/variants/Apocalypse/play"):
        assert client.get(page).status == 200
    assert "cavalier" not in client.cookies
    open_table("Apocalypse", client)
    secret = cookie_content(client.cookies["cavalier"])[SECRET]
    assert len(secret) == 32
    open_table("Apocalypse", client)
    assert cookie_content(client.cookies["cavalier"])[SECRET] == secret, "who has one keeps it"


def test_a_secret_is_shown_to_nobody(running):
    ann, bob, eve = Client(running.url), Client(running.url), Client(running.url)
    table = open_table("Apocalypse", ann)
    assert bob.post(f"/en/game/{table}/join", name="Bob").status == 303
    shown = ""
    for client, seat in ((ann, 0), (bob, 1), (eve, None)):
        client.connect()
        client.call("watch", table=table, seat=seat, language="en")
        shown += "".join(map(str, client.frames))
        shown += "".join(client.get(page).text() for page in ("/en/", "/en/games", f"/en/game/{table}"))
        client.close()
    for client in (ann, bob):
        secret = cookie_content(client.cookies["cavalier"])[SECRET]
        assert secret not in shown
        assert secret not in running.log()
        assert client.cookies["cavalier"] not in running.log()
        assert str(public_id({SECRET: secret})) in shown


def test_no_shared_cache_keeps_what_one_player_sees(running):
    client = Client(running.url)
    table = open_table("Apocalypse", client)
    for page in ("/en/", "/en/games", f"/en/game/{table}", f"/en/game/{table}/positions", f"/game/{table}"):
        answer = client.get(page)
        assert "private" in answer.header("Cache-Control"), page
        assert "Cookie" in answer.header("Vary"), page


def test_a_cookie_with_another_key_or_none_is_nobody(running):
    ann = Client(running.url)
    table = open_table("Apocalypse", ann)
    forger = Flask(__name__)
    forger.secret_key = b"guessed"
    signer = forger.session_interface.get_signing_serializer(forger)
    for forged in (
        signer.dumps(cookie_content(ann.cookies["cavalier"])),
        ann.cookies["cavalier"].rsplit(".", 1)[0],
        "x",
    ):
        client = Client(running.url, {"cavalier": forged}).connect()
        refused = client.call("watch", table=table, seat=0, language="en")
        assert refused["refusal"]["code"] == "not_your_seat"
        client.close()


def test_after_a_restart_the_same_cookie_is_the_same_person(tmp_path, on_engine):
    with site(tmp_path, *on_engine) as first:
        ann = Client(first.url)
        table = open_table("Apocalypse", ann)
    with site(tmp_path, *on_engine) as second:
        again = Client(second.url, ann.cookies).connect()
        assert again.call("watch", table=table, seat=0, language="en")["view"]["viewer"] == 0
        again.close()
    for name in ("cookies.key",) if on_engine else ("cookies.key", "journal.sqlite"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600, name
