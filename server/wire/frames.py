"""The frames of a websocket that hold a whole message of text: all that is sent while games are played."""

from __future__ import annotations

import struct

FINAL_TEXT = 0x81
"""The first byte of a frame that is a whole message of text."""

FINAL_TEXT_HEAD = bytes((FINAL_TEXT,))

MASKED = 0x80
"""Is set in the second byte of every frame of a browser, beside the length."""

SHORT, MEDIUM = 125, 65_535
"""The most bytes in a frame that tells its length in one byte, and in two more."""

MASK_SIZE = 4
"""Bytes of the mask before what a browser sends."""


def text_frame(payload: bytes) -> bytes:
    """A message in UTF-8 as one frame from a server: the bytes that wsproto makes of it, in a tenth of the time."""
    size = len(payload)
    if size <= SHORT:
        return bytes((FINAL_TEXT, size)) + payload
    if size <= MEDIUM:
        return struct.pack("!BBH", FINAL_TEXT, SHORT + 1, size) + payload
    return struct.pack("!BBQ", FINAL_TEXT, SHORT + 2, size) + payload


class TextFrames:
    """Cuts what a browser sends into messages, as long as each is one frame of text of at most `longest` bytes.

    The first other frame and all after it, right or wrong, is for the library.
    """

    def __init__(self, longest: int) -> None:
        self._longest = min(longest, MEDIUM)
        self._begun = b""
        """The beginning of a frame."""
        self._ended = False

    def cut(self, data: bytes) -> tuple[list[str], bytes]:
        """The messages that are complete with these bytes, and what the library is to read."""
        if self._ended:
            return [], data
        messages: list[str] = []
        data, at = self._begun + data, 0
        try:
            while (bounds := self._bounds(data, at)) is not None:
                start, end = bounds
                messages.append(_unmasked(data[start:end]).decode())
                at = end
        except ValueError:  # Text that is no UTF-8 too.
            self._ended, self._begun = True, b""
            return messages, data[at:]
        self._begun = data[at:]
        return messages, b""

    def _bounds(self, data: bytes, at: int) -> tuple[int, int] | None:
        """Where the mask of the frame begins that begins here, and where the frame ends; None before it is complete.

        Raises ValueError for a frame of another kind.
        """
        head = data[at : at + 2]
        if not FINAL_TEXT_HEAD.startswith(head[:1]):
            raise ValueError("no whole message of text")
        if len(head) < 2:
            return None
        size, start = head[1] - MASKED, at + 2
        if size == SHORT + 1:
            size, start = int.from_bytes(data[at + 2 : at + 4]), at + 4
            if len(data) < start:
                return None
            if size <= SHORT:
                raise ValueError("a length that is written too long")
        elif size > SHORT:
            raise ValueError("a length of eight bytes")
        if not 0 <= size <= self._longest:
            raise ValueError("without a mask, or too long")
        end = start + MASK_SIZE + size
        return (start, end) if end <= len(data) else None


def _unmasked(masked: bytes) -> bytes:
    """What follows a mask, freed from it."""
    size = len(masked) - MASK_SIZE
    mask = masked[:MASK_SIZE] * (size // MASK_SIZE + 1)
    return (int.from_bytes(masked[MASK_SIZE:]) ^ int.from_bytes(mask[:size])).to_bytes(size)
