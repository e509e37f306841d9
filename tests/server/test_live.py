"""What players and onlookers can do over the socket of a real server, and what is refused there, by which name."""

import re
from contextlib import contextmanager

import pytest
import simple_websocket

from bench.wire import lay
from tests.harness.client import Client, open_table, person
from tests.harness.site import scripted_site


@pytest.fixture(scope="module")
def served(tmp_path_factory, all_on_engine):
    """One site; every test opens a table of its own on it."""
    with scripted_site(tmp_path_factory.mktemp("live") / "data", *all_on_engine) as running:
        yield running


class Game:
    """Ann has White, Bob has Black, Eve looks on; all are connected and watch."""

    def __init__(self, served, variant="Apocalypse", **options):
        self.served = served
        self.ann, self.bob, self.eve = (served.client(name) for name in ("ann", "bob", ""))
        self.clients = [self.ann, self.bob, self.eve]
        self.table = open_table(variant, self.ann, self.bob, **options)
        for client, seat in zip(self.clients, (0, 1, None), strict=True):
            client.connect()
            assert self.watch(client, seat)["ok"]

    def watch(self, client, seat, language="en"):
        """Look from a seat."""
        return client.call("watch", table=self.table, seat=seat, language=language)

    def act(self, client, seat, number, move, message):
        """Send a move; "" if it was accepted, else the code of the refusal."""
        return code(client.call("act", table=self.table, seat=seat, number=number, move=move, id=message))

    def turn(self, number, white, black):
        """Both act."""
        assert self.act(self.ann, 0, number, white, f"w{number}") == ""
        assert self.act(self.bob, 1, number, black, f"b{number}") == ""

    def settle(self):
        """Let everybody receive what was sent."""
        for client in self.clients:
            client.settle()


@pytest.fixture
def game(served):
    """A running game."""
    with playing(served) as started:
        yield started


@contextmanager
def playing(served, variant="Apocalypse", **options):
    """A running game whose connections are closed afterwards."""
    started = Game(served, variant, **options)
    try:
        yield started
    finally:
        for client in started.clients:
            client.close()


def code(answer):
    """ "" if it was accepted, else the code of the refusal, which has a sentence."""
    if answer["ok"]:
        return ""
    assert answer["refusal"]["sentence"]
    return str(answer["refusal"]["code"])


GOOD = {
    "watch": {"table": "t", "seat": None, "language": "en"},
    "leave": {"table": "t"},
    "act": {"table": "t", "seat": 0, "number": 0, "move": "a2a3", "id": "x"},
    "unseal": {"table": "t", "seat": 0, "number": 0, "id": "x"},
    **{name: {"table": "t", "seat": 0, "id": "x"} for name in ("resign", "offer", "decline", "claim")},
}
WRONG = {
    "table": [None, 1, "", "T", "t" * 41, "t\n", "../t", ["t"], {"t": 1}, True],
    "seat": ["0", -1, 26, 10**30, -(10**30), 0.0, 1.5, True, [0], {}],
    "number": [None, "0", -1, 10**7, 10**40, 0.0, False, [0]],
    "move": [None, 0, "a" * 41, ["a2a3"]],
    "id": [None, 1, "", "x" * 37, "x y", "x\n", "é", ["x"]],
    "language": [None, 1, "english", ["en"]],
}


def json_has(fields):
    """Can JSON hold these values? What it cannot is refused as a whole."""
    values = str(list(fields.values()))
    return not any(text in values for text in ("nan", "inf", "\\ud800"))


@pytest.mark.parametrize("name", GOOD)
def test_a_message_with_a_missing_a_foreign_or_a_wrong_field_is_refused_by_name_and_says_where(served, name):
    client = served.client("ann").connect()
    for field in GOOD[name]:
        without = {key: value for key, value in GOOD[name].items() if key != field}
        tried = [without, *({**GOOD[name], field: wrong} for wrong in WRONG[field])]
        for fields in tried:
            answer = client.call(name, **fields)
            assert code(answer) == "message", (name, fields, answer)
            assert field in answer["refusal"]["sentence"] or not json_has(fields)
    assert code(client.call(name, **GOOD[name], extra=1)) == "message"
    assert code(client.call(name, **GOOD[name])) in ("", "no_table"), "the good one is understood"
    client.close()


@pytest.mark.parametrize("name", GOOD)
def test_a_message_carries_exactly_one_object(served, name):
    client = served.client("ann").connect()
    for arguments in ([], [GOOD[name], GOOD[name]], [None], [[]], ["t"], [1], [True], [[GOOD[name]]]):
        assert code(client.answer(client.send(name, *arguments))) == "message", arguments
    client.close()


def test_a_seat_is_watched_only_by_who_holds_it(game):
    stranger = game.served.client("eve").connect()
    for client, seat in ((game.bob, 0), (game.ann, 1), (game.eve, 0), (stranger, 1), (stranger, 25)):
        assert code(game.watch(client, seat)) == "not_your_seat"
    assert "sealed" in game.watch(stranger, None)["view"]
    stranger.close()


def test_an_action_is_checked_by_seat_whether_or_not_the_table_is_watched(game):
    assert game.act(game.bob, 0, 0, "c1c2", "x") == "not_your_seat"
    assert game.act(game.eve, 0, 0, "c1c2", "x") == "not_your_seat"
    stranger = game.served.client("eve").connect()
    assert game.act(stranger, 0, 0, "c1c2", "x") == "not_your_seat"
    for name in ("resign", "offer", "decline", "claim"):
        assert code(stranger.call(name, table=game.table, seat=1, id=name)) == "not_your_seat"
    ann = game.served.client("ann").connect()
    assert game.act(ann, 0, 0, "c1c2", "y") == "", "she need not watch to act"
    for client in (stranger, ann):
        client.close()


def test_a_cookie_that_was_not_signed_here_holds_no_seat(game):
    signed = game.ann.cookies["cavalier"]
    body, rest = signed.split(".", 1)
    for forged in (body, f"{body}.{rest[:-1]}", f"{body[:-2]}AA.{rest}", "", person("ann"), "{}"):
        client = Client(game.served.url, {"cavalier": forged}).connect()
        assert code(game.watch(client, 0)) == "not_your_seat", forged
        client.close()


def test_a_page_of_another_site_opens_no_socket(game):
    with pytest.raises(simple_websocket.ConnectionError, match="400"):
        game.served.client("ann").connect(Origin="http://evil.test")


def test_others_learn_that_a_seat_has_sealed_and_nothing_else(game):
    before = [dict(game.watch(client, seat)["view"]) for client, seat in ((game.bob, 1), (game.eve, None))]
    assert game.act(game.ann, 0, 0, "c1c2", "x") == ""
    game.settle()
    assert game.ann.views[-1]["sealed"]["id"] == "c1c2"
    for client, old in zip((game.bob, game.eve), before, strict=True):
        new = lay(old, client.views[-1])
        assert new is not None
        assert [chair.pop("state") for chair in new["chairs"]] == ["sealed", "choosing"]
        assert [chair.pop("state") for chair in old["chairs"]] == ["choosing", "choosing"]
        digests = [[chair.pop("seal") for chair in view["chairs"]] for view in (new, old)]
        assert re.fullmatch("[0-9a-f]{64}", digests[0][0])
        assert digests == [[digests[0][0], None], [None, None]]
        assert new == old


def test_updates_laid_over_the_first_view_are_the_view(game):
    views = {client: game.watch(client, seat)["view"] for client, seat in zip(game.clients, (0, 1, None), strict=True)}
    for client in game.clients:
        client.views.clear()
    game.turn(0, "c1c2", "c5c4")
    game.act(game.bob, 1, 1, "a4a3", "late")
    game.ann.call("offer", table=game.table, seat=0, id="offer")
    game.bob.call("unseal", table=game.table, seat=1, number=1, id="again")
    game.bob.call("decline", table=game.table, seat=1, id="no")
    game.turn(1, "e1d3", "e5d3")
    game.bob.call("resign", table=game.table, seat=1, id="enough")
    game.settle()
    for client, seat in zip(game.clients, (0, 1, None), strict=True):
        view = views[client]
        kinds = {"turns" in update for update in client.views}
        assert kinds == {True, False}, "brief and whole ones"
        for update in client.views:
            laid = lay(view, update)
            assert laid is not None
            view = laid
        assert view == game.watch(client, seat)["view"]
        assert [turn["number"] for turn in view["turns"]] == [1, 2]


def test_who_missed_a_turn_sees_it_by_the_number_and_gets_the_whole_view(game):
    old = game.watch(game.eve, None)["view"]
    game.eve.call("leave", table=game.table)
    game.turn(0, "c1c2", "c5c4")
    late = game.served.client().connect()
    assert game.watch(late, None)["view"]["number"] == 1
    game.turn(1, "e1d3", "e5d3")
    late.settle()
    assert lay(old, late.views[-1]) is None, "an update that does not continue what one has says so"
    whole = game.watch(game.eve, None)["view"]
    assert (whole["since"], [turn["number"] for turn in whole["turns"]]) == (0, [1, 2])
    late.close()


def test_a_client_that_lost_its_link_comes_back_by_its_cookie(game):
    assert game.act(game.ann, 0, 0, "c1c2", "x") == ""
    game.ann.close()
    game.ann.connect()
    view = game.watch(game.ann, 0)["view"]
    assert (view["viewer"], view["number"], view["sealed"]["id"]) == (0, 0, "c1c2")
    assert game.act(game.bob, 1, 0, "c5c4", "y") == ""
    game.ann.settle()
    assert game.ann.views[-1]["number"] == 1


def test_the_same_message_again_is_answered_as_the_first_time(game):
    first = game.ann.call("act", table=game.table, seat=0, number=0, move="c1c2", id="x")
    assert game.act(game.bob, 1, 0, "c5c4", "x") == ""
    game.settle()
    told = len(game.eve.views)
    again = game.served.client("ann").connect()
    assert again.call("act", table=game.table, seat=0, number=0, move="c1c2", id="x") == first
    game.settle()
    assert len(game.eve.views) == told, "nothing happened"
    again.close()


def test_the_reveal_reaches_everybody_and_the_answer_follows_it(game):
    game.act(game.ann, 0, 0, "c1c2", "x")
    game.settle()
    seen = len(game.bob.frames)
    game.act(game.bob, 1, 0, "c5c4", "y")
    view, answer = (str(frame) for frame in game.bob.frames[seen:])
    assert view.startswith('42["view",')
    assert answer.startswith("43")
    game.settle()
    texts = [client.views[-1]["turns"][-1]["texts"] for client in game.clients]
    assert texts == [{"0": "c2", "1": "c4"}] * 3
    assert all(client.views[-1]["number"] == 1 for client in game.clients)


@pytest.mark.parametrize(
    ("name", "fields", "refusal"),
    [
        ("act", {"number": 0, "move": "b1b2"}, "late"),
        ("act", {"number": 2, "move": "b1b2"}, "early"),
        ("act", {"number": 1, "move": "a2a5"}, "not_offered"),
        ("act", {"number": 1, "move": "zz"}, "move_spelling"),
        ("act", {"number": 1, "move": ""}, "move_spelling"),
        ("unseal", {"number": 0}, "already_revealed"),
        ("unseal", {"number": 1}, "not_sealed"),
        ("unseal", {"number": 2}, "early"),
        ("decline", {}, "no_offer"),
        ("claim", {}, "no_claim"),
    ],
)
def test_what_is_late_early_or_not_possible_is_refused_by_name_and_tells_nobody(game, name, fields, refusal):
    game.turn(0, "c1c2", "c5c4")
    game.settle()
    told = [len(client.views) for client in game.clients]
    before = game.watch(game.eve, None)
    assert code(game.ann.call(name, table=game.table, seat=0, id="x", **fields)) == refusal
    game.settle()
    assert [len(client.views) for client in game.clients] == told
    assert game.watch(game.eve, None) == before


def test_refusals_speak_the_language_that_is_watched_in(game):
    english = game.ann.call("decline", table=game.table, seat=0, id="x")["refusal"]["sentence"]
    game.watch(game.ann, 0, "fr")
    french = game.ann.call("decline", table=game.table, seat=0, id="y")["refusal"]["sentence"]
    assert english != french
    assert code(game.watch(game.ann, 0, "de")) == "language"


def test_two_seats_that_seal_in_the_same_instant_both_succeed(game):
    for number, (white, black) in enumerate([("c1c2", "c5c4"), ("a2a3", "e4e3"), ("b1d2", "a4a3")]):
        offered = [view["moves"] for view in (game.watch(game.ann, 0)["view"], game.watch(game.bob, 1)["view"])]
        moves = [
            move if any(row["id"] == move for row in rows) else rows[0]["id"]
            for move, rows in zip((white, black), offered, strict=True)
        ]
        sent = [
            (
                client,
                client.send(
                    "act", {"table": game.table, "seat": seat, "number": number, "move": move, "id": f"{number}"}
                ),
            )
            for seat, (client, move) in enumerate(zip((game.ann, game.bob), moves, strict=True))
        ]
        assert [code(client.answer(message)) for client, message in sent] == ["", ""]
    game.settle()
    assert game.eve.views[-1]["number"] == 3


def test_an_unseal_that_loses_the_race_against_the_last_seal_is_already_revealed(game):
    outcomes = set()
    for number in range(8):
        whites, blacks = (game.watch(client, seat)["view"]["moves"] for seat, client in enumerate((game.ann, game.bob)))
        game.act(game.ann, 0, number, whites[0]["id"], f"seal{number}")
        seal = {"table": game.table, "seat": 1, "number": number, "move": blacks[0]["id"], "id": f"last{number}"}
        unseal = {"table": game.table, "seat": 0, "number": number, "id": f"un{number}"}
        if number % 2:
            last, back = game.bob.send("act", seal), game.ann.send("unseal", unseal)
        else:
            back, last = game.ann.send("unseal", unseal), game.bob.send("act", seal)
        assert code(game.bob.answer(last)) == ""
        said = code(game.ann.answer(back))
        outcomes.add(said)
        view = game.watch(game.ann, 0)["view"]
        if said == "":
            assert (view["number"], view["sealed"]) == (number, None)
            assert game.act(game.ann, 0, number, whites[0]["id"], f"anew{number}") == ""
        else:
            assert (said, view["number"]) == ("already_revealed", number + 1)
        if game.watch(game.eve, None)["view"]["result"]:
            break
    assert outcomes <= {"", "already_revealed"}


def test_several_tabs_of_one_person_each_see_what_their_seat_may_see(game):
    tab = game.served.client("ann").connect()
    game.watch(tab, 0, "fr")
    onlooking = game.served.client("ann").connect()
    game.watch(onlooking, None)
    game.act(game.ann, 0, 0, "c1c2", "x")
    for client in (tab, onlooking):
        client.settle()
    assert tab.views[-1]["sealed"]["id"] == "c1c2"
    assert onlooking.views[-1]["sealed"] is None
    game.watch(tab, None)
    game.ann.call("unseal", table=game.table, seat=0, number=0, id="y")
    game.act(game.ann, 0, 0, "c1c2", "z")
    tab.settle()
    assert [view["viewer"] for view in tab.views[-2:]] == [None, None]
    assert tab.views[-1]["sealed"] is None, "who watches anew, as an onlooker, has left the seat"
    for client in (tab, onlooking):
        client.close()


def test_who_leaves_hears_no_more(game):
    game.eve.call("leave", table=game.table)
    told = len(game.eve.views)
    game.turn(0, "c1c2", "c5c4")
    game.eve.settle()
    assert len(game.eve.views) == told


def test_one_connection_watches_at_most_sixteen_games(game):
    client = game.served.client("ann").connect()
    tables = [game.table]
    while len(tables) < 17:
        host = "ann" if len(tables) == 16 else f"host {len(tables)}"
        opened = game.served.client(host).post("/en/variants/Apocalypse/play", seat="0")
        tables.append(opened.header("Location").split("?")[0].rsplit("/", 1)[-1])
    answers = [client.call("watch", table=table, seat=None, language="en") for table in tables]
    assert [code(answer) for answer in answers] == [""] * 16 + ["too_many"]
    client.call("leave", table=tables[0])
    assert client.call("watch", table=tables[16], seat=0, language="en")["ok"]
    assert client.call("watch", table=tables[16], seat=None, language="en")["ok"], "looking anew is not one more"
    client.close()


def test_a_table_leaves_memory_when_the_last_who_watched_has_gone(served):
    served.until(lambda: not any(served.memory().values()))
    with playing(served) as game:
        other = served.client().connect()
        game.watch(other, None, "fr")
        game.watch(other, None, "en")
        assert served.memory()["rooms"] == 1
        other.close()
        game.eve.call("leave", table=game.table)
        assert served.memory()["rooms"] == 1
    served.until(lambda: not any(served.memory().values()))


def test_who_sits_down_is_seen_by_those_who_wait(served):
    ann, bob = served.client("ann"), served.client("bob")
    opened = ann.post("/en/variants/Checkered/play", seat="0")
    table = opened.header("Location").split("?")[0].rsplit("/", 1)[-1]
    ann.connect()
    assert ann.call("watch", table=table, seat=0, language="en")["view"]["status"] == "open"
    assert code(ann.call("act", table=table, seat=0, number=0, move="e2e4", id="x")) == "not_started"
    assert bob.post(f"/en/game/{table}/join").status == 303
    ann.settle()
    assert (ann.views[-1]["status"], ann.views[-1]["chairs"][1]["person"]) == ("running", person("bob"))
    ann.close()


def test_a_seat_that_need_not_act_is_refused_and_its_turn_comes(served):
    with playing(served, "Checkered") as game:
        assert game.act(game.bob, 1, 0, "e7e5", "x") == "not_your_turn"
        assert game.act(game.ann, 0, 0, "e2e4", "x") == ""
        assert game.act(game.bob, 1, 1, "e7e5", "y") == ""
        game.settle()
        assert game.eve.views[-1]["number"] == 2


def test_after_a_restart_everybody_still_holds_his_seat_and_his_seal(tmp_path, on_engine):
    data = tmp_path / "data"
    with scripted_site(data, *on_engine) as served, playing(served) as game:
        game.turn(0, "c1c2", "c5c4")
        game.act(game.ann, 0, 1, "a2a3", "sealed")
        before = [game.watch(client, seat)["view"] for client, seat in zip(game.clients, (0, 1, None), strict=True)]
        served.stop()
    with scripted_site(data, "--begin", "1", *on_engine) as served:
        clients = [served.client(name).connect() for name in ("ann", "bob", "")]
        for client, seat, view in zip(clients, (0, 1, None), before, strict=True):
            assert client.call("watch", table=game.table, seat=seat, language="en")["view"] == view
        again = clients[0].call("act", table=game.table, seat=0, number=1, move="a2a3", id="sealed")
        assert again == {"ok": True, "number": 1}
        assert clients[1].call("act", table=game.table, seat=1, number=1, move="a4a3", id="x") == {
            "ok": True,
            "number": 2,
        }
        for client in clients:
            client.close()
