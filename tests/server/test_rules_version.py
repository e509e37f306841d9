"""A raised version of a variant's rules stops no running game, and takes nothing from what was recorded."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from server.archive import records, verify
from tests.lobbying import House
from tests.toys import AROUND, Duel, Veil
from variants.errors import FenError
from variants.position import Eyes, Move, Position, Result

LEAP, STEP = "a1b3", "b3b2"
"""What version 1 offers White, and version 2 from where that leads."""


class Stepping:
    """Version 2 of a duel: horsemen step to any square around them, and a leap is no move at all."""

    rules_version = 2

    def moves(self: Any, seat: int) -> list[Move]:
        return [Move((origin, target)) for origin in self._stands(seat) for target in AROUND[origin]]

    def play(self: Any, actions: Mapping[int, Move]) -> Any:
        for move in actions.values():
            if move.path[1] not in AROUND[move.path[0]]:
                raise KeyError(move)
        return super().play(actions)  # type: ignore[misc]


def raised(rules: type[Position], **changes: Any) -> type[Position]:
    """The next version of a duel."""
    return type(rules.__name__, (Stepping, rules), changes)


class Leaping(Veil):
    """Veil with the leaps of a duel, so that its version 2 departs too."""

    moves = Duel.moves


@pytest.fixture
def house(tmp_path: Path, place: Path | str) -> Iterator[House]:
    """A lobby that knows version 1 of the duels."""
    made = House(tmp_path, Duel, Leaping, place=place)
    yield made
    made.journal.close()


def update(house: House, rules: type[Position]) -> None:
    """Stop the site and start it with these rules."""
    house.variants[rules.__name__] = rules
    house.restart()


def record(house: House, viewer: Any = Eyes.SPECTATOR) -> dict[str, Any]:
    written: dict[str, Any] = records.fetch(house.lobby, house.id, lambda _: viewer, lambda person: person)
    return written


def verified(house: House) -> verify.Replayed:
    return verify.replay(verify.read(json.dumps(record(house)), house.variants), house.variants)


def parameters(replayed: verify.Replayed, name: str) -> dict[str, Any]:
    (found,) = [check for check in replayed.checks if check.name == name]
    assert found.holds
    return dict(found.parameters)


def test_a_running_game_goes_on_from_the_position_that_the_old_rules_led_to(house: House) -> None:
    house.game("Duel")
    house.turn("a1b3", "c3b1")
    fen = house.table.position.fen()
    update(house, raised(Duel))
    assert (house.view()["status"], house.table.position.fen()) == ("running", fen)
    assert house.act(0, "b3c1") == "not_offered"
    house.turn("b3a3", "b1b2")
    for rules in (raised(Duel), Duel, raised(Duel)):
        update(house, rules)
        assert (house.view()["status"], house.table.position.fen()) == ("running", house.table.turns[1].fen)
        assert [turn.version for turn in house.table.turns] == [1, 2]


def test_positions_that_the_old_rules_led_to_count_for_a_repetition(house: House) -> None:
    chess = house.variants["Chess"]

    def play(position: Any, actions: Mapping[int, Move]) -> Any:
        if "g1f3" in map(position.write, actions.values()):
            raise KeyError("the old rules alone play this")
        return chess.play(position, actions)

    house.game("Chess")
    for move in ("g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"):
        house.turn(move)
    update(house, type("Chess", (chess,), {"rules_version": chess.rules_version + 1, "play": play}))
    assert "claim" not in house.view(0)["may"]
    house.turn("f6g8")
    assert "claim" in house.view(0)["may"]
    assert house.table.game.number == 8


def test_turns_of_two_versions_are_told_apart_in_the_record(house: House) -> None:
    house.game("Duel")
    house.turn("a1b3", "c3b1")
    update(house, raised(Duel))
    house.turn("b3b2", "b1b2")
    written = record(house)
    assert written["rules_version"] == 1
    assert [line.get("rules_version") for line in written["log"] if line["kind"] in ("turn", "end")] == [None, 2, 2]
    replayed = verified(house)
    assert (replayed.versions, parameters(replayed, "turns")) == ((1, 2), {"count": 1, "taken": 1})
    update(house, Duel)
    assert parameters(verified(house), "turns") == {"count": 1, "taken": 1}
    del written["log"][-2]["rules_version"]
    written["digest"] = records.digest(written)
    with pytest.raises(verify.RecordError, match="Turn 2"):
        verify.replay(verify.read(json.dumps(written), house.variants), house.variants)


def test_a_turn_of_the_old_rules_that_was_taken_back_is_not_counted_as_taken(house: House) -> None:
    house.game("Duel")
    house.turn("a1b3", "c3b1")
    update(house, raised(Duel))
    assert parameters(verified(house), "turns") == {"count": 0, "taken": 1}
    assert [house.send("takeback", seat) for seat in (0, 1)] == [True] * 2
    house.turn("a1a2", "c3c2")
    assert parameters(verified(house), "turns") == {"count": 1}


def test_a_position_of_the_old_rules_is_taken_only_as_today_s_write_it(house: House) -> None:
    house.game("Duel")
    house.turn("a1b3", "c3b1")
    update(house, raised(Duel))
    written = record(house)
    written["log"][-1]["fen"] = written["final_fen"] = written["final_fen"].removesuffix(" {}")
    written["digest"] = records.digest(written)
    with pytest.raises(verify.RecordError, match="Turn 1") as refused:
        verify.replay(verify.read(json.dumps(written), house.variants), house.variants)
    assert refused.value.code == "record_rules"


def test_a_seal_that_the_new_rules_offer_too_is_opened(house: House) -> None:
    house.game("Duel")
    house.turn("a1b3", "c3b1")
    house.act(0, "b3c1")
    seal = house.view()["chairs"][0]["seal"]
    update(house, raised(Duel, moves=Duel.moves, play=Duel.play))
    house.act(1, "b1a3")
    assert house.view()["turns"][1]["opened"]["0"]["seal"] == seal


def test_a_seal_that_the_new_rules_do_not_offer_is_broken_when_all_the_others_have_sealed(house: House) -> None:
    house.game("Duel")
    house.act(0, "a1b3")
    others = house.view(1)
    update(house, raised(Duel))
    assert house.view(0)["sealed"]["id"] == "a1b3"
    assert {**house.view(1), "moves": []} == {**others, "moves": []}, "until then nobody else can tell"
    assert house.act(1, "c3b3") is True
    chairs = house.view()["chairs"]
    assert [chair["state"] for chair in chairs] == ["choosing", "sealed"]
    assert "a1b3" not in json.dumps([house.view(1), record(house)])
    house.restart()
    assert house.act(0, "a1b1") is True
    assert house.table.number == 1
    assert verified(house).fault is None


def test_a_viewer_of_a_hidden_board_is_told_no_more_of_an_old_turn_than_what_was_sent_from_there(house: House) -> None:
    house.game("Leaping")
    house.turn("a1b3", "c3b1")
    update(house, raised(Leaping))
    assert house.view()["status"] == "running"
    for viewer, own in ((0, "a1b3"), (1, "c3b1"), (Eyes.SPECTATOR, "")):
        (turn,) = house.view(viewer)["turns"]
        assert [text for text in turn["texts"].values() if text != "…"] == ([own] if own else [])
        assert turn["events"] == []
        (line,) = [line for line in record(house, viewer)["log"] if line["kind"] == "turn"]
        assert line["notation"] == turn["texts"]
        unknown = {"a1b3", "c3b1"} - {own}
        assert not any(f'"{move}"' in json.dumps([house.view(viewer), record(house, viewer)]) for move in unknown)
    house.turn("b3b2", "b1a1")
    assert [event["code"] for event in house.view(0)["turns"][1]["events"]] == ["moved", "unseen"]


def test_a_game_that_is_over_by_the_new_rules_ends(house: House) -> None:
    house.game("Duel")
    house.turn("a1b3", "c3b1")

    def result(self: Duel) -> Result | None:
        return Result((0.0, 1.0), "missed") if self.plies >= 2 else None

    update(house, raised(Duel, result=result))
    view = house.view()
    assert (view["status"], view["result"]["reason"]) == ("finished", "missed")
    assert verified(house).fault is None
    update(house, Duel)
    assert verified(house).ending is not None, "an end that the rules of the record's version did not know is taken"


def test_an_end_that_other_rules_decided_is_taken_as_the_record_tells_it_and_says_so(house: House) -> None:
    house.game("Duel")
    house.turn("a1b3", "c3b1")
    house.turn("b3a1", "b1c3")
    house.turn("a1b3", "c3b1")
    house.turn("b3a1", "b1c3")
    assert house.view()["result"]["reason"] == "missed"
    update(house, raised(Duel, moves=Duel.moves, play=Duel.play, result=lambda self: None))
    replayed = verified(house)
    assert parameters(replayed, "turns") == {"count": 4}
    (end,) = [check for check in replayed.checks if check.name == "result"]
    assert "another version of the rules" in end.sentence
    written = record(house)
    written["rules_version"] = 2
    written["digest"] = records.digest(written)
    with pytest.raises(verify.RecordError, match="nothing in it leads there"):
        verify.replay(verify.read(json.dumps(written), house.variants), house.variants)


def test_a_position_that_the_new_rules_cannot_read_stops_the_game_and_names_both_faults(house: House) -> None:
    house.game("Duel")
    house.turn("a1b3", "c3b1")

    def from_fen(cls: Any, fen: str, settings: Any) -> Any:
        if " 2" in fen:
            raise FenError("duel_pieces", "No such duel.")
        return Duel.from_fen.__func__(cls, fen, settings)  # type: ignore[attr-defined]

    update(house, raised(Duel, from_fen=classmethod(from_fen)))
    assert house.table.status == "stopped"
    assert house.table.fault.startswith("turn 1: the rules raise KeyError: ")
    assert house.table.fault.endswith("; of version 1, and not read: FenError: No such duel.")
