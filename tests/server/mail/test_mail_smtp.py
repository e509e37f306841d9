"""How a mail is given to a server: encrypted where it leaves the machine, in time, and never twice."""

import re
import ssl
from contextlib import closing
from datetime import UTC, datetime
from socket import create_server
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest

from server.mail import smtp
from server.mail.messages import Letter, message
from server.mail.smtp import ANSWER_TIMEOUT, NotSent, relay_of_settings
from server.runtime.parsing import Relay, parse_relay
from tests.harness.mail import certificate, mail_options, mail_server
from tests.harness.site import site, until

SITE = "https://chess.example"

LETTER = Letter("fr", "À vous\r\nBcc: eve@example.org", [".<b>é</b>"], SITE)


def send(server, context=None, **changed):
    to = parse_relay(f"smtp://127.0.0.1:{server.port}")._replace(**changed)
    mail = message(LETTER, "chess@chess.example", "ann@example.org", "name", 0)
    smtp.send(to, mail, context or ssl.create_default_context())


def trusting(file):
    return ssl.create_default_context(cafile=str(file))


def test_a_mail_arrives_whole_and_a_text_adds_no_header():
    with mail_server() as server:
        send(server)
    (mail,) = server.taken
    assert server.receivers == ["ann@example.org"]
    assert mail["Subject"] == "À vous Bcc: eve@example.org"
    assert mail["Bcc"] is None
    assert mail["Message-ID"] == "<name@chess.example>"
    assert mail["Date"].datetime == datetime.fromtimestamp(0, UTC)
    assert server.texts()[0] == f".<b>é</b>\n\n-- \n{SITE}\n"


def test_programs_for_mail_can_read_where_mail_is_stopped_however_long_the_link_is():
    link = f"{SITE}/en/mail/stop/{'a1B-_.' * 60}"
    mail = message(LETTER._replace(stop=link), "chess@chess.example", "ann@example.org", "name", 0)
    assert f"\r\nList-Unsubscribe: <{link}>\r\n".encode() in mail.as_bytes()


def test_mail_to_another_machine_is_encrypted_or_not_sent(tmp_path):
    with mail_server() as server:
        with pytest.raises(NotSent):
            send(server, near=False, user="chess", password="geheim")
        assert (server.taken, server.passwords) == ([], [])
    file = certificate(tmp_path)
    with mail_server(certificate=file) as server:
        with pytest.raises(NotSent):
            send(server, near=False, user="chess", password="geheim")
        assert (server.taken, server.passwords) == ([], []), "nobody vouches for this certificate"
        send(server, trusting(file), near=False, user="chess", password="geheim")
        assert (server.encrypted, len(server.passwords)) == ([True], 1)


@pytest.mark.parametrize(
    ("command", "answer", "again"),
    [
        ("EHLO", "hang", True),
        ("AUTH", "535 another password", True),
        ("MAIL", "hang", True),
        ("MAIL", "leave", True),
        ("MAIL", "451 later", True),
        ("RCPT", "450 later", True),
        ("RCPT", "550 no ann@example.org", False),
        ("DATA", "554 no", False),
        ("END", "451 later", True),
        ("END", "552 too much", False),
        ("END", "leave", False),
        ("END", "hang", False),
    ],
)
def test_a_mail_is_to_be_tried_again_only_where_the_server_has_surely_not_taken_it(monkeypatch, command, answer, again):
    monkeypatch.setattr(smtp, "ANSWER_TIMEOUT", 0.5)
    with mail_server() as server:
        server.answers[command] = answer
        with pytest.raises(NotSent) as mail:
            send(server, user="chess", password="geheim")
    assert mail.value.again == again
    assert "ann@" not in str(mail.value)
    assert server.taken == []


@pytest.mark.parametrize("answer", ["hang", "leave", "500 what?"])
def test_a_failing_smtp_quit_does_not_fail_the_mail(monkeypatch, answer):
    monkeypatch.setattr(smtp, "ANSWER_TIMEOUT", 0.5)
    with mail_server() as server:
        server.answers["QUIT"] = answer
        send(server)
    assert len(server.taken) == 1


def test_mail_to_an_unreachable_server_is_tried_again():
    with closing(create_server(("127.0.0.1", 0))) as free:
        relay = parse_relay(f"smtp://127.0.0.1:{free.getsockname()[1]}")
    mail = message(LETTER, "chess@chess.example", "ann@example.org", "name", 0)
    with pytest.raises(NotSent) as error:
        smtp.send(relay, mail, ssl.create_default_context())
    assert error.value.again


def test_a_server_that_hangs_holds_up_no_page(tmp_path):
    with mail_server() as server:
        server.answers["EHLO"] = "hang"
        options = {"mail": f"smtp://127.0.0.1:{server.port}", "mail-from": "chess@chess.example", "site-address": SITE}
        with site(tmp_path, *(f"--{name}={text}" for name, text in options.items())) as running:
            form = urlencode({"address": "ann@example.org"}).encode()
            urlopen(f"{running.url}en/mail", form, timeout=ANSWER_TIMEOUT)
            assert server.hangs.wait(60)
            # The site waits for the mail server as long as this, and not for an answer to somebody else.
            urlopen(f"{running.url}en/", timeout=ANSWER_TIMEOUT / 2).read()
            urlopen(f"{running.url}en/mine", timeout=ANSWER_TIMEOUT / 2).read()
            assert "ann@" not in running.log()
        assert server.taken == []


def test_a_site_that_is_stopped_while_it_sends_a_mail_to_sign_in_ends(tmp_path):
    with mail_server() as server, site(tmp_path, *mail_options(server)) as running:
        browser = running.client()
        assert browser.post("/en/mail", address="ann@example.org").status == 303
        until(lambda: server.taken, 0.02)
        (link,) = re.findall(r"https://chess.example(/en/mail/confirm/\S+)", server.texts()[0])
        assert browser.post(link).status == 200
        server.answers["EHLO"] = "hang"
        assert running.client().post("/en/sign-in/mail", address="ann@example.org").status == 200
        assert server.hangs.wait(60)
        try:
            assert running.stop() == 0
        finally:
            running.process.kill()


def test_addresses_of_servers(tmp_path):
    assert parse_relay("smtp://mail.example") == Relay("smtp", "mail.example", 587, "", "", False)
    assert parse_relay("smtps://a%40b:c%3Ad@mail.example:1") == Relay("smtps", "mail.example", 1, "a@b", "c:d", False)
    assert parse_relay("smtp://localhost:25").near
    assert parse_relay("smtp://[::1]:25").near
    file = tmp_path / "password"
    file.write_text("geheim\n")
    assert relay_of_settings("smtp://me@mail.example", file).password == "geheim"
    for wrong in ("", "mail.example", "http://x", "smtp://", "smtp://x/y", "smtp://:p@x", "smtp://x:0", "smtp://x:9x"):
        with pytest.raises(ValueError):  # noqa: PT011 - which one does not matter, the setting is refused by name
            parse_relay(wrong)
