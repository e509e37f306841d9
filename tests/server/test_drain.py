"""A process that is told to stop sends its clients to the others, and what it has acknowledged is there."""

import time
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
import simple_websocket

from server.wire.leaving import PACE
from tests.harness.client import HOST, PATIENCE, Client, cookie, open_table
from tests.harness.cluster import Cluster, cluster
from tests.harness.services import redis
from tests.harness.site import PATIENT, START_TIMEOUT, site
from tests.server.test_cluster import ANN, BOB, act, play, shows
from tools.cluster.proxy import proxy
from tools.cluster.services import free_port

pytestmark = pytest.mark.slow


class Unhurried(Cluster):
    """A cluster of two processes whose clients have time to leave."""

    machines = (PATIENT, PATIENT)


@pytest.fixture
def pair(tmp_path, postgres_server):
    """Two processes, one of which a test may stop."""
    with redis() as server, cluster(tmp_path, postgres_server, server) as made:
        yield made


def watch(client, table, seat):
    """The view of a browser that connects now."""
    answer = client.connect().call("watch", table=table, seat=seat, language="en")
    assert answer["ok"], answer
    return answer["view"]


def told_to_reconnect(*clients):
    for client in clients:
        client.until(lambda client=client: client.events["reconnect"])
        (told,) = client.events["reconnect"]
        assert 0 <= told["after"] <= (len(clients) + 1) / PACE


@pytest.fixture
def unhurried(tmp_path, postgres_server):
    with redis() as server, cluster(tmp_path, postgres_server, server, Unhurried) as made:
        yield made


def test_both_players_go_on_at_another_process_and_every_acknowledged_move_is_there(unhurried):
    pair = unhurried
    ann, bob = players = pair.client(0, ANN), pair.client(0, BOB)
    table = open_table("Apocalypse", *players)
    for seat, client in enumerate(players):
        watch(client, table, seat)
    play(ann, bob, table, 0, "a2a3", "a4a3")
    process = pair.sites[0].process
    process.terminate()
    told_to_reconnect(*players)
    act(ann, table, 0, 1, "b1b2")  # Until then a client plays on here.
    with pytest.raises(OSError, match="refused"):
        pair.client(0).connect()
    for client in players:
        client.close()
    assert process.wait(START_TIMEOUT) == 0, "the process ends once nobody is connected"
    ann, bob = pair.client(1, ANN), pair.client(1, BOB)
    for seat, client in enumerate((ann, bob)):
        view = watch(client, table, seat)
        assert view["number"] == 1
        assert view["chairs"][0]["state"] == "sealed"
    act(bob, table, 1, 1, "b5b4")
    for client in (ann, bob):
        client.until(shows(client, 2))
    play(ann, bob, table, 2, "c1c2", "c5c4")


def test_who_stays_is_disconnected_and_a_connection_without_a_request_is_closed(pair):
    ann = pair.client(0, ANN).connect()
    kept = HTTPConnection(urlsplit(pair.sites[0].url).netloc)
    kept.request("GET", "/healthz")
    assert kept.getresponse().read()
    pair.sites[0].process.terminate()
    told_to_reconnect(ann)
    assert kept.sock.recv(1) == b""
    ann.closed()
    assert pair.sites[0].process.wait(START_TIMEOUT) == 0


def test_a_client_that_polls_is_to_reconnect_at_once(pair):
    polled = pair.client(0, ANN)
    path = "/socket.io/?EIO=4&transport=polling"
    connection = polled.get(path).text().partition('"sid":"')[2].partition('"')[0]
    path += f"&sid={connection}"
    assert polled.get(path, "POST", "40", **{"Content-Type": "text/plain"}).status == 200
    assert polled.get(path).text().startswith("40")
    others = [pair.client(0).connect() for _ in range(20)]
    polling = HTTPConnection(urlsplit(polled.url).netloc, timeout=PATIENCE)
    polling.request("GET", path, headers={"Host": HOST})
    for client in others:  # By then the process has read it.
        client.settle()
    pair.sites[0].process.terminate()
    assert polling.getresponse().read() == b'42["reconnect",{"after":0.0}]'
    told_to_reconnect(*others)


def test_the_only_process_of_a_site_tells_nobody_to_go_elsewhere(tmp_path):
    with site(tmp_path) as alone:
        client = Client(alone.url).connect()
        alone.process.terminate()
        client.closed()
        assert alone.stop() == 0
    assert client.events["reconnect"] == []


def until_it_holds(ask):
    """Ask again as long as a machine that does much else may take."""
    ends = time.monotonic() + START_TIMEOUT
    while not ask():
        assert time.monotonic() < ends
        time.sleep(0.1)


def comes_back(client, table, seat):
    """The view of a browser that connects anew, as often as it takes."""

    def connects():
        try:
            client.connect()
        except simple_websocket.ConnectionError:  # The proxy takes a process for gone that answers too late.
            return False
        return True

    client.close()
    until_it_holds(connects)
    answer = client.call("watch", table=table, seat=seat, language="en")
    assert answer["ok"], answer
    return answer["view"]


def test_the_proxy_takes_the_clients_of_a_process_that_stops_to_another_one(pair, tmp_path):
    for each in pair.sites:
        until_it_holds(lambda each=each: Client(each.url).get("/readyz").status == 200)
    port, ports = free_port(), [urlsplit(each.url).port or 0 for each in pair.sites]
    between = proxy(tmp_path, "127.0.0.1", port, ports)
    between.start()
    try:
        players = [
            Client(f"http://127.0.0.1:{port}/", {"cavalier": cookie(name, None), "cavalier_process": "site0"})
            for name in (ANN, BOB)
        ]
        ann, bob = players
        table = open_table("Apocalypse", ann, bob)
        for seat, client in enumerate(players):
            watch(client, table, seat)
        act(ann, table, 0, 0, "a2a3")
        pair.sites[0].process.terminate()
        for client in players:
            client.until(lambda client=client: client.events["reconnect"])
        for seat, client in enumerate(players):
            assert comes_back(client, table, seat)["chairs"][0]["state"] == "sealed"
        act(bob, table, 1, 0, "a4a3")
        for client in players:
            client.until(shows(client, 1))
        assert pair.sites[0].process.wait(START_TIMEOUT) == 0
    finally:
        between.stop()
