"""A variant or a page that fails in one place answers by name, logs no move, and disturbs nothing else."""

import json
import logging
import re

import pytest

from server.game import decisions
from server.runtime import Config
from server.runtime.logs import JsonLines
from server.store import Conflict
from server.tables import Tables, rules_calls, service
from tests.harness.composition import Services
from tests.harness.faults import failing
from tests.harness.local_site import SEALED
from tests.harness.sources import scripted
from tests.toys import Crown, Duel, Twice, write_variant
from variants.position import Eyes
from variants.registry import load


@pytest.fixture
def table(local):
    return local.open_game()


def error_logged(caplog):
    """The only error in the log, as the line that is written of it."""
    (record,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    return JsonLines().format(record)


def test_rules_that_fail_are_answered_by_name_and_change_nothing(local, table, caplog):
    assert local.act(table, 0)["ok"]
    with failing(load("Apocalypse"), "play", KeyError(str(SEALED))):
        assert local.act(table, 1)["refusal"]["code"] == "failed"
    line = error_logged(caplog)
    assert json.loads(line)["error"] == "KeyError"
    assert not any(move in line for move in SEALED)
    assert local.act(table, 1)["ok"]
    assert [len(local.received(name, "view")) for name in ("ann", "bob", "eve")] == [2, 2, 2]


def test_a_page_that_fails_logs_where_and_no_move(local, table, caplog):
    with failing(Tables, "view", KeyError(SEALED[0])):
        assert local.app.test_client().get(f"/en/game/{table}").status_code == 500
    line = error_logged(caplog)
    assert json.loads(line)["error"] == "KeyError"
    assert SEALED[0] not in line


def test_a_view_that_fails_for_one_viewer_reaches_the_others(local, table, caplog):
    hidden = ValueError(SEALED[0])
    with failing(rules_calls, "view_of_one", hidden, when=lambda _, viewer, *__: viewer is Eyes.SPECTATOR):
        assert local.act(table, 0)["ok"]
    assert [len(local.received(name, "view")) for name in ("ann", "bob", "eve")] == [1, 1, 0]
    assert SEALED[0] not in error_logged(caplog)


def test_a_table_that_fails_after_its_commit_is_read_from_the_disk_again(local, table):
    with failing(service, "apply", RuntimeError("in the middle"), done=True):
        assert local.act(table, 0, "x")["refusal"]["code"] == "failed"
    assert local.act(table, 0, "x") == {"ok": True, "number": 0}, "it had been kept"
    assert local.act(table, 1, "y") == {"ok": True, "number": 1}


def test_a_variant_from_outside_whose_rules_page_does_not_hold_is_left_out_by_name(tmp_path):
    outside = tmp_path / "more"
    for variant in (Crown, Duel, Twice):
        write_variant(outside, variant)
    page = outside / "Duel" / "rules" / "fr.md"
    page.write_text(page.read_text(encoding="utf-8").replace("fen: 2n/3/N2", "fen: 2n/3"), encoding="utf-8")
    rules = outside / "Twice" / "__init__.py"
    rules.write_text(rules.read_text(encoding="utf-8") + "\nVariant.fen = Variant.key = None\n", encoding="utf-8")
    house = Services(Config(data=tmp_path / "data", variants=(outside,)), scripted())
    house.close()
    assert {"Crown", "Duel", "Twice"} & set(house.library.variants) == {"Crown"}
    duel, twice = house.faults
    assert re.fullmatch(r"Duel: Duel/rules/fr\.md:\d+: Ranks of the board: 2 instead of 3\.", duel)
    assert twice.startswith("Twice: its game cannot begin: TypeError")


def test_a_decision_that_is_stored_at_the_last_try_is_answered(local):
    table, taken = local.open_game("Chess"), iter(range(service.MOST_TRIES - 1))

    def others_are_first(*_row):
        return next(taken, None) is not None

    with failing(local.journal, "append", Conflict("Another process was first."), when=others_are_first):
        local.tables.decide(table, lambda state: decisions.downtime(state, 0.0, 1.0, 2.0))
    assert next(taken, None) is None
    with local.tables.reading(table) as state:
        assert state.lines == 3
