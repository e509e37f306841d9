"""How a mail is handed to a server: encrypted where it leaves the machine, in time, and never twice."""

import ssl
from contextlib import closing
from datetime import UTC, datetime
from socket import create_server
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest

from server.mail import relay as relays
from server.mail.letter import Letter, Line, message
from server.mail.relay import PATIENCE, Later, Never, Unknown, hand_over, of_settings
from server.runtime.mail_addresses import Relay, parse_relay
from tests.harness.mail import certificate, mail_server
from tests.harness.site import site

SITE = "https://chess.example"

LETTER = Letter("fr", "À vous\r\nBcc: eve@example.org", [Line(".<b>é</b>", [("Ouvrir", "https://x.example/?a&b")])], [])


def send(server, context=None, **changed):
    to = parse_relay(f"smtp://127.0.0.1:{server.port}")._replace(**changed)
    told = message(LETTER, "chess@chess.example", "ann@example.org", "name", 0)
    hand_over(to, told, context or ssl.create_default_context())


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
    assert ".<b>é</b>" in server.texts()[0]
    page = mail.get_body(("html",))
    assert page is not None
    assert "&lt;b&gt;é&lt;/b&gt;" in page.get_content()
    assert 'href="https://x.example/?a&amp;b"' in page.get_content()


def test_what_leaves_the_machine_is_encrypted_or_not_sent(tmp_path):
    with mail_server() as server:
        with pytest.raises(Later):
            send(server, near=False, user="chess", password="geheim")
        assert (server.taken, server.passwords) == ([], [])
    file = certificate(tmp_path)
    with mail_server(certificate=file) as server:
        with pytest.raises(Later):
            send(server, near=False, user="chess", password="geheim")
        assert (server.taken, server.passwords) == ([], []), "nobody vouches for this certificate"
        send(server, trusting(file), near=False, user="chess", password="geheim")
        assert (server.encrypted, len(server.passwords)) == ([True], 1)


@pytest.mark.parametrize(
    ("command", "answer", "error", "step"),
    [
        ("EHLO", "hang", Later, "greeting"),
        ("MAIL", "hang", Later, "sender"),
        ("MAIL", "leave", Later, "sender"),
        ("MAIL", "451 later", Later, "sender"),
        ("RCPT", "450 later", Later, "receiver"),
        ("RCPT", "550 no ann@example.org", Never, "receiver"),
        ("DATA", "554 no", Never, "message"),
        ("END", "451 later", Later, "message"),
        ("END", "552 too much", Never, "message"),
        ("END", "leave", Unknown, "message"),
        ("END", "hang", Unknown, "message"),
    ],
)
def test_every_way_to_fail_is_told_apart(monkeypatch, command, answer, error, step):
    monkeypatch.setattr(relays, "PATIENCE", 0.5)
    with mail_server() as server:
        server.answers[command] = answer
        with pytest.raises(error) as told:
            send(server)
    assert str(told.value).startswith(f"{step}: ")
    assert "ann@" not in str(told.value)
    assert server.taken == []


@pytest.mark.parametrize("answer", ["hang", "leave", "500 what?"])
def test_how_a_server_says_goodbye_does_not_matter(monkeypatch, answer):
    monkeypatch.setattr(relays, "PATIENCE", 0.5)
    with mail_server() as server:
        server.answers["QUIT"] = answer
        send(server)
    assert len(server.taken) == 1


def test_a_server_that_is_not_there_may_be_later():
    with closing(create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    told = message(LETTER, "chess@chess.example", "ann@example.org", "name", 0)
    with pytest.raises(Later):
        hand_over(parse_relay(f"smtp://127.0.0.1:{port}"), told, ssl.create_default_context())
    with mail_server(port) as server:
        hand_over(parse_relay(f"smtp://127.0.0.1:{port}"), told, ssl.create_default_context())
        assert len(server.taken) == 1


def test_a_server_that_hangs_holds_up_no_page(tmp_path):
    with mail_server() as server:
        server.answers["EHLO"] = "hang"
        options = {"mail": f"smtp://127.0.0.1:{server.port}", "mail-from": "chess@chess.example", "site-address": SITE}
        with site(tmp_path, *(f"--{name}={text}" for name, text in options.items())) as running:
            form = urlencode({"address": "ann@example.org"}).encode()
            urlopen(f"{running.url}en/mail", form, timeout=PATIENCE)
            assert server.hangs.wait(60)
            # The site waits for the mail server as long as this, and not for an answer to somebody else.
            urlopen(f"{running.url}en/", timeout=PATIENCE / 2).read()
            urlopen(f"{running.url}en/mine", timeout=PATIENCE / 2).read()
            assert "ann@" not in running.log()
        assert server.taken == []


def test_addresses_of_servers(tmp_path):
    assert parse_relay("smtp://mail.example") == Relay("smtp", "mail.example", 587, "", "", False)
    assert parse_relay("smtps://a%40b:c%3Ad@mail.example:1") == Relay("smtps", "mail.example", 1, "a@b", "c:d", False)
    assert parse_relay("smtp://localhost:25").near
    assert parse_relay("smtp://[::1]:25").near
    file = tmp_path / "password"
    file.write_text("geheim\n")
    assert of_settings("smtp://me@mail.example", file).password == "geheim"
    for wrong in ("", "mail.example", "http://x", "smtp://", "smtp://x/y", "smtp://:p@x", "smtp://x:0", "smtp://x:9x"):
        with pytest.raises(ValueError):  # noqa: PT011 - which one does not matter, the setting is refused by name
            parse_relay(wrong)
