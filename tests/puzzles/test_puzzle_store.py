"""Reading puzzles, and the puzzle of a day."""

import json
from datetime import date, timedelta

import pytest

from server.puzzles.puzzle import Puzzle, PuzzleError, id_of
from server.puzzles.store import FOLDER, PuzzleStore, puzzles_in
from variants.registry import load

MONDAY = date(2026, 11, 23)
MATE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"


def fields(number=0, variant="Frogs", **changes):
    """A puzzle as a file holds it."""
    fen = changes.pop("fen", f"8/{number} w 0")
    return {
        "id": id_of(variant, {}, fen, 0),
        "fen": fen,
        "seat": 0,
        "theme": "best",
        "solution": {"a1a2": 1.0},
        "value": 1.0,
        "costs": {"a1a3": 0.5},
        "nodes": 100,
        "source": {"kind": "self-play", "seed": 1, "turn": 3},
        "level": 1,
        "since": "2026-11-23",
        **changes,
    }


def puzzle(number, variant="Frogs", **changes):
    return Puzzle.model_validate_json(json.dumps({**fields(number, variant, **changes), "variant": variant}))


def several(count, variant, since="2026-11-23"):
    return [puzzle(number, variant, since=since, fen=f"{since} {number}") for number in range(count)]


def days(puzzle_store, count):
    found = [puzzle_store.daily(MONDAY + timedelta(number)) for number in range(count)]
    return [each.id for each in found if each is not None]


MIX = {"theme": "mix", "costs": {}, "moves": ["a1a2", "a1a3"], "replies": ["b1b2"], "points": [[1.0], [0.5]]}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"id": "aaaaaaaa"}, "the id of this position is"),
        ({"solution": {"a1a2": 0.9}}, "do not add up to 1"),
        ({"solution": {"a1a2": 1.5}}, "solution.a1a2"),
        ({"nodes": None}, "nodes is missing"),
        ({"theme": "clever"}, "theme"),
        ({"theme": "trap"}, "names the trap"),
        ({"theme": "trap", "trap": "a1a4"}, "the trap has no cost"),
        ({"costs": {}}, "needs costs"),
        ({"costs": {"a1a2": 0.1}}, "the solution has a cost"),
        ({"line": [{"0": "a1a3"}]}, "does not begin with the solution"),
        ({"level": 6}, "level"),
        ({"level": "1"}, "level"),
        ({"surprise": 1}, "surprise"),
        ({"source": {"kind": "self-play", "seed": 1}}, "where the position is from"),
        ({"source": {"kind": "table", "seed": 1}}, "where the position is from"),
        ({"source": {"kind": "game", "seed": 1}}, "where the position is from"),
        ({"since": "soon"}, "since"),
        ({**MIX, "moves": ["a1a3"], "points": [[1.0]]}, "two or three moves"),
        ({**MIX, "moves": ["a1a3", "a1a4"]}, "moves that are not offered"),
        ({**MIX, "points": [[1.0]]}, "a row for each move"),
        ({**MIX, "replies": [], "points": [[], []]}, "needs replies"),
    ],
)
def test_a_fault_is_reported_with_its_file_and_line(changes, said, tmp_path):
    file = tmp_path / "Frogs" / "puzzles.jsonl"
    file.parent.mkdir()
    file.write_text(json.dumps(fields()) + "\n" + json.dumps(fields(**changes)) + "\n")
    with pytest.raises(PuzzleError, match=r"Frogs/puzzles\.jsonl:2: ") as error:
        list(puzzles_in(file, "Frogs"))
    assert said in str(error.value)


@pytest.mark.parametrize("line", ["", "{", "[]", "null", '{"id": 1}', '{"value": NaN}'])
def test_an_invalid_line_is_reported(line, tmp_path):
    (tmp_path / "puzzles.jsonl").write_text(f"{line}\n")
    with pytest.raises(PuzzleError, match=r"puzzles\.jsonl:1: "):
        list(puzzles_in(tmp_path / "puzzles.jsonl", "Frogs"))


def test_written_puzzles_are_read_back(tmp_path):
    file = tmp_path / "puzzles.jsonl"
    stored = [puzzle(1), puzzle(2, **MIX), puzzle(3, theme="trap", trap="a1a3", line=[{"0": "a1a2"}])]
    file.write_text("".join(each.text() + "\n" for each in stored))
    assert list(puzzles_in(file, "Frogs")) == stored


def test_the_operator_adds_puzzles_and_takes_none_away(tmp_path):
    chess = {"Chess": load("Chess")}
    ours = PuzzleStore.read(chess)
    (tmp_path / FOLDER).mkdir()
    mine = fields(variant="Chess", fen=MATE, solution={"a1a8": 1.0}, costs={"a1a2": 0.5})
    (tmp_path / FOLDER / "Chess.jsonl").write_text(json.dumps(mine) + "\n")
    more = PuzzleStore.read(chess, tmp_path)
    assert set(more.puzzles) - set(ours.puzzles) == {mine["id"]}
    assert set(ours.puzzles) < set(more.puzzles)


@pytest.mark.parametrize(
    ("changes", "said"),
    [({"fen": "8/8 w"}, "is no position of Chess"), ({"solution": {"a1h8": 1.0}}, "the rules do not offer a1h8")],
)
def test_puzzles_of_the_operator_that_break_the_rules_are_named(tmp_path, changes, said):
    (tmp_path / FOLDER).mkdir()
    mine = fields(variant="Chess", **{"fen": MATE, "solution": {"a1a8": 1.0}, **changes})
    (tmp_path / FOLDER / "Chess.jsonl").write_text(json.dumps(mine) + "\n")
    with pytest.raises(PuzzleError, match=said):
        PuzzleStore.read({"Chess": load("Chess")}, tmp_path)


def test_daily_puzzles_repeat_only_after_all_were_shown_and_variants_alternate():
    puzzle_store = PuzzleStore([*several(3, "Frogs"), *several(5, "Newts"), *several(1, "Toads")])
    shown = days(puzzle_store, 18)
    assert set(shown[:9]) == set(puzzle_store.puzzles) == set(shown[9:])
    assert [puzzle_store.puzzles[each].variant for each in shown[:5]] == ["Frogs", "Newts", "Toads", "Frogs", "Newts"]


def test_every_process_chooses_the_same_daily_puzzle():
    one, other = (PuzzleStore([*several(3, "Frogs"), *several(5, "Newts")]) for _ in range(2))
    shown = days(one, 20)
    assert other.daily(MONDAY + timedelta(19)) == one.puzzles[shown[19]]
    assert days(other, 20) == shown


@pytest.mark.parametrize("later", range(1, 12))
def test_puzzles_that_are_added_change_no_day_before_them(later):
    old = [*several(3, "Frogs"), *several(5, "Newts")]
    since = MONDAY + timedelta(later)
    new = [*several(2, "Frogs", since.isoformat()), *several(4, "Apes", since.isoformat())]
    before, after = days(PuzzleStore(old), 60), days(PuzzleStore([*new, *old]), 60)
    assert before[:later] == after[:later]
    done = (later - 1) // 8 * 8
    assert len(set(after[done : done + 14])) == 14, "none again before all were shown"


def test_no_daily_puzzle_exists_before_the_first_day_or_without_puzzles():
    assert PuzzleStore([puzzle(1)]).daily(MONDAY - timedelta(1)) is None
    assert PuzzleStore([]).daily(MONDAY) is None
