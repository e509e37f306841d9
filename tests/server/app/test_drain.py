"""A process that stops sends its clients to the others, and what it has acknowledged is there."""

from contextlib import ExitStack
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
import simple_websocket

from server.sockets import DRAIN_RATE
from tests.harness.client import HOST, PATIENCE, Client, cookie, open_table
from tests.harness.cluster import PLAYERS, Cluster, act, cluster, play, shows, watch
from tests.harness.raw_socket import Poller
from tests.harness.site import PATIENT, START_TIMEOUT, site, until
from tools.cluster.proxy import proxy
from tools.cluster.services import free_port

pytestmark = pytest.mark.slow

ANN, BOB = PLAYERS


class Unhurried(Cluster):
    """A cluster of two processes whose clients have time to leave."""

    machines = (PATIENT, PATIENT)


@pytest.fixture
def pair(tmp_path, postgres_server, redis_server, request):
    """Two processes, one of which a test may stop."""
    kind = getattr(request, "param", Cluster)
    with cluster(tmp_path, postgres_server, redis_server, kind) as made:
        yield made


def are_sent_away(*clients):
    for client in clients:
        client.until(lambda client=client: client.events["reconnect"])
        (event,) = client.events["reconnect"]
        assert 0 <= event["after"] <= (len(clients) + 1) / DRAIN_RATE


@pytest.mark.parametrize("pair", [Unhurried], indirect=True)
def test_after_a_drain_both_players_continue_at_another_process_without_losing_a_move(pair):
    ann, bob = players = pair.client(0, ANN), pair.client(0, BOB)
    table = open_table("Apocalypse", *players)
    for seat, client in enumerate(players):
        watch(client, table, seat)
    play(ann, bob, table, 0, "a2a3", "a4a3")
    process = pair.sites[0].process
    process.terminate()
    are_sent_away(*players)
    act(ann, table, 0, 1, "b1b2")  # Until then a client plays on here.
    with pytest.raises(OSError, match="refused"):
        pair.client(0).connect()
    for client in players:
        client.close()
    assert process.wait(START_TIMEOUT) == 0, "the process ends once nobody is connected"
    ann, bob = pair.client(1, ANN), pair.client(1, BOB)
    for seat, client in enumerate((ann, bob)):
        view = watch(client, table, seat)
        assert (view["number"], view["chairs"][0]["state"]) == (1, "sealed")
    act(bob, table, 1, 1, "b5b4")
    for client in (ann, bob):
        client.until(shows(client, 2))


def test_a_drain_ends_by_closing_idle_and_remaining_connections(pair):
    ann = pair.client(0, ANN).connect()
    idle = HTTPConnection(urlsplit(pair.sites[0].url).netloc)
    idle.request("GET", "/healthz")
    assert idle.getresponse().read()
    pair.sites[0].process.terminate()
    are_sent_away(ann)
    assert idle.sock.recv(1) == b""
    ann.closed()
    assert pair.sites[0].process.wait(START_TIMEOUT) == 0


def test_a_client_that_polls_is_to_reconnect_at_once(pair):
    poller = Poller(pair.client(0, ANN))
    others = [pair.client(0).connect() for _ in range(20)]
    polling = HTTPConnection(urlsplit(poller.client.url).netloc, timeout=PATIENCE)
    polling.request("GET", poller.address, headers={"Host": HOST})
    for client in others:  # By then the process has read it.
        client.settle()
    pair.sites[0].process.terminate()
    assert polling.getresponse().read() == b'42["reconnect",{"after":0.0}]'
    are_sent_away(*others)


def test_the_only_process_of_a_site_sends_nobody_elsewhere(tmp_path):
    with site(tmp_path) as alone:
        client = Client(alone.url).connect()
        alone.process.terminate()
        client.closed()
        assert alone.stop() == 0
    assert client.events["reconnect"] == []


def connects(client):
    """Whether a browser can connect; the proxy takes a process for gone that answers too late."""
    try:
        client.connect()
    except simple_websocket.ConnectionError:
        return False
    return True


def test_the_proxy_takes_the_clients_of_a_process_that_stops_to_another_one(pair, tmp_path):
    for each in pair.sites:
        until(lambda each=each: Client(each.url).get("/readyz").status == 200, 0.1)
    port, ports = free_port(), [urlsplit(each.url).port or 0 for each in pair.sites]
    between = proxy(tmp_path, "127.0.0.1", port, ports)
    with ExitStack() as stack:
        between.start()
        stack.callback(between.stop)
        ann, bob = players = [
            Client(f"http://127.0.0.1:{port}/", {"cavalier": cookie(name, None), "cavalier_process": "site0"})
            for name in (ANN, BOB)
        ]
        table = open_table("Apocalypse", ann, bob)
        for seat, client in enumerate(players):
            watch(client, table, seat)
        act(ann, table, 0, 0, "a2a3")
        pair.sites[0].process.terminate()
        for client in players:
            client.until(lambda client=client: client.events["reconnect"])
        for seat, client in enumerate(players):
            client.close()
            until(lambda client=client: connects(client), 0.1)
            answer = client.call("watch", table=table, seat=seat, language="en")
            assert answer["view"]["chairs"][0]["state"] == "sealed"
        act(bob, table, 1, 0, "a4a3")
        for client in players:
            client.until(shows(client, 1))
        assert pair.sites[0].process.wait(START_TIMEOUT) == 0
