"""What a monitor is told: figures by kind on a port of their own, and whether people may be sent to the process."""

import json
import re
import socket
import time
import urllib.request

import pytest
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from server.app.metrics_server import registry
from server.app.readiness import Readiness
from server.runtime.ports import free_port
from server.runtime.sources import MOST_UNSURE, SharedClock
from server.store import JournalError
from tests.harness.checkout import ROOT
from tests.harness.client import PATIENCE, Client, open_table
from tests.harness.composition import app_at
from tests.harness.faults import failing
from tests.harness.site import START_TIMEOUT, scripted_site, site
from tests.harness.sources import scripted

LABELS = {"action", "code", "event", "queue", "state", "le"}
"""None of them tells of a table or a person."""


def figures(port):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        text = answer.read().decode()
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def act(client, table, seat, number, move):
    answer = client.call("act", table=table, seat=seat, number=number, move=move, id=f"{number}{move}")
    return answer["ok"]


def test_actions_refusals_and_commits_are_counted_by_kind(tmp_path):
    port = free_port()
    with scripted_site(tmp_path, "--metrics-port", str(port)) as served:
        white, black = served.client("anna"), served.client("oskar")
        table = open_table("Chess", white, black)
        for client, seat in ((white, 0), (black, 1)):
            client.connect().call("watch", table=table, seat=seat, language="en")
        assert act(white, table, 0, 0, "e2e4")
        before = figures(port)
        assert not act(white, table, 0, 1, "d2d4")
        assert act(black, table, 1, 1, "e7e5")
        found = figures(port)

    def grown(name, **labels):
        key = (name, tuple(sorted(labels.items())))
        return found.get(key, 0.0) - before.get(key, 0.0)

    assert grown("cavalier_actions_total", action="act") == 1
    assert sum(value for (name, _), value in found.items() if name == "cavalier_refusals_total") == 1
    assert grown("cavalier_message_seconds_count", event="act") == 2
    assert grown("cavalier_commits_total") >= 1
    assert grown("cavalier_broadcast_seconds_count") == 1
    assert grown("cavalier_conflicts_total") == 0
    assert found["cavalier_tables", ()] == 1
    assert found["cavalier_connections", ()] == 2
    assert found["cavalier_queued", (("queue", "journal"),)] == 0
    assert {label for (_, labels) in found for label, _ in labels} <= LABELS
    text = str(found)
    for secret in (table, "anna", "oskar", "e2e4"):
        assert secret not in text


def test_metrics_are_served_only_if_configured_and_only_on_loopback(tmp_path):
    port = free_port()
    with site(tmp_path, "--metrics-port", str(port), "--address", "127.0.0.2") as running:
        assert figures(port)
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(("127.0.0.2", port), timeout=PATIENCE)
        client, ends = Client(running.url), time.monotonic() + START_TIMEOUT
        assert client.get("/metrics").status == 404
        while (answer := client.get("/readyz")).status != 200:
            assert (answer.status, json.loads(answer.body)["why"]) == (503, "The process starts.")
            assert time.monotonic() < ends
            time.sleep(0.1)
    with site(tmp_path) as running, pytest.raises(OSError, match="refused"):
        figures(port)


def test_a_port_in_use_is_refused_before_any_work_begins(tmp_path):
    with site(tmp_path):
        pass
    port = free_port()
    # The sentence comes first: no task of the background has logged that the journal was closed meanwhile.
    said = rf"did not start: '' cavalier: Cannot listen for metrics on 127\.0\.0\.1, port {port}: it is in use\."
    occupied = socket.create_server(("127.0.0.1", port))
    with occupied, pytest.raises(AssertionError, match=said), site(tmp_path, "--metrics-port", str(port)):
        pass


def test_the_dashboard_shows_every_figure_and_no_other(start):
    app = start()
    house = app.extensions["cavalier"]
    exposed = generate_latest(registry(house, app.extensions["cavalier-sockets"])).decode()
    families = {family.name: family.type for family in text_string_to_metric_families(exposed)}
    dashboard = json.loads((ROOT / "docs" / "dashboard.json").read_text())
    queried = " ".join(target["expr"] for panel in dashboard["panels"] for target in panel["targets"])
    endings = {"counter": "_total", "histogram": "_bucket", "gauge": ""}
    names = {f"{name}{endings[kind]}" for name, kind in families.items()}
    assert set(re.findall(r"cavalier_\w+", queried)) == names
    shown = re.findall(r"(\w+)=\"", queried) + re.findall(r"\{\{(\w+)\}\}", str(dashboard))
    assert set(shown) <= LABELS | {"instance"}


def test_a_process_is_ready_once_it_has_started_until_it_stops_and_while_it_reads_its_journal(start):
    app = start()
    house, client = app.extensions["cavalier"], app.test_client()

    def ready():
        answer = client.get("/readyz")
        return answer.status_code, answer.json.get("why")

    assert ready() == (200, None)
    house.readiness.starts()
    assert ready() == (503, "The process starts.")
    house.readiness.has_started()
    assert ready() == (200, None)
    with failing(house.journal, "last_alive", JournalError("The journal cannot be read: it is gone")):
        assert ready() == (503, "The journal cannot be read: it is gone")
        assert client.get("/healthz").status_code == 200
    house.readiness.starts()
    house.readiness.stops()
    house.readiness.has_started()
    assert ready() == (503, "The process stops.")


def test_a_process_is_not_ready_while_its_clock_may_be_off_the_database_s(tmp_path):
    off = [0.0, 2 * MOST_UNSURE]
    clock = SharedClock(lambda: (off[0], off[1]))
    with app_at(tmp_path, scripted(clock), {"readiness": lambda site: Readiness(site.journal, clock)}) as app:
        client = app.test_client()
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json) == (503, {"ok": False, "why": "The clock may be off the database's."})
        off[1] = MOST_UNSURE / 2
        clock.measure()
        assert client.get("/readyz").status_code == 200
