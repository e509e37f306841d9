"""Talk at a table over the sockets of a real server: who says what to whom, what nobody else hears, what is refused."""

import json
import signal
from contextlib import contextmanager

import pytest
import simple_websocket

from server.journal.engine import JournalError
from server.tables.chat import MOST_REMARKS, REMARK_PERIOD, REMARKS_AT_ONCE, REMARKS_SHOWN
from tests.harness.client import open_table, person
from tests.harness.site import scripted_site
from tests.server.test_failures import Players

PLAYERS, ONLOOKERS = "Zwetschgenknoedel", "Quittengelee"
"""Words that stand on no page of the site."""
SEATS = {"ann": 0, "bob": 1, "eve": None, "stranger": None}


@pytest.fixture(scope="module")
def served(tmp_path_factory, all_on_engine):
    """One site; every test opens a table of its own on it."""
    with scripted_site(tmp_path_factory.mktemp("talk") / "data", *all_on_engine) as running:
        yield running


class Gathering:
    """Ann plays White, Bob Black; Eve looks on and reads French; the stranger looks on and has no cookie."""

    def __init__(self, served, table="", **options):
        self.served = served
        self.clients = {name: served.client("" if name == "stranger" else name) for name in SEATS}
        self.table = table or open_table("Apocalypse", self.clients["ann"], self.clients["bob"], **options)
        self.sent = 0
        for name, client in self.clients.items():
            client.connect()
            self.watch(name)

    def watch(self, name):
        """Look from one's seat; what was said before."""
        answer = self.clients[name].call(
            "watch", table=self.table, seat=SEATS[name], language="fr" if name == "eve" else "en"
        )
        assert answer["ok"], answer
        return answer["chat"]

    def say(self, name, text=None, preset=None, **fields):
        """Say something; "" if it was said, else the code of the refusal, which has a sentence."""
        self.sent += 1
        said = {"table": self.table, "seat": SEATS[name], "id": f"s{self.sent}", "preset": preset, "text": text}
        return code(self.clients[name].call("say", **{**said, **fields}))

    def heard(self, name):
        """The texts that were sent to somebody since he came."""
        self.clients[name].settle()
        told = self.clients[name].events["said"]
        assert all(each["table"] == self.table for each in told)
        return [each["message"]["text"] for each in told]

    def end(self):
        """White resigns."""
        assert code(self.clients["ann"].call("resign", table=self.table, seat=0, id="end")) == ""

    def close(self):
        """Everybody goes."""
        for client in self.clients.values():
            client.close()


@contextmanager
def gathering(served, table="", **options):
    """A running game whose connections are closed afterwards."""
    gathered = Gathering(served, table, **options)
    try:
        yield gathered
    finally:
        gathered.close()


@pytest.fixture
def game(served):
    """A running game."""
    with gathering(served) as gathered:
        yield gathered


def code(answer):
    """ "" if it was accepted, else the code of the refusal, which has a sentence."""
    if answer["ok"]:
        return ""
    assert answer["refusal"]["sentence"]
    return str(answer["refusal"]["code"])


def everything(client, table):
    """All frames that came to a browser, and all pages about the table as it gets them."""
    client.settle()
    frames = [frame if isinstance(frame, str) else frame.decode() for frame in client.frames]
    pages = [f"/{language}/{page}" for language in ("en", "fr") for page in ("", "games", f"game/{table}")]
    pages += [f"/en/game/{table}?seat={seat}" for seat in (0, 1)]
    pages += [f"/en/game/{table}/positions"]
    answers = {page: client.get(page) for page in pages}
    assert [page for page, answer in answers.items() if answer.status != 200] == []
    return "\n".join([*frames, *(answer.text() for answer in answers.values())])


def test_what_players_say_reaches_no_onlooker_in_any_frame_or_page_and_the_other_way_round(game):
    assert game.say("ann", PLAYERS) == ""
    assert game.say("bob", preset="one_moment") == ""
    assert game.say("eve", ONLOOKERS) == ""
    assert game.heard("ann") == game.heard("bob") == [PLAYERS, "One moment, please."]
    assert game.heard("eve") == game.heard("stranger") == [ONLOOKERS]
    for name in SEATS:
        chat = game.watch(name)
        assert {message["room"] for message in chat} == {"players" if name in ("ann", "bob") else "onlookers"}
    for names, secrets in (
        (("eve", "stranger"), (PLAYERS, '"room":"players"', '"preset":"one_moment"')),
        (("ann", "bob"), (ONLOOKERS, '"room":"onlookers"', person("eve"))),
    ):
        for name in names:
            seen = everything(game.clients[name], game.table)
            assert '"room":' in seen
            assert [secret for secret in secrets if secret in seen] == [], name


def test_one_room_does_not_show_in_the_numbers_of_the_other(game):
    for _ in range(3):
        assert game.say("ann", "x") == ""
    assert game.say("eve", "x") == ""
    assert [message["number"] for message in game.watch("eve")] == [1]
    assert [message["number"] for message in game.watch("bob")] == [1, 2, 3]


def test_when_the_game_is_over_everybody_reads_both_rooms_and_writes_in_his_own(game):
    assert game.say("ann", PLAYERS) == ""
    assert game.say("eve", ONLOOKERS) == ""
    game.end()
    for name in SEATS:
        assert [message["text"] for message in game.watch(name)] == [PLAYERS, ONLOOKERS]
    assert game.say("bob", "after the game") == ""
    assert game.say("eve", "so it was") == ""
    for name in SEATS:
        assert game.heard(name)[-2:] == ["after the game", "so it was"]
        assert [message["room"] for message in game.watch(name)][-2:] == ["players", "onlookers"]
    assert game.say("ann", "x", seat=None) == "you_play"


def test_a_message_says_who_wrote_it_from_where_and_when_and_nothing_else(game):
    game.clients["bob"].post("/en/name", name="Bob <b>")
    assert game.say("bob", "Hé") == ""
    (message,) = game.watch("ann")
    assert message.pop("at") > 0
    assert message == {
        "number": 1,
        "room": "players",
        "seat": 1,
        "person": person("bob"),
        "name": "Bob <b>",
        "preset": None,
        "text": "Hé",
    }


def test_a_phrase_is_read_in_the_language_of_each_reader(game):
    assert game.say("eve", preset="good_luck") == ""
    assert game.heard("eve") == ["Bonne chance."]
    assert game.heard("stranger") == ["Good luck."]
    (message,) = game.watch("eve")
    assert (message["preset"], message["text"]) == ("good_luck", "Bonne chance.")


def test_who_plays_writes_to_the_players_whatever_tab_he_looks_from(game):
    tab = game.served.client("ann").connect()
    answer = tab.call("watch", table=game.table, seat=None, language="en")
    assert game.say("eve", ONLOOKERS) == ""
    assert game.say("bob", "to you") == ""
    tab.settle()
    assert [each["message"]["text"] for each in tab.events["said"]] == ["to you"], "nor does he read the others' there"
    assert answer["chat"] == []
    said = tab.call("say", table=game.table, seat=None, id="x", preset=None, text="x")
    assert code(said) == "you_play"
    tab.close()


def test_nobody_writes_from_a_seat_that_is_not_his_and_no_stranger_writes(game):
    assert game.say("bob", "x", seat=0) == "not_your_seat"
    assert game.say("eve", "x", seat=0) == "not_your_seat"
    assert game.say("eve", "x", table="nowhere") == "no_table"
    assert game.say("stranger", "x") == "no_name"
    assert game.say("stranger", "x", seat=0) == "no_name"
    assert [game.heard(name) for name in SEATS] == [[], [], [], []]


def test_a_stranger_who_takes_a_name_on_the_page_may_write(game):
    stranger = game.served.client()
    page = stranger.get(f"/en/game/{game.table}").text()
    assert 'id="say"' not in page
    assert f'action="/en/game/{game.table}/name"' in page
    assert stranger.post("/en/game/nowhere/name", name="Zoe").status == 404
    refused = stranger.post(f"/en/game/{game.table}/name", name="x" * 33)
    assert refused.status == 400
    assert "A name has 1 to 32 characters." in refused.text()
    assert "cavalier" not in stranger.cookies, "who was refused stays a stranger"
    taken = stranger.post(f"/en/game/{game.table}/name", name="Zoe")
    assert (taken.status, taken.header("Location")) == (303, f"/en/game/{game.table}#chat")
    assert 'id="say"' in stranger.get(f"/en/game/{game.table}").text()
    stranger.connect()
    said = stranger.call("say", table=game.table, seat=None, id="x", preset="hello", text=None)
    assert code(said) == ""
    (message,) = game.watch("eve")
    assert (message["name"], message["text"]) == ("Zoe", "Bonjour.")
    stranger.close()


def test_who_wants_no_name_is_called_by_a_friendly_one(game):
    assert game.say("eve", "x") == ""
    (french,), (english,) = game.watch("eve"), game.watch("stranger")
    assert french["name"] != english["name"]
    assert all(len(name.split()) == 2 for name in (french["name"], english["name"]))


HOSTILE = {
    "markup": "<script>alert(1)</script><img src=x onerror=alert(1)>&amp;{{7*7}}'\"",
    "formats": "{name} %s %(x)s \\u003c",
    "sql": "'); DROP TABLE chat; --",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_what_looks_like_code_is_text(game, text):
    assert game.say("ann", text) == ""
    assert game.heard("bob") == [text]
    assert [message["text"] for message in game.watch("bob")] == [text]


@pytest.mark.parametrize(
    "text",
    ["", "   ", "a\nb", "a\0b", "\u202eevil", "a\u2067b", "a\u200eb", "\u200b", "x" * 201, "x" * 2000],
    ids=["empty", "blank", "line", "NUL", "override", "isolate", "mark", "unseen", "201", "2000"],
)
def test_a_text_that_is_not_what_it_seems_is_refused_by_name(game, text):
    assert game.say("ann", text) == "chat_text"
    assert game.heard("bob") == []
    assert game.watch("bob") == []


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        *(("text", wrong) for wrong in (1, True, ["x"], {"x": 1}, "x" * 2001)),
        *(("preset", wrong) for wrong in (1, "", "Hello", "hello ", ["hello"])),
        *(("seat", wrong) for wrong in ("0", -1, 26, 0.0, True)),
        *(("id", wrong) for wrong in (None, "", "x" * 37, "x y")),
        *(("table", wrong) for wrong in (None, 1, "T", "../t")),
    ],
)
def test_a_message_with_a_wrong_field_is_refused_by_name(game, field, wrong):
    fields = {"text": None, "preset": "hello", field: wrong}
    if field == "text":
        fields["preset"] = None
    assert game.say("ann", **fields) == "message"
    assert game.heard("bob") == []


def test_a_message_with_both_with_nothing_or_with_more_is_refused(game):
    assert game.say("ann", "Hello", "hello") == "chat_text"
    assert game.say("ann") == "chat_text"
    assert game.say("ann", "x", room="onlookers") == "message"
    assert code(game.clients["ann"].call("say", table=game.table, seat=0, id="x", text="x")) == "message"
    assert game.heard("bob") == []


def test_half_a_character_is_not_understood_and_costs_nobody_his_link(game):
    said = {"table": game.table, "seat": 0, "id": "x", "preset": None, "text": "HALF"}
    game.clients["ann"].raw("42" + json.dumps(["say", said]).replace("HALF", "\\ud800"))
    assert game.say("ann", "still here") == ""
    assert game.heard("bob") == ["still here"]


def test_a_message_of_a_megabyte_reaches_nobody(game):
    said = {"table": game.table, "seat": 0, "id": "x", "preset": None, "text": "x" * 1_000_000}
    with pytest.raises(simple_websocket.ConnectionClosed):
        game.clients["ann"].call("say", **said)
    assert game.say("bob", "still here") == ""
    assert game.heard("bob") == ["still here"]


def test_the_same_message_again_is_said_once_and_answered_as_before(game):
    for _ in range(3):
        assert game.say("ann", "once", id="same") == ""
    assert game.say("ann", "another text", id="same") == ""
    assert game.say("bob", "another person", id="same") == ""
    assert game.heard("bob") == ["once", "another person"]


def test_two_tabs_that_send_the_same_message_at_once_say_it_once(game):
    tabs = [game.served.client("ann").connect() for _ in range(4)]
    said = {"table": game.table, "seat": 0, "id": "same", "preset": None, "text": "once"}
    numbers = [tab.send("say", said) for tab in tabs]
    assert [code(tab.answer(number)) for tab, number in zip(tabs, numbers, strict=True)] == [""] * 4
    assert game.heard("bob") == ["once"]
    for tab in tabs:
        tab.close()


def test_who_writes_too_fast_waits_and_nobody_else_does(game):
    for number in range(REMARKS_AT_ONCE):
        assert game.say("ann", f"{number}") == ""
    assert game.say("ann", "too much", id="again") == "too_fast"
    assert game.say("bob", "x") == ""
    game.served.turn_clock(REMARK_PERIOD)
    assert game.say("ann", "too much", id="again") == "too_fast", "the same message gets the same answer"
    assert game.say("ann", "later") == ""
    assert "too much" not in game.heard("bob")


def test_a_room_that_is_full_goes_on_and_shows_the_newest(game):
    for number in range(MOST_REMARKS):
        if number % REMARKS_AT_ONCE == 0:
            game.served.turn_clock(REMARK_PERIOD)
        assert game.say("ann", f"{number}") == ""
    game.served.turn_clock(REMARK_PERIOD)
    assert game.say("bob", "one more") == ""
    assert game.say("eve", "there is room here") == ""
    assert [message["number"] for message in game.watch("bob")] == list(
        range(MOST_REMARKS - REMARKS_SHOWN + 2, MOST_REMARKS + 2)
    )


def test_talk_survives_a_kill_and_a_message_sent_again_after_it_is_said_once(tmp_path, on_engine):
    with scripted_site(tmp_path / "data", *on_engine) as first, gathering(first) as game:
        assert game.say("ann", "before", id="same") == ""
        assert game.say("eve", preset="hello") == ""
        table, before = game.table, [game.watch(name) for name in SEATS]
        first.stop(signal.SIGKILL)
    with scripted_site(tmp_path / "data", *on_engine) as second, gathering(second, table) as game:
        assert [game.watch(name) for name in SEATS] == before
        assert game.say("ann", "before", id="same") == ""
        assert game.say("ann", "after") == ""
        assert [(message["number"], message["text"]) for message in game.watch("bob")] == [(1, "before"), (2, "after")]


def test_nothing_that_is_said_is_logged(tmp_path):
    with scripted_site(tmp_path / "data", "--log-level", "debug") as site, gathering(site) as game:
        assert game.say("ann", PLAYERS) == ""
        assert game.say("ann", f"{PLAYERS}\n") == "chat_text"
        game.end()
        assert PLAYERS not in site.log()
        assert "Zwetschgen" not in site.log()


def test_who_has_left_the_table_hears_no_more(game):
    game.clients["bob"].call("leave", table=game.table)
    assert game.say("ann", "x") == ""
    assert game.heard("bob") == []


@pytest.fixture
def players(tmp_path, monkeypatch):
    """A running game in this process."""
    made = Players(tmp_path, monkeypatch)
    yield made
    made.live.house.close()


def speak(players, message):
    """Ann says a phrase; "" if it was said, else the code of the refusal."""
    return code(players.send("ann", "say", seat=0, id=message, preset="hello", text=None))


def numbers(players):
    """The numbers of the messages that Bob was sent."""
    return [told["message"]["number"] for told in players.events["bob"] if "message" in told]


def test_what_is_not_kept_is_not_said(players, monkeypatch):
    def fail(*_):
        raise JournalError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(players.live.house.journal, "write", fail)
        assert speak(players, "m1") == "not_kept"
    assert numbers(players) == []
    assert speak(players, "m1") == ""
    assert numbers(players) == [1]


def test_what_is_on_disk_after_all_is_said(players, monkeypatch):
    journal = players.live.house.journal
    plain = journal.write

    def late(*arguments):
        plain(*arguments)
        raise JournalError("no answer")

    with monkeypatch.context() as patch:
        patch.setattr(journal, "write", late)
        assert speak(players, "m1") == ""
        assert speak(players, "m1") == ""
    assert speak(players, "m2") == ""
    assert numbers(players) == [1, 2]


def test_where_the_journal_can_neither_be_written_nor_read_nobody_knows(players, monkeypatch):
    def fail(*_):
        raise JournalError("no disk")

    assert speak(players, "m1") == ""
    with monkeypatch.context() as patch:
        patch.setattr(players.live.house.journal, "write", fail)
        patch.setattr(players.live.house.journal, "read", fail)
        assert speak(players, "m2") == "not_known"
    assert numbers(players) == [1]


def test_what_was_kept_though_nobody_knew_is_said_before_what_comes_next(players, monkeypatch):
    journal = players.live.house.journal
    plain = journal.write

    def late(*arguments):
        plain(*arguments)
        raise JournalError("no answer")

    def fail(*_):
        raise JournalError("no disk")

    with monkeypatch.context() as patch:
        patch.setattr(journal, "write", late)
        patch.setattr(journal, "read", fail)
        assert speak(players, "m1") == "not_known"
    assert numbers(players) == []
    assert speak(players, "m2") == ""
    assert numbers(players) == [1, 2]


def test_what_is_said_while_somebody_begins_to_watch_is_not_missed(players, monkeypatch):
    house = players.live.house
    plain, saying = house.speak_ahead, iter(["m1"])

    def slow(*arguments):
        for message in saying:
            assert speak(players, message) == ""
        return plain(*arguments)

    monkeypatch.setattr(house, "speak_ahead", slow)
    players.send("bob", "leave")
    answer = players.send("bob", "watch", seat=1, language="en")
    assert [each["number"] for each in answer["chat"]] + numbers(players) == [1]


def test_talk_that_nobody_needs_leaves_memory(players, monkeypatch):
    monkeypatch.setattr("server.wire.talk.MOST_IDLE_CHATS", 2)
    talk = players.app.extensions["cavalier-talk"]
    tables = [players.lobby.open("Apocalypse", {}, f"p{number}", 0) for number in range(5)]
    for table in tables:
        assert players.send("eve", "watch", table=table, seat=None, language="en")["ok"]
    assert list(talk._slots) == tables[-2:]
    assert speak(players, "m1") == ""
    assert list(talk._slots) == [tables[-1], players.table]


def test_a_chat_that_is_read_stays_in_memory_where_another_process_may_speak(players, monkeypatch):
    monkeypatch.setattr("server.wire.talk.MOST_IDLE_CHATS", 0)
    monkeypatch.setattr(type(players.live.house.journal), "shared", True)
    talk = players.app.extensions["cavalier-talk"]
    for name in ("ann", "bob", "eve"):
        players.send(name, "leave")
    talk._slots.clear()
    assert players.send("bob", "watch", seat=1, language="en")["ok"]
    assert list(talk._slots) == [players.table]
