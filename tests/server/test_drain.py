"""A process that is told to stop sends its clients to the others, and what it has acknowledged is there."""

import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import simple_websocket

from server.wire.leaving import PACE
from tests.clustered import Cluster, cluster
from tests.server.test_cluster import ANN, BOB, act, play, shows
from tests.services import Postgres, redis
from tests.serving import cookie, open_table
from tests.site import STARTING, Patient, site
from tests.wire import HOST, PATIENCE, Wire
from tools.cluster.proxy import proxy
from tools.cluster.services import free_port

pytestmark = pytest.mark.slow


class Unhurried(Cluster):
    """A cluster of two processes whose clients have time to leave."""

    kinds = (Patient, Patient)


@pytest.fixture
def pair(tmp_path: Path, postgres_server: Postgres) -> Iterator[Cluster]:
    """Two processes, one of which a test may stop."""
    with redis() as server, cluster(tmp_path, postgres_server, server) as made:
        yield made


def watch(wire: Wire, table: str, seat: int) -> dict[str, object]:
    """The view of a browser that connects now."""
    answer = wire.connect().call("watch", table=table, seat=seat, language="en")
    assert answer["ok"], answer
    view: dict[str, object] = answer["view"]
    return view


def told_to_reconnect(*wires: Wire) -> None:
    for wire in wires:
        wire.until(lambda wire=wire: wire.told["reconnect"])
        (told,) = wire.told["reconnect"]
        assert 0 <= told["after"] <= (len(wires) + 1) / PACE


@pytest.fixture
def unhurried(tmp_path: Path, postgres_server: Postgres) -> Iterator[Cluster]:
    with redis() as server, cluster(tmp_path, postgres_server, server, Unhurried) as made:
        yield made


def test_both_players_go_on_at_another_process_and_every_acknowledged_move_is_there(unhurried: Cluster) -> None:
    pair = unhurried
    ann, bob = players = pair.wire(0, ANN), pair.wire(0, BOB)
    table = open_table("Apocalypse", *players)
    for seat, wire in enumerate(players):
        watch(wire, table, seat)
    play(ann, bob, table, 0, "a2a3", "a4a3")
    process = pair.sites[0].process
    process.terminate()
    told_to_reconnect(*players)
    act(ann, table, 0, 1, "b1b2")  # Until then a client plays on here.
    with pytest.raises(OSError, match="refused"):
        pair.wire(0).connect()
    for wire in players:
        wire.close()
    assert process.wait(STARTING) == 0, "the process ends once nobody is connected"
    ann, bob = pair.wire(1, ANN), pair.wire(1, BOB)
    for seat, wire in enumerate((ann, bob)):
        view = watch(wire, table, seat)
        assert view["number"] == 1
        assert view["chairs"][0]["state"] == "sealed"  # type: ignore[index]
    act(bob, table, 1, 1, "b5b4")
    for wire in (ann, bob):
        wire.until(shows(wire, 2))
    play(ann, bob, table, 2, "c1c2", "c5c4")


def test_who_stays_is_disconnected_and_a_connection_without_a_request_is_closed(pair: Cluster) -> None:
    ann = pair.wire(0, ANN).connect()
    kept = HTTPConnection(urlsplit(pair.sites[0].url).netloc)
    kept.request("GET", "/healthz")
    assert kept.getresponse().read()
    pair.sites[0].process.terminate()
    told_to_reconnect(ann)
    assert kept.sock.recv(1) == b""
    ann.closed()
    assert pair.sites[0].process.wait(STARTING) == 0


def test_a_client_that_polls_is_to_reconnect_at_once(pair: Cluster) -> None:
    polled = pair.wire(0, ANN)
    path = "/socket.io/?EIO=4&transport=polling"
    connection = polled.get(path).text().partition('"sid":"')[2].partition('"')[0]
    path += f"&sid={connection}"
    assert polled.get(path, "POST", "40", **{"Content-Type": "text/plain"}).status == 200
    assert polled.get(path).text().startswith("40")
    others = [pair.wire(0).connect() for _ in range(20)]
    polling = HTTPConnection(urlsplit(polled.url).netloc, timeout=PATIENCE)
    polling.request("GET", path, headers={"Host": HOST})
    for wire in others:  # By then the process has read it.
        wire.settle()
    pair.sites[0].process.terminate()
    assert polling.getresponse().read() == b'42["reconnect",{"after":0.0}]'
    told_to_reconnect(*others)


def test_the_only_process_of_a_site_tells_nobody_to_go_elsewhere(tmp_path: Path) -> None:
    with site(tmp_path) as alone:
        wire = Wire(alone.url).connect()
        alone.process.terminate()
        wire.closed()
        assert alone.stop() == 0
    assert wire.told["reconnect"] == []


def until_it_holds(ask: Callable[[], bool]) -> None:
    """Ask again as long as a machine that does much else may take."""
    ends = time.monotonic() + STARTING
    while not ask():
        assert time.monotonic() < ends
        time.sleep(0.1)


def comes_back(wire: Wire, table: str, seat: int) -> dict[str, object]:
    """The view of a browser that connects anew, as often as it takes."""

    def connects() -> bool:
        try:
            wire.connect()
        except simple_websocket.ConnectionError:  # The proxy takes a process for gone that answers too late.
            return False
        return True

    wire.close()
    until_it_holds(connects)
    answer = wire.call("watch", table=table, seat=seat, language="en")
    assert answer["ok"], answer
    view: dict[str, object] = answer["view"]
    return view


def test_the_proxy_takes_the_clients_of_a_process_that_stops_to_another_one(pair: Cluster, tmp_path: Path) -> None:
    for each in pair.sites:
        until_it_holds(lambda each=each: Wire(each.url).get("/readyz").status == 200)
    port, ports = free_port(), [urlsplit(each.url).port or 0 for each in pair.sites]
    between = proxy(tmp_path, "127.0.0.1", port, ports)
    between.start()
    try:
        players = [
            Wire(f"http://127.0.0.1:{port}/", {"cavalier": cookie(name, None), "cavalier_process": "site0"})
            for name in (ANN, BOB)
        ]
        ann, bob = players
        table = open_table("Apocalypse", ann, bob)
        for seat, wire in enumerate(players):
            watch(wire, table, seat)
        act(ann, table, 0, 0, "a2a3")
        pair.sites[0].process.terminate()
        for wire in players:
            wire.until(lambda wire=wire: wire.told["reconnect"])
        for seat, wire in enumerate(players):
            assert comes_back(wire, table, seat)["chairs"][0]["state"] == "sealed"  # type: ignore[index]
        act(bob, table, 1, 0, "a4a3")
        for wire in players:
            wire.until(shows(wire, 1))
        assert pair.sites[0].process.wait(STARTING) == 0
    finally:
        between.stop()
