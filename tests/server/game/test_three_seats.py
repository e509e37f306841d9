"""Where more than two play: who is out decides nothing and gets nothing, and who opened the table withdraws it."""

from random import Random

import pytest

from server.game import parse_control
from server.records.document import RecordError
from tests.harness.actions import action
from tests.toys import Crown
from variants.position import NO_SETTINGS

HALVES = (0.5, 0.5, 0.0)


class Two(Crown):
    """A Crown whose third seat is out from the second round on; the others play on."""

    order = (0, 1, 2, 0, 1, 0, 1)

    def out(self):
        return frozenset({2}) if self.plies > 2 else frozenset()


def begun(match, variant="Two", turns=3):
    match.variants["Two"] = Two
    match.open(variant)
    for _ in range(turns):
        played(match)
    return match


def played(match):
    position = match.table.position
    (seat,) = position.to_act
    assert match.act(seat, position.write(Random(3).choice(list(position.moves(seat))))) == ""


def ended(match):
    """How it ended; the record that tells it holds."""
    match.verified()
    return match.table.ending.points, match.table.ending.reason


def test_pages_name_the_seats_that_the_settings_of_a_game_bring(app):
    site = app.extensions["cavalier"]
    table = site.opener.open("Checkered", {"observer": True}, "ann", 0, control=parse_control("none"))
    site.opener.sit(table, "bob")
    for person, seat, move in (("ann", 0, "e2e4"), ("bob", 1, "d7d5"), ("ann", 0, "e4d5"), ("cleo", 2, "--")):
        with site.tables.reading(table) as shown:
            sent = action("act", seat, shown.number, move, message=f"a{shown.number}")
        site.tables.act(table, person, sent)
    site.tables.act(table, "ann", action("resign", 0))
    client = app.test_client()
    positions = client.get(f"/en/game/{table}/positions?from=5").json["positions"]
    assert positions[0]["tallies"][1]["text"] == "With the checkered pieces (1)"
    site.tables.act(table, "bob", action("resign", 1))
    assert "Checkered wins." in client.get("/en/games").text


def test_a_seat_that_is_out_is_not_asked_for_a_draw_and_has_no_share(match):
    begun(match)
    assert match.send("offer", 0) == ""
    assert "offer" not in match.view(2)["may"]
    assert match.send("decline", 2) == "no_offer"
    assert match.send("offer", 1) == ""
    assert ended(match) == (HALVES, "agreement")
    record = match.record()
    record["result"]["points"] = record["log"][-1]["points"] = [1 / 3] * 3
    with pytest.raises(RecordError, match=r"the game ended with 0\.5-0\.5-0 "):
        match.verified(record)


def test_a_seat_that_is_out_is_asked_for_a_takeback(match):
    begun(match)
    assert match.send("takeback", 1) == ""
    assert set(match.view(2)["may"]) == {"takeback", "decline"}
    assert [match.send("takeback", seat) for seat in (0, 2)] == ["", ""]
    assert match.number == 1


def test_while_all_are_in_all_must_agree_and_all_share(match):
    begun(match, "Crown", turns=0)
    assert [match.send("offer", seat) for seat in (0, 1)] == ["", ""]
    assert match.table.status == "running"
    assert match.send("offer", 2) == ""
    assert ended(match) == ((1 / 3, 1 / 3, 1 / 3), "agreement")


def test_an_offer_stays_open_while_its_supporters_play_on(match):
    begun(match, "Crown", turns=0)
    assert match.send("offer", 0) == ""
    played(match)
    assert match.send("offer", 1) == ""
    played(match)
    assert match.view()["offers"] == [0, 1]
    played(match)
    assert match.view()["offers"] == [], "whoever plays on without wanting it declines it"


class Race(Crown):
    """A Crown whose three seats act at once."""

    @classmethod
    def from_fen(cls, fen, settings=NO_SETTINGS):
        return super().from_fen(fen, settings).then(to_act=(0, 1, 2))

    def play(self, actions):
        board = list(self.board)
        for seat, move in actions.items():
            board[move.path[1]], board[move.path[0]] = "Pps"[seat], ""
        return self.then(board=tuple(board), plies=self.plies + 1)


def test_of_two_players_to_move_a_claim_is_made_against_the_absent_one(match):
    match.variants["Race"] = Race
    match.open("Race")
    for seat, move in enumerate(("a1a2", "b1b2", "c1c2")):
        assert match.act(seat, move) == ""
    assert match.act(0, "a2a3") == ""
    for seat in (0, 2):
        match.presence.arrive(match.id, seat)
    match.time += 700
    assert match.send("absent", 0, True) == ""
    assert ended(match) == ((0.5, 0.0, 0.5), "abandoned")


class First(Crown):
    """A Crown whose first seat is nature's."""

    chance = frozenset({0})


def test_the_host_may_withdraw_a_table_whose_first_seat_is_the_chance_players(match):
    match.variants["First"] = First
    match.id = match.opener.open("First", {}, "ann", 1)
    assert match.view(1)["may"] == ["withdraw"]
    assert match.send("resign", 1, person="ann") == ""


def test_only_the_host_withdraws_a_table(match):
    match.id = match.opener.open("Crown", {}, "ann", 0)
    match.opener.sit(match.id, "bob", 1)
    assert match.view(1)["may"] == []
    assert match.send("resign", 1) == "not_host"
    match.restart()
    assert match.send("resign", 1) == "not_host"
    assert match.view(0)["may"] == ["withdraw"]
    assert match.send("resign", 0) == ""
    assert match.table.ending.reason == "withdrawn"
