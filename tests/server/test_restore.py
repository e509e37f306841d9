"""The secret link: it takes a person to another browser, and no log, address or other reader ever holds it."""

import re
from contextlib import closing
from html import unescape

import gevent
import pytest

from server.bus import LocalBus
from server.http import SECRET
from server.people import Secrets, person_of, well_formed
from server.store import Journal
from server.store.secrets import load
from server.tables import Events
from tests.harness.client import HOST, Client, cookie_content, open_table
from tests.harness.site import site

LINK = re.compile(r'id="link" readonly value="([^"]+)"')
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """One real site, which logs all it can."""
    with site(tmp_path_factory.mktemp("restore") / "data", "--log-level", "debug") as started:
        yield started


@pytest.fixture
def ann(running):
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


def test_the_link_makes_another_browser_the_same_person(running, ann):
    table = open_table("Apocalypse", ann)
    link = link_of(ann)
    # Behind the “#”, which browsers keep to themselves: no Referer, proxy or history of a server has it.
    assert link == f"http://{HOST}/en/restore#{secret_of(ann)}"
    assert re.findall(r'(?:href|src|action|value)="([^"]*)"', ann.get("/en/mine").text()).count(link) == 1
    other = Client(running.url)
    taken = other.post("/en/restore", link=link)
    assert (taken.status, taken.header("Location")) == (303, "/en/mine")
    assert secret_of(other) == secret_of(ann)
    assert f"/en/game/{table}" in other.get("/en/mine").text()
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


def secrets_of(journal, key):
    """The secrets of a site of one process that signs with this key."""
    return Secrets(journal, key, LocalBus(), Events())


def test_a_replaced_secret_stays_replaced_after_a_restart(place):
    journal = Journal(place)
    secrets = secrets_of(journal, b"k" * 32)
    first = secrets.new()
    person = secrets.person(first)
    second = secrets.replace(first)
    third = secrets.replace(second)
    journal.close()
    journal = Journal(place)
    again = secrets_of(journal, b"k" * 32)
    assert again.person(third) == person == person_of(first)
    assert again.person(first) is None
    assert again.person(second) != person
    assert len(load(journal)) == 2, "what is kept of a person does not grow"
    journal.close()


def test_only_a_secret_that_this_site_drew_is_ours(tmp_path):
    journal = Journal(tmp_path / "journal.sqlite")
    secrets = secrets_of(journal, b"k" * 32)
    secret = secrets.new()
    assert well_formed(secret)
    assert secrets.ours(secret)
    changed = secret[:-1] + ("A" if secret[-1] != "A" else "B")
    for other in (changed, "a" * 32, secrets_of(journal, b"x" * 32).new(), ""):
        assert not secrets.ours(other)
    journal.close()


def test_the_secret_alone_does_as_well_as_the_whole_link_and_a_name_is_enough_to_be_known(running):
    zoe = Client(running.url)
    zoe.post("/en/name", name="Zoé")
    for text in (secret_of(zoe), f"  {link_of(zoe)}\n", f"https://elsewhere.test/x#{secret_of(zoe)}"):
        other = Client(running.url)
        assert other.post("/fr/restore", link=text).status == 303
        assert secret_of(other) == secret_of(zoe)
        assert 'value="Zoé"' in other.get("/en/mine").text()


def test_what_is_no_link_is_refused_by_name(running, ann):
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


def test_who_would_leave_games_is_warned_and_shown_the_way_back(running, ann):
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


def test_the_code_for_a_telephone_is_its_owners_alone(running, ann):
    stranger, other = Client(running.url), Client(running.url)
    assert stranger.get("/en/restore/code.svg").status == 404
    code = ann.get("/en/restore/code.svg")
    assert code.header("Content-Type").startswith("image/svg+xml")
    assert code.header("Cross-Origin-Resource-Policy") == "same-origin"
    open_table("Apocalypse", other)
    assert other.get("/en/restore/code.svg").body != code.body


def test_no_cache_keeps_what_holds_the_secret(ann):
    for path in ("/en/mine", "/en/restore", "/en/restore/code.svg"):
        answer = ann.get(path)
        assert (answer.status, answer.header("Cache-Control")) == (200, "private, no-store")
        assert "Cookie" in answer.header("Vary")


def test_only_the_two_pages_that_are_for_it_hold_the_secret(running, ann):
    table = open_table("Apocalypse", ann)
    pages = ("/en/", "/en/games", f"/en/game/{table}", "/en/variants/Apocalypse/play", "/en/fair-play", "/en/nowhere")
    assert [path for path in pages if secret_of(ann) in ann.get(path).text()] == []
    assert [path for path in ("/en/mine", "/en/restore") if secret_of(ann) not in ann.get(path).text()] == []
    eve = Client(running.url)
    open_table("Apocalypse", eve)
    for path in (*pages, "/en/mine", "/en/restore"):
        assert secret_of(ann) not in eve.get(path).text(), path


def test_no_log_holds_the_secret(running, ann):
    other, link = Client(running.url), link_of(ann)
    other.get("/en/restore", Referer=f"http://{HOST}/en/mine")
    other.post("/en/restore", link=link)
    other.post("/en/restore", link=link + "x")
    for headers in ({"Origin": "http://evil.test"}, {"Cookie": "cavalier=x"}):
        other.get("/en/restore", "POST", f"link={secret_of(ann)}", **FORM, **headers)
    log = running.log()
    assert '"/en/restore"' in log, "the log knows of it"
    assert secret_of(ann) not in log
    assert ann.cookies["cavalier"] not in log


def test_who_presses_twice_at_once_for_a_new_link_gets_one_that_counts_each_time(place):
    with closing(Journal(place)) as journal:
        secrets = secrets_of(journal, bytes(32))
        secret = secrets.new()
        person = secrets.person(secret)
        secret = secrets.replace(secret)
        pressed = [gevent.spawn(secrets.replace, secret) for _ in range(2)]
        gevent.joinall(pressed)
        assert [secrets.person(each.get()) for each in pressed] == [person, person]
        assert [secrets_of(journal, bytes(32)).person(each.get()) for each in pressed] == [person, person]
        assert secrets.person(secret) != person
