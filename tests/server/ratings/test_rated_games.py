"""Rated games: who may play them, what they count, and that no rating is lost, doubled or invented."""

import pytest

from server.game import DAY, Refusal, parse_control
from server.store import ratings
from tests.harness.plans import query_plans
from variants.errors import RulesError

MATE = "f2f3 e7e5 g2g4 d8h4"
POOL = "Chess/blitz"


def rated(match, variant="Chess", control="5+3", seats=2, **more):
    """A rated table at which ann, bob and cleo sit, who have accounts."""
    for person in match.people:
        match.site.accounts.open(person)
    match.id = match.opener.open(variant, {}, match.people[0], 0, control=parse_control(control), rated=True, **more)
    for person in match.people[1:seats]:
        match.opener.sit(match.id, person)


def numbers(match):
    return {
        person: [(row.pool, row.number, round(row.rating, 1)) for row in ratings.of_person(match.journal, person)]
        for person in match.people
    }


def test_a_rated_game_changes_the_ratings_of_both_players_with_its_end(match):
    rated(match)
    match.play("f2f3 e7e5 g2g4")
    assert numbers(match) == {"ann": [], "bob": [], "cleo": []}
    match.turn("d8h4")
    assert match.table.status == "finished"
    assert numbers(match) == {"ann": [(POOL, 1, 1337.8)], "bob": [(POOL, 1, 1662.2)], "cleo": []}
    changes = ratings.of_table(match.journal, match.id)
    assert {person: (row.previous, round(row.rating)) for person, row in changes.items()} == {
        "ann": (1500, 1338),
        "bob": (1500, 1662),
    }


def test_the_next_game_begins_with_the_ratings_of_the_last_and_shows_them(match):
    rated(match)
    match.play(MATE)
    before = ratings.newest(match.journal, POOL, match.people)
    for seat in (0, 1):
        assert match.send("rematch", seat, False) == ""
    match.id = match.table.rematch
    assert match.table.opening.rated
    assert [match.view(0)["chairs"][seat]["rating"]["rating"] for seat in (0, 1)] == [1662, 1338], "the seats changed"
    match.people = ("bob", "ann", "cleo")
    match.play(MATE)
    after = ratings.newest(match.journal, POOL, match.people)
    assert after["bob"].rating < before["bob"].rating
    assert [after[person].number for person in ("ann", "bob")] == [2, 2]


def test_the_next_game_in_another_variant_begins_with_the_ratings_there(match):
    rated(match)
    match.play(MATE)
    for seat in (0, 1):
        assert match.send("rematch", seat, True) == ""
    match.id = match.table.rematch
    assert match.table.opening.variant != "Chess"
    assert [match.view(0)["chairs"][seat]["rating"]["rating"] for seat in (0, 1)] == [1500, 1500]


@pytest.mark.parametrize(
    ("deed", "counts"),
    [("resign", True), ("abort", False), ("withdrawn", False), ("flag", True), ("no first move", False)],
)
def test_only_a_game_that_was_played_counts(match, deed, counts):
    rated(match, seats=1 if deed == "withdrawn" else 2)
    if deed == "withdrawn":
        assert match.send("withdraw", 0) == ""
    elif deed == "no first move":
        match.time += 1000
        match.tables.expire(match.id)
    else:
        match.play("e2e4 e7e5" if counts else "e2e4")
        if deed == "flag":
            match.time += 1000
            match.tables.expire(match.id)
        else:
            assert match.send(deed, 0) == ""
    assert match.table.ending is not None
    assert bool(numbers(match)["ann"]) == counts


SLOW = ["a2a3", "a7a6", "b2b3", "b7b6", "c2c3", "c7c6", "d2d3", "d7d6", "e2e3", "e7e6", "f2f3", "f7f6"]
LEAVING = {
    "abort": lambda match: match.send("abort", 0),
    "no first move": lambda match: match.wait(1000),
    "a clock that runs out": lambda match: (match.first_moves(), match.wait(1000)),
}
STAYING = {
    "resign": lambda match: (match.first_moves(), match.send("resign", 0)),
    "short of time": lambda match: [(match.wait(50), match.turn(move)) for move in SLOW] and match.wait(51),
    "aborted by the other": lambda match: match.send("abort", 1),
}


@pytest.mark.parametrize("deed", LEAVING | STAYING)
def test_who_leaves_more_than_two_rated_games_of_a_day_waits_longer_for_the_next(match, deed):
    def delay():
        return match.opener.check_seek("ann", (parse_control("5+3"),), True) - match.time

    for person in match.people:
        match.site.accounts.open(person)
    found = [delay()]
    for _ in range(4):
        rated(match, control="5+0")
        (LEAVING | STAYING)[deed](match)
        assert match.table.ending is not None
        found.append(delay())
    assert found == ([0, 0, 0, 30, 60] if deed in LEAVING else [0] * 5)
    assert match.opener.check_seek("ann", (), False) == match.time, "a casual game waits for nobody"
    match.wait(DAY + 1)
    assert delay() == 0


def test_a_casual_game_counts_nothing(match):
    match.open("Chess", MATE, control="5+3")
    assert match.table.status == "finished"
    assert not ratings.of_table(match.journal, match.id)


def test_a_rated_game_is_for_people_with_accounts_a_clock_and_the_usual_start(match):
    def refused(variant="Checkered", **more):
        fields = {"control": parse_control("5+3"), "rated": True, **more}
        settings, fen = fields.pop("settings", {}), fields.pop("fen", None)
        with pytest.raises(RulesError) as caught:
            match.opener.open(variant, settings, "ann", 0, fen, **fields)
        return caught.value.code

    assert refused() == "account_needed"
    match.site.accounts.open("ann")
    assert refused(control=parse_control("none")) == "rated_clock"
    assert refused(settings={"switch": False}) == "rated_settings"
    assert refused(others="ann") == refused(others="computer-1") == "rated_people"
    assert refused("Chess", fen="4k3/8/8/8/8/8/8/4K2R w K - 0 1") == "rated_people"
    table = match.opener.open("Checkered", {}, "ann", 0, control=parse_control("5+3"), rated=True)
    with pytest.raises(Refusal) as caught:
        match.opener.sit(table, "bob")
    assert caught.value.code == "account_needed"


def test_three_players_are_rated_by_each_other(match):
    rated(match, "Crown", seats=3)
    while match.table.status == "running":
        position = match.table.position
        match.turn(*(next(iter(match.table.moves(seat))) for seat in position.to_act))
    found = ratings.of_table(match.journal, match.id)
    points = dict(zip(match.people, match.table.ending.points, strict=True))
    assert sorted(found, key=lambda person: found[person].rating) == sorted(found, key=points.__getitem__)
    assert len(found) == 3


def test_no_question_of_a_rated_game_about_its_players_reads_their_pool(match):
    with query_plans("SELECT ratings.pool") as plans:
        for _ in range(2):
            rated(match)
            match.play(MATE)
    assert plans
    assert [line for plan in plans.values() for line in plan if "USING" in line and "person=?" not in line] == []


def test_ratings_made_anew_are_the_same_to_the_last_digit(match):
    for day in range(12):
        match.time += day * 40_000
        rated(match, control=("5+3", "15+10", "3d")[day % 3])
        match.play(MATE if day % 4 else "e2e4 e7e5")
        if not day % 4:
            assert match.send("resign", day % 8 // 4) == ""
    before = {person: ratings.of_person(match.journal, person) for person in match.people}
    assert ratings.rebuild(match.journal) == 12
    assert {person: ratings.of_person(match.journal, person) for person in match.people} == before
    assert len(before["ann"]) == 12
