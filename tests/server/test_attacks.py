"""Nothing that anybody sends holds the event loop: a real site under attack, which itself measures what holds its loop.

What is judged is the time that the loop's thread spent on the processor in one round of the loop, and no other time.
"""

import json
import socket
import struct
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection
from random import Random
from urllib.parse import quote, urlencode, urlsplit

import pytest
from simple_websocket import ConnectionClosed

from server.archive.worker import MOST_EXAMINED_TURNS
from server.tables.planning import MOST_PLANNED
from server.web.connections import MOST_CONNECTIONS
from server.wire.live import MOST_TOO_FAST
from tests.harness.client import HOST, PATIENCE, Client, open_table
from tests.harness.site import scripted_site, site
from variants import registry

VARIANTS = registry.load_all()
MOST_HELD = 200
"""Milliseconds of processor that one callback may take: ten times what the costliest does here, a form of many fields.
Beside busy neighbours the same work takes the processor several times as long."""

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
JSON = {"Content-Type": "application/json"}


def ready(running):
    """Wait until all that is read once has been read."""
    client = Client(running.url)
    while not any(entry["message"] == "pages are ready" for entry in running.log_entries()):
        assert client.get("/healthz").status == 200
    client.close()


def holds(running):
    """What has held the loop for too long."""
    held = [entry for entry in running.log_entries() if entry["message"] == "the loop was held"]
    return [entry for entry in held if entry["processor"] > MOST_HELD]


@contextmanager
def unheld(running):
    """Nothing in here holds the loop; the watchdog has told all of it when its next beat has come."""
    before = len(holds(running))
    # Connected before: what happens in here may use up all that this address may ask for.
    beat = Client(running.url).connect()
    yield
    beat.settle()
    beat.close()
    assert holds(running)[before:] == []


@pytest.fixture(scope="module")
def unlimited(tmp_path_factory):
    """A site that nobody is too fast for, so that whatever is sent is dealt with."""
    with site(tmp_path_factory.mktemp("unlimited")) as running:
        ready(running)
        yield running


@pytest.fixture
def limited(tmp_path):
    """A site with the usual limits."""
    with site(tmp_path, "--identity-rate", "10", "--address-rate", "100") as running:
        ready(running)
        yield running


def longest_plan(rules):
    """Lines from the start, as many and as long as a plan may have, for the seat that is not to act first; or none."""
    found = []
    start = rules.start(random=Random(7))
    (first, *others) = start.to_act
    if others or rules.hidden or rules.chance:
        return found
    for move in sorted(start.moves(first)):
        position, line = start.play({first: move}), [rules.write(move)]
        while len(line) < 6 or position.to_act == (1 - first,):
            (acting,) = position.to_act
            reply = max(position.moves(acting))
            line.append(rules.write(reply))
            position = position.play({acting: reply})
        if sum(map(len, [*found, line])) > MOST_PLANNED:
            break
        found.append(line)
    return found


def planned(running, variant):
    """A table of this variant, the body that asks for the longest plan there, and the headers of who asks."""
    clients = [Client(running.url), Client(running.url)]
    table = open_table(variant, *clients)
    seat = 1 - VARIANTS[variant].start(random=Random(7)).to_act[0]
    owner = clients[seat]
    lines = longest_plan(VARIANTS[variant])
    body = json.dumps({"seat": seat, "id": f"p{seat}", "number": 0, "lines": lines})
    cookies = "; ".join(f"{name}={value}" for name, value in owner.cookies.items())
    return table, body, {**JSON, "Cookie": cookies, "Host": HOST, "Origin": f"http://{HOST}"}


def ask(running, method, path, body="", headers=None):
    """The status of what the site answers."""
    connection = HTTPConnection(urlsplit(running.url).netloc, timeout=6 * PATIENCE)
    try:
        connection.request(method, path, body.encode() or None, headers or {})
        return connection.getresponse().status
    except ConnectionResetError:  # It was refused, and hung up on, while more of it came.
        return 400
    finally:
        connection.close()


# Texts


def wide(keys):
    """JSON of many keys, one of them twice."""
    return "{" + ", ".join(f'"k{number}": 0' for number in range(keys)) + ', "k1": 0}'


def turns(count):
    """A game of so many turns that are none."""
    moves = " ".join(f"{number}. a2a3|a4a3" for number in range(1, count + 1))
    return f'[Variant "Apocalypse"]\n[FEN "{VARIANTS["Apocalypse"].start({}, Random(1)).fen()}"]\n\n{moves} *'


def shuffling():
    """As many turns as are played here, each of which the rules allow."""
    position = VARIANTS["Apocalypse"].start({}, Random(1))
    words = []
    for number in range(1, MOST_EXAMINED_TURNS + 1):
        white, black = (("b1a3", "b5a3"), ("a3b1", "a3b5"))[number % 2 == 0]
        words.append(f"{number}. {white}|{black}")
    return f'[Variant "Apocalypse"]\n[FEN "{position.fen()}"]\n\n{" ".join(words)} *'


def heads(lines):
    """A form whose only part has a long head."""
    return "--B\r\n" + "A: b\r\n" * lines + "\r\n\r\n--B--\r\n"


MULTIPART = {"Content-Type": "multipart/form-data; boundary=B"}
TEXTS = {
    "a key that stands twice": ("/api/v1/records", wide(40_000), JSON),
    "a key that stands twice, in the form": ("/en/replay", urlencode({"text": wide(4_000)}), FORM),
    "JSON without an end": ("/api/v1/records", "[" * 500_000, JSON),
    "nested objects": ("/api/v1/records", '{"a":' * 90_000, JSON),
    "a game of too many turns": ("/en/replay", urlencode({"text": turns(4_000)}), FORM),
    "a game that is none": ("/en/replay", urlencode({"text": turns(1_900)}), FORM),
    "a long game": ("/en/replay", urlencode({"text": shuffling()}), FORM),
    "many tags": ("/en/replay", urlencode({"text": "".join(f'[A{n} "{n}"]\n' for n in range(3_000))}), FORM),
    "a tag without an end": ("/en/replay", urlencode({"text": '[A "' + '\\"' * 20_000}), FORM),
    "a form of many fields": ("/en/name", ("a=&" * 21_000)[:64_000], FORM),
    "a long form of many fields": ("/en/replay", "a&" * 250_000, FORM),
    "a form of many parts": (
        "/en/replay",
        ('--B\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n' * 8000),
        MULTIPART,
    ),
    "a part with a long head": ("/en/replay", heads(80_000), MULTIPART),
    "a body of nothing but ends of lines": ("/en/replay", "--B\r\n\r\n" + "\r\n--" * 120_000, MULTIPART),
    "a name of nothing": ("/en/name", "name=" + "%E2%80%8D" * 7_000, FORM),
}


@pytest.mark.parametrize("what", TEXTS)
def test_no_text_holds_the_loop(unlimited, what):
    path, body, headers = TEXTS[what]
    with unheld(unlimited):
        assert 200 <= ask(unlimited, "POST", path, body, headers) < 500


@pytest.mark.parametrize(
    "header",
    [
        ("Accept-Language", ",".join(f"a{number};q=0.{number % 9}" for number in range(600))),
        ("Accept-Language", "a," * 30_000),
        ("Cookie", ";".join(f"a{number}=b" for number in range(800))),
        ("Cookie", 'a="' + "\\" * 7_000),
        ("Cookie", "cavalier=." + "e" * 7_000),
        ("If-None-Match", '"a",' * 1_800),
        ("X-Forwarded-For", "1.2.3.4," * 900),
        ("Content-Type", "multipart/form-data; boundary=" + "-" * 7_000),
        ("X", "x" * 60_000),
    ],
    ids=lambda header: f"{header[0]} of {len(header[1])}",
)
def test_no_header_holds_the_loop(unlimited, header):
    with unheld(unlimited):
        assert ask(unlimited, "GET", "/en/", headers=dict([header])) == (400 if len(header[1]) > 8_000 else 200)
        ask(unlimited, "POST", "/en/replay", "x", headers=dict([header]))


@pytest.mark.parametrize("name", VARIANTS)
def test_no_position_holds_the_loop(unlimited, name):
    random = Random(name)
    fen = VARIANTS[name].start({}, random).fen()
    texts = [fen, "8/" * 1_500, "1" * 5_000, fen.split(" ")[0] + " w 0 " + '{"a":' * 900, "é" * 900]
    for _ in range(6):
        text = list(fen)
        for _ in range(3):
            text[random.randrange(len(text))] = random.choice("pPnNkKqQrR12345678/ w-{}\"'é")
        texts.append("".join(text))
    with unheld(unlimited):
        for text in texts:
            address = f"/diagram/{name}.svg?fen={quote(text)}"
            if len(address) < 8_000:
                assert ask(unlimited, "GET", address) in (200, 400)
                assert ask(unlimited, "GET", f"/en/variants/{name}/analysis?fen={quote(text)}") in (200, 400)
            asked = json.dumps({"variant": name, "settings": {}, "fen": text})
            assert ask(unlimited, "POST", "/api/v1/positions", asked, JSON) in (200, 400)


def test_no_drawing_holds_the_loop(unlimited):
    crowd = ",".join(["a1b2"] * 30)
    with unheld(unlimited):
        assert ask(unlimited, "GET", f"/diagram/Chess.png?width=2000&arrow={crowd}") == 200
        assert ask(unlimited, "GET", f"/diagram/Checkered.svg?arrow={crowd}") == 200


# Floods from one connection


def frame(code, payload=b"", final=True):
    """A frame of a websocket as a client sends it."""
    first, long = code | (0x80 if final else 0), len(payload) > 125
    head = struct.pack("!BBH", first, 0xFE, len(payload)) if long else struct.pack("!BB", first, 0x80 | len(payload))
    return head + b"\0\0\0\0" + payload


def upgraded(running):
    """A connection that has become a websocket."""
    place = urlsplit(running.url)
    raw = socket.create_connection((place.hostname, place.port), PATIENCE)
    raw.sendall(
        b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    assert raw.recv(12) == b"HTTP/1.1 101"
    return raw


def swallowed(raw, flood):
    """Whether the site takes all of it, rather than to hang up."""
    try:
        raw.sendall(flood)
        while raw.recv(65_536):
            pass
    except OSError:
        pass
    try:
        for _ in range(3):
            raw.sendall(frame(0x9))
    except OSError:
        return False
    finally:
        raw.close()
    return True


GREETING = frame(0x1, b"40")
FLOODS = {
    "pings": frame(0x9) * 20_000,
    "pongs that nobody asked for": frame(0xA) * 20_000,
    "empty pieces": frame(0x1, b"4", final=False) + frame(0x0, final=False) * 20_000,
    "messages": GREETING + frame(0x1, b'42["nonsense",{}]') * 5_000,
    "messages named *": GREETING + frame(0x1, b'42["*",{}]') * 5_000,
    "long messages": GREETING + frame(0x1, b'42["' + b"x" * 16_000 + b'",{}]') * 30,
}


@pytest.mark.parametrize("what", FLOODS)
def test_who_floods_a_socket_is_hung_up_and_holds_nothing(limited, what):
    with unheld(limited):
        assert not swallowed(upgraded(limited), FLOODS[what])
        assert ask(limited, "GET", "/healthz") == 200
    assert [entry for entry in limited.log_entries() if entry["level"] == "error"] == []


@pytest.mark.parametrize("what", FLOODS)
def test_a_flood_that_is_dealt_with_to_its_end_holds_nothing(unlimited, what):
    with unheld(unlimited), upgraded(unlimited) as raw:
        raw.settimeout(6 * PATIENCE)
        raw.sendall(FLOODS[what] + frame(0x8))
        while raw.recv(65_536):
            pass


def test_who_does_not_slow_down_is_hung_up(tmp_path):
    """The clock of the site stands still, so that nothing is taken after the first seconds' worth."""
    with scripted_site(tmp_path, "--identity-rate", "10", "--address-rate", "100") as running:
        client = running.client("ann").connect()
        refused = 0
        with suppress(ConnectionClosed):
            for _ in range(400):
                answer = client.call("leave", table="nothing")
                refused += not answer["ok"] and answer["refusal"]["code"] == "too_fast"
    assert MOST_TOO_FAST - 1 <= refused <= MOST_TOO_FAST


@pytest.mark.parametrize("path", ["/healthz", "/static/style.css", "/nothing"])
def test_requests_one_behind_the_other_hold_nothing(limited, path):
    place = urlsplit(limited.url)
    with unheld(limited), socket.create_connection((place.hostname, place.port), PATIENCE) as raw:
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode() * 400)
        raw.shutdown(socket.SHUT_WR)
        answered = 0
        while piece := raw.recv(1 << 20):
            answered += piece.count(b"HTTP/1.1 ")
    assert answered > 0


def test_one_address_that_only_opens_connections_keeps_no_other_out(limited):
    place = urlsplit(limited.url)
    address = (place.hostname, place.port)
    with ExitStack() as kept:
        for _ in range(MOST_CONNECTIONS):
            kept.enter_context(socket.create_connection(address, PATIENCE))
        assert kept.enter_context(socket.create_connection(address, PATIENCE)).recv(1) == b""
        other = HTTPConnection(place.netloc, timeout=PATIENCE, source_address=("127.0.0.2", 0))
        kept.callback(other.close)
        other.request("GET", "/healthz")
        assert other.getresponse().status == 200


def test_an_event_named_by_a_star_is_refused_as_any_that_nobody_knows(unlimited):
    client = Client(unlimited.url).connect()
    client.raw('427["*",{}]')
    assert client.answer(7)["refusal"]["code"] == "message"
    client.close()
    assert [entry for entry in unlimited.log_entries() if entry["level"] == "error"] == []


def test_a_body_that_nobody_wants_is_not_read_to_its_end(unlimited):
    place = urlsplit(unlimited.url)
    with unheld(unlimited), socket.create_connection((place.hostname, place.port), PATIENCE) as raw:
        raw.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000000\r\n\r\n")
        answer = b""
        while piece := raw.recv(65_536):
            answer += piece
    assert answer.startswith(b"HTTP/1.1 200")


CHUNKED = {
    "small chunks": b"1\r\na\r\n" * 400_000 + b"0\r\n\r\n",
    "chunks with long extensions": (b"1;" + b"x" * 8_000 + b"\r\na\r\n") * 400,
    "lines behind the last chunk": b"1\r\na\r\n0\r\n" + b"a: b\r\n" * 400_000,
}


@pytest.mark.parametrize("what", CHUNKED)
@pytest.mark.parametrize("path", ["/api/v1/records", "/en/name"])
def test_a_body_in_pieces_holds_nothing_and_has_an_end(unlimited, path, what):
    place = urlsplit(unlimited.url)
    form = FORM if path == "/en/name" else JSON
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Type: {form['Content-Type']}"
    with unheld(unlimited), socket.create_connection((place.hostname, place.port), PATIENCE) as raw:
        try:
            raw.sendall(head.encode() + b"\r\n\r\n" + CHUNKED[what])
            answer = raw.recv(12)
        except (BrokenPipeError, ConnectionResetError):  # It was hung up on while more of it came.
            answer = b""
    assert answer in (b"", b"HTTP/1.1 400")


def test_a_body_in_usual_chunks_is_read(unlimited):
    place = urlsplit(unlimited.url)
    with socket.create_connection((place.hostname, place.port), PATIENCE) as raw:
        raw.sendall(
            b"POST /en/name HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
            b"Content-Type: application/x-www-form-urlencoded\r\n\r\n5\r\nname=\r\n3;a=b\r\nAnn\r\n0\r\n\r\n"
        )
        assert raw.recv(12) == b"HTTP/1.1 303"


def test_another_site_is_not_believed_by_what_it_says_of_itself(unlimited):
    said = {"Origin": "http://evil.test", "X-Forwarded-Host": "evil.test", "X-Forwarded-Proto": "http"}
    assert ask(unlimited, "GET", "/socket.io/?EIO=4&transport=polling", headers=said) == 400
    assert ask(unlimited, "GET", "/socket.io/?EIO=4&transport=polling") == 200


def test_a_line_that_is_no_request_is_not_logged(unlimited):
    place = urlsplit(unlimited.url)
    for line in (
        b"secret-of-a-stranger\r\n\r\n",
        b"GET /secret-of-a-stranger HTTP/9.9\r\n\r\n",
        b"\x16\x03secret\r\n\r\n",
    ):
        with socket.create_connection((place.hostname, place.port), PATIENCE) as raw:
            raw.sendall(line)
            assert raw.recv(65_536).startswith(b"HTTP/1.1 400")
    assert "secret" not in unlimited.log()


@pytest.mark.parametrize("variant", [name for name, rules in VARIANTS.items() if longest_plan(rules)])
def test_the_longest_plan_holds_nobody_up(unlimited, variant):
    table, body, headers = planned(unlimited, variant)
    with unheld(unlimited):
        assert ask(unlimited, "POST", f"/api/v1/tables/{table}/plan", body, headers) == 200
        for seat in (0, 1):
            ask(unlimited, "GET", f"/en/game/{table}/ahead?seat={seat}", "", headers)
