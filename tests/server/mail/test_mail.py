"""Mail for correspondence games: who gets it, when, what it says, and how it is stopped."""

import json
from urllib.parse import urlsplit

import gevent
import pytest
from gevent import socket

from server.game import DAY, Refusal, parse_control
from server.http import SECRET, Server
from server.mail import notifier
from server.people import person_of
from server.store import mailboxes
from server.tables import Tables
from tests.harness.actions import action
from tests.harness.faults import failing
from tests.harness.mail import ADDRESS, SITE, MailSite, mail_server

DELAY = 600
"""Seconds after which a turn is told."""
RETRY = 300
"""Seconds until the first repetition."""
HOUR = 3600
A_DAY = 3
"""Questions that one person may cause in a day, and that one address gets."""


@pytest.fixture
def server():
    with mail_server() as running:
        yield running


@pytest.fixture
def post(tmp_path, server, monkeypatch):
    # Nobody looks at a table from another process.
    monkeypatch.setattr(notifier, "PRESENCE_DELAY", 0)
    running = MailSite(tmp_path, server)
    yield running
    running.stop()


@pytest.fixture
def client(post):
    return post.app.test_client()


@pytest.fixture
def me(post, client):
    """The public id of a person who gets mail."""
    return post.subscribe(client)


def test_a_site_without_a_mail_server_shows_no_form(start):
    reader = start().test_client()
    for path in ("/en/mail", "/en/mail/confirm/x", "/en/mail/stop/x"):
        assert reader.get(path).status_code == 404
        assert reader.post(path).status_code == 404
    for path in ("/en/mine", "/en/settings"):
        assert "/en/mail" not in reader.get(path).text


def test_nothing_is_sent_before_the_address_is_confirmed_by_a_button(post, client):
    assert 'href="/fr/mail"' in client.get("/fr/mine").text
    client.post("/en/name", data={"name": "BuyThings.example"})
    link = post.give(client, language="fr")
    assert link.startswith("/fr/")
    assert "BuyThings" not in post.server.taken[0].as_string(), "who asked has written nothing of it"
    with client.session_transaction() as session:
        me = person_of(session[SECRET])
    game = post.game(me)
    for _ in range(3):  # Programs that look for danger open the link.
        assert post.app.test_client().get(link).status_code == 200
    post.wait(DELAY + 1)
    assert len(post.server.taken) == 1, "the question alone"
    assert post.app.test_client().post(link).status_code == 200, "the link needs no identity"
    game.play("e2e4 e7e5")
    post.wait(DELAY + 1)
    assert len(post.server.taken) == 2
    mail = post.server.taken[-1]
    assert mail["To"] == ADDRESS
    assert mail["Content-Language"] == "fr"
    assert f"{SITE}/fr/game/{game.id}" in post.server.texts()[-1]
    assert "C’est à vous de jouer" in mail["Subject"]
    assert mail.get_content_type() == "text/plain"


def test_a_challenge_is_told_by_mail_once_whatever_its_clock_and_not_after_its_end(post, me):
    def challenge():
        return post.services.opener.open("Chess", {}, "ann", 0, control=parse_control("5+3"), listed=False, invited=me)

    withdrawn = challenge()
    post.services.tables.act(withdrawn, "ann", action("withdraw", 0))
    post.wait(HOUR)
    assert post.server.taken == []
    table = challenge()
    post.wait(HOUR)
    post.wait(HOUR)
    (mail,) = post.server.taken
    assert mail["Subject"] == "You are challenged: Chess"
    (text,) = post.server.texts()
    assert f"{SITE}/en/game/{table}" in text
    assert "challenges you to a game." in text


def test_a_link_confirms_neither_late_nor_another_address(post, client):
    old = post.give(client)
    for other in (ADDRESS.replace("@", "+1@"), "other@example.org"):
        link = post.give(client, other)
        assert client.post(old).status_code == 409
        old = link
    new = post.link("confirm")
    assert client.post(new.replace("/confirm/", "/stop/")).status_code == 404
    assert "other@example.org" in client.get("/en/mail").text, "a link of another kind stops nothing"
    post.wait(2 * DAY - 1)
    assert "other@example.org" in client.get("/en/mail").text
    post.clock.now += 2
    assert client.post(new).status_code == 409
    post.wait(HOUR)
    assert "other@example.org" not in client.get("/en/mail").text, "an address that nobody confirms is forgotten"


def test_mail_is_limited_to_one_an_hour_and_loses_no_news(post, me):
    tables = []
    for _ in range(20):
        tables.append(post.game(me).id)
        post.wait(DELAY / 2)
    assert [mail["Subject"] for mail in post.server.taken] == ["It is your turn: Chess", "News of 12 games"]
    post.wait(HOUR)
    assert len(post.server.taken) == 3
    received = "".join(post.server.texts())
    assert [received.count(f"/game/{table}\n") for table in tables] == [1] * 20


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ann",
        "@example.org",
        "ann@example",
        "ann@@example.org",
        "a b@example.org",
        "ann@example.org\r\nBcc: eve@example.org",
        "ann@example.org,eve@example.org",
        "Ann <ann@example.org>",
        "ann@[127.0.0.1]",
        "é@example.org",
        "a@" + "b." * 126 + "org",
        "ann@-example.org",
    ],
)
def test_an_invalid_mail_address_is_refused(post, client, address):
    refused = client.post("/en/mail", data={"address": address})
    assert refused.status_code == 400
    assert "This is not a mail address" in refused.text
    post.notifier.round()
    assert post.server.taken == []


def test_a_strangers_mailbox_is_not_flooded(post):
    kinds = ["eve@example.org", "Eve@example.org", "eve+1@example.org", "eve+2@example.org", "eve+3@EXAMPLE.org"]
    answers = [post.app.test_client().post("/en/mail", data={"address": kind}).status_code for kind in kinds]
    assert answers == [303] * A_DAY + [400, 400]
    post.notifier.round()
    assert len(post.server.taken) == A_DAY
    post.clock.now += DAY + 1
    assert post.app.test_client().post("/en/mail", data={"address": kinds[0]}).status_code == 303


def test_mail_addresses_are_rate_limited_per_person_network_and_site(post, client):
    given = [client.post("/en/mail", data={"address": f"a{n}@example.org"}).status_code for n in range(5)]
    assert given == [303] * A_DAY + [400, 400]
    tried = [post.app.test_client().post("/en/mail", data={"address": f"b{n}@example.org"}) for n in range(6)]
    assert "Too much was created from your network" in tried[-1].text
    for number in range(200):
        at = {"REMOTE_ADDR": f"10.0.{number}.1"}
        last = post.app.test_client().post("/en/mail", data={"address": f"c{number}@example.org"}, environ_base=at)
    assert last.status_code == 400
    post.notifier.round()
    assert len(post.server.taken) <= 60


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


def test_a_turn_is_mailed_once_but_no_quick_exchange_and_no_game_with_a_short_clock(post, me):
    game = post.game(me)
    for control in ("none", "30+20"):
        post.game(me, control)
    for moves in ("e2e4 e7e5", "g1f3 b8c6", "f1b5 a7a6"):
        post.wait(60)
        game.play(moves)
    post.wait(DELAY - 1)
    assert post.server.taken == []
    for _ in range(5):
        post.wait(2)
    assert [mail["Subject"] for mail in post.server.taken] == ["It is your turn: Chess"]
    assert "You have 2 days left." in post.server.texts()[0]


def test_a_player_who_has_seen_the_turn_gets_no_mail(post, me):
    game = post.game(me)
    with post.tables.reading(game.id) as held:
        post.services.attendance.arrive(held, 0)
        post.wait(DELAY + 1)
        post.services.attendance.depart(game.id, 0)
    post.wait(DELAY + 1)
    assert post.server.taken == []
    game.play("e2e4")
    post.wait(60)
    game.play("e7e5")
    post.wait(DELAY + 1)
    assert len(post.server.taken) == 1, "the next turn is news"


@pytest.mark.parametrize(("control", "low"), [("1d", DAY / 4), ("3d", 3 * DAY / 4), ("7d", DAY)])
def test_low_time_is_mailed_once_although_the_site_restarts(post, me, control, low):
    post.game(me, control)
    post.wait(DELAY + 1)
    post.server.taken.clear()
    days = parse_control(control).base
    post.wait(days - low - DELAY - 60)
    assert post.server.taken == []
    post.wait(60)
    post.services.table_services.heartbeat.begin()
    post.services.table_services.heartbeat.beat()
    post.stop()
    post.clock.now += 120
    post.start()
    post.tables.resume_clocked_games()
    for _ in range(3):
        post.wait(HOUR)
    assert [mail["Subject"] for mail in post.server.taken] == ["Your time runs low: Chess"]


def test_one_press_stops_all_mail_to_an_address_without_an_identity_whoever_gave_it(post):
    people = [post.subscribe(post.app.test_client()) for _ in range(2)]
    for person in people:
        post.game(person)
    post.wait(DELAY + 1)
    mail = post.server.taken[-1]
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = urlsplit(mail["List-Unsubscribe"].strip("<>")).path
    assert link == post.link("stop")
    stranger = post.app.test_client()
    assert "Stop all mail" in stranger.get(link).text
    assert stranger.head(link).status_code == 200
    boxes = [mailboxes.mailbox(post.services.journal, person) for person in people]
    assert None not in boxes, "opening the link does nothing"
    for _ in range(2):  # Once more does no harm.
        answer = stranger.post(link, data={"List-Unsubscribe": "One-Click"})
        assert "No more mail is sent to you" in answer.text
        assert "Set-Cookie" not in answer.headers
    assert [mailboxes.mailbox(post.services.journal, person) for person in people] == [None, None]
    post.server.taken.clear()
    for person in people:
        post.game(person)
    post.wait(HOUR)
    assert post.server.taken == []


@pytest.mark.parametrize("path", ["{}", "{}/", "//{}", "{}?a=b"])
def test_no_line_of_the_log_holds_a_link_that_acts(post, client, path, caplog):
    link = post.give(client)
    listening = Server(("127.0.0.1", 0), post.app, 10, True, log=None)
    listening.start()
    caplog.set_level("DEBUG")
    for target in (path.format(link), "/en/mail"):
        with socket.create_connection(listening.address, 10) as reader:
            reader.sendall(f"GET {target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
            while reader.recv(4096):
                pass
    listening.stop()
    lines = [vars(line) for line in caplog.records]
    assert link.rsplit("/", 1)[-1] not in str(lines)
    assert [line["path"] for line in lines if line["name"] == "server.access"][-1] == "/en/mail"


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_damaged_unsubscribe_link_is_reported_as_invalid(post, me, method):
    post.game(me)
    post.wait(DELAY + 1)
    link = post.link("stop").replace("/en/", "/fr/")
    for damaged in (link[:-1], link.rsplit("/", 1)[0] + "/x"):
        answer = post.app.test_client().open(damaged, method=method)
        assert answer.status_code == 404
        assert "Rien n’a été arrêté" in answer.text
    assert mailboxes.mailbox(post.services.journal, me) is not None


def test_a_mail_survives_a_restart_and_is_not_sent_twice(post, me):
    post.game(me)
    post.server.answers["MAIL"] = "451 later"
    post.wait(DELAY + 1)
    post.stop()
    post.start()
    post.wait(60)
    assert post.server.taken == []
    post.server.answers.clear()
    post.wait(RETRY)
    post.stop()
    post.start()
    post.wait(60)
    post.wait(HOUR)
    assert len(post.server.taken) == 1


def test_two_processes_send_a_mail_once(post, client):
    other = post.notifier_of_another_process()
    assert client.post("/en/mail", data={"address": ADDRESS}).status_code == 303
    gevent.joinall([gevent.spawn(each.round) for each in (post.notifier, other)], raise_error=True)
    assert len(post.server.taken) == 1, "the question"
    client.post(post.link("confirm"))
    with client.session_transaction() as session:
        me = person_of(session[SECRET])
    post.clock.now += 1
    post.game(me)
    post.clock.now += DELAY + 1
    gevent.joinall([gevent.spawn(each.round) for each in (post.notifier, other)], raise_error=True)
    assert len(post.server.taken) == 2, "the turn"
    post.clock.now += HOUR
    for each in (other, post.notifier, other):
        each.round()
    assert len(post.server.taken) == 2


def test_a_refused_mail_is_tried_again_more_and_more_seldom(post, me):
    post.game(me, "14d")
    post.server.answers["RCPT"] = "450 later"
    post.wait(DELAY + 1)
    for doubled in range(4):
        post.wait(RETRY * 2**doubled - 1)
        assert post.server.commands["RCPT"] == doubled + 2
        post.wait(1)
        assert post.server.commands["RCPT"] == doubled + 3
    post.server.answers.clear()
    post.wait(DAY)
    assert [mail["Subject"] for mail in post.server.taken] == ["It is your turn: Chess"]


def test_a_mail_refused_for_good_is_given_up_and_the_next_one_sent(post, me):
    post.game(me, "14d")
    post.server.answers["RCPT"] = "550 never"
    post.wait(DELAY + 1)
    post.server.answers.clear()
    post.wait(HOUR)
    assert post.server.taken == []
    assert mailboxes.mailbox(post.services.journal, me) is not None, "the server may have been set up wrongly"
    table = post.game(me, "14d").id
    post.wait(DELAY + 1)
    assert [table in text for text in post.server.texts()] == [True]


def test_the_end_of_a_game_is_mailed_once_whatever_is_asked_afterwards(post, me):
    game = post.game(me)
    post.end(game)
    post.wait(DELAY + 1)
    post.clock.now += 2 * HOUR
    game.do("rematch", 1, False)
    for _ in range(3):
        post.wait(HOUR)
    assert [mail["Subject"] for mail in post.server.taken] == ["The game is over: Chess"]


def test_a_player_who_saw_the_end_of_a_game_gets_no_mail(post, me):
    game = post.game(me)
    with post.tables.reading(game.id) as held:
        post.services.attendance.arrive(held, 0)
    post.end(game)
    post.clock.now += 5
    post.services.attendance.depart(game.id, 0)
    post.wait(DELAY)
    assert post.server.taken == []


def test_a_notice_due_while_a_mail_is_sent_is_in_the_next_one(post, client):
    zoe, me = post.subscribe(post.app.test_client(), "zoe@example.org"), post.subscribe(client)
    post.game(zoe)
    post.game(me)
    post.clock.now += 2
    late = post.game(me).id

    def take_slowly():
        post.clock.now += 5

    post.server.took = take_slowly
    post.wait(DELAY - 1)
    assert len(post.server.taken) == 2
    post.wait(HOUR)
    assert f"/game/{late}\n" in post.server.texts()[-1]


@pytest.mark.parametrize("left", [0, 1])
def test_a_mail_that_another_process_was_to_try_again_is_sent_without_it(post, me, left):
    both = (post.notifier, post.notifier_of_another_process())
    post.game(me, "14d")
    post.clock.now += DELAY + 1
    post.server.answers["MAIL"] = "451 later"
    gevent.joinall([gevent.spawn(each.round) for each in both], raise_error=True)
    post.server.answers.clear()
    post.clock.now += HOUR
    both[left].round()
    assert [mail["Subject"] for mail in post.server.taken] == ["It is your turn: Chess"]


def test_another_address_does_not_wait_for_the_one_before_it(post, client):
    post.server.answers["RCPT"] = "451 no such domain now"
    client.post("/en/mail", data={"address": "ann@exmaple.org"})
    for seconds in (0, RETRY, 2 * RETRY):
        post.wait(seconds)
    post.server.answers.clear()
    client.post("/en/mail", data={"address": ADDRESS})
    post.wait(15)
    assert post.server.receivers == [ADDRESS]


def test_a_mail_limit_of_one_network_does_not_affect_another(post):
    limits = post.services.limits
    for number in range(6):
        limits.check_mail("10.0.0.1", f"person {number}", f"mailbox {number}")
    for _ in range(A_DAY):
        with pytest.raises(Refusal):
            limits.check_mail("10.0.0.1", "ann", "hers")
    limits.check_mail("10.0.0.2", "ann", "hers")


def test_a_table_with_failing_rules_delays_no_other_mail(post, client):
    zoe, me = post.subscribe(post.app.test_client(), "zoe@example.org"), post.subscribe(client)
    bad = post.game(zoe, variant="Atomic").id
    post.game(me)
    with failing(Tables, "reading", KeyError("rules"), when=lambda _, table: table == bad):
        post.wait(DELAY + 1)
    assert [mail["To"] for mail in post.server.taken] == [ADDRESS]


def test_a_mail_that_is_news_no_more_is_not_tried_again(post, me):
    game = post.game(me)
    post.server.answers["MAIL"] = "451 later"
    post.wait(DELAY + 1)
    game.play("e2e4")
    post.server.answers.clear()
    post.wait(RETRY + 1)
    assert post.server.taken == []


def test_an_address_to_which_nothing_can_be_written_keeps_no_mail_from_others(post, client):
    journal = post.services.journal
    for number, person in enumerate(("a", "z")):
        mailboxes.ask(journal, mailboxes.Mailbox(person, "b.ö@example.org", "en", post.clock() + 2 * number - 1))
    post.give(client)
    assert post.server.receivers == [ADDRESS]


def test_the_log_names_neither_address_nor_content(post, me, caplog):
    post.game(me)
    for answer in (f"450 no such <{ADDRESS}>", f"550 no <{ADDRESS}>"):
        post.server.answers["RCPT"] = answer
        post.wait(DELAY + 1)
    assert post.server.taken == []
    received = json.dumps([vars(record) for record in caplog.records], default=str)
    assert "a mail was" in received
    assert ADDRESS not in received
    assert "your turn" not in received


@pytest.mark.parametrize("variant", ["Chess", "Dice"])
def test_who_opened_a_table_gets_mail_that_somebody_sat_down_whatever_was_rolled(post, me, variant):
    table = post.services.opener.open(variant, {}, me, 1, control=parse_control("3d"))
    post.wait(HOUR)
    post.services.opener.sit(table, "bob")
    with post.services.tables.reading(table) as state:
        assert [each.kind for each in notifier.notices(state, me)] == ["joined"]
    post.services.tables.act(table, "bob", action("abort", 0, message="no"))
    with post.services.tables.reading(table) as state:
        assert notifier.notices(state, me) == [], "nobody has moved"
