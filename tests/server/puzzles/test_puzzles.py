"""Puzzles on the site: no answer is told before one is given, first answers are kept, days in a row count."""

import re
from contextlib import closing
from datetime import UTC, date, datetime
from html import unescape
from itertools import product

import pytest

from server.puzzles import PuzzleService, PuzzleStore
from server.puzzles.puzzle import Source, mark
from server.store import Journal, answers
from server.store.answers import Answer
from server.tables import ANSWER_RETENTION
from tests.harness.composition import app_at
from tests.harness.sources import Clock, scripted
from variants.registry import load_all

NOON = datetime(2026, 12, 24, 12, tzinfo=UTC).timestamp()
DAY = 86_400.0
VARIANTS = load_all()
PUZZLES = PuzzleStore.read(VARIANTS)
MIX = next(puzzle for puzzle in PUZZLES.puzzles.values() if puzzle.theme == "mix")
ONE = next(puzzle for puzzle in PUZZLES.puzzles.values() if puzzle.theme != "mix")


@pytest.fixture(scope="module")
def app(tmp_path_factory, clock):
    with app_at(tmp_path_factory.mktemp("data"), scripted(clock), engines=0) as app:
        yield app


def app_of(folder, puzzle):
    """A site with this puzzle and no other."""
    alone = PuzzleStore([puzzle])
    parts = {"puzzles": lambda site: PuzzleService(alone, site.journal, site.clock, site.limits)}
    return app_at(folder, scripted(Clock()), parts, engines=0)


def best(puzzle):
    """A right answer, as the page sends it."""
    if puzzle.theme != "mix":
        return next(iter(puzzle.solution))
    shares = [round(puzzle.solution.get(move, 0) * 100) for move in puzzle.moves]
    shares[0] += 100 - sum(shares)
    return " ".join(f"{move}={share}" for move, share in zip(puzzle.moves, shares, strict=True))


def worst(puzzle):
    return max(puzzle.costs, key=lambda move: puzzle.costs[move])


def post(client, puzzle, answer, language="en"):
    return client.post(f"/{language}/puzzles/{puzzle.id}", data={"answer": answer})


@pytest.mark.parametrize("language", ["fr", *(pytest.param(one, marks=pytest.mark.slow) for one in ("en", "es"))])
@pytest.mark.parametrize("puzzle", [MIX, ONE], ids=lambda puzzle: puzzle.theme)
def test_the_answer_of_a_puzzle_is_sent_only_after_an_attempt(tmp_path, puzzle, language):
    # All that differs between two worlds whose puzzles differ in nothing but the answer.
    pages = []
    for name, other in (("one", puzzle), ("two", _with_another_answer(puzzle))):
        paths = [f"/{language}/{page}" for page in ("puzzles", f"puzzles/{puzzle.id}", f"variants/{puzzle.variant}")]
        paths += [f"/api/v1/puzzles{more}" for more in ("", "/daily", f"/{puzzle.id}", f"?variant={puzzle.variant}")]
        paths += ["/sitemap.xml", f"/card/puzzle/{puzzle.id}.png"]
        with app_of(tmp_path / name, other) as app:
            client = app.test_client()
            client.get(f"/{language}/")  # Only the first page sets the cookie of the language.
            answers_of_site = [client.get(path, headers={"Accept-Language": language}) for path in paths]
            assert post(client, puzzle, best(other)).json["solution"]
        assert {each.status_code for each in answers_of_site} == {200}
        # The headers too: one of them could name a file to load before it is asked for.
        for each in answers_of_site:
            each.headers.pop("Date", None)
        pages.append([(each.data, sorted(each.headers.items(lower=True))) for each in answers_of_site])
    assert [path for path, one, other in zip(paths, *pages, strict=True) if one != other] == []


TABLE = next(puzzle for puzzle in PUZZLES.puzzles.values() if puzzle.source.kind == "table")
GAME = next(puzzle for puzzle in PUZZLES.puzzles.values() if puzzle.source.kind == "self-play")
RECORD = GAME.model_copy(update={"source": Source(kind="game", record="abcd-1234")})


@pytest.mark.parametrize(
    ("puzzle", "said"),
    [
        (TABLE, "Position tirée de la table exacte de finales {name}, tirage {seed}."),
        (GAME, "Position de la partie {seed} de l’ordinateur contre lui-même, après le tour {turn}."),
        (RECORD, "Position de la partie terminée {record}."),
    ],
)
def test_the_page_says_where_the_position_is_from(tmp_path, puzzle, said):
    with app_of(tmp_path, puzzle) as app:
        page = unescape(app.test_client().get(f"/fr/puzzles/{puzzle.id}").text)
    assert said.format(**puzzle.source.model_dump()) in page


def test_the_page_names_the_side_that_the_reader_plays(client):
    page = unescape(client.get(f"/fr/puzzles/{TABLE.id}").text)
    assert re.search(rf"À\s+résoudre pour les Noirs. Niveau\s{TABLE.level} sur\s5.", page)
    assert page.count("Vous jouez les Noirs.") + page.count("Trait aux Noirs\u202f:") == 1


def test_rules_pages_lead_to_the_puzzles_of_their_variant(client):
    for name in VARIANTS:
        page = client.get(f"/en/variants/{name}").text
        assert (f'href="/en/puzzles/next?variant={name}"' in page) == bool(PUZZLES.of(name)), name
    assert 'href="/en/puzzles"' in client.get("/en/").text


def _with_another_answer(puzzle):
    if puzzle.theme == "mix":
        points = [list(reversed(row)) for row in puzzle.points]
        shares = dict(zip(puzzle.moves, [0.25, 0.75, 0.0][: len(puzzle.moves)], strict=True))
        return puzzle.model_copy(update={"solution": shares, "value": 0.123, "points": points})
    other = worst(puzzle)
    costs = {move: 0.31 for move in (*puzzle.costs, *puzzle.solution) if move != other}
    return puzzle.model_copy(
        update={"solution": {other: 1.0}, "costs": costs, "value": 0.77, "line": [], "trap": None, "theme": "best"}
    )


def test_an_answer_is_marked_and_the_solution_shown(client):
    right = post(client, ONE, best(ONE)).json
    assert (right["right"], right["lost"]) == (True, 0)
    assert [move["id"] for move in right["solution"]] == list(ONE.solution)
    assert len(right["line"]) == len(ONE.line) + 1
    wrong = post(client, ONE, worst(ONE)).json
    assert (wrong["right"], wrong["lost"]) == (False, max(ONE.costs.values()))
    mixed = post(client, MIX, best(MIX)).json
    assert (mixed["right"], mixed["points"]) == (True, MIX.points)
    pure = post(client, MIX, f"{MIX.moves[0]}=100").json
    assert not pure["right"]
    assert pure["lost"] == pytest.approx(MIX.value - min(MIX.points[0])), "by the reply that leaves least"


@pytest.mark.parametrize(
    ("puzzle", "answer", "code"),
    [
        (ONE, "", "puzzle_sum"),
        (ONE, "h9h9", "puzzle_move"),
        (ONE, f"{best(ONE)}=50", "puzzle_sum"),
        (ONE, f"{best(ONE)}=50 {worst(ONE)}=50", "puzzle_one"),
        (ONE, f"{best(ONE)}=-1 {worst(ONE)}=101", "puzzle_answer"),
        (ONE, f"{best(ONE)}=50 {best(ONE)}=50", "puzzle_answer"),
        (ONE, "a" * 300, "puzzle_answer"),
        (MIX, f"{MIX.moves[0]}=60 h9h9=40", "puzzle_move"),
    ],
)
def test_an_invalid_answer_is_refused_by_name_and_not_stored(client, puzzle, answer, code):
    refused = post(client, puzzle, answer, "fr")
    assert (refused.status_code, refused.json["refusal"]["code"]) == (409, code)
    assert "Nothing" in client.get("/en/puzzles").text


def test_a_page_without_puzzles_says_so(client):
    for path in ("/en/puzzles/aaaaaaaa", "/api/v1/puzzles/aaaaaaaa", "/card/puzzle/aa.png"):
        assert client.get(path).status_code == 404, path
    assert client.post("/en/puzzles/aaaaaaaa", data={"answer": "a1a2"}).status_code == 404
    assert client.get("/en/puzzles/next?variant=Nowhere").status_code == 404


def test_the_first_answer_of_a_person_is_kept_and_no_later_one(client, app):
    post(client, ONE, worst(ONE))
    post(client, ONE, best(ONE))
    page = client.get("/en/puzzles").text
    assert "0 of 1 right at the first try." in page
    assert f"{round(max(ONE.costs.values()) * 100)} of 100 points lost" in page
    assert "Nothing has been answered" in app.test_client().get("/en/puzzles").text, "a stranger's answers are none"


def test_the_next_puzzle_is_one_that_was_not_answered(client):
    there = [puzzle.id for puzzle in PUZZLES.of(MIX.variant)]

    def following(after=""):
        answer = client.get(f"/en/puzzles/next?variant={MIX.variant}&after={after}")
        assert answer.status_code == 303
        return answer.headers["Location"].rsplit("/", 1)[-1]

    assert following() == there[0]
    assert following(there[0]) == there[1]
    assert following(there[-1]) == there[0]
    post(client, PUZZLES.puzzles[there[0]], best(PUZZLES.puzzles[there[0]]))
    assert following() == there[1]
    level = client.get(f"/en/puzzles/next?variant={MIX.variant}&level={MIX.level}").headers["Location"]
    found = PUZZLES.puzzles[re.sub(r".*/|\?.*", "", level)]
    assert found.level == MIX.level
    assert level.endswith(f"?level={MIX.level}")


def test_days_in_a_row_count_where_the_puzzle_of_the_day_was_solved_on_its_day(client, clock):
    def daily():
        found = PUZZLES.daily(datetime.fromtimestamp(clock.now, UTC).date())
        assert found is not None
        return found

    for days in range(3):
        clock.now = NOON + days * DAY
        post(client, daily(), best(daily()))
    assert "Solved 3 days in a row." in client.get("/en/puzzles").text
    assert "3 jours de suite" in client.get("/fr/puzzles").text
    clock.now += DAY - 1  # Tomorrow, a second before noon.
    assert "Solved 3 days in a row." in client.get("/en/puzzles").text, "today's may still be solved"
    clock.now = datetime(2026, 12, 28, 0, 0, 0, tzinfo=UTC).timestamp()
    assert "in a row" not in client.get("/en/puzzles").text, "a day was missed"
    wrong = "=".join((daily().moves[0], "100")) if daily().theme == "mix" else worst(daily())
    post(client, daily(), wrong)
    assert "in a row" not in client.get("/en/puzzles").text, "a wrong answer is no solution"


def test_the_puzzle_of_the_day_changes_at_midnight_by_utc(client, clock):
    midnight = datetime(2026, 12, 25, tzinfo=UTC).timestamp()
    for moment in (midnight - 1, midnight):
        clock.now = moment
        found = PUZZLES.daily(datetime.fromtimestamp(moment, UTC).date())
        assert found is not None
        assert client.get("/api/v1/puzzles/daily").json["id"] == found.id
        assert f'/puzzles/{found.id}"' in client.get("/en/puzzles").text
    assert PUZZLES.daily(date(2026, 12, 24)) is not PUZZLES.daily(date(2026, 12, 25))


def test_programs_ask_for_puzzles_and_answer_them(client):
    listed = client.get(f"/api/v1/puzzles?variant={MIX.variant}&most=100").json["puzzles"]
    assert [each["id"] for each in listed] == [puzzle.id for puzzle in PUZZLES.of(MIX.variant)][:100]
    assert client.get("/api/v1/puzzles?variant=Nowhere").status_code == 404
    answers_of_site = client.get(f"/api/v1/puzzles/{MIX.id}").json
    assert (answers_of_site["asks"], answers_of_site["moves"], answers_of_site["fen"]) == ("mix", MIX.moves, MIX.fen)
    secret = client.post("/api/v1/identity", json={}).json["secret"]
    bearer = {"Authorization": f"Bearer {secret}"}
    mix = dict(zip(MIX.moves, [50, 50, 0], strict=False))
    mark = client.post(f"/api/v1/puzzles/{MIX.id}/answer", json={"mix": mix}, headers=bearer).json
    assert mark["solution"] == MIX.solution
    refused = client.post(f"/api/v1/puzzles/{MIX.id}/answer", json={"mix": {"h9h9": 100}})
    assert (refused.status_code, refused.json["refusal"]["code"]) == (409, "puzzle_move")


@pytest.mark.parametrize("puzzle", PUZZLES.puzzles.values(), ids=lambda puzzle: f"{puzzle.variant}-{puzzle.id}")
def test_the_solution_of_every_puzzle_is_marked_as_right_and_no_single_move_hits_a_mix(puzzle):
    shares = dict(part.partition("=")[::2] for part in best(puzzle).split())
    assert mark(puzzle, {move: int(share or 100) for move, share in shares.items()}).right
    if puzzle.theme != "mix":
        assert not mark(puzzle, {worst(puzzle): 100}).right
        return
    tens = [shares for shares in product(range(0, 101, 10), repeat=len(puzzle.moves)) if sum(shares) == 100]
    marks = {shares: mark(puzzle, dict(zip(puzzle.moves, shares, strict=True))).right for shares in tens}
    assert any(marks.values()), "ten plays can hit it"
    assert not any(right for shares, right in marks.items() if max(shares) == 100)


def test_an_answer_is_kept_on_either_engine_and_for_some_time(place):
    with closing(Journal(place)) as journal:
        for number in range(3):
            answers.save(journal, "ann", Answer(f"puzzle{number}", NOON + number, 0.25 * number, not number))
        answers.save(journal, "ann", Answer("puzzle0", NOON + 9, 1.0, False))
        answers.save(journal, "bob", Answer("puzzle0", NOON, 0.0, True))
        answers_of_site = answers.of(journal, "ann")
        assert [(each.puzzle, each.lost, each.right) for each in answers_of_site] == [
            ("puzzle2", 0.5, False),
            ("puzzle1", 0.25, False),
            ("puzzle0", 0.0, True),
        ]
        assert answers_of_site[0].day == date(2026, 12, 24)
        assert answers.forget(journal, NOON + 1) == 2
        assert [each.puzzle for each in answers.of(journal, "ann")] == ["puzzle2", "puzzle1"]
        assert answers.of(journal, "bob") == []


def test_old_answers_are_forgotten_once_a_day(match):
    for number, age in enumerate((ANSWER_RETENTION + 1, ANSWER_RETENTION - 1)):
        answers.save(match.journal, "ann", Answer(f"puzzle{number}", match.time - age, 0.0, True))
    assert match.site.cleanup.prune() == 1
    assert [each.puzzle for each in answers.of(match.journal, "ann")] == ["puzzle1"]


def test_a_file_of_the_operator_that_holds_no_puzzles_is_named_and_the_site_runs(tmp_path):
    (tmp_path / "puzzles").mkdir()
    (tmp_path / "puzzles" / "Chess.jsonl").write_text("{}\n")
    with app_at(tmp_path, engines=0) as app:
        assert any("Chess.jsonl:1" in fault for fault in app.extensions["cavalier"].faults)
        assert app.test_client().get("/en/puzzles").status_code == 200
