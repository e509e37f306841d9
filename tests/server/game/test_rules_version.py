"""A raised version of a variant's rules stops no running game, and takes nothing from what was recorded."""

import json

import pytest

from server.game import start_of
from server.records.document import RecordError
from tests.harness.site import without_digests
from tests.toys import AROUND, Duel, Veil
from variants.errors import FenError
from variants.position import Eyes, Move, Result

LEAP, STEP = "a1b3", "b3b2"
"""What version 1 offers White, and version 2 from where that leads."""


class Stepping:
    """Version 2 of a duel: horsemen step to any square around them, and a leap is no move at all."""

    rules_version = 2

    def moves(self, seat):
        return [Move((origin, target)) for origin in self._stands(seat) for target in AROUND[origin]]

    def play(self, actions):
        for move in actions.values():
            if move.path[1] not in AROUND[move.path[0]]:
                raise KeyError(move)
        return super().play(actions)


class Turning:
    """Version 2 of a duel: the same moves lead to the board seen from the other side."""

    rules_version = 2

    def play(self, actions):
        after = super().play(actions)
        return after.then(board=after.board[::-1], plies=after.plies, events=after.events)


def raised(rules, version=Stepping, **changes):
    return type(rules.__name__, (version, rules), changes)


class Leaping(Veil):
    """Veil with the leaps of a duel, so that its version 2 departs too."""

    moves = Duel.moves


def update(match, rules):
    match.variants[rules.__name__] = rules
    match.restart()


def parameters(replayed, name):
    (found,) = [check for check in replayed.checks if check.name == name]
    assert found.holds
    return dict(found.parameters)


def test_a_running_game_continues_from_the_stored_position_under_new_rules(match):
    match.open("Duel", "a1b3 c3b1")
    fen = match.table.position.fen()
    update(match, raised(Duel))
    assert (match.view()["status"], match.table.position.fen()) == ("running", fen)
    assert match.act(0, "b3c1") == "not_offered"
    match.turn("b3a3", "b1b2")
    for rules in (raised(Duel), Duel, raised(Duel)):
        update(match, rules)
        assert (match.view()["status"], match.table.position.fen()) == ("running", match.table.turns[1].fen)
        assert [turn.version for turn in match.table.turns] == [1, 2]


def test_positions_that_the_old_rules_led_to_count_for_a_repetition(match):
    chess = match.variants["Chess"]

    def play(position, actions):
        if "g1f3" in map(position.write, actions.values()):
            raise KeyError("the old rules alone play this")
        return chess.play(position, actions)

    match.open("Chess", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1")
    update(match, type("Chess", (chess,), {"rules_version": chess.rules_version + 1, "play": play}))
    assert "claim" not in match.view(0)["may"]
    match.turn("f6g8")
    assert "claim" in match.view(0)["may"]
    assert match.table.game.number == 8


def test_a_record_names_the_rules_version_of_each_turn(match):
    match.open("Duel", "a1b3 c3b1")
    update(match, raised(Duel))
    match.turn("b3b2", "b1b2")
    written = match.record()
    assert written["rules_version"] == 1
    assert [line.get("rules_version") for line in written["log"] if line["kind"] in ("turn", "end")] == [None, 2, 2]
    replayed = match.verified()
    assert (replayed.versions, parameters(replayed, "turns")) == ((1, 2), {"count": 1, "taken": 1})
    update(match, Duel)
    assert parameters(match.verified(), "turns") == {"count": 1, "taken": 1}
    del written["log"][-2]["rules_version"]
    with pytest.raises(RecordError, match="Turn 2"):
        match.verified(written)


def test_a_turn_of_the_old_rules_that_was_taken_back_is_not_counted_as_taken(match):
    match.open("Duel", "a1b3 c3b1")
    update(match, raised(Duel))
    assert parameters(match.verified(), "turns") == {"count": 0, "taken": 1}
    assert [match.send("takeback", seat) for seat in (0, 1)] == [""] * 2
    match.turn("a1a2", "c3c2")
    assert parameters(match.verified(), "turns") == {"count": 1}


def test_a_position_of_the_old_rules_is_taken_only_as_today_s_write_it(match):
    match.open("Duel", "a1b3 c3b1")
    update(match, raised(Duel))
    written = match.record()
    written["log"][-1]["fen"] = written["final_fen"] = written["final_fen"].removesuffix(" {}")
    with pytest.raises(RecordError, match="Turn 1") as refused:
        match.verified(written)
    assert refused.value.code == "record_rules"


def test_a_seal_that_the_new_rules_offer_too_is_opened(match):
    match.open("Duel", "a1b3 c3b1")
    match.act(0, "b3c1")
    seal = match.view()["chairs"][0]["seal"]
    update(match, raised(Duel, moves=Duel.moves, play=Duel.play))
    match.act(1, "b1a3")
    assert match.view()["turns"][1]["opened"]["0"]["seal"] == seal


def test_a_seal_that_the_new_rules_do_not_offer_is_broken_when_all_the_others_have_sealed(match):
    match.open("Duel")
    match.act(0, "a1b3")
    others = match.view(1)
    update(match, raised(Duel))
    assert match.view(0)["sealed"]["id"] == "a1b3"
    assert {**match.view(1), "moves": []} == {**others, "moves": []}, "until then nobody else can tell"
    assert match.act(1, "c3b3") == ""
    chairs = match.view()["chairs"]
    assert [chair["state"] for chair in chairs] == ["choosing", "sealed"]
    assert "a1b3" not in without_digests(json.dumps([match.view(1), match.record()]))
    match.restart()
    assert match.act(0, "a1b1") == ""
    assert match.number == 1
    assert match.verified().fault is None


@pytest.mark.parametrize(
    ("version", "next_moves"),
    [
        pytest.param(Stepping, ("b3b2", "b1a1"), id="refuses the old turn"),
        pytest.param(Turning, ("b3a1", "b1c3"), id="leads elsewhere"),
    ],
)
def test_a_viewer_of_a_hidden_board_sees_of_an_old_turn_only_its_own_move(match, version, next_moves):
    match.variants["Leaping"] = Leaping
    match.open("Leaping", "a1b3 c3b1")
    update(match, raised(Leaping, version))
    assert match.view()["status"] == "running"
    for viewer, own in ((0, "a1b3"), (1, "c3b1"), (Eyes.SPECTATOR, "")):
        (turn,) = match.view(viewer)["turns"]
        assert [text for text in turn["texts"].values() if text != "…"] == ([own] if own else [])
        assert turn["events"] == []
        (line,) = [line for line in match.record(viewer)["log"] if line["kind"] == "turn"]
        assert line["notation"] == turn["texts"]
        unknown = {"a1b3", "c3b1"} - {own}
        assert not any(f'"{move}"' in json.dumps([match.view(viewer), match.record(viewer)]) for move in unknown)
    match.turn(*next_moves)
    assert [event["code"] for event in match.view(0)["turns"][1]["events"]] == ["moved", "unseen"]


def test_a_game_that_is_over_by_the_new_rules_ends(match):
    match.open("Duel", "a1b3 c3b1")

    def result(self):
        return Result((0.0, 1.0), "missed") if self.plies >= 2 else None

    update(match, raised(Duel, result=result))
    view = match.view()
    assert (view["status"], view["result"]["reason"]) == ("finished", "missed")
    assert match.verified().fault is None
    update(match, Duel)
    assert match.verified().ending is not None, "an end that the rules of the record's version did not know is taken"


def test_a_result_of_other_rules_is_accepted_as_recorded_and_reported(match):
    match.open("Duel", "a1b3 c3b1 b3a1 b1c3 a1b3 c3b1 b3a1 b1c3")
    assert match.view()["result"]["reason"] == "missed"
    update(match, raised(Duel, moves=Duel.moves, play=Duel.play, result=lambda self: None))
    replayed = match.verified()
    assert parameters(replayed, "turns") == {"count": 4}
    (end,) = [check for check in replayed.checks if check.name == "result"]
    assert "another version of the rules" in end.sentence
    written = match.record()
    written["rules_version"] = 2
    with pytest.raises(RecordError, match="nothing in it leads there"):
        match.verified(written)


def test_a_position_that_the_new_rules_cannot_read_stops_the_game_and_names_both_faults(match):
    match.open("Duel", "a1b3 c3b1")

    def from_fen(cls, fen, settings):
        if " 2" in fen:
            raise FenError("duel_pieces", "No such duel.")
        return Duel.from_fen.__func__(cls, fen, settings)

    update(match, raised(Duel, from_fen=classmethod(from_fen)))
    assert match.table.status == "stopped"
    assert match.table.fault.startswith("turn 1: the rules raise KeyError: ")
    assert match.table.fault.endswith("; of version 1, and not read: FenError: No such duel.")


def test_settings_that_todays_rules_refuse_count_as_the_default_ones_for_a_start_position():
    assert start_of(Duel, {"speed": True}).fen() == start_of(Duel).fen()
