"""What nobody has touched for long is forgotten, and nothing else is."""

import pytest
from sqlalchemy import func, select

from server.journal.schema import decisions
from server.tables.pruning import FORGOTTEN_AT_ONCE, NAME_LASTS, TABLE_LASTS, prune
from server.tables.refusal import Refusal
from tests.harness.client import open_table
from tests.harness.site import scripted_site


def aborted(match, *turns):
    match.game("Checkered")
    for move in turns:
        match.turn(move)
    assert match.send("abort", 0) == ""
    return match.id


def left_alone(match, seconds):
    """So much time goes by, and the tables are no longer in memory."""
    match.time += seconds
    match.lobby._slots.clear()
    match.lobby._idle.clear()


def test_a_table_at_which_nobody_played_is_forgotten_and_a_game_is_not(match):
    opened = match.lobby.open("Checkered", {}, "ann", 0)
    empty, played = aborted(match), aborted(match, "e2e4")
    match.game("Checkered")
    running = match.id
    match.game("Checkered")
    match.send("resign", 0)
    finished = match.id
    left_alone(match, TABLE_LASTS - 1)
    fresh = match.lobby.open("Checkered", {}, "ann", 0)
    assert prune(match.lobby) == 0
    left_alone(match, 2)
    assert prune(match.lobby) == 2
    for table in (opened, empty):
        with pytest.raises(Refusal, match="no game"), match.lobby.looking(table):
            pass
    assert match.journal.table(opened) is None
    assert match.journal.table(empty) is None
    gone = select(func.count()).select_from(decisions).where(decisions.c.table_id.in_((opened, empty)))
    assert match.journal.read(gone) == [(0,)]
    for table in (played, running, finished, fresh):
        with match.lobby.looking(table) as found:
            assert found.id == table


def test_a_table_at_which_somebody_still_looks_is_not_forgotten(match):
    table = match.lobby.open("Checkered", {}, "ann", 0)
    with match.lobby.looking(table):
        match.time += TABLE_LASTS + 1
        assert prune(match.lobby) == 0


def test_the_name_of_somebody_who_never_sat_down_is_forgotten(match):
    for person in ("ann", "bob", "eve"):
        match.lobby.rename(person, person.title())
    match.game()
    match.time += NAME_LASTS + 1
    match.lobby.rename("mia", "Mia")
    assert prune(match.lobby) == 1
    assert match.lobby.names == {"ann": "Ann", "bob": "Bob", "mia": "Mia"}
    assert match.journal.names() == match.lobby.names


def test_a_flood_is_forgotten_in_small_commits(match):
    for number in range(2 * FORGOTTEN_AT_ONCE + 1):
        match.journal.rename(f"m{number}", "Mallory", match.time)
    left_alone(match, NAME_LASTS + 1)
    assert prune(match.lobby) == 2 * FORGOTTEN_AT_ONCE + 1
    assert match.lobby.names == {}


def test_a_site_forgets_by_itself_what_is_due_when_it_starts(tmp_path, on_engine):
    with scripted_site(tmp_path, *on_engine) as site:
        table = open_table("Checkered", site.client("ann"))
    with scripted_site(tmp_path, "--clock", str(TABLE_LASTS + 1), *on_engine) as site:
        site.until(lambda: any("was forgotten" in entry["message"] for entry in site.log_entries()))
        assert site.client("ann").get(f"/en/game/{table}").status == 404
