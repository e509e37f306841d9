"""The product says what the golden files say; and whatever one of them says otherwise is named with its place."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.golden.comparison import Files, report, stored
from tests.golden.recorder import recorded


def test_the_product_is_as_it_was_recorded() -> None:
    assert "\n".join(report(stored(), recorded())) == ""


@pytest.fixture(scope="module")
def files() -> Files:
    return stored()


GAME = "games/Apocalypse-1.jsonl"


def _sentence(lines: list[Any]) -> None:
    lines[2]["views"]["onlooker"]["en"]["view"]["turns"][0]["sentences"][0] = "Somebody moves."


def _field(lines: list[Any]) -> None:
    del lines[0]["views"]["onlooker"]["en"]["view"]["takebacks"]


def _refusal(lines: list[Any]) -> None:
    lines[3]["answer"]["refusal"]["code"] = "too_late"


def _fen(lines: list[Any]) -> None:
    lines[-2]["records"]["onlooker"]["final_fen"] = "5/5/5/5/5"


def _route(lines: list[Any]) -> None:
    lines.pop()


@pytest.mark.parametrize(
    ("name", "change", "place", "now"),
    [
        (GAME, _sentence, "line 3: views.onlooker.en.view.turns.0.sentences.0", '"Somebody moves."'),
        (GAME, _field, "line 1: views.onlooker.en.view.takebacks", "(nothing)"),
        (GAME, _refusal, "line 4: answer.refusal.code", '"too_late"'),
        (GAME, _fen, "line 45: records.onlooker.final_fen", '"5/5/5/5/5"'),
        ("routes.jsonl", _route, "line 104", "(nothing)"),
    ],
)
def test_what_changed_is_named_with_its_place(
    files: Files, name: str, change: Callable[[list[Any]], None], place: str, now: str
) -> None:
    changed = json.loads(json.dumps(files[name]))
    change(changed)
    header, before, after = report(files, {**files, name: changed})
    assert (header, after) == (f"{name} {place}", f"  now:      {now}")
    assert before.startswith("  recorded: ")
