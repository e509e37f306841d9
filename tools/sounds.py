"""Makes `static/sounds.wav`, the sounds of the board one after the other: `python -m tools.sounds`.

Each is a few damped partials, as wood and wax have, or a little noise; where each begins and ends stands in
`static/sounds.js`, and a test compares the two.
"""

from __future__ import annotations

import wave
from array import array
from collections.abc import Iterable
from math import exp, pi, sin
from pathlib import Path
from random import Random
from typing import NamedTuple

FILE = Path(__file__).parents[1] / "static" / "sounds.wav"
RATE = 10_000
"""Samples a second: no partial is higher than half of it."""
LOUDEST = 0.8
FADE = 0.01
"""Seconds in which each sound comes to its end, so that it does not click."""


class Partial(NamedTuple):
    """A damped tone: when it begins (seconds), its frequency (Hz), its loudness, and how fast it dies (1/seconds)."""

    begin: float
    frequency: float
    loudness: float
    damping: float


class Noise(NamedTuple):
    """A damped hiss, smoothed over so many samples."""

    begin: float
    loudness: float
    damping: float
    smooth: int = 3


def knock(begin: float, pitch: float, loudness: float) -> list[Partial | Noise]:
    """A piece of wood put down: the partials of a short bar, and the noise of the touch."""
    return [
        Partial(begin, pitch, loudness, 55),
        Partial(begin, pitch * 2.76, loudness * 0.45, 90),
        Partial(begin, pitch * 5.4, loudness * 0.18, 140),
        Noise(begin, loudness * 0.5, 320),
    ]


SOUNDS: dict[str, tuple[float, list[Partial | Noise]]] = {
    "move": (0.1, knock(0, 310, 0.8)),
    "capture": (0.16, [*knock(0, 420, 0.6), *knock(0.05, 235, 0.9)]),
    "seal": (0.2, [Partial(0, 96, 1.0, 22), Partial(0, 150, 0.5, 34), Noise(0, 0.35, 45, 9)]),
    "break": (
        0.22,
        [Noise(at, 0.8 - at, 260, 2) for at in (0.0, 0.028, 0.05, 0.091, 0.13)] + [Partial(0, 190, 0.3, 40)],
    ),
    "clash": (0.3, [Partial(0, pitch, 0.5, 13 + at * 3) for at, pitch in enumerate((523, 831, 1187, 1741, 2503))]),
    "low": (0.26, [Partial(at, 784, 0.6, 26) for at in (0.0, 0.13)]),
    "end": (0.5, [Partial(at * 0.09, pitch, 0.5, 7) for at, pitch in enumerate((392, 494, 587))]),
}
"""By name: how long each lasts, in seconds, and of what it is made."""


def spans() -> dict[str, tuple[float, float]]:
    """Where each sound begins in the file, and how long it lasts, in seconds."""
    found, at = {}, 0.0
    for name, (lasts, _) in SOUNDS.items():
        found[name] = (round(at, 3), lasts)
        at += lasts
    return found


def samples(lasts: float, parts: Iterable[Partial | Noise], seed: str) -> list[float]:
    """The samples of a sound, each from -LOUDEST to LOUDEST."""
    random = Random(seed)
    count = round(lasts * RATE)
    found = [0.0] * count
    for part in parts:
        recent = [0.0] * (part.smooth if isinstance(part, Noise) else 1)
        for index in range(round(part.begin * RATE), count):
            time = index / RATE - part.begin
            if isinstance(part, Noise):
                recent = [*recent[1:], random.uniform(-1, 1)]
                wave_at = sum(recent) / len(recent)
            else:
                wave_at = sin(2 * pi * part.frequency * time)
            found[index] += part.loudness * exp(-part.damping * time) * wave_at
    peak = max(map(abs, found))
    fade = round(FADE * RATE)
    return [LOUDEST * each / peak * min(1.0, (count - index) / fade) for index, each in enumerate(found)]


def whole() -> array[int]:
    """All sounds, as numbers of 16 bits."""
    made = (samples(lasts, parts, name) for name, (lasts, parts) in SOUNDS.items())
    return array("h", [round(each * 32_767) for sound in made for each in sound])


def write(file: Path) -> None:
    """Write the file."""
    with wave.open(str(file), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(whole().tobytes())


if __name__ == "__main__":
    write(FILE)
