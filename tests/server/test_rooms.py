"""Who watches what is kept exactly as long as he is there, whatever else happens while a table comes from the disk."""

import gevent
import pytest

from server import house as house_module
from server.config import Config
from server.site import create_app
from server.tables.refusal import Refusal
from server.wire.messages import Watch
from server.wire.sockets import EventPacket
from tests.harness.guests import Guests
from tests.server.test_replays import Players


@pytest.fixture
def guests(tmp_path):
    """A house with one table, which is on the disk only."""
    made = Guests(tmp_path)
    yield made
    made.live.house.close()


def test_who_hangs_up_while_the_table_is_read_is_in_no_room(guests):
    guests.come("x")
    watching = guests.watch("x")
    assert not watching.ready(), "it waits for the disk"
    guests.go("x")
    with pytest.raises(Refusal, match="ended"):
        watching.get()
    assert (guests.rooms(), guests.held()) == ({}, 0)
    assert not guests.live.watchers.tables("x")
    assert not guests.live._languages


def test_who_asks_twice_at_once_is_in_one_room(guests):
    guests.come("x")
    gevent.joinall([guests.watch("x", "en"), guests.watch("x", "fr")], raise_error=True)
    assert (len(guests.rooms()), guests.held()) == (1, 1)
    guests.go("x")
    assert (guests.rooms(), guests.held()) == ({}, 0)


def test_who_turns_out_to_have_gone_keeps_nothing_from_the_others(guests, monkeypatch):
    told = []

    def emit(_event, _view, to):
        for name in (to,) if isinstance(to, str) else to:
            told.append(name)
            if name.startswith("gone"):
                guests.go(name)

    monkeypatch.setattr(guests.live._server, "emit", emit)
    names = [
        f"{kind}{number}{language}" for kind in ("gone", "here") for number in range(5) for language in ("en", "fr")
    ]
    for name in names:
        guests.come(name)
        guests.watch(name, name[-2:]).get()
    guests.lobby.sit(guests.table, "bob")
    assert sorted(told) == sorted(names)
    assert set().union(*guests.rooms().values()) == {name for name in names if name.startswith("here")}


def test_what_several_see_is_encoded_once(guests, monkeypatch):
    guests.live._server.manager.rooms.setdefault("/", {})
    encoded = []
    plain = EventPacket.encode
    monkeypatch.setattr(EventPacket, "encode", lambda packet: encoded.append(packet.data) or plain(packet))
    for name, language in (("a", "en"), ("b", "en"), ("c", "en"), ("d", "fr")):
        guests.come(name)
        guests.watch(name, language).get()
    guests.lobby.sit(guests.table, "bob")
    assert [event for event, _ in encoded] == ["view", "view"], "one a language"


def test_a_refused_question_leaves_what_one_watches(guests):
    guests.come("x")
    guests.watch("x").get()
    with pytest.raises(Refusal, match="not your seat"):
        guests.live._watch("x", Watch(table=guests.table, seat=0, language="en"))
    assert guests.rooms() == {(None, "en"): {"x"}}


def test_who_holds_a_seat_is_there_also_while_he_looks_from_none(guests):
    guests.come("x")
    guests.live._people["x"] = "ann"
    guests.watch("x").get()
    presence = guests.lobby.presence
    assert presence.gone_since(guests.table, 0, 0.0) is None
    guests.go("x")
    assert presence.gone_since(guests.table, 0, 0.0) is not None
    assert not presence._looking


@pytest.mark.parametrize("meanwhile", ["nothing", "a turn", "a takeback"])
def test_a_long_game_is_put_into_words_in_steps_and_shown_as_it_then_stands(tmp_path, monkeypatch, meanwhile):
    monkeypatch.setattr(house_module, "STEPPED_FROM", 0)
    app = create_app(Config(data=tmp_path / "data", identity_rate=0, address_rate=0))
    house = app.extensions["cavalier"]
    players = Players(app, "Dark")
    for seat, move in ((0, "e2e4"), (1, "e7e5"), (0, "d2d4")):
        with players.lobby.looking(players.id) as table:
            players.do("act", seat, table.number, move)
    ahead = house.speak_ahead(table, 0, "en")
    if meanwhile == "a turn":
        players.do("act", 1, 3, "d7d5")
    if meanwhile == "a takeback":
        players.do("takeback", 0)
        players.do("takeback", 1)
    view = table.view(0)
    assert house.speak_rest(view, ahead, "Dark", "en") == house.speak(view, "Dark", "en")
    assert len(view["turns"]) == {"nothing": 3, "a turn": 4, "a takeback": 2}[meanwhile]
    house.close()
