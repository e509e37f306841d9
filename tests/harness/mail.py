"""A mail server on a free port of loopback that takes, refuses, hangs or leaves as a test wants, and a site for it."""

import itertools
import re
import socketserver
import ssl
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from ipaddress import ip_address
from pathlib import Path
from random import Random

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from flask.testing import FlaskClient

from server.app.factory import create_app
from server.app.services import Services
from server.http import SECRET
from server.mail.notifier import Notifier, sending
from server.people import person_of
from server.runtime import Config
from server.runtime.parsing import parse_relay
from tests.harness.game import Calls, Game
from tests.harness.sources import Clock, scripted

SITE = "https://chess.example"
ADDRESS = "ann@example.org"

NEVER = 3600
"""Seconds that a server waits that does not answer, unless its test is over."""


class MailServer(socketserver.ThreadingTCPServer):
    """What it was given is in `taken`, who was named as its receiver in `receivers`."""

    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False

    def __init__(self, certificate: Path | None) -> None:
        super().__init__(("127.0.0.1", 0), _Conversation)
        self.taken: list[EmailMessage] = []
        self.receivers: list[str] = []
        self.encrypted: list[bool] = []
        self.passwords: list[str] = []
        self.commands: Counter[str] = Counter()
        """How often each was given, whatever it was answered."""
        self.answers: dict[str, str] = {}
        """What to answer to these commands instead of a yes; "leave" closes the connection, "hang" answers nothing."""
        self.took: Callable[[], None] = lambda: None
        """Called when it has taken a mail, before it says so."""
        self.over = threading.Event()
        self.hangs = threading.Event()
        """Set once it has let somebody wait."""
        self.context: ssl.SSLContext | None = None
        if certificate is not None:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(certificate)

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def texts(self) -> list[str]:
        """The plain texts of the mails, in the order in which they came."""
        return [
            body.get_content().replace("\r\n", "\n")
            for mail in self.taken
            if (body := mail.get_body(("plain",))) is not None
        ]


class _Conversation(socketserver.StreamRequestHandler):
    server: MailServer

    def handle(self) -> None:
        secure = False
        self._say("220 here")
        while line := self.rfile.readline():
            command = line.split(maxsplit=1)[0].decode().upper() if line.strip() else ""
            self.server.commands[command] += 1
            if self._otherwise(command):
                return
            if command in self.server.answers:
                continue
            if command == "EHLO":
                offers = ["STARTTLS"] if self.server.context is not None and not secure else []
                lines = ["here", *offers, "AUTH PLAIN"]
                for each in lines[:-1]:
                    self._say(f"250-{each}")
                self._say(f"250 {lines[-1]}")
            elif command == "STARTTLS" and self.server.context is not None:
                self._say("220 go on")
                try:
                    self.connection = self.server.context.wrap_socket(self.connection, server_side=True)
                except OSError:
                    return
                self.rfile, self.wfile = self.connection.makefile("rb"), self.connection.makefile("wb", 0)
                secure = True
            elif command == "AUTH":
                self.server.passwords.append(line.decode().split()[2])
                self._say("235 yes")
            elif command == "RCPT":
                self.server.receivers.append(line.decode().partition("<")[2].partition(">")[0])
                self._say("250 yes")
            elif command == "DATA":
                self._say("354 go on")
                body = self._body()
                if self._otherwise("END"):
                    return
                if "END" not in self.server.answers:
                    self.server.encrypted.append(secure)
                    self.server.taken.append(message_from_bytes(body, policy=policy.default))
                    self.server.took()
                    self._say("250 yes")
            else:
                self._say("221 bye" if command == "QUIT" else "250 yes")

    def _otherwise(self, command: str) -> bool:
        """Answer as the test tells; whether the conversation is over."""
        answer = self.server.answers.get(command, "")
        if answer == "hang":
            self.server.hangs.set()
            self.server.over.wait(NEVER)
        elif answer and answer != "leave":
            self._say(answer)
        return answer in ("hang", "leave")

    def _body(self) -> bytes:
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line.removeprefix(b"."))
        return b"".join(lines)

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


@contextmanager
def mail_server(certificate: Path | None = None) -> Iterator[MailServer]:
    """A server that runs, with STARTTLS if it has a certificate."""
    with MailServer(certificate) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.over.set()
            server.shutdown()
            thread.join()


def mail_options(server: MailServer) -> list[str]:
    """The options of a site that sends its mail there."""
    address = f"--mail=smtp://127.0.0.1:{server.port}"
    return [address, "--mail-from=chess@chess.example", "--site-address=https://chess.example"]


def certificate(folder: Path) -> Path:
    """A certificate for 127.0.0.1 with its key, that nobody trusts who is not told to."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "here")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), 1, now - timedelta(days=1), now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    form = serialization.PrivateFormat.PKCS8
    file = folder / "certificate.pem"
    file.write_bytes(
        made.public_bytes(serialization.Encoding.PEM) + key.private_bytes(serialization.Encoding.PEM, form, plain)
    )
    return file


class MailSite:
    """A site in this process that sends its mail to a server of the test, by a clock that the test sets."""

    def __init__(self, folder: Path, server: MailServer) -> None:
        self.folder, self.server = folder, server
        self.clock = Clock()
        self._names = map("t{}".format, itertools.count())
        self.start()

    def start(self) -> None:
        settings = Config(
            data=self.folder,
            site_address=SITE,
            mail=f"smtp://127.0.0.1:{self.server.port}",
            mail_from="chess@chess.example",
        )
        self.app = create_app(settings, scripted(self.clock, Random(1), table=lambda: next(self._names)))
        self.services: Services = self.app.extensions["cavalier"]
        self.tables = self.services.tables
        assert self.services.notifier is not None
        self.notifier: Notifier = self.services.notifier

    def notifier_of_another_process(self) -> Notifier:
        """What another process on the same journal sends mail by."""
        site = self.services
        relay = parse_relay(f"smtp://127.0.0.1:{self.server.port}")
        parts = (site.journal, site.clock, site.tables, site.presence, site.limits, site.library, site.descriptions)
        return Notifier(*parts, self.notifier.links, "chess@chess.example", SITE, sending(relay))

    def stop(self) -> None:
        self.services.close()

    def wait(self, seconds: float) -> None:
        """Turn the clock, and send what is due."""
        self.clock.now += seconds
        self.notifier.round()

    def give(self, client: FlaskClient, address: str = ADDRESS, language: str = "en") -> str:
        """Give an address; the path of the link in the mail that asks for its confirmation."""
        assert client.post(f"/{language}/mail", data={"address": address}).status_code == 303
        self.notifier.round()
        return self.link("confirm")

    def link(self, kind: str) -> str:
        """The path of the link of a kind in the last mail."""
        (found,) = re.findall(rf"{SITE}(/../(?:mail/{kind}|{kind}/mail)/\S+)", self.server.texts()[-1])
        return str(found)

    def subscribe(self, client: FlaskClient, address: str = ADDRESS) -> str:
        """Give an address and confirm it; the public id of the person, a second later."""
        assert client.post(self.give(client, address)).status_code == 200
        self.server.taken.clear()
        with client.session_transaction() as session:
            person = person_of(session[SECRET])
        self.clock.now += 1
        return person

    def game(self, me: str, control: str = "3d", variant: str = "Chess") -> Game:
        """A game in which it is this person's turn against bob."""
        game = Game(Calls(self.services), (me, "bob"))
        game.open(variant, control=control)
        return game

    def end(self, game: Game) -> None:
        """Play a turn of each seat; a minute later bob resigns."""
        game.play("e2e4 e7e5")
        self.wait(60)
        game.do("resign", 1)
