"""What is promised of every variant and takes long to try: every run plays a sample of variants, the slow tests all."""

from collections.abc import Iterable
from typing import Any

import pytest

from variants.registry import load_all

SAMPLE = frozenset(
    {
        "Apocalypse", "Checkered", "Chess", "Crazyhouse", "Dark", "Dice", "Dobutsu", "Duck", "Grand", "Marseillais",
        "Progressive", "Synchrone", "Xiangqi",
    }
)  # fmt: skip
"""Moves of one and of both at once, several in a row, hidden, drawn by lot, with hands, walls and large boards."""


def sampled(names: Iterable[str]) -> list[Any]:
    """These variants as parameters of a test: those that are neither toys nor in the sample are for the slow tests."""
    rest = load_all().keys() - SAMPLE
    return [pytest.param(name, marks=[pytest.mark.slow] if name in rest else []) for name in names]
