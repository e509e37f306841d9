"""The product says what the golden files say; and whatever one of them says otherwise is named with its place."""

import json

import pytest

from tests.golden.comparison import report, stored
from tests.golden.recorder import recorded


def test_the_product_is_as_it_was_recorded():
    assert "\n".join(report(stored(), recorded())) == ""


@pytest.fixture(scope="module")
def files():
    return stored()


GAME = "games/Apocalypse-1.jsonl"


def _sentence(lines):
    lines[2]["views"]["onlooker"]["en"]["view"]["turns"][0]["sentences"][0] = "Somebody moves."


def _field(lines):
    del lines[0]["views"]["onlooker"]["en"]["view"]["takebacks"]


def _refusal(lines):
    lines[3]["answer"]["refusal"]["code"] = "too_late"


def _fen(lines):
    lines[-2]["records"]["onlooker"]["final_fen"] = "5/5/5/5/5"


def _route(lines):
    lines.pop()


@pytest.mark.parametrize(
    ("name", "change", "place", "now"),
    [
        (GAME, _sentence, "line 3: views.onlooker.en.view.turns.0.sentences.0", '"Somebody moves."'),
        (GAME, _field, "line 1: views.onlooker.en.view.takebacks", "(nothing)"),
        (GAME, _refusal, "line 4: answer.refusal.code", '"too_late"'),
        (GAME, _fen, "line 45: records.onlooker.final_fen", '"5/5/5/5/5"'),
        ("routes.jsonl", _route, "line 100", "(nothing)"),
    ],
)
def test_a_difference_is_named_with_its_place(files, name, change, place, now):
    changed = json.loads(json.dumps(files[name]))
    change(changed)
    header, before, after = report(files, {**files, name: changed})
    assert (header, after) == (f"{name} {place}", f"  now:      {now}")
    assert before.startswith("  recorded: ")
