"""Chat at a table over the sockets of a real server: who writes to whom, what nobody else reads, what is refused."""

import gevent
import pytest

from server.chat import MESSAGE_PERIOD, MESSAGES_AT_ONCE, MOST_SHOWN
from server.store import JournalError, chat
from tests.harness.client import PATIENCE, person
from tests.harness.faults import failing, recorded, replaced
from tests.harness.local_site import local_sites
from tests.harness.site import scripted_site
from tests.harness.tables import evict_tables
from tests.harness.tabs import LiveGame, code

PLAYERS, ONLOOKERS = "Zwetschgenknoedel", "Quittengelee"
"""Words that stand on no page of the site."""


class Talk(LiveGame):
    """A game in which eve has a name and reads French, while a stranger looks on."""

    def __init__(self, site):
        super().__init__(site)
        self.stranger, self.eve = self.eve, self.come("eve", language="fr")

    def say(self, client, text=None, preset=None, **fields):
        return self.send(client, "say", preset=preset, text=text, **fields)

    def chat(self, client):
        """What was written so far, as this tab sees it when it asks."""
        return self.watch(client, language="fr" if client is self.eve else "en")["chat"]

    def texts(self, client):
        """The texts that this tab was sent since it came."""
        client.settle()
        assert all(event["table"] == self.table for event in client.events["said"])
        return [event["message"]["text"] for event in client.events["said"]]


@pytest.fixture
def game(site):
    with Talk(site) as started:
        yield started


def everything(client, table):
    """All frames that came to a browser, and all pages about the table as it gets them."""
    client.settle()
    frames = [each if isinstance(each, str) else each.decode() for each in client.frames]
    pages = [f"/{language}/{page}" for language in ("en", "fr") for page in ("", "games", f"game/{table}")]
    pages += [f"/en/game/{table}?seat={seat}" for seat in (0, 1)]
    pages += [f"/en/game/{table}/positions"]
    answers = [client.get(page) for page in pages]
    assert {answer.status for answer in answers} == {200}
    return "\n".join([*frames, *(answer.text() for answer in answers)])


# Who reads what


def test_players_chat_reaches_no_onlooker_and_onlookers_chat_no_player(game):
    assert game.say(game.ann, PLAYERS) == game.say(game.bob, preset="one_moment") == ""
    assert game.say(game.eve, ONLOOKERS) == ""
    for players, room, texts, secrets in (
        (True, "players", [PLAYERS, "One moment, please."], (ONLOOKERS, '"room":"onlookers"', person("eve"))),
        (False, "onlookers", [ONLOOKERS], (PLAYERS, '"room":"players"', '"preset":"one_moment"')),
    ):
        for client in (game.ann, game.bob) if players else (game.eve, game.stranger):
            assert game.texts(client) == texts
            assert {remark["room"] for remark in game.chat(client)} == {room}
            seen = everything(client, game.table)
            assert '"room":' in seen
            assert [secret for secret in secrets if secret in seen] == []


def test_one_room_does_not_show_in_the_numbers_of_the_other(game):
    for client in (game.ann, game.ann, game.bob, game.eve):
        assert game.say(client, "x") == ""
    assert [remark["number"] for remark in game.chat(game.eve)] == [1]
    assert [remark["number"] for remark in game.chat(game.bob)] == [1, 2, 3]


def test_after_the_game_everybody_reads_both_rooms_and_writes_in_their_own(game):
    assert game.say(game.ann, PLAYERS) == game.say(game.eve, ONLOOKERS) == ""
    assert game.send(game.ann, "resign") == ""
    for client in game.clients:
        assert [remark["text"] for remark in game.chat(client)] == [PLAYERS, ONLOOKERS]
    assert game.say(game.bob, "after the game") == game.say(game.eve, "so it was") == ""
    for client in game.clients:
        assert game.texts(client)[-2:] == ["after the game", "so it was"]
        assert [remark["room"] for remark in game.chat(client)][-2:] == ["players", "onlookers"]
    assert game.say(game.ann, "x", seat=None) == "you_play"


def test_a_remark_holds_its_writer_place_and_time_and_nothing_else(game):
    game.bob.post("/en/name", name="Bob <b>")
    text = "Hé {name} %s \\u003c <script>alert(1)</script>"
    assert game.say(game.bob, text) == ""
    (remark,) = game.chat(game.ann)
    assert remark.pop("at") > 0
    expected = {"number": 1, "room": "players", "seat": 1, "person": person("bob"), "name": "Bob <b>"}
    assert remark == {**expected, "preset": None, "text": text}


def test_a_phrase_and_a_name_that_was_not_chosen_are_read_in_the_language_of_each_reader(game):
    assert game.say(game.eve, preset="good_luck") == ""
    (french,), (english,) = game.chat(game.eve), game.chat(game.stranger)
    assert [french["preset"], french["text"], english["text"]] == ["good_luck", "Bonne chance.", "Good luck."]
    assert (game.texts(game.eve), game.texts(game.stranger)) == (["Bonne chance."], ["Good luck."])
    assert french["name"] != english["name"]
    assert all(len(name.split()) == 2 for name in (french["name"], english["name"]))


def test_a_player_writes_to_and_reads_the_players_in_every_tab(game):
    tab = game.come("ann")
    assert game.say(game.eve, ONLOOKERS) == game.say(game.bob, "to you") == ""
    assert game.texts(tab) == ["to you"]
    assert game.say(tab, "x") == "you_play"


def test_only_the_holder_of_a_seat_writes_from_it_and_strangers_do_not(game):
    assert game.say(game.bob, "x", seat=0) == game.say(game.eve, "x", seat=0) == "not_your_seat"
    assert game.say(game.eve, "x", table="nowhere") == "no_table"
    assert game.say(game.stranger, "x") == game.say(game.stranger, "x", seat=0) == "no_name"
    game.bob.call("leave", table=game.table)
    assert game.say(game.ann, "read by nobody who has left") == ""
    assert [game.texts(client) for client in (game.bob, game.eve, game.stranger)] == [[], [], []]


def test_a_stranger_who_takes_a_name_on_the_page_may_write(game):
    stranger = game.site.client()
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
    game.clients.append(stranger.connect())
    assert game.say(stranger, preset="hello", seat=None) == ""
    (remark,) = game.chat(game.eve)
    assert (remark["name"], remark["text"]) == ("Zoe", "Bonjour.")


# What is taken


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [
        *(({"text": text}, "chat_text") for text in ("", "a\nb", "\u202eevil", "\u200b", "x" * 201)),
        ({"text": "Hello", "preset": "hello"}, "chat_text"),
        ({"text": None}, "chat_text"),
        *(({"text": wrong}, "message") for wrong in (1, True, ["x"], {"x": 1}, "x" * 2001)),
        *(({"text": None, "preset": wrong}, "message") for wrong in (1, "", "Hello", "hello ", ["hello"])),
        *(({"seat": wrong}, "message") for wrong in ("0", -1, 26, 0.0, True)),
        *(({"id": wrong}, "message") for wrong in (None, "", "x" * 37, "x y")),
        *(({"table": wrong}, "message") for wrong in (None, 1, "T", "../t")),
        ({"room": "onlookers"}, "message"),
    ],
)
def test_a_wrong_remark_is_refused_by_name_and_sent_to_nobody(game, fields, refusal):
    assert game.say(game.ann, **{"text": "x", **fields}) == refusal
    assert game.texts(game.bob) == game.chat(game.bob) == []


def test_the_same_message_again_also_from_another_tab_is_written_once_and_answered_as_before(game):
    for text in ("once", "once", "another text"):
        assert game.say(game.ann, text, id="same") == ""
    tabs = [game.connect("ann") for _ in range(4)]
    again = {"table": game.table, "seat": 0, "id": "at-once", "preset": None, "text": "at once"}
    numbers = [tab.send("say", again) for tab in tabs]
    assert [code(tab.answer(number)) for tab, number in zip(tabs, numbers, strict=True)] == [""] * 4
    assert game.say(game.bob, "another person", id="same") == ""
    assert game.texts(game.bob) == ["once", "at once", "another person"]


def test_the_chat_rate_limit_holds_for_one_person_only(game):
    for number in range(MESSAGES_AT_ONCE):
        assert game.say(game.ann, f"{number}") == ""
    assert game.say(game.ann, "too much", id="again") == "too_fast"
    assert game.say(game.bob, "x") == ""
    game.turn_clock(MESSAGE_PERIOD)
    assert game.say(game.ann, "later", id="again") == ""
    assert "too much" not in game.texts(game.bob)
    for _ in range(MESSAGES_AT_ONCE - 1):
        assert game.say(game.ann, "x") == ""
    game.turn_clock(-3600)
    assert game.say(game.ann, "x") == "", "a clock that was set back silences nobody"
    game.turn_clock(3600)


def test_a_new_viewer_gets_the_newest_messages_of_the_readable_rooms(game):
    assert game.say(game.eve, ONLOOKERS) == ""
    for number in range(MOST_SHOWN + 1):
        game.turn_clock(MESSAGE_PERIOD)
        assert game.say(game.ann, f"{number}") == ""
    assert [remark["text"] for remark in game.chat(game.bob)] == [f"{number}" for number in range(1, MOST_SHOWN + 1)]
    assert [remark["text"] for remark in game.chat(game.eve)] == [ONLOOKERS]


# What is kept


def test_nothing_that_is_written_is_logged(tmp_path):
    with scripted_site(tmp_path / "data", "--log-level", "debug") as site, Talk(site) as game:
        assert game.say(game.ann, PLAYERS) == ""
        assert game.say(game.ann, f"{PLAYERS}\n") == "chat_text"
        assert game.send(game.ann, "resign") == ""
        assert PLAYERS not in site.log()


@pytest.fixture
def table(local):
    return local.open_game()


@pytest.fixture
def speak(local, table):
    """Lets ann write a phrase, by the id of her message: "" or the code of the refusal."""
    return lambda message: code(local.call("ann", "say", table=table, seat=0, id=message, preset="hello", text=None))


def numbers(site):
    """The numbers of the remarks that bob was sent."""
    return [event["message"]["number"] for event in site.received("bob", "said")]


NO_DISK = JournalError("no disk")


@pytest.mark.parametrize(
    ("writing", "reads", "answer", "sent", "later"),
    [
        ("fails", True, "not_kept", [], [1]),
        ("fails after it was kept", True, "", [1], [1, 2]),
        ("fails", False, "not_known", [], [1]),
        ("fails after it was kept", False, "not_known", [], [1, 2]),
        ("works", False, "", [], [1, 2]),
    ],
)
def test_stored_messages_are_broadcast_once_and_in_order(local, speak, writing, reads, answer, sent, later):
    done = writing == "fails after it was kept"
    write = (
        recorded(local.journal, "write") if writing == "works" else failing(local.journal, "write", NO_DISK, done=done)
    )
    with write as writes, failing(local.journal, "read", NO_DISK, when=lambda *_: not reads and bool(writes)):
        assert speak("m1") == answer
        assert numbers(local) == sent
    assert speak("m2") == ""
    assert numbers(local) == later
    assert speak("m1") == ""
    assert numbers(local) == [1, 2]


def test_messages_stored_while_the_table_was_evicted_are_sent_when_it_is_loaded(local, table, speak):
    assert speak("m1") == ""
    slot = local.services.table_services.cache.pin(table)
    slot.drop()
    chat.add(local.journal, table, chat.ChatMessage("players", 0, 0, "ann", "m2", "hello", None, 0.0))
    local.services.chat.follow()
    assert numbers(local) == [1]
    with local.tables.reading(table), gevent.Timeout(PATIENCE):
        while len(numbers(local)) < 2:
            gevent.sleep(0.01)
    assert numbers(local) == [1, 2]


def test_a_message_stored_while_a_client_begins_to_watch_is_not_missed(local, table, speak):
    def speak_first(plain, *arguments):
        assert speak("m1") == ""
        return plain(*arguments)

    local.call("bob", "leave", table=table)
    with replaced(local.services.descriptions, "prepare", speak_first):
        chat = local.watch("bob", table, 1)["chat"]
    assert [remark["number"] for remark in chat] + numbers(local) == [1]


def test_a_chat_that_is_read_is_followed_where_another_process_writes(tmp_path, postgres_server):
    with local_sites(tmp_path, postgres_server.database()) as both:
        one, other = both.sites
        table = one.open_game()
        other.connect("bob")
        other.watch("bob", table, 1)
        evict_tables(other.services.table_services.cache)
        assert one.call("ann", "say", table=table, seat=0, id="m1", preset="hello", text=None)["ok"]
        both.settle()
        assert numbers(other) == [1]
