"""Whoever goes too fast is told so and slows nobody else down; what is remembered of everybody is bounded."""

import json
from collections import Counter

import pytest
import simple_websocket

from server.game import Refusal, parse_control
from server.lobby import MOST_AT_ADDRESS, MOST_LISTED, MOST_SHOWN
from server.runtime import Config
from server.runtime.limits import (
    MOST_CONNECTIONS,
    NEW_BURST,
    NEW_RATE,
    ONLOOKER_BURST,
    Asker,
    Limits,
    TokenBuckets,
    network,
)
from server.store import KEY as KEY_FILE
from server.tables import MOST_OPEN_AT_ADDRESS
from tests.harness.client import KEY, cookie, open_table
from tests.harness.composition import create_app
from tests.harness.site import scripted_site
from tests.harness.sources import Clock, scripted


@pytest.fixture
def clock():
    """A clock that stands still."""
    return Clock(1000.0)


def taken(buckets, key, times):
    """Of so many tries, how many got a token."""
    return sum(buckets.take(key) for _ in range(times))


def test_a_bucket_gives_its_burst_at_once_and_then_its_rate(clock):
    buckets = TokenBuckets(8, 40, clock, 100)
    assert taken(buckets, "ann", 100) == 40
    clock.now += 0.4375
    assert taken(buckets, "ann", 100) == 3
    clock.now += 0.0625
    assert taken(buckets, "ann", 100) == 1
    clock.now += 3600
    assert taken(buckets, "ann", 100) == 40


def test_in_any_second_that_follows_no_more_than_the_rate_gets_through(clock):
    buckets = TokenBuckets(8, 40, clock, 100)
    taken(buckets, "ann", 40)
    through = []
    for _ in range(640):
        clock.now += 1 / 64
        through.append(buckets.take("ann"))
    assert sum(through) == 80
    assert {sum(through[begin : begin + 64]) for begin in range(576)} == {8}


@pytest.mark.parametrize(
    ("address", "counts_as"),
    [
        ("192.0.2.7:51234", "192.0.2.7"),
        ("[2001:db8::7]:51234", network("2001:db8::8")),
        ("[2001:db8::7]", network("2001:db8::8")),
        ("192.0.2.7:x", "192.0.2.7:x"),
    ],
)
def test_a_port_that_a_proxy_writes_behind_an_address_makes_no_other_address(address, counts_as):
    assert network(address) == counts_as


def test_one_bucket_takes_nothing_from_another(clock):
    buckets = TokenBuckets(1, 5, clock, 100)
    assert taken(buckets, "ann", 10) == 5
    assert taken(buckets, "bob", 10) == 5


def test_a_dear_request_takes_all_its_tokens_or_none(clock):
    buckets = TokenBuckets(1, 5, clock, 100)
    assert buckets.take("ann", 4)
    assert not buckets.take("ann", 2)
    assert buckets.take("ann", 1)


def test_a_clock_that_goes_back_gives_and_takes_nothing(clock):
    buckets = TokenBuckets(1, 5, clock, 100)
    assert taken(buckets, "ann", 5) == 5
    clock.now -= 500
    assert not buckets.take("ann")
    clock.now += 1
    assert taken(buckets, "ann", 5) == 1


def test_memory_is_bounded_and_what_is_forgotten_is_what_was_used_longest_ago(clock):
    buckets = TokenBuckets(1, 5, clock, 100)
    taken(buckets, "ann", 5)
    for number in range(10_000):
        buckets.take(str(number))
        assert not buckets.take("ann"), "who asks all the time stays known"
    assert len(buckets) == 100
    assert taken(buckets, "bob", 10) == 5, "who is new is counted too"


def test_a_rate_of_nothing_is_no_limit_and_remembers_nobody(clock):
    buckets = TokenBuckets(0, 0, clock, 100)
    assert taken(buckets, "ann", 10_000) == 10_000
    assert len(buckets) == 0


def told(limits, address, person, times):
    """What somebody is refused who asks so often."""
    refused = []
    for _ in range(times):
        try:
            limits.check(address, person)
        except Refusal as refusal:
            refused.append(refusal.code)
    return refused


def test_who_goes_too_fast_is_refused_by_name_and_his_neighbours_go_on(clock):
    limits = Limits(10, 100, clock)
    assert told(limits, "192.0.2.1", "ann", 1000) == ["too_fast"] * 950
    assert told(limits, "192.0.2.1", "bob", 50) == []
    assert told(limits, "192.0.2.9", "ann", 1) == ["too_fast"], "another address is the same person"


def test_who_asks_is_known_by_where_he_was_last(clock):
    limits = Limits(0, 0, clock)
    limits.meet("2001:db8:1:2::1", "ann")
    limits.check("2001:db8:1:2::7", "bob")
    assert limits.asker("ann").network == limits.asker("bob").network
    limits.check("192.0.2.9", "ann")
    limits.check("192.0.2.8")
    assert limits.asker("ann") == Asker("192.0.2.9", "ann")
    assert limits.asker("cleo").network != limits.asker("dan").network, "who was met nowhere stands for himself"


def test_as_many_are_remembered_by_where_they_were_as_there_is_room_for(clock, monkeypatch):
    monkeypatch.setattr("server.runtime.limits.MOST_BUCKETS", 2)
    limits = Limits(0, 0, clock)
    for person in ("ann", "bob", "ann", "cleo"):
        limits.meet("192.0.2.1", person)
    assert [limits.asker(person).network for person in ("ann", "bob", "cleo")] == ["192.0.2.1", "bob", "192.0.2.1"]


def test_what_is_dear_counts_as_much_and_is_never_out_of_reach(clock):
    limits = Limits(2, 2, clock)
    for cost in (9, 100):
        limits.check("192.0.2.1")
        limits.check("192.0.2.1", cost=cost)
        with pytest.raises(Refusal):
            limits.check("192.0.2.1")
        clock.now += 60


def test_a_person_with_many_names_shares_one_address(clock):
    limits = Limits(10, 100, clock)
    refused = sum(len(told(limits, "192.0.2.1", f"name {number}", 10)) for number in range(100))
    assert refused == 500
    assert told(limits, "192.0.2.1", None, 1) == ["too_fast"]
    assert told(limits, "192.0.2.2", None, 500) == []


def test_without_a_rate_an_address_has_any_number_of_connections(clock):
    limits = Limits(10, 0, clock)
    for number in range(2 * MOST_CONNECTIONS):
        limits.check_room("192.0.2.1")
        limits.come(str(number), "192.0.2.1")


def test_an_address_has_so_many_connections_and_each_that_closes_makes_room(clock):
    limits = Limits(10, 100, clock)
    for number in range(MOST_CONNECTIONS):
        limits.check_room("192.0.2.1")
        limits.come(f"c{number}", "192.0.2.1")
    with pytest.raises(Refusal, match="Close some") as refused:
        limits.check_room("192.0.2.1")
    assert refused.value.code == "too_many_connections"
    limits.check_room("192.0.2.2")
    limits.go("c7")
    limits.go("c7")
    limits.go("never came")
    limits.check_room("192.0.2.1")
    assert limits.connections() == MOST_CONNECTIONS - 1
    for number in range(MOST_CONNECTIONS):
        limits.go(f"c{number}")
    assert limits.connections() == 0
    assert not limits._connections, "nothing is kept of an address that has left"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("fe80::1%eth0", "fe80::1%eth1", True),
        ("", "192.0.2.1", False),
    ],
)
def test_what_counts_as_one_address(one, other, same):
    assert (network(one) == network(other)) is same


def test_no_address_is_one_too():
    assert network(None) == network("")


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


def test_a_socket_is_closed_after_a_hundred_messages_more_were_refused_than_accepted(served):
    flood = served.client("rex").connect(**{"X-Forwarded-For": "192.0.2.9"})
    assert all(flood.call("leave", table="x")["ok"] for _ in range(10)), "what was accepted before gives no credit"
    sent = []

    def send_nine():
        """Of which one or none is accepted."""
        sent.extend(codes([flood.call("leave", table="x") for _ in range(9)]))
        served.turn_clock(0.5)

    with pytest.raises(simple_websocket.ConnectionClosed):
        all(send_nine() is None for _ in range(30))
    assert 70 < sent.count("too_fast") - sent.count(True) <= 100


def test_strangers_are_counted_by_the_address_that_the_proxy_names(served):
    stranger = served.client().connect(**{"X-Forwarded-For": "198.51.100.1"})
    assert codes([stranger.call("leave", table="x") for _ in range(100)]) == [True] * 99 + ["too_fast"]
    with pytest.raises(simple_websocket.ConnectionError, match="429"):
        served.client().connect(**{"X-Forwarded-For": "198.51.100.1"})
    page = served.client().get("/fr/games", **{"X-Forwarded-For": "198.51.100.1"})
    assert (page.status, page.header("Retry-After")) == (429, "1")
    assert "Trop de demandes à la fois." in page.text()
    assert served.client().get("/fr/games", **{"X-Forwarded-For": "198.51.100.2"}).status == 200
    style = served.client().get("/static/style.css", **{"X-Forwarded-For": "198.51.100.1"})
    assert style.status == 200, "a page that came gets its files"


def test_forms_are_counted_for_their_person_and_pages_only_for_the_address(served):
    zoe = served.client("zoe")
    place = {"X-Forwarded-For": "203.0.113.1"}
    form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": "http://cavalier.test"}
    statuses = [zoe.get("/en/name", "POST", f"name=Zoe{n}", **form, **place).status for n in range(11)]
    assert statuses == [303] * 10 + [429]
    assert [zoe.get("/en/games", **place).status for _ in range(20)] == [200] * 20


def test_the_connection_that_is_one_too_many_is_refused_by_name_until_another_closes(tmp_path):
    with scripted_site(tmp_path, "--address-rate", "1000") as site:
        crowd = [site.client().connect() for _ in range(MOST_CONNECTIONS)]
        with pytest.raises(simple_websocket.ConnectionError, match="429"):
            site.client().connect()
        polled = site.client().get("/socket.io/?EIO=4&transport=polling", **{"Accept-Language": "fr"})
        assert polled.status == 429
        assert json.loads(polled.body)["refusal"]["code"] == "too_many_connections"
        assert f"{MOST_CONNECTIONS} connexions" in json.loads(polled.body)["refusal"]["sentence"]
        crowd.pop().close()
        site.until(lambda: site.memory()["engine"] < MOST_CONNECTIONS)
        crowd.append(site.client().connect())
        for client in crowd:
            client.close()
        site.until(lambda: site.memory()["connections"] == 0)


# What one address makes anew


def made(limits, address, tries):
    """How many new things people of this address make, each under another name, of so many tries."""
    done = 0
    for number in range(tries):
        person = f"{address} {number}"
        limits.meet(address, person)
        try:
            if number % 2:
                limits.check_newcomer(address)
            else:
                limits.check_new(person)
        except Refusal:
            continue
        done += 1
    return done


def test_one_address_makes_new_things_slowly_whatever_it_calls_itself(clock):
    limits = Limits(10, 100, clock)
    assert made(limits, "203.0.113.7", 1000) == NEW_BURST
    assert made(limits, "198.51.100.1", 5) == 5, "nobody else is kept waiting"
    clock.now += 3600
    assert made(limits, "203.0.113.7", 1000) == NEW_BURST
    clock.now += 100
    assert made(limits, "203.0.113.7", 1000) == round(100 * NEW_RATE)


def test_the_onlookers_of_one_address_share_a_slow_pace(clock):
    limits, said = Limits(10, 100, clock), 0
    for number in range(600):
        limits.meet("203.0.113.7", f"m{number}")
        try:
            limits.check_onlooker(f"m{number}")
        except Refusal:
            continue
        said += 1
    assert said == ONLOOKER_BURST
    limits.meet("198.51.100.1", "ann")
    limits.check_onlooker("ann")


def test_without_a_limit_for_addresses_each_person_counts_alone(clock):
    limits = Limits(0, 0, clock)
    assert made(limits, "127.0.0.1", 3 * NEW_BURST) == 3 * NEW_BURST
    for number in range(3 * ONLOOKER_BURST):
        limits.check_onlooker(f"m{number}")
    assert limits.network_of("127.0.0.1 1") == "127.0.0.1 1"


def test_a_flood_of_new_identities_from_one_address_is_refused_and_another_address_is_not(tmp_path):
    clock = Clock()
    app = create_app(Config(data=tmp_path, address_rate=1000), scripted(clock))
    try:
        client = app.test_client()
        statuses = Counter(
            client.post("/api/v1/identity", json={}, environ_base={"REMOTE_ADDR": "203.0.113.7"}).status_code
            for _ in range(NEW_BURST + 10)
        )
        assert statuses == {201: NEW_BURST, 429: 10}
        other = client.post("/api/v1/identity", json={}, environ_base={"REMOTE_ADDR": "198.51.100.1"})
        assert other.status_code == 201
    finally:
        app.extensions["cavalier"].close()


SHUFFLES = [[move] for move in ("g1f3", "g8f6", "f3g1", "f6g8")] * 60
COSTLY = {
    "a line": ("analysis", {"judge": "no", "moves": "\n".join(move for (move,) in SHUFFLES)}),
    "a tree": ("analysis/tree", {"nodes": json.dumps([[at - 1, move, ""] for at, move in enumerate(SHUFFLES)])}),
}


@pytest.mark.parametrize("what", COSTLY)
def test_what_takes_long_counts_as_many_requests(tmp_path, what):
    app = create_app(Config(data=tmp_path, identity_rate=0, address_rate=10, thinkers=0), scripted(Clock()))
    path, form = COSTLY[what]
    client = app.test_client()
    # Fifty at once.
    statuses = [client.post(f"/en/variants/Chess/{path}", data=form).status_code for _ in range(10)]
    app.extensions["cavalier"].close()
    assert statuses[0] == 200
    assert statuses[-1] == 429


DOORS = {
    "a name": ("/en/name", {"name": "Mallory"}, NEW_BURST),
    "a table": ("/en/variants/Apocalypse/play", {"opponent": "alone"}, NEW_BURST),
    "a table that waits": ("/en/variants/Apocalypse/play", {"listed": "1"}, MOST_OPEN_AT_ADDRESS),
    "a new link": ("/en/restore/new", {}, NEW_BURST),
}


@pytest.mark.parametrize("what", DOORS)
def test_what_is_kept_is_made_slowly_by_all_people_of_one_address(tmp_path, what):
    """Each of them has been here before, so that none needs a new identity."""
    (tmp_path / KEY_FILE).write_bytes(KEY)
    app = create_app(Config(data=tmp_path, address_rate=1000, thinkers=0), scripted(Clock()))
    path, form, most = DOORS[what]

    def ask(person, address):
        client = app.test_client()
        client.set_cookie("cavalier", cookie(person, None))
        return client.post(path, data=form, environ_base={"REMOTE_ADDR": address}).status_code

    try:
        statuses = Counter(ask(f"mallory {number}", "203.0.113.7") for number in range(most + 5))
        assert statuses[303] == most
        assert set(statuses) < {303, 400, 429}
        assert ask("ann", "198.51.100.1") == 303
    finally:
        app.extensions["cavalier"].close()


def test_one_address_leaves_others_their_share_of_each_list(tmp_path):
    clock = Clock()
    app = create_app(Config(data=tmp_path, thinkers=0), scripted(clock))
    house = app.extensions["cavalier"]
    addresses = {}

    def come(name, number):
        """Somebody waits for an opponent, opens a table and begins a game; the ids of table and game."""
        clock.now += 1
        person, days = f"{name} {number}", parse_control("3d")
        for part in ("", "a", "b", "c"):
            house.limits.meet(addresses.setdefault(name, f"192.0.2.{len(addresses)}"), f"{person}{part}")
        opened, begun = (house.opener.open("Checkered", {}, f"{person}{part}", 0, control=days) for part in "ab")
        house.opener.sit(begun, f"{person}c")
        house.matchmaker.seek(person, [], parse_control(f"{number}+0"), "w")
        return opened, begun

    try:
        opened, begun = come("ann", 100)
        for number in range(1, MOST_OPEN_AT_ADDRESS - 1):
            come("mallory", number)
        house.matchmaker.cancel("ann 100")
        house.matchmaker.seek("bob 100", [], parse_control("100+0"), "w")
        tables = house.rows.tables()
        rows = house.rows.described(tables, "en")
        assert opened in [row["table"] for row in rows["open"]]
        assert begun in [row["table"] for row in rows["running"]]
        assert "bob 100" in [row["person"] for row in rows["waiting"]]
        assert (len(rows["waiting"]), len(rows["open"]), len(rows["running"])) == (MOST_LISTED, MOST_LISTED, MOST_SHOWN)
        assert tables.open == sorted(tables.open, key=lambda row: -row.changed_at), "the newest first"
    finally:
        app.extensions["cavalier"].close()


def test_people_of_one_address_leave_room_for_others_to_wait_and_to_speak(tmp_path):
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


def answered(folder, rate, asked):
    """How many of these requests of one address are answered while the clock stands still."""
    app = create_app(Config(data=folder, address_rate=rate, thinkers=0), scripted(Clock()))
    try:
        client = app.test_client()
        return [client.open(path, method=method, data=data).status_code for method, path, data in asked].count(200)
    finally:
        app.extensions["cavalier"].close()


def test_a_tree_counts_by_its_nodes_and_a_line_by_its_turns(tmp_path):
    moves = ["g1f3", "g8f6", "f3g1", "f6g8"] * 10
    nodes = json.dumps([[number - 1, [move], ""] for number, move in enumerate(moves)])
    place = "/en/variants/Chess/analysis"
    assert answered(tmp_path / "trees", 4, [("POST", f"{place}/tree", {"nodes": nodes})] * 10) == 20 // (1 + 40 * 0.2)
    line = {"moves": "\n".join(moves), "judge": "no"}
    assert answered(tmp_path / "lines", 4, [("POST", place, line)] * 10) == 20 // (1 + 40 * 0.1)


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
def test_a_page_that_is_rendered_anew_counts_as_several_requests(tmp_path, path):
    assert answered(tmp_path, 2, [("GET", path.format(number), {}) for number in range(9)]) == 3


@pytest.mark.parametrize("path", ["/en/variants/Chess", "/en/words/chat.json", "/healthz"])
def test_what_is_remembered_or_cheap_counts_as_one(tmp_path, path):
    assert answered(tmp_path, 2, [("GET", path, {})] * 12) >= 8
