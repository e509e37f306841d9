"""What nobody has touched for long is forgotten, and nothing else is."""

from sqlalchemy import func, select

from server.game import Refusal
from server.store.schema import decisions
from server.tables import CLEANUP_BATCH, NAME_RETENTION, TABLE_RETENTION, Cleanup
from tests.harness.client import open_table
from tests.harness.faults import recorded
from tests.harness.site import scripted_site


def played(match, ending, *moves):
    """A table at which ann ended the game after these moves."""
    match.open("Checkered")
    for move in moves:
        match.turn(move)
    if ending:
        assert match.send(ending, 0) == ""
    return match.id


def exists(match, table):
    try:
        with match.tables.reading(table) as found:
            return found.id == table
    except Refusal:
        return False


def test_cleanup_deletes_unplayed_tables_and_keeps_games(match):
    opened, empty = match.opener.open("Checkered", {}, "ann", 0), played(match, "abort")
    remaining = [played(match, "abort", "e2e4"), played(match, "resign"), played(match, "")]
    match.time += TABLE_RETENTION - 1
    remaining.append(match.opener.open("Checkered", {}, "eve", 0))
    match.restart()  # So that no table is in memory.
    assert match.site.cleanup.prune() == 0
    match.time += 2
    assert match.site.cleanup.prune() == 2
    assert [exists(match, table) for table in (opened, empty, *remaining)] == [False] * 2 + [True] * 4
    gone = select(func.count()).select_from(decisions).where(decisions.c.table_id.in_((opened, empty)))
    assert match.journal.read(gone) == [(0,)]


def test_cleanup_keeps_a_table_that_is_watched(match):
    table = match.opener.open("Checkered", {}, "ann", 0)
    with match.tables.reading(table):
        match.time += TABLE_RETENTION + 1
        assert match.site.cleanup.prune() == 0


def test_cleanup_keeps_a_table_at_which_somebody_has_sat_down_while_a_chair_is_free(match):
    table = match.opener.open("Crown", {}, "ann", 0)
    match.time += TABLE_RETENTION - 1
    match.opener.sit(table, "bob")
    match.time += 2
    match.restart()  # So that no table is in memory.
    assert match.site.cleanup.prune() == 0
    match.time += TABLE_RETENTION
    match.restart()
    assert match.site.cleanup.prune() == 1


def test_cleanup_deletes_no_table_at_which_somebody_sits_down_meanwhile(match):
    taken, left = (match.opener.open("Checkered", {}, "ann", 0) for _ in range(2))
    match.time += TABLE_RETENTION + 1
    match.restart()  # So that no table is in memory.

    class Cache:
        """Holds no table; while the cleanup asks for one, Bob sits down there."""

        def state(self, table_id):
            if table_id == taken:
                match.opener.sit(taken, "bob")

    Cleanup(match.journal, lambda: match.time, Cache(), match.names.forget).prune()
    match.restart()
    assert [exists(match, table) for table in (taken, left)] == [True, False]


def test_a_name_that_is_chosen_again_is_not_deleted_as_an_old_one(match):
    match.names.rename("bob", "Bob")
    match.time += NAME_RETENTION + 1
    before = match.time - NAME_RETENTION
    old = match.journal.unseated(before, 10)
    assert old == ["bob"]
    match.names.rename("bob", "Robert")
    assert match.journal.forget([], before, old, before) == []
    assert match.journal.names() == {"bob": "Robert"}


def test_cleanup_deletes_names_of_people_who_never_played_in_small_commits(match):
    for person in ("ann", "bob", "eve"):
        match.names.rename(person, person.title())
    for number in range(2 * CLEANUP_BATCH):
        match.journal.rename(f"m{number}", "Mallory", match.time)
    match.open()
    match.time += NAME_RETENTION + 1
    match.names.rename("mia", "Mia")
    with recorded(match.journal, "forget") as commits:
        assert match.site.cleanup.prune() == 2 * CLEANUP_BATCH + 1
    assert max(len(names) for _, _, names, _ in commits) <= CLEANUP_BATCH
    assert match.names.chosen == match.journal.names() == {"ann": "Ann", "bob": "Bob", "mia": "Mia"}


def test_a_starting_site_deletes_what_is_due_for_cleanup(tmp_path):
    with scripted_site(tmp_path) as site:
        table = open_table("Checkered", site.client("ann"))
    with scripted_site(tmp_path, "--clock", str(TABLE_RETENTION + 1)) as site:
        site.until(lambda: any(entry["message"] == "deleted unused data" for entry in site.log_entries()))
        assert site.client("ann").get(f"/en/game/{table}").status == 404
