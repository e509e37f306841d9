"""HAProxy before the processes of a site: which of them gets what."""

import re
import ssl
from contextlib import ExitStack
from http.client import HTTPSConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from tests.harness.client import Client
from tests.harness.mail import certificate
from tools.cluster.proxy import proxy
from tools.cluster.services import free_port

pytestmark = pytest.mark.slow

PROCESSES = 3
BROKEN = "/en/variants/Chess/play"
TABLES = [f"table{number:014}" for number in range(24)]


class Process(ThreadingHTTPServer):
    """Stands for a process of the site: it answers with its own number, but for what it breaks off at `BROKEN`."""

    allow_reuse_address = True

    def __init__(self, number):
        self.broken = broken = []
        self.schemes = schemes = []

        class Answering(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                schemes.append(self.headers["X-Forwarded-Proto"])
                if self.path == BROKEN:
                    broken.append(self.command)
                    self.close_connection = True
                    return
                self.send_response(200)
                self.send_header("Content-Length", "1")
                self.end_headers()
                self.wfile.write(str(number).encode())

            do_POST = do_GET

            def log_message(self, *_arguments):
                pass

        super().__init__(("127.0.0.1", 0), Answering)
        Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def handle_error(self, request, client_address):
        """The proxy hangs up on checks as soon as it knows enough."""

    def end(self):
        self.shutdown()
        self.server_close()


@pytest.fixture
def encrypted(tmp_path):
    """The address of a proxy with a certificate, a context of one who trusts it, and the process that it leads to."""
    with ExitStack() as stack:
        process = Process(0)
        stack.callback(process.end)
        port, pair = free_port(), certificate(tmp_path)
        running = proxy(tmp_path, "127.0.0.1", port, [process.server_port])
        settings, plain = tmp_path / "haproxy.cfg", f"bind 127.0.0.1:{port}"
        settings.write_text(settings.read_text().replace(plain, f"{plain} ssl crt {pair}"))
        stack.callback(running.stop)
        running.start()
        yield port, ssl.create_default_context(cafile=pair), process


def test_behind_a_certificate_a_process_is_told_https_whatever_the_client_says(encrypted):
    port, trusting, process = encrypted
    client = HTTPSConnection("127.0.0.1", port, context=trusting)
    for said in ({}, {"X-Forwarded-Proto": "http"}):
        client.request("GET", "/en/", headers=said)
        assert client.getresponse().read() == b"0"
    assert set(process.schemes[-2:]) == {"https"}


@pytest.fixture
def behind(tmp_path, request):
    """The address of a proxy, and the processes that it leads to."""
    limits = getattr(request, "param", {})
    with ExitStack() as stack:
        processes = [Process(number) for number in range(PROCESSES)]
        for each in processes:
            stack.callback(each.end)
        port = free_port()
        running = proxy(tmp_path, "127.0.0.1", port, [each.server_port for each in processes], **limits)
        stack.callback(running.stop)
        running.start()
        yield f"http://127.0.0.1:{port}/", processes


def reached(url, path, method="GET"):
    """The number of the process that answers somebody who has never been here."""
    answer = Client(url).get(path, method)
    assert answer.status == 200, answer
    return answer.text()


def test_all_that_belongs_to_a_table_reaches_one_process_and_tables_are_spread(behind):
    url, _ = behind
    found = {}
    for table in TABLES:
        asked = [
            ("GET", f"/en/game/{table}"),
            ("GET", f"/fr/game/{table}/record.json"),
            ("POST", f"/en/game/{table}/join"),
            ("GET", f"/api/v1/tables/{table}"),
            ("GET", f"/socket.io/?EIO=4&transport=polling&table={table}&t=1"),
            ("GET", f"/socket.io/?table={table}&EIO=4&transport=websocket"),
        ]
        (found[table],) = {reached(url, path, method) for method, path in asked}
    assert set(found.values()) == {str(number) for number in range(PROCESSES)}


def test_the_proxy_redistributes_only_the_tables_of_a_dead_process(behind):
    url, processes = behind
    before = {table: reached(url, f"/en/game/{table}") for table in TABLES}
    processes[1].end()
    after = {table: reached(url, f"/en/game/{table}") for table in TABLES}
    assert {table for table in TABLES if after[table] == "1"} == set()
    assert {table for table in TABLES if before[table] != after[table]} == {
        table for table in TABLES if before[table] == "1"
    }


def test_a_request_that_a_process_may_have_begun_is_not_sent_to_another(behind):
    url, processes = behind
    for method in ("GET", "POST"):
        assert Client(url).get(BROKEN, method).status == 502
    begun = [method for each in processes for method in each.broken]
    assert begun.count("POST") == 1
    assert begun.count("GET") > 1, "what changes nothing is tried again"


def test_a_polling_client_stays_at_the_process_that_answered_first(behind):
    url, _ = behind
    for _ in range(2 * PROCESSES):
        reader = Client(url)
        first = reader.get("/socket.io/?EIO=4&transport=polling")
        assert re.fullmatch(r"site\d", reader.cookies["cavalier_process"])
        assert {reader.get("/en/").text() for _ in range(4)} == {first.text()}


@pytest.mark.parametrize("behind", [{"requests": 20}], indirect=True)
def test_an_address_that_asks_too_much_of_all_processes_together_is_refused(behind):
    reader = Client(behind[0])
    statuses = [reader.get("/en/").status for _ in range(25)]
    assert (statuses[:15], statuses[-1]) == ([200] * 15, 429), "what saw it start may count as one"
