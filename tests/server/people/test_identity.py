"""Identity: a signed cookie whose secret nobody else learns, and the link that takes it to another browser."""

import os
import re
import stat
from contextlib import ExitStack, closing
from html import unescape
from pathlib import Path
from random import Random

import gevent
import pytest
from flask import Flask

from server.bus import LocalBus
from server.http import SECRET
from server.people import SecretReplaced, Secrets, person_of
from server.store import KEY as KEY_FILE
from server.store import DataError, Journal, signing_key
from server.tables import Events
from tests.harness.client import HOST, Client, cookie_content, open_table
from tests.harness.processes import FakeBus, FakeNetwork
from tests.harness.site import site


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """One real site, which logs all it can."""
    with site(tmp_path_factory.mktemp("identity") / "data", "--log-level", "debug") as started:
        yield started


def test_the_key_is_made_once_kept_and_its_owners_alone(tmp_path):
    key = signing_key(tmp_path)
    assert len(key) == 32
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600
    assert signing_key(tmp_path) == key
    assert [path.name for path in tmp_path.iterdir()] == [KEY_FILE], "nothing is left beside it"
    assert signing_key(tmp_path) != signing_key(tmp_path.parent), "another folder has another key"


def test_the_name_of_the_key_is_on_disk_before_anything_is_signed_with_it(tmp_path, monkeypatch):
    synced = []

    def fsync(handle):
        path = Path(os.readlink(f"/proc/self/fd/{handle}"))
        synced.append((path.name, [each.name for each in path.iterdir()] if path.is_dir() else []))

    monkeypatch.setattr(os, "fsync", fsync)
    signing_key(tmp_path)
    assert [name.startswith(f"{KEY_FILE}.") for name, _ in synced] == [True, False], "what is in it comes first"
    assert synced[1] == (tmp_path.name, [KEY_FILE])


def test_two_processes_that_start_at_once_agree_on_the_key_and_one_of_the_wrong_size_is_refused(tmp_path, monkeypatch):
    first = signing_key(tmp_path)
    monkeypatch.setattr(Path, "exists", lambda _: False)  # As it was when the second one looked.
    assert signing_key(tmp_path) == first
    (tmp_path / KEY_FILE).write_bytes(b"short")
    with pytest.raises(DataError, match=KEY_FILE):
        signing_key(tmp_path)


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


def test_after_a_restart_the_same_cookie_is_the_same_person_and_one_that_was_replaced_nobody(tmp_path, on_engine):
    with site(tmp_path, *on_engine) as first:
        ann = Client(first.url)
        table = open_table("Apocalypse", ann)
        replaced = []
        for _ in range(2):
            replaced.append(secret_of(ann))
            assert ann.post("/en/restore/new").status == 303
    with site(tmp_path, *on_engine) as second:
        again = Client(second.url, ann.cookies).connect()
        assert again.call("watch", table=table, seat=0, language="en")["view"]["viewer"] == 0
        again.close()
        assert [Client(second.url).post("/en/restore", link=secret).status for secret in replaced] == [400, 400]
    for name in ("cookies.key",) if on_engine else ("cookies.key", "journal.sqlite"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600, name


# The secret link


LINK = re.compile(r'id="link" readonly value="([^"]+)"')
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture
def ann(running):
    """A client that sits at a table."""
    client = Client(running.url)
    open_table("Apocalypse", client)
    return client


def secret_of(client):
    found = cookie_content(client.cookies["cavalier"])[SECRET]
    assert isinstance(found, str)
    return found


def link_of(client, page="/en/mine"):
    """The link that a page shows to its reader."""
    found = LINK.search(client.get(page).text())
    assert found
    return unescape(found[1])


def error_on(page):
    found = re.search(r'id="key-error"[^>]*>([^<]*)<', page)
    assert found, page
    return unescape(found[1])


def test_the_link_or_its_secret_alone_makes_another_browser_the_same_person(running, ann):
    table = open_table("Apocalypse", ann)
    ann.post("/en/name", name="Zoé")
    link = link_of(ann)
    # Behind the “#”, which browsers keep to themselves: no Referer, proxy or history of a server has it.
    assert link == f"http://{HOST}/en/restore#{secret_of(ann)}"
    assert re.findall(r'(?:href|src|action|value)="([^"]*)"', ann.get("/en/mine").text()).count(link) == 1
    for pasted in (secret_of(ann), f"  {link}\n", f"https://elsewhere.test/x#{secret_of(ann)}", link):
        other = Client(running.url)
        taken = other.post("/en/restore", link=pasted)
        assert (taken.status, taken.header("Location")) == (303, "/en/mine")
        assert secret_of(other) == secret_of(ann)
        assert f"/en/game/{table}" in other.get("/en/mine").text()
        assert 'value="Zoé"' in other.get("/en/mine").text()
    for client in (ann, other):
        client.connect()
        assert client.call("watch", table=table, seat=0, language="en")["view"]["viewer"] == 0, "both hold the seat"
        client.close()


def test_a_new_link_makes_the_old_one_and_all_other_browsers_strangers(running, ann):
    table, old = open_table("Apocalypse", ann), secret_of(ann)
    thief = Client(running.url)
    assert thief.post("/en/restore", link=old).status == 303
    for client in (ann, thief):
        client.connect()
    answer = ann.post("/en/restore/new")
    assert (answer.status, answer.header("Location")) == (303, "/en/mine#move")
    new = secret_of(ann)
    assert new != old
    assert link_of(ann).endswith(f"#{new}")
    assert f"/en/game/{table}" in ann.get("/en/mine").text(), "the person is the same"
    assert f"/en/game/{table}" not in thief.get("/en/mine").text()
    assert Client(running.url).post("/en/restore", link=old).status == 400
    for client in (ann, thief):
        client.closed()
    thief.connect()
    assert thief.call("watch", table=table, seat=0, language="en")["refusal"]["code"] == "not_your_seat"
    thief.close()
    bearer = {"Authorization": f"Bearer {old}"}
    assert Client(running.url).get(f"/api/v1/tables/{table}?seat=0", **bearer).status in (401, 403)
    ann.connect()
    assert ann.call("watch", table=table, seat=0, language="en")["view"]["viewer"] == 0
    ann.close()
    another = Client(running.url)
    assert another.post("/en/restore", link=new).status == 303
    assert another.post("/en/restore/new").status == 303
    for stale in (old, new):
        assert Client(running.url).post("/en/restore", link=stale).status == 400
    assert f"/en/game/{table}" in another.get("/en/mine").text()


def test_an_invalid_link_is_refused_by_name(running, ann):
    before = dict(ann.cookies)
    for text in ("", "a" * 31, "a" * 33, "http://cavalier.test/en/restore", "é" * 32):
        answer = ann.post("/en/restore", link=text)
        assert answer.status == 400
        assert error_on(answer.text()).startswith("This is not a link to play from another device.")
    answer = ann.post("/fr/restore", link="a" * 32)
    assert answer.status == 400
    assert error_on(answer.text()) == "Personne n’a joué ici avec ce lien."
    assert "a" * 32 not in answer.text(), "what was pasted is not shown again"
    other = Client(running.url)
    open_table("Apocalypse", other)
    assert ann.get(f"/en/restore?link={secret_of(other)}").status == 200, "a link in an address does nothing"
    assert ann.cookies["cavalier"] == before["cavalier"], "he stays who he was"


def test_a_person_who_would_lose_access_to_games_is_warned(running, ann):
    bob = Client(running.url)
    assert 'id="leaving"' not in bob.get("/en/restore").text(), "a stranger leaves nothing"
    open_table("Apocalypse", bob)
    page = bob.get("/en/restore").text()
    assert 'id="leaving"' in page
    assert "1 game is under that name." in page
    back = link_of(bob, "/en/restore")
    bob.post("/en/restore", link=link_of(ann))
    assert secret_of(bob) == secret_of(ann)
    assert bob.post("/en/restore", link=back).status == 303
    assert f"#{secret_of(bob)}" in back


def test_the_code_for_a_telephone_is_its_owners_alone_and_no_cache_keeps_what_one_person_sees(running, ann):
    stranger, other = Client(running.url), Client(running.url)
    assert stranger.get("/en/restore/code.svg").status == 404
    code, table = ann.get("/en/restore/code.svg"), open_table("Apocalypse", ann)
    assert code.header("Content-Type").startswith("image/svg+xml")
    assert code.header("Cross-Origin-Resource-Policy") == "same-origin"
    open_table("Apocalypse", other)
    assert other.get("/en/restore/code.svg").body != code.body
    for kept, *paths in (
        ("private, no-store", "/en/mine", "/en/restore", "/en/restore/code.svg"),
        ("private", "/en/", "/en/games", f"/en/game/{table}", f"/en/game/{table}/positions", f"/game/{table}"),
    ):
        for path in paths:
            answer = ann.get(path)
            assert kept in answer.header("Cache-Control"), path
            assert "Cookie" in answer.header("Vary"), path


def test_only_the_two_pages_that_are_for_it_hold_the_secret_and_no_log_does(running, ann):
    eve, table, secret = Client(running.url), open_table("Apocalypse", ann), secret_of(ann)
    pages = ("/en/", "/en/games", f"/en/game/{table}", "/en/variants/Apocalypse/play", "/en/fair-play", "/en/nowhere")
    own = ("/en/mine", "/en/restore")
    assert all(secret in ann.get(path).text() for path in own)
    open_table("Apocalypse", eve)
    shown = "".join(client.get(path).text() for client in (ann, eve) for path in pages)
    shown += "".join(eve.get(path).text() for path in own)
    for client, seat in ((ann, 0), (eve, None)):
        client.connect()
        client.call("watch", table=table, seat=seat, language="en")
        shown += "".join(map(str, client.frames))
        client.close()
    assert person_of(secret) in shown, "she is known by another name"
    assert secret not in shown
    other, link = Client(running.url), link_of(ann)
    other.get("/en/restore", Referer=f"http://{HOST}/en/mine")
    other.post("/en/restore", link=link)
    other.post("/en/restore", link=link + "x")
    for headers in ({"Origin": "http://evil.test"}, {"Cookie": "cavalier=x"}):
        other.get("/en/restore", "POST", f"link={secret}", **FORM, **headers)
    log = running.log()
    assert '"/en/restore"' in log, "the log knows of it"
    assert secret not in log
    assert ann.cookies["cavalier"] not in log


def test_two_requests_at_once_for_a_new_link_get_valid_links(place):
    with closing(Journal(place)) as journal:

        def started():
            return Secrets(journal, bytes(32), LocalBus(), Events())

        secrets = started()
        secret = secrets.new()
        person = secrets.person(secret)
        secret = secrets.replace(secret)
        pressed = [gevent.spawn(secrets.replace, secret) for _ in range(2)]
        gevent.joinall(pressed)
        assert [secrets.person(each.get()) for each in pressed] == [person, person]
        assert [started().person(each.get()) for each in pressed] == [person, person]
        assert secrets.person(secret) != person


@pytest.mark.parametrize("lost", [0.0, 1.0], ids=["with news", "without news"])
def test_each_renewal_makes_the_former_secrets_strangers_in_other_processes(url, lost):
    network = FakeNetwork(Random(1), lost)
    with closing(Journal(url)) as near, closing(Journal(url)) as far:
        revoked = []
        events = Events()
        events.subscribe(SecretReplaced, lambda event: revoked.append(event.person))
        here = Secrets(near, bytes(32), FakeBus(network), Events())
        there = Secrets(far, bytes(32), FakeBus(network), events)
        secret = here.new()
        person, known = here.person(secret), [secret]
        for renewals in range(1, 5):
            known.append(here.replace(known[-1]))
            network.deliver_all()
            if lost:
                there.follow()
            gevent.sleep(0.01)  # What the news began is done.
            *replaced, valid = known
            assert [there.person(each) for each in replaced] == [None] * renewals
            assert there.person(valid) == person
            assert revoked == [person] * renewals
        started = Secrets(far, bytes(32), FakeBus(network), Events())
        assert [started.person(each) for each in known] == [None] * 4 + [person]


def test_renewals_in_several_processes_at_once_are_all_followed(url):
    network = FakeNetwork(Random(1), lost=1.0)
    with ExitStack() as stack:
        journals = [stack.enter_context(closing(Journal(url))) for _ in range(3)]
        sites = [Secrets(journal, bytes(32), FakeBus(network), Events()) for journal in journals]
        people = [sites[0].new() for _ in range(6)]
        for _ in range(3):
            renewals = [gevent.spawn(sites[n % 3].replace, secret) for n, secret in enumerate(people)]
            gevent.joinall(renewals, raise_error=True)
            for each in sites:
                each.follow()
            old, people = people, [each.get() for each in renewals]
            for each in sites:
                assert [each.person(secret) for secret in old] == [None] * 6
                assert None not in [each.person(secret) for secret in people]
