"""The kernel of Apocalypse says what the law says, on random positions under all options."""

from itertools import islice
from random import Random

import pytest

from tests.variants.apocalypse_law import compare, positions
from variants.Apocalypse import Variant, bits, kernel
from variants.Apocalypse.kernel import ApocalypseKernel
from variants.kernel import GOES_ON
from variants.registry import load


def compared(count):
    random = Random(2)
    for position in islice(positions(Random(1)), count):
        compare(position, random)


def test_the_kernel_says_what_the_law_says():
    compared(2500)


def changed(name, wrong):
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
def test_a_fault_of_the_kernel_is_found(fault, monkeypatch):
    monkeypatch.setattr(*FAULTS[fault])
    with pytest.raises(AssertionError, match="the law differs from the kernel"):
        compared(1000)


def test_a_variant_made_out_of_apocalypse_has_no_kernel_of_its_own():
    class Other(Variant):
        pass

    assert Variant.start().kernel() is not None
    assert Other.start().kernel() is None
    assert load("Synchrone").start().kernel() is None


def test_an_estimate_is_the_same_for_both_seats_but_for_its_sign():
    for position in islice(positions(Random(3)), 300):
        offered = position.kernel()
        assert offered is not None
        assert position.evaluate(0) == offered.estimate(*offered.words(position.key())) == -position.evaluate(1)
