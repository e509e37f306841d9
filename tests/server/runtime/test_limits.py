"""Whoever goes too fast is told so and slows nobody else down; what is remembered of everybody is bounded."""

import json
from collections import Counter
from contextlib import nullcontext

import pytest
import simple_websocket

from server.game import Refusal, parse_control
from server.lobby import MOST_AT_ADDRESS, MOST_LISTED, MOST_SHOWN
from server.runtime.limits import (
    MOST_CONNECTIONS,
    NEW_BURST,
    ONLOOKER_BURST,
    Limits,
    TokenBuckets,
    network,
)
from server.tables import MOST_OPEN_AT_ADDRESS
from tests.harness.client import cookie, open_table
from tests.harness.site import known_key, scripted_site
from tests.harness.sources import Clock


@pytest.fixture
def clock():
    return Clock(1000.0)


def taken(buckets, key, times):
    """Of so many tries, how many got a token."""
    return sum(buckets.take(key) for _ in range(times))


def test_a_clock_set_back_neither_fills_nor_empties_a_bucket(clock):
    buckets = TokenBuckets(1, 5, clock, 100)
    assert taken(buckets, "ann", 5) == 5
    clock.now -= 500
    assert not buckets.take("ann")
    clock.now += 1
    assert taken(buckets, "ann", 5) == 1


def test_the_cache_is_bounded_and_evicts_the_least_recently_used(clock):
    buckets = TokenBuckets(1, 5, clock, 100)
    taken(buckets, "ann", 5)
    for number in range(10_000):
        buckets.take(str(number))
        assert not buckets.take("ann"), "who asks all the time stays known"
    assert len(buckets) == 100
    assert taken(buckets, "bob", 10) == 5, "who is new is counted too"


def test_the_networks_of_people_are_kept_in_a_bounded_cache(clock, monkeypatch):
    monkeypatch.setattr("server.runtime.limits.MOST_BUCKETS", 2)
    limits = Limits(0, 0, clock)
    for person in ("ann", "bob", "ann", "cleo"):
        limits.note_address("192.0.2.1", person)
    assert [limits.asker(person).network for person in ("ann", "bob", "cleo")] == ["192.0.2.1", "bob", "192.0.2.1"]


def test_costly_requests_count_more_and_are_never_impossible(clock):
    limits = Limits(2, 2, clock)
    for cost in (9, 100):
        limits.check("192.0.2.1")
        limits.check("192.0.2.1", cost=cost)
        with pytest.raises(Refusal):
            limits.check("192.0.2.1")
        clock.now += 60


def test_without_a_rate_an_address_has_any_number_of_connections_and_makes_any_number_of_things(clock):
    limits = Limits(0, 0, clock)
    for number in range(2 * max(MOST_CONNECTIONS, NEW_BURST)):
        limits.check_connections("192.0.2.1")
        limits.connection_opened(str(number), "192.0.2.1")
        limits.check_new("ann")
        limits.check_newcomer("192.0.2.1")
        limits.check_onlooker("ann")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("fe80::1%eth0", "fe80::1%eth1", True),
        ("192.0.2.7:51234", "192.0.2.7", True),
        ("[2001:db8::7]:51234", "2001:db8::8", True),
        ("[2001:db8::7]", "2001:db8::8", True),
        ("192.0.2.7:x", "192.0.2.7", False),
        ("", "192.0.2.1", False),
        ("", None, True),
    ],
)
def test_the_network_of_an_address(one, other, same):
    """Whatever port a proxy writes behind it."""
    assert (network(one) == network(other)) is same


def test_a_request_refused_for_its_person_is_not_charged_to_the_address(clock):
    limits = Limits(10, 100, clock)
    for number in range(1000):
        with nullcontext() if number < 50 else pytest.raises(Refusal):
            limits.check("192.0.2.1", "ann")
    for _ in range(50):
        limits.check("192.0.2.1", "bob")


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A site behind a proxy, whose clock stands still: ten things of one person, a hundred from one address."""
    options = ("--identity-rate", "2", "--address-rate", "20", "--proxies", "1")
    with scripted_site(tmp_path_factory.mktemp("served"), *options) as running:
        yield running


def codes(answers):
    """What was refused, or True where nothing was."""
    return [answer["ok"] or answer["refusal"]["code"] for answer in answers]


def test_messages_over_a_socket_are_counted_for_their_person_on_all_his_connections(served):
    here = served.client("ann").connect(**{"X-Forwarded-For": "192.0.2.1"})
    there = served.client("ann").connect(**{"X-Forwarded-For": "192.0.2.2"})
    assert codes([here.call("leave", table="x") for _ in range(7)]) == [True] * 7
    assert codes([there.call("leave", table="x") for _ in range(5)]) == [True] * 3 + ["too_fast"] * 2
    assert there.call("leave", table="x")["refusal"]["sentence"].startswith("Too much at once.")
    assert codes([here.answer(here.send("no such message", {}))]) == ["too_fast"], "nonsense is counted too"
    assert codes([served.client("bob").connect().call("leave", table="x")]) == [True]
    served.client().get("/-/clock/0.5")
    assert codes([here.call("leave", table="x") for _ in range(2)]) == [True, "too_fast"]


def test_strangers_are_counted_by_the_address_that_the_proxy_names(served):
    stranger = served.client().connect(**{"X-Forwarded-For": "198.51.100.1"})
    assert codes([stranger.call("leave", table="x") for _ in range(100)]) == [True] * 99 + ["too_fast"]
    with pytest.raises(simple_websocket.ConnectionError, match="429"):
        served.client().connect(**{"X-Forwarded-For": "198.51.100.1"})
    page = served.client().get("/fr/games", **{"X-Forwarded-For": "198.51.100.1"})
    assert (page.status, page.header("Retry-After")) == (429, "1")
    assert "Trop de demandes à la fois." in page.text()
    assert served.client().get("/fr/games", **{"X-Forwarded-For": "198.51.100.2"}).status == 200
    style = served.client().get("/static/css/style.css", **{"X-Forwarded-For": "198.51.100.1"})
    assert style.status == 200, "a page that came gets its files"


def test_forms_are_counted_for_their_person_and_pages_only_for_the_address(served):
    zoe = served.client("zoe")
    place = {"X-Forwarded-For": "203.0.113.1"}
    form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": "http://cavalier.test"}
    statuses = [zoe.get("/en/name", "POST", f"name=Zoe{n}", **form, **place).status for n in range(11)]
    assert statuses == [303] * 10 + [429]
    assert [zoe.get("/en/games", **place).status for _ in range(20)] == [200] * 20


def test_the_connection_that_is_one_too_many_is_refused_by_name_until_another_closes(tmp_path):
    with scripted_site(tmp_path, "--address-rate", "1000", "--proxies", "1") as site:
        crowd = [site.client().connect() for _ in range(MOST_CONNECTIONS)]
        with pytest.raises(simple_websocket.ConnectionError, match="429"):
            site.client().connect()
        crowd.append(site.client().connect(**{"X-Forwarded-For": "198.51.100.1"}))
        polled = site.client().get("/socket.io/?EIO=4&transport=polling", **{"Accept-Language": "fr"})
        assert polled.status == 429
        assert json.loads(polled.body)["refusal"]["code"] == "too_many_connections"
        assert f"{MOST_CONNECTIONS} connexions" in json.loads(polled.body)["refusal"]["sentence"]
        crowd.pop(0).close()
        site.until(lambda: site.memory()["engine"] == MOST_CONNECTIONS)
        crowd.append(site.client().connect())
        for client in crowd:
            client.close()
        site.until(lambda: site.memory()["connections"] == 0)


# What one address makes anew


def test_a_flood_of_new_identities_from_one_address_is_refused_and_another_address_is_not(start):
    client = start(address_rate=1000).test_client()
    statuses = Counter(
        client.post("/api/v1/identity", json={}, environ_base={"REMOTE_ADDR": "203.0.113.7"}).status_code
        for _ in range(NEW_BURST + 10)
    )
    assert statuses == {201: NEW_BURST, 429: 10}
    other = client.post("/api/v1/identity", json={}, environ_base={"REMOTE_ADDR": "198.51.100.1"})
    assert other.status_code == 201


ENDPOINTS = {
    "a name": ("/en/name", {"name": "Mallory"}, NEW_BURST),
    "a table": ("/en/variants/Apocalypse/play", {"opponent": "alone"}, NEW_BURST),
    "a table that waits": ("/en/variants/Apocalypse/play", {"listed": "1"}, MOST_OPEN_AT_ADDRESS),
    "a new link": ("/en/restore/new", {}, NEW_BURST),
}


@pytest.mark.parametrize("what", ENDPOINTS)
def test_stored_objects_of_one_address_are_rate_limited(start, tmp_path, what):
    """Each of them has been here before, so that none needs a new identity."""
    known_key(tmp_path)
    app = start(address_rate=1000, engines=0)
    path, form, most = ENDPOINTS[what]

    def ask(person, address):
        client = app.test_client()
        client.set_cookie("cavalier", cookie(person, None))
        return client.post(path, data=form, environ_base={"REMOTE_ADDR": address}).status_code

    statuses = Counter(ask(f"mallory {number}", "203.0.113.7") for number in range(most + 5))
    assert statuses[303] == most
    assert set(statuses) < {303, 400, 429}
    assert ask("ann", "198.51.100.1") == 303


def test_one_address_leaves_others_their_share_of_each_list(start):
    clock = Clock()
    house = start(clock, engines=0).extensions["cavalier"]
    addresses = {}

    def come(name, number):
        """Somebody waits for an opponent, opens a table and begins a game; the ids of table and game."""
        clock.now += 1
        person, days = f"{name} {number}", parse_control("3d")
        for part in ("", "a", "b", "c"):
            house.limits.note_address(addresses.setdefault(name, f"192.0.2.{len(addresses)}"), f"{person}{part}")
        opened, begun = (house.opener.open("Checkered", {}, f"{person}{part}", 0, control=days) for part in "ab")
        house.opener.sit(begun, f"{person}c")
        house.matchmaker.arrive(person)  # The clock above would expire the seek of a disconnected person.
        house.matchmaker.seek(person, [], (parse_control(f"{number}+0"),), "w")
        return opened, begun

    opened, begun = come("ann", 100)
    for number in range(1, MOST_OPEN_AT_ADDRESS - 1):
        come("mallory", number)
    house.matchmaker.cancel("ann 100")
    house.matchmaker.arrive("bob 100")
    house.matchmaker.seek("bob 100", [], (parse_control("100+0"),), "w")
    tables = house.rows.tables()
    rows = house.rows.described(tables, "en")
    assert opened in [row["table"] for row in rows["open"]]
    assert begun in [row["table"] for row in rows["running"]]
    assert "bob 100" in [row["person"] for row in rows["waiting"]]
    assert (len(rows["waiting"]), len(rows["open"]), len(rows["running"])) == (MOST_LISTED, MOST_LISTED, MOST_SHOWN)
    assert tables.open == sorted(tables.open, key=lambda row: -row.changed_at), "the newest first"


def test_seeks_and_chat_of_one_address_are_rate_limited_apart_from_others(tmp_path):
    """Through a proxy that names the addresses; the clock stands still."""
    there, elsewhere = {"X-Forwarded-For": "203.0.113.7"}, {"X-Forwarded-For": "198.51.100.1"}
    with scripted_site(tmp_path, "--proxies", "1", "--address-rate", "1000") as site:
        table = open_table("Apocalypse", site.client("bob"), site.client("cleo"))
        crowd = [site.client(f"mallory {number}").connect(**there) for number in range(MOST_AT_ADDRESS + 3)]
        ann = site.client("ann").connect(**elsewhere)

        def wait(client, minutes):
            return client.call("wait", variants=[], control=f"{minutes}+0", id="w")

        waits = codes([wait(client, minutes) for minutes, client in enumerate(crowd, 1)])
        assert waits == [True] * MOST_AT_ADDRESS + ["too_many_waits"] * 3
        assert codes([wait(ann, 100)]) == [True]
        remark = {"table": table, "seat": None, "id": "s", "preset": "hello", "text": None}
        said = codes([client.call("say", **remark) for client in crowd])
        assert said == [True] * ONLOOKER_BURST + ["too_fast"] * (len(crowd) - ONLOOKER_BURST)
        assert codes([ann.call("say", **remark)]) == [True]
        for client in (*crowd, ann):
            client.close()


# What is dear


@pytest.fixture
def answered(start):
    """How many of these requests of one address, which has this rate, are answered while the clock stands still."""

    def count(rate, asked):
        client = start(address_rate=rate, engines=0).test_client()
        return [client.open(path, method=method, data=data).status_code for method, path, data in asked].count(200)

    return count


def test_a_tree_counts_by_its_nodes_and_a_line_by_its_turns(answered):
    moves = ["g1f3", "g8f6", "f3g1", "f6g8"] * 10
    nodes = json.dumps([[number - 1, [move], ""] for number, move in enumerate(moves)])
    place = "/en/variants/Chess/analysis"
    assert answered(4, [("POST", f"{place}/tree", {"nodes": nodes})] * 10) == 20 // (1 + 40 * 0.2)
    line = {"moves": "\n".join(moves), "judge": "no"}
    assert answered(4, [("POST", place, line)] * 10) == 20 // (1 + 40 * 0.1)


@pytest.mark.parametrize(
    "path",
    [
        "/en/",
        "/en/games",
        "/en/puzzles",
        "/en/variants/Chess/leaflet",
        "/en/variants/Chess/analysis?a={}",
        "/en/variants/Chess/analysis/edit?a={}",
        "/en/variants/Chess?a={}",
        "/sitemap.xml",
    ],
)
def test_a_rendered_page_counts_as_several_requests(answered, path):
    assert answered(2, [("GET", path.format(number), {}) for number in range(9)]) == 3


@pytest.mark.parametrize("path", ["/en/variants/Chess", "/en/words/chat.json", "/healthz"])
def test_a_cached_or_cheap_page_counts_as_one_request(answered, path):
    assert answered(2, [("GET", path, {})] * 12) >= 8
