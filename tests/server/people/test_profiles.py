"""Profiles: what they show of games, to whom, and how their games are filtered."""

import re
import sqlite3

import pytest

from server.game import parse_control
from server.store import JOURNAL
from tests.harness.plans import query_plans

DAY = 86_400.0
MATE = "f2f3 e7e5 g2g4 d8h4"


@pytest.fixture
def games(play, ann, bob, clock):
    """By name: a game that Ann lost and one that she won, rated; one by link, one that runs, and one of a month ago."""
    made = {"old": play(ann.id, bob.id, MATE)}
    clock.now += 30 * DAY
    made |= {
        "lost": play(ann.id, bob.id, MATE),
        "won": play(bob.id, ann.id, MATE, rated=True),
        "link": play(ann.id, bob.id, MATE, listed=False),
        "runs": play(ann.id, bob.id, "e2e4"),
    }
    return made


def shown(app, games, query="", name="Ann"):
    page = app.test_client().get(f"/en/people/{name}{query}").text
    found = set(re.findall(r"/en/game/(\w+)", page))
    return {name for name, table in games.items() if table in found}


QUERIES = {
    "": {"old", "lost", "won"},
    "?result=won": {"won"},
    "?result=lost": {"old", "lost"},
    "?result=drawn": set(),
    "?days=7": {"lost", "won"},
    "?rated=1": {"won"},
    "?against=bob": {"old", "lost", "won"},
    "?against=Bbo": set(),
    "?variant=Dark": set(),
    "?variant=Chess&result=lost&days=7": {"lost"},
    "?result=x&days=x&variant=Chess": {"old", "lost", "won"},
}


def test_a_profile_shows_the_listed_and_rated_games_that_are_over_as_they_are_asked_for(app, games):
    assert {query: shown(app, games, query) for query in QUERIES} == QUERIES


def test_a_profile_keeps_a_name_that_nobody_has_and_says_that_no_game_fits(app, games):
    page = app.test_client().get("/en/people/Ann?against=Bbo").text
    assert 'name="against" value="Bbo"' in page
    assert "No game fits." in page
    assert "No game is finished yet." not in page


def test_a_profile_is_shown_without_reading_the_games_of_others(app, games):
    with query_plans("SELECT tables.id, tables.variant") as plans:
        assert app.test_client().get("/en/people/Ann").status_code == 200
    assert plans
    assert [line for plan in plans.values() for line in plan if "tables_by_status" in line] == []


def test_a_search_for_signs_alone_finds_nobody(ann, bob):
    assert "Nobody has such a name" in bob.get("/people?name=_").text


def test_a_profile_has_a_curve_for_each_pool_that_is_read_without_a_script(app, games):
    page = app.test_client().get("/fr/people/ann", follow_redirects=True).text
    assert page.count('<svg class="curve"') == 1
    assert 'role="img" aria-label="Classement : Échecs, blitz"' in page.replace("\u202f", " ").replace("\xa0", " ")


def test_a_curve_has_at_most_two_hundred_ratings_of_a_long_history_and_the_newest(app, services, games, ann, tmp_path):
    row = "INSERT INTO ratings VALUES ('Chess/blitz', ?, ?, ?, ?, ?, 60.0, 0.06, 1500)"
    with sqlite3.connect(tmp_path / JOURNAL) as connection:
        for number in range(100, 1_000):
            connection.execute(row, (number, ann.id, games["won"], services.clock() + number, 600.0 + number))
    page = app.test_client().get("/en/people/Ann").text
    (path,) = re.findall(r'class="curve-line" d="M([^"]*)"', page)
    assert 150 < len(path.split("L")) <= 200
    assert "901 games" in page
    assert "1599" in page


def test_lists_show_the_ratings_of_those_who_wait_for_or_play_rated_games(app, services, play, ann, bob):
    fives = (parse_control("5+3"),)
    play(bob.id, ann.id, MATE, rated=True)
    play(ann.id, bob.id, "e2e4", rated=True)
    play(ann.id, bob.id, "e2e4", "Checkered")
    for rated in (True, False):
        services.opener.open("Chess", {}, ann.id, 0, control=fives[0], rated=rated)
    services.matchmaker.seek(bob.id, ["Chess"], fives, "m", True, 100)
    lists = services.rows.described(services.rows.tables(), "en")
    ((name, rating, title),) = [(row["name"], row["rating"], row["control_title"]) for row in lists["waiting"]]
    assert (name, rating, title.rpartition(", ")[2]) == ("Bob", "1338?", "rated ±100")
    assert sorted(one["rating"] for row in lists["open"] for one in row["people"] if one) == ["", "1662?"]
    assert sorted([chair["rating"] for chair in row["chairs"]] for row in lists["running"]) == [
        ["", ""],
        ["1662?", "1338?"],
    ]
    page = app.test_client().get("/en/").text
    assert {text: page.count(text) for text in ("1662?", "1338?")} == {"1662?": 2, "1338?": 2}


def test_a_private_profile_is_its_owners_alone(app, games, ann, bob):
    assert ann.form("/account/profile", private="1").status_code == 303
    assert [each.get("/people/Ann").status_code for each in (ann, bob)] == [200, 404]
    assert "/people/Ann" not in bob.get("/people?name=an").text
    assert "Nobody has such a name" in bob.get("/people?name=Ann").text
    table = games["runs"]
    for page in (f"/game/{table}/people", f"/report/{ann.id}"):
        assert "Ann" in bob.get(page).text
        assert "/people/Ann" not in bob.get(page).text, "no link leads to nothing"
    assert bob.form(f"/block/{ann.id}").headers["Location"] == "/en/account#blocked"
    assert ann.form("/account/profile").status_code == 303
    assert bob.get("/people/Ann").status_code == 200
    assert app.test_client().post("/en/account/profile").status_code == 404


def test_the_best_players_are_those_whose_ratings_hold_however_many_newcomers_are_above_them(
    app, services, games, ann, tmp_path
):
    row = "INSERT INTO ratings VALUES ('Chess/blitz', ?, ?, ?, ?, ?, ?, 0.06, 1500)"
    rated = [*((f"new{number}", 1700.0, 300.0) for number in range(60)), (ann.id, 1650.0, 60.0)]
    with sqlite3.connect(tmp_path / JOURNAL) as connection:
        for number, (person, rating, deviation) in enumerate(rated, 100):
            connection.execute(row, (number, person, games["won"], services.clock(), rating, deviation))
    page = app.test_client().get("/en/variants/Chess/ratings").text
    assert "/en/people/Ann" in page
    assert "1650" in page


def test_a_leaderboard_is_read_once_a_minute_and_shows_no_account_that_was_closed_since(
    app, services, games, ann, bob, clock, tmp_path
):
    row = "INSERT INTO ratings VALUES ('Chess/blitz', ?, ?, ?, ?, 1650.0, 60.0, 0.06, 1500)"

    def rated(number, person):
        with sqlite3.connect(tmp_path / JOURNAL) as connection:
            connection.execute(row, (number, person, games["won"], services.clock()))

    def shown():
        page = app.test_client().get("/en/variants/Chess/ratings").text
        return {name for name in ("Ann", "Bob") if f"/en/people/{name}" in page}

    rated(100, ann.id)
    assert shown() == {"Ann"}
    rated(101, bob.id)
    assert shown() == {"Ann"}
    clock.now += 60.0
    assert shown() == {"Ann", "Bob"}
    services.sanctions.impose("moderator", bob.id, "close", "unfair_help")
    assert shown() == {"Ann"}


@pytest.mark.parametrize(
    "page", ["/people/Ann", "/report/{ann.id}", "/block/{ann.id}", "/moderation/{ann.id}", "/moderation/{ann.id}/close"]
)
def test_the_access_log_has_the_route_of_a_page_about_a_person(app, ann, page):
    logged = []
    for method in ("GET", "POST"):
        app.test_client().open(
            f"/en{page.format(ann=ann)}", method=method, environ_overrides={"cavalier.logged": logged}
        )
    assert any("<" in each for each in logged)
    assert all("<" in each or each == "no page" for each in logged), logged
