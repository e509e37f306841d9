"""Mail for games of days: who gets it, when, what it says, and how it is stopped."""

import json
from urllib.parse import urlsplit

import pytest
from gevent import socket

from server.game import DAY, parse_control
from server.http import Server, public_id
from server.mail import postman as mail_rounds
from server.mail.notices import DELAY
from server.mail.postman import ASKED_A_DAY, RETRIES
from server.runtime import Config
from server.store import mailboxes
from tests.harness.actions import action
from tests.harness.client import NOON
from tests.harness.composition import create_app
from tests.harness.mail import ADDRESS, SITE, MailSite, mail_server


@pytest.fixture
def server():
    with mail_server() as running:
        yield running


@pytest.fixture
def post(tmp_path, server, monkeypatch):
    # Nobody looks at a table from another process.
    monkeypatch.setattr(mail_rounds, "HEARING", 0)
    running = MailSite(tmp_path, server)
    yield running
    running.stop()


@pytest.fixture
def client(post):
    return post.app.test_client()


def test_a_site_without_a_mail_server_shows_no_form(tmp_path):
    app = create_app(Config(data=tmp_path))
    try:
        reader = app.test_client()
        for path in ("/en/mail", "/en/mail/confirm/x", "/en/mail/stop/x"):
            assert reader.get(path).status_code == 404
            assert reader.post(path).status_code == 404
        for path in ("/en/mine", "/en/settings"):
            assert "/en/mail" not in reader.get(path).text
    finally:
        app.extensions["cavalier"].close()


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_nothing_is_sent_before_the_address_is_confirmed_by_a_button(post, client, language):
    assert f'href="/{language}/mail"' in client.get(f"/{language}/mine").text
    link = post.give(client, language=language)
    assert link.startswith(f"/{language}/")
    with client.session_transaction() as session:
        me = public_id(session)
    assert me is not None
    table = post.game(me)
    for _ in range(3):  # Programs that look for danger open the link.
        assert post.app.test_client().get(link).status_code == 200
    post.wait(DELAY + 1)
    assert len(post.server.taken) == 1, "the question alone"
    assert post.app.test_client().post(link).status_code == 200, "the link needs no identity"
    post.move(table, 0, me)
    post.move(table, 1, "bob")
    post.wait(DELAY + 1)
    assert len(post.server.taken) == 2
    mail = post.server.taken[-1]
    assert mail["To"] == ADDRESS
    assert mail["Content-Language"] == language
    assert f"{SITE}/{language}/game/{table}" in post.server.texts()[-1]
    told = {"en": "It is your turn", "fr": "C’est à vous de jouer", "es": "Te toca jugar"}[language]
    assert told in mail["Subject"]
    page = mail.get_body(("html",))
    assert page is not None
    assert f'<html lang="{language}">' in page.get_content()


def test_the_question_says_nothing_that_who_asked_has_written(post, client):
    client.post("/en/name", data={"name": "BuyThings.example"})
    post.give(client)
    assert "BuyThings" not in post.server.taken[0].as_string()


def test_a_link_confirms_neither_late_nor_another_address(post, client):
    old = post.give(client)
    post.give(client, "other@example.org")
    assert client.post(old).status_code == 409
    new = post.link("confirm")
    assert client.post(new.replace("/confirm/", "/stop/")).status_code == 404
    assert "other@example.org" in client.get("/en/mail").text, "a link of another kind stops nothing"
    post.clock.now += 2 * DAY + 1
    assert client.post(new).status_code == 409
    assert "Mail is sent to" not in client.get("/en/mail").text


def test_an_address_that_nobody_confirms_is_forgotten(post, client):
    post.give(client)
    post.wait(2 * DAY - 1)
    assert ADDRESS in client.get("/en/mail").text
    post.wait(3601)
    assert ADDRESS not in client.get("/en/mail").text


def test_nobody_gets_more_than_so_many_mails_a_day(post, client, monkeypatch):
    me = post.subscribe(client)
    monkeypatch.setattr(mail_rounds, "TOLD_A_DAY", 4)
    for _ in range(6):
        post.clock.now += 1
        post.game(me)
        post.wait(DELAY + 1)
    told = len(post.server.taken)
    assert 0 < told <= 4
    post.clock.now += DAY
    post.game(me)
    post.wait(DELAY + 1)
    assert len(post.server.taken) > told


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ann",
        "ann@",
        "@example.org",
        "ann@example",
        "ann@@example.org",
        "a b@example.org",
        "ann@example.org\r\nBcc: eve@example.org",
        "ann@example.org\nX: y",
        "ann@example.org,eve@example.org",
        "Ann <ann@example.org>",
        '"a\\" b"@example.org',
        "ann@[127.0.0.1]",
        "é@example.org",
        "ann@exämple.org",
        "a" * 65 + "@example.org",
        "a@" + "b." * 126 + "org",
        "ann@example.org%0d%0aBcc:x@y.zz",
        "ann@-example.org",
        ".ann@example.org",
    ],
)
def test_what_is_no_address_is_refused(post, client, address):
    refused = client.post("/en/mail", data={"address": address})
    assert refused.status_code == 400
    assert "This is not a mail address" in refused.text
    post.postman.round()
    assert post.server.taken == []


def test_a_strangers_mailbox_is_not_flooded(post):
    kinds = ["eve@example.org", "Eve@example.org", "eve+1@example.org", "eve+2@example.org", "eve+3@EXAMPLE.org"]
    answers = [post.app.test_client().post("/en/mail", data={"address": kind}).status_code for kind in kinds]
    assert answers == [303] * ASKED_A_DAY + [400, 400]
    post.postman.round()
    assert len(post.server.taken) == ASKED_A_DAY
    post.clock.now += DAY + 1
    assert post.app.test_client().post("/en/mail", data={"address": kinds[0]}).status_code == 303


def test_one_person_one_network_and_the_site_give_so_many_addresses(post, client):
    given = [client.post("/en/mail", data={"address": f"a{n}@example.org"}).status_code for n in range(5)]
    assert given == [303] * ASKED_A_DAY + [400, 400]
    tried = [post.app.test_client().post("/en/mail", data={"address": f"b{n}@example.org"}) for n in range(6)]
    assert "Too much was created from your network" in tried[-1].text
    for number in range(200):
        at = {"REMOTE_ADDR": f"10.0.{number}.1"}
        last = post.app.test_client().post("/en/mail", data={"address": f"c{number}@example.org"}, environ_base=at)
    assert last.status_code == 400
    post.postman.round()
    assert len(post.server.taken) <= mail_rounds.ASKED_AN_HOUR


def test_a_few_networks_leave_others_their_share_of_the_hour(post):
    answers = []

    def ask(network):
        address = {"address": f"a{len(answers)}@example.org"}
        at = {"REMOTE_ADDR": network}
        answers.append(post.app.test_client().post("/en/mail", data=address, environ_base=at))

    for hour in range(3):
        for _ in range(6):
            for network in range(15):
                ask(f"10.0.0.{network}")
            post.clock.now += 600
        assert "Too much mail was asked for lately. Try again in an hour." in answers[-1].text
        ask(f"10.1.0.{hour}")
        assert answers[-1].status_code == 303


def test_a_turn_is_told_once_and_a_quick_exchange_of_moves_not_at_all(post, client):
    me = post.subscribe(client)
    post.clock.now += 1
    table = post.game(me)
    for _ in range(3):
        post.wait(60)
        post.move(table, 0, me)
        post.move(table, 1, "bob")
    post.wait(DELAY - 1)
    assert post.server.taken == []
    for _ in range(5):
        post.wait(2)
    assert [mail["Subject"] for mail in post.server.taken] == ["It is your turn: Chess"]
    assert "You have 2 days left." in post.server.texts()[0]


def test_several_games_are_told_in_one_mail(post, client):
    me = post.subscribe(client)
    post.clock.now += 1
    tables = [post.game(me) for _ in range(3)]
    post.wait(DELAY + 1)
    assert [mail["Subject"] for mail in post.server.taken] == ["News of 3 games"]
    assert [post.server.texts()[0].count(f"/game/{table}\n") for table in tables] == [1, 1, 1]


def test_who_looks_at_the_table_or_did_in_this_turn_gets_no_mail(post, client):
    me = post.subscribe(client)
    post.clock.now += 1
    table = post.game(me)
    with post.tables.reading(table) as held:
        post.services.attendance.arrive(held, 0)
        post.wait(DELAY + 1)
        post.services.attendance.depart(table, 0)
    post.wait(DELAY + 1)
    assert post.server.taken == []
    post.move(table, 0, me)
    post.wait(60)
    post.move(table, 1, "bob")
    post.wait(DELAY + 1)
    assert len(post.server.taken) == 1, "the next turn is news"


@pytest.mark.parametrize(("control", "low"), [("1d", DAY / 4), ("3d", 3 * DAY / 4), ("7d", DAY)])
def test_little_time_is_told_once(post, client, control, low):
    me = post.subscribe(client)
    post.clock.now += 1
    post.game(me, control)
    post.wait(DELAY + 1)
    post.server.taken.clear()
    days = parse_control(control).base
    post.wait(days - low - DELAY - 60)
    assert post.server.taken == []
    for _ in range(3):
        post.wait(60)
    assert [mail["Subject"] for mail in post.server.taken] == ["Your time runs low: Chess"]


def test_the_end_of_a_game_is_told(post, client):
    me = post.subscribe(client)
    post.clock.now += 1
    table = post.game(me)
    post.move(table, 0, me)
    post.move(table, 1, "bob")
    post.wait(60)
    assert post.tables.act(table, "bob", action("resign", 1, message="bye"))["ok"]
    post.wait(DELAY + 1)
    post.wait(DELAY + 1)
    assert [mail["Subject"] for mail in post.server.taken] == ["The game is over: Chess"]


def test_games_without_days_send_nothing(post, client):
    me = post.subscribe(client)
    post.clock.now += 1
    post.game(me, "none")
    post.game(me, "30+20")
    post.wait(DELAY + 1)
    assert post.server.taken == []


def test_one_press_stops_all_mail_without_an_identity_and_forgets_the_address(post, client):
    me = post.subscribe(client)
    post.clock.now += 1
    post.game(me)
    post.wait(DELAY + 1)
    mail = post.server.taken[0]
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = urlsplit(mail["List-Unsubscribe"].strip("<>")).path
    assert link == post.link("stop", last=True)
    stranger = post.app.test_client()
    assert "Stop all mail" in stranger.get(link).text
    assert mailboxes.mailbox(post.services.journal, me) is not None, "opening the link does nothing"
    answer = stranger.post(link, data={"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert "Set-Cookie" not in answer.headers
    assert mailboxes.mailbox(post.services.journal, me) is None
    post.game(me)
    post.wait(DELAY + 1)
    assert len(post.server.taken) == 1
    assert stranger.post(link).status_code == 200, "once more does no harm"


@pytest.mark.parametrize("path", ["{}", "{}/", "//{}", "{}?a=b"])
def test_no_line_of_the_log_holds_a_link_that_acts(post, client, path, caplog):
    link = post.give(client)
    listening = Server(("127.0.0.1", 0), post.app, 10, True, log=None)
    listening.start()
    caplog.set_level("DEBUG")
    for asked in (path.format(link), "/en/mail"):
        with socket.create_connection(listening.address, 10) as reader:
            reader.sendall(f"GET {asked} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
            while reader.recv(4096):
                pass
    listening.stop()
    lines = [vars(line) for line in caplog.records]
    assert link.rsplit("/", 1)[-1] not in str(lines)
    assert [line["path"] for line in lines if line["name"] == "server.access"][-1] == "/en/mail"


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize(("language", "title"), [("en", "Nothing was stopped"), ("fr", "Rien n’a été arrêté")])
def test_a_damaged_link_says_that_it_stops_nothing(post, client, method, language, title):
    me = post.subscribe(client)
    post.clock.now += 1
    post.game(me)
    post.wait(DELAY + 1)
    link = post.link("stop").replace("/en/", f"/{language}/")
    for damaged in (link[:-1], link.rsplit("/", 1)[0] + "/x"):
        answer = post.app.test_client().open(damaged, method=method)
        assert answer.status_code == 404
        assert title in answer.text
    assert mailboxes.mailbox(post.services.journal, me) is not None


def test_one_game_is_stopped_alone(post, client):
    me = post.subscribe(client)
    post.clock.now += 1
    table = post.game(me)
    post.wait(DELAY + 1)
    assert post.app.test_client().post(post.link("stop")).status_code == 200
    other = post.game(me)
    for each in (table, other):
        post.move(each, 0, me)
        post.move(each, 1, "bob")
    post.wait(DELAY + 1)
    assert len(post.server.taken) == 2
    assert f"/game/{other}" in post.server.texts()[1]
    assert f"/game/{table}" not in post.server.texts()[1]


def test_a_player_deletes_the_address(post, client):
    post.subscribe(client)
    assert ADDRESS in client.get("/en/mail").text
    client.post("/en/mail/forget")
    assert ADDRESS not in client.get("/en/mail").text


def test_a_mail_survives_a_restart_and_is_not_sent_twice(post, client):
    me = post.subscribe(client)
    post.clock.now += 1
    post.game(me)
    post.server.answers["MAIL"] = "451 later"
    post.wait(DELAY + 1)
    post.stop()
    post.start()
    post.wait(60)
    assert post.server.taken == []
    post.server.answers.clear()
    post.wait(RETRIES[0])
    post.wait(RETRIES[1])
    post.stop()
    post.start()
    post.wait(60)
    assert len(post.server.taken) == 1


def test_two_processes_send_a_mail_once(post, client):
    me = post.subscribe(client)
    post.clock.now += 1
    post.game(me)
    other = post.postman_of_another_process()
    post.clock.now += DELAY + 1
    # Both have looked before one of them sends.
    post.postman._look(post.clock())
    other._look(post.clock())
    one, two = (mailboxes.take(post.services.journal, post.clock()) for _ in range(2))
    assert one
    assert two == []
    post.postman._deliver(me, one)
    for each in (other, post.postman, other):
        each.round()
    assert len(post.server.taken) == 1


def test_one_process_at_a_time_looks_at_the_tables(post):
    journal, at = post.services.journal, NOON
    if not journal.shared:
        assert mailboxes.leads(journal, "one", at, 60)
        assert mailboxes.leads(journal, "two", at, 60)
        return
    assert mailboxes.leads(journal, "one", at, 60)
    assert not mailboxes.leads(journal, "two", at + 59, 60)
    assert mailboxes.leads(journal, "one", at + 59, 60)
    assert not mailboxes.leads(journal, "two", at + 61, 60)
    assert mailboxes.leads(journal, "two", at + 120, 60)
    assert not mailboxes.leads(journal, "one", at + 121, 60)


def test_a_refused_mail_is_tried_a_few_times_and_one_refused_for_good_once(post, client):
    me = post.subscribe(client)
    post.clock.now += 1
    post.game(me, "14d")
    tried = []
    send = post.postman._send
    post.postman._send = lambda told: (tried.append(told), send(told))[1]
    post.server.answers["RCPT"] = "450 later"
    post.wait(DELAY + 1)
    for seconds in RETRIES:
        post.wait(seconds - 1)
        post.wait(2)
    assert len(tried) == 1 + len(RETRIES)
    post.wait(DAY)
    assert len(tried) == 1 + len(RETRIES)
    tried.clear()
    post.server.answers["RCPT"] = "550 never"
    post.game(me, "14d")
    post.wait(DELAY + 1)
    post.wait(DAY)
    assert len(tried) == 1


def test_a_mail_that_is_news_no_more_is_not_tried_again(post, client):
    me = post.subscribe(client)
    post.clock.now += 1
    table = post.game(me)
    post.server.answers["MAIL"] = "451 later"
    post.wait(DELAY + 1)
    post.move(table, 0, me)
    post.server.answers.clear()
    post.wait(RETRIES[0] + 1)
    assert post.server.taken == []


def test_the_log_names_neither_address_nor_content(post, client, caplog):
    me = post.subscribe(client)
    post.clock.now += 1
    post.game(me)
    for answer in (f"450 no such <{ADDRESS}>", f"550 no <{ADDRESS}>"):
        post.server.answers["RCPT"] = answer
        post.wait(DELAY + 1)
    told = json.dumps([vars(record) for record in caplog.records], default=str)
    assert "a mail was" in told
    assert ADDRESS not in told
    assert "your turn" not in told
