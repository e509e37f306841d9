"""A check of SQLite's write-ahead log: whether acknowledged commits in it can no longer be read.

SQLite reads that file (the write-ahead log) up to the first frame whose checksum is wrong and drops the rest without a
word. After a crash in the middle of a write that is right: what was being written was acknowledged to nobody. But a
commit is on disk before the next one is written, so a wrong frame with a later commit behind it was damaged afterwards.
See https://sqlite.org/fileformat2.html, section 4.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

HEAD, FRAME_HEAD = 32, 24
MAGIC = 0x377F0682
"""Of a file whose checksums read words with the lowest byte first; one more where the highest comes first."""

Sums = tuple[int, int]


class _Frame(NamedTuple):
    salts: tuple[int, int]
    stored: Sums
    commits: bool
    content: bytes
    """What the checksum is taken of."""


def damaged(path: Path) -> bool:
    """Whether damage cuts off a commit that was on disk. Raises OSError."""
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return False
    with file:
        head = file.read(HEAD)
        if len(head) < HEAD:
            return False
        magic, _, page_size, _, *salts = struct.unpack(">6I", head[:24])
        order = ">" if magic & 1 else "<"
        stored: Sums = struct.unpack(">2I", head[24:])
        if magic & ~1 == MAGIC and _sums(head[:24], (0, 0), order) == stored:
            return _cut_off(_frames(file, page_size), (salts[0], salts[1]), stored, order)
        if page_size & (page_size - 1) or not 512 <= page_size <= 65536:
            # Without the page size nothing behind the head can be read; a head is written before the first commit.
            return file.read(1) != b""
        found = False
        for order in "<>":
            file.seek(HEAD)
            found = found or _cut_off(_frames(file, page_size), None, stored, order)
        return found


def _cut_off(frames: Iterator[_Frame], salts: tuple[int, int] | None, before: Sums, order: str) -> bool:
    """Whether a frame with a right checksum stands behind the first commit after a wrong one."""
    wrong, committed = salts is None, False
    for frame in frames:
        if salts is None:
            salts = frame.salts
        if frame.salts != salts:
            # The end, behind which are frames of an earlier use of the file; or a damaged head of a frame.
            wrong = True
            before = frame.stored
            continue
        holds = _sums(frame.content, before, order) == frame.stored
        before = frame.stored
        if wrong and committed and holds:
            return True
        wrong = wrong or not holds
        committed = committed or (wrong and frame.commits)
    return False


def _frames(file: BinaryIO, page_size: int) -> Iterator[_Frame]:
    while len(frame := file.read(FRAME_HEAD + page_size)) == FRAME_HEAD + page_size:
        _, size_after, salt, other_salt, first, second = struct.unpack(">6I", frame[:FRAME_HEAD])
        yield _Frame((salt, other_salt), (first, second), size_after > 0, frame[:8] + frame[FRAME_HEAD:])


def _sums(content: bytes, before: Sums, order: str) -> Sums:
    first, second = before
    words = iter(struct.unpack(f"{order}{len(content) // 4}I", content))
    for one, other in zip(words, words, strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second
