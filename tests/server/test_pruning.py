"""What nobody has touched for long is forgotten, and nothing else is."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select

from server.journal.schema import decisions
from server.tables.pruning import FORGOTTEN_AT_ONCE, NAME_LASTS, TABLE_LASTS, prune
from server.tables.refusal import Refusal
from tests.lobbying import House
from tests.serving import open_table, serving


@pytest.fixture
def house(tmp_path: Path, place: Path | str) -> Iterator[House]:
    made = House(tmp_path, place=place)
    yield made
    made.journal.close()


def aborted(house: House, *turns: str) -> str:
    house.game("Checkered")
    for move in turns:
        house.turn(move)
    assert house.send("abort", 0) is True
    return house.id


def left_alone(house: House, seconds: float) -> None:
    """So much time goes by, and the tables are no longer in memory."""
    house.time += seconds
    house.lobby._slots.clear()
    house.lobby._idle.clear()


def test_a_table_at_which_nobody_played_is_forgotten_and_a_game_is_not(house: House) -> None:
    opened = house.lobby.open("Checkered", {}, "ann", 0)
    empty, played = aborted(house), aborted(house, "e2e4")
    house.game("Checkered")
    running = house.id
    house.game("Checkered")
    house.send("resign", 0)
    finished = house.id
    left_alone(house, TABLE_LASTS - 1)
    fresh = house.lobby.open("Checkered", {}, "ann", 0)
    assert prune(house.lobby) == 0
    left_alone(house, 2)
    assert prune(house.lobby) == 2
    for table in (opened, empty):
        with pytest.raises(Refusal, match="no game"), house.lobby.looking(table):
            pass
    assert house.journal.table(opened) is None
    assert house.journal.table(empty) is None
    gone = select(func.count()).select_from(decisions).where(decisions.c.table_id.in_((opened, empty)))
    assert house.journal.read(gone) == [(0,)]
    for table in (played, running, finished, fresh):
        with house.lobby.looking(table) as found:
            assert found.id == table


def test_a_table_at_which_somebody_still_looks_is_not_forgotten(house: House) -> None:
    table = house.lobby.open("Checkered", {}, "ann", 0)
    with house.lobby.looking(table):
        house.time += TABLE_LASTS + 1
        assert prune(house.lobby) == 0


def test_the_name_of_somebody_who_never_sat_down_is_forgotten(house: House) -> None:
    for person in ("ann", "bob", "eve"):
        house.lobby.rename(person, person.title())
    house.game()
    house.time += NAME_LASTS + 1
    house.lobby.rename("mia", "Mia")
    assert prune(house.lobby) == 1
    assert house.lobby.names == {"ann": "Ann", "bob": "Bob", "mia": "Mia"}
    assert house.journal.names() == house.lobby.names


def test_a_flood_is_forgotten_in_small_commits(house: House) -> None:
    for number in range(2 * FORGOTTEN_AT_ONCE + 1):
        house.journal.rename(f"m{number}", "Mallory", house.time)
    left_alone(house, NAME_LASTS + 1)
    assert prune(house.lobby) == 2 * FORGOTTEN_AT_ONCE + 1
    assert house.lobby.names == {}


def test_a_site_forgets_by_itself_what_is_due_when_it_starts(tmp_path: Path, on_engine: tuple[str, ...]) -> None:
    with serving(tmp_path, *on_engine) as site:
        table = open_table("Checkered", site.wire("ann"))
    with serving(tmp_path, "--clock", str(TABLE_LASTS + 1), *on_engine) as site:
        site.until(lambda: any("was forgotten" in entry["message"] for entry in site.log_entries()))
        assert site.wire("ann").get(f"/en/game/{table}").status == 404
