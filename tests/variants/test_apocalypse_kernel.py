"""The kernel of Apocalypse says what the law says, on random positions under all options."""

from itertools import islice
from math import tanh
from random import Random

import pytest

from tests.variants.apocalypse_law import compare, positions
from variants.Apocalypse import Variant, bits, evaluation, kernel, weights
from variants.Apocalypse.bits import ALL, REACH
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


def added(own, other, seat):
    """What a seat is worth in thousandths: the weights added up square by square, as their names say."""
    total = 0

    def add(kind, *place, times=1):
        nonlocal total
        weight = kind
        for index in place:
            weight = weight[index]
        total += weight * times

    footmen, horsemen, foes, others = own & ALL, own >> 25 & ALL, other & ALL, other >> 25 & ALL
    men, riders = footmen.bit_count(), min(horsemen.bit_count(), 2)
    add(weights.FOOTMEN, min(men, 5))
    add(weights.HORSEMEN, riders)
    add(weights.HUNTED, min(foes.bit_count(), 5), times=riders)
    add(weights.POINTS, own >> 50)
    captures = reached = 0
    for square in range(25):
        rank, file, middle = square // 5 if seat else 4 - square // 5, square % 5, min(square % 5, 4 - square % 5)
        if footmen >> square & 1:
            kind = (weights.LAST, weights.PAIR, weights.FOOTMEN_AT)[min(men, 3) - 1]
            add(kind, rank, riders if men < 3 else middle)
            ahead = 1 << square + 5 if seat else 1 << square - 5
            captures |= (ahead >> 1 if file > 0 else 0) | (ahead << 1 if file < 4 else 0)
        if horsemen >> square & 1:
            add(weights.HORSEMEN_AT, rank, middle)
            reached |= REACH[square]
    add(weights.THREATS, 0, times=(captures & foes).bit_count())
    add(weights.THREATS, 1, times=(captures & others).bit_count())
    add(weights.THREATS, 2 if foes.bit_count() > 1 else 3, times=(reached & foes).bit_count())
    add(weights.THREATS, 4, times=(reached & others).bit_count())
    return total


def test_an_estimate_adds_up_the_weights_of_each_square():
    for position in islice(positions(Random(4)), 300):
        white, black = bits.words(*position.key())
        told = tanh((added(white, black, 0) - added(black, white, 1)) / 1000)
        assert evaluation.estimated(white, black) == pytest.approx(told)
