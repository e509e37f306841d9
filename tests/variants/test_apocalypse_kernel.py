"""The kernel of Apocalypse says what the law says, on random positions under all options."""

from __future__ import annotations

from itertools import islice
from math import tanh
from random import Random

import numpy as np
import pytest

from bench import fit
from tests.variants.apocalypse_law import compare_kernel, positions
from variants.Apocalypse import Variant, bits, kernel, weights, worth
from variants.Apocalypse.kernel import ApocalypseKernel
from variants.kernel import GOES_ON
from variants.registry import load


def compared(count: int) -> None:
    random = Random(2)
    for position in islice(positions(Random(1)), count):
        compare_kernel(position, random)


def test_the_kernel_says_what_the_law_says() -> None:
    compared(2500)


def changed(name: str, wrong: object) -> tuple[object, str, object]:
    return ApocalypseKernel, name, wrong


FAULTS = {
    "a clash by nature alone": changed(
        "after", lambda self, own, other, move, risky, seat: (bits.made(own, other, move)[0], bits.punished(other))
    ),
    "no hope on the last rank": changed("hoped", lambda *_: 0),
    "no hope elsewhere": changed("risky", lambda *_: []),
    "any arrival becomes a horseman": changed("arrival", lambda *_: kernel.BECOMES),
    "nobody is stuck": changed("moves_on", lambda *_: True),
    "nobody loses": changed("result", lambda *_: GOES_ON),
    "whatever fits": changed("fits", lambda *_: True),
    "nothing happens at once": (kernel, "together", lambda white, black, *_: (white, black)),
    "no penalty": (kernel, "punished", lambda own: own),
    "the captured stays": (kernel, "made", lambda own, other, move: (bits.made(own, other, move)[0], other)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_the_kernel_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*FAULTS[fault])
    with pytest.raises(AssertionError, match="the law differs from the kernel"):
        compared(1000)


def test_a_variant_made_out_of_apocalypse_has_no_kernel_of_its_own() -> None:
    class Other(Variant):
        pass

    assert Variant.start().kernel() is not None
    assert Other.start().kernel() is None
    assert load("Synchrone").start().kernel() is None


def test_an_estimate_is_the_same_for_both_seats_but_for_its_sign() -> None:
    for position in islice(positions(Random(3)), 300):
        offered = position.kernel()
        assert offered is not None
        assert position.evaluate(0) == offered.estimate(*offered.words(position.key())) == -position.evaluate(1)


def test_the_weights_count_what_they_were_fitted_to() -> None:
    vector = fit.flat({name: getattr(weights, name) for name in fit.PLAIN})
    assert len(vector) == fit.COUNT
    for position in islice(positions(Random(4)), 300):
        white, black = bits.words(*position.key())
        (row,) = fit.matrix([fit.Judged(white, black, 0.0)])
        assert worth.estimated(white, black) == pytest.approx(tanh(row @ vector))


def test_weights_are_written_as_they_are_read() -> None:
    vector = fit.flat({name: getattr(weights, name) for name in fit.PLAIN})
    found: dict[str, object] = {}
    exec(fit.written(vector), found)
    assert fit.flat({name: found[name] for name in fit.PLAIN}).tolist() == vector.tolist()


def test_a_fit_finds_what_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit, "NODES", 60)
    games = [fit.played(Random(number), lambda position: None) for number in range(30)]
    assert games[0] == fit.played(Random(0), lambda position: None), "the same again from the same seed"
    met = [each for game in games for each in game]
    more = [float(np.sign(bits.count(each.white & bits.ALL) - bits.count(each.black & bits.ALL))) for each in met]
    vector = fit.fitted([(fit.matrix(met), np.array(more))] * 2)
    assert vector[4] > vector[2], "footmen, where only they decide"
