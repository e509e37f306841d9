"""The command that sends one test message: what it sends, what it says where that failed."""

from base64 import b64encode
from contextlib import closing
from socket import create_server

import pytest

from server.cli import CANNOT, DONE, FAULT, main
from server.mail import smtp
from tests.harness.mail import mail_server

PASSWORD = "geheim-und-lang"


def options(port, scheme="smtp", host="127.0.0.1"):
    return [
        f"--mail={scheme}://chess:{PASSWORD}@{host}:{port}",
        "--mail-from=chess@chess.example",
        "--site-address=https://chess.example",
    ]


def test_one_message_is_sent_as_the_site_sends_it(tmp_path, capsys):
    file = tmp_path / "password"
    file.write_text("another one\n")
    with mail_server() as server:
        command = ["mail", "test", "ann@example.org", *options(server.port), f"--mail-password-file={file}"]
        assert main(command) == DONE
    (mail,) = server.taken
    assert (server.receivers, str(mail["From"])) == (["ann@example.org"], "Cavalier <chess@chess.example>")
    assert "https://chess.example" in server.texts()[0]
    assert server.passwords == [b64encode(b"\0chess\0another one").decode()]
    out, err = capsys.readouterr()
    assert ("ann@example.org" in out, err) == (True, "")


@pytest.mark.parametrize(
    ("command", "answer", "expected"),
    [
        ("EHLO", "leave", "(SMTPServerDisconnected): "),
        ("AUTH", "535 no", "(SMTPAuthenticationError 535): no"),
        ("MAIL", "553 not this sender", "(SMTPResponseException 553): not this sender"),
        ("RCPT", "550 no ann@example.org here", "(SMTPResponseException 550): no ann@example.org here"),
        ("END", "552 too \x1b[31mlong", "(SMTPResponseException 552): too  [31mlong"),
        ("END", "leave", "(SMTPServerDisconnected): "),
    ],
)
def test_the_answer_of_the_mail_server_is_printed(capsys, command, answer, expected):
    with mail_server() as server:
        server.answers[command] = answer
        assert main(["mail", "test", "ann@example.org", *options(server.port)]) == FAULT
    out, err = capsys.readouterr()
    assert f"127.0.0.1:{server.port} did not take the mail {expected}" in err
    assert out == ""
    assert PASSWORD not in err


@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
def test_an_unreachable_server_or_one_that_is_no_mail_server_is_reported(monkeypatch, capsys, scheme):
    monkeypatch.setattr(smtp, "ANSWER_TIMEOUT", 0.5)
    with closing(create_server(("127.0.0.1", 0))) as silent:
        # Nobody answers behind this port: the connection stands, and nothing comes.
        port = silent.getsockname()[1]
        assert main(["mail", "test", "ann@example.org", *options(port, scheme)]) == FAULT
    assert main(["mail", "test", "ann@example.org", *options(port, scheme)]) == FAULT
    silence, absence = capsys.readouterr().err.splitlines()
    assert "did not take the mail (" in silence
    assert "timed out" in silence
    assert "did not take the mail (ConnectionRefusedError): " in absence
    assert PASSWORD not in silence + absence


@pytest.mark.parametrize(
    ("address", "more", "expected"),
    [
        ("ann@example.org", [], "--site-address"),
        ("ann@example.org", ["--mail=nonsense://x:geheim@y"], "--mail"),
        ("ann@example.org", ["--mail=smtp://x:geheim@127.0.0.1"], "needs --mail-from and --site-address."),
        ("ann@example.org", [*options(1), "--mail-from=nobody"], "--mail-from"),
        ("ann at example.org", options(1), "it is no mail address"),
    ],
)
def test_without_its_settings_or_an_address_it_sends_nothing(capsys, address, more, expected):
    assert main(["mail", "test", address, *more]) == CANNOT
    err = capsys.readouterr().err
    assert expected in err
    assert "geheim" not in err
