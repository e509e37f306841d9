"""Which answer of a variant's own method its base classes could not go on with: that method is to blame."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable
from inspect import CO_GENERATOR
from pathlib import Path
from reprlib import repr as short
from traceback import walk_tb
from types import FrameType
from typing import Any

from variants import contract, promises, registry
from variants.position import Position

PROMISES = (contract.__file__, promises.__file__)
"""Where positions are held to what is promised."""


def blamed(variant: type[Position], again: Callable[[], None]) -> str:
    """Does `again` what raised an error, and tells what the own method answered last that the error comes from.

    As the end of a sentence; "" where the error was raised by the variant itself, or where it comes from no answer.
    """
    home, base = str(Path(inspect.getfile(variant)).parent), str(registry.HOME)
    answers: dict[FrameType, str] = {}

    def of(frame: FrameType | None, folder: str) -> bool:
        return frame is not None and os.path.dirname(frame.f_code.co_filename) == folder

    def look(frame: FrameType, event: str, answer: Any) -> None:
        if event != "return":
            return
        if answer is not None:  # It was left without an error.
            answers.pop(frame, None)
        asker = frame.f_back
        ended = answer is None and frame.f_code.co_flags & CO_GENERATOR
        if of(frame, home) and not of(asker, home) and not ended:
            place = f"{Path(frame.f_code.co_filename).name}, line {frame.f_lineno}"
            while asker is not None and of(asker, base):
                answers[asker] = f", after {frame.f_code.co_name} ({place}) answered {short(answer)}"
                asker = asker.f_back

    sys.setprofile(look)
    try:
        again()
    except Exception as error:  # The one that is to be explained.
        sys.setprofile(None)
        called: list[FrameType] = []
        for frame, _ in walk_tb(error.__traceback__):
            # What was answered to a check explains no error that was raised in a later call.
            called = [frame] if frame.f_code.co_filename in PROMISES else [*called, frame]
        if not any(of(frame, home) for frame in called):
            return next((answers[frame] for frame in reversed(called) if frame in answers), "")
    finally:
        sys.setprofile(None)
    return ""
