"""A variant or a house that fails in one place answers by name, logs no move, and goes on in all others."""

import json
import logging
import re

import pytest

from server.config import Config
from server.house import House
from server.logs import JsonLines
from server.tables.table import Table
from tests.harness.guests import Guests
from tests.harness.sources import scripted
from tests.toys import Crown, Duel, Twice, write_variant
from variants.position import Eyes
from variants.registry import load

SEALED = ("c1c2", "c5c4")


class Players(Guests):
    """Ann and Bob at a table, and an onlooker; `told` is what is sent to each."""

    def __init__(self, folder, monkeypatch):
        super().__init__(folder)
        self.lobby.sit(self.table, "bob")
        self.told = {"ann": [], "bob": [], "eve": []}
        monkeypatch.setattr(self.live._server, "emit", lambda _, view, to: self.told[to].append(view))
        for name, seat in (("ann", 0), ("bob", 1), ("eve", None)):
            self.come(name)
            self.live._people[name] = name
            assert self.send(name, "watch", seat=seat, language="en")["ok"]

    def send(self, sid, event, **fields):
        """A message as it comes from the socket."""
        return self.live._server.handlers["/"][event](sid, {"table": self.table, **fields})

    def act(self, seat, message="x"):
        """Seal the seat's move."""
        name = ("ann", "bob")[seat]
        return self.send(name, "act", seat=seat, number=0, move=SEALED[seat], id=message)


@pytest.fixture
def players(tmp_path, monkeypatch):
    """A running game of Apocalypse."""
    made = Players(tmp_path, monkeypatch)
    yield made
    made.live.house.close()


def test_rules_that_fail_are_answered_by_name_and_change_nothing(players, monkeypatch, caplog):
    def broken(_, actions):
        raise KeyError(f"{actions} {SEALED}")

    assert players.act(0)["ok"]
    with monkeypatch.context() as patch:
        patch.setattr(load("Apocalypse"), "play", broken)
        assert players.act(1)["refusal"]["code"] == "failed"
    (record,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    line = JsonLines().format(record)
    assert json.loads(line)["error"] == "KeyError"
    assert not any(move in line for move in SEALED)
    assert players.act(1)["ok"]
    assert [len(views) for views in players.told.values()] == [2, 2, 2]


def test_a_page_that_fails_logs_where_and_no_move(players, monkeypatch, caplog):
    def broken(*_, **__):
        raise KeyError(SEALED[0])

    monkeypatch.setattr(Table, "view", broken)
    assert players.app.test_client().get(f"/en/game/{players.table}").status_code == 500
    (record,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    line = JsonLines().format(record)
    assert json.loads(line)["error"] == "KeyError"
    assert SEALED[0] not in line


def test_a_view_that_fails_for_one_reaches_the_others(players, monkeypatch, caplog):
    plain = Table.own

    def own(table, viewer, *rest):
        if viewer is Eyes.SPECTATOR:
            raise ValueError(str(table.seals))
        return plain(table, viewer, *rest)

    monkeypatch.setattr(Table, "own", own)
    assert players.act(0)["ok"]
    assert [len(views) for views in players.told.values()] == [1, 1, 0]
    assert [record.getMessage() for record in caplog.records] == ["a view failed"]


def test_a_table_that_fails_while_it_changes_comes_back_from_the_disk(players, monkeypatch):
    plain = Table.apply

    def half(table, decision):
        plain(table, decision)
        raise RuntimeError("in the middle")

    with monkeypatch.context() as patch:
        patch.setattr(Table, "apply", half)
        assert players.act(0, "x")["refusal"]["code"] == "failed"
    assert players.act(0, "x") == {"ok": True, "number": 0}, "it had been kept"
    assert players.act(1, "y") == {"ok": True, "number": 1}


def test_a_variant_from_outside_whose_rules_page_does_not_hold_is_left_out_by_name(tmp_path):
    outside = tmp_path / "more"
    for variant in (Crown, Duel, Twice):
        write_variant(outside, variant)
    page = outside / "Duel" / "rules" / "fr.md"
    page.write_text(page.read_text(encoding="utf-8").replace("fen: 2n/3/N2", "fen: 2n/3"), encoding="utf-8")
    rules = outside / "Twice" / "__init__.py"
    rules.write_text(rules.read_text(encoding="utf-8") + "\nVariant.fen = Variant.key = None\n", encoding="utf-8")
    house = House(Config(data=tmp_path / "data", variants=(outside,)), scripted())
    house.close()
    assert {"Crown", "Duel", "Twice"} & set(house.variants) == {"Crown"}
    duel, twice = house.faults
    assert re.fullmatch(r"Duel: Duel/rules/fr\.md:\d+: Ranks of the board: 2 instead of 3\.", duel)
    assert twice.startswith("Twice: its game cannot begin: TypeError")
