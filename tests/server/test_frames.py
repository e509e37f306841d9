"""Messages are cut out of the bytes of a browser as the library cuts them, and what is no plain text is left to it."""

from random import Random

import pytest
from wsproto.connection import Connection, ConnectionType
from wsproto.events import BytesMessage, CloseConnection, Event, Message, Ping, TextMessage

from server.wire.frames import MEDIUM, TextFrames, text_frame

LONGEST = 16_384


def sent(*events: Event) -> bytes:
    """What a browser sends, masked at random by the library."""
    browser = Connection(ConnectionType.CLIENT)
    return b"".join(map(browser.send, events))


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 70_000])
def test_a_frame_is_the_one_that_the_library_makes(size: int) -> None:
    message = "é" * (size // 2) + "x" * (size % 2)
    assert text_frame(message.encode()) == bytes(Connection(ConnectionType.SERVER).send(TextMessage(message)))


@pytest.mark.parametrize("size", [0, 1, 124, 125, 126, 127, 3_000, LONGEST])
def test_a_message_is_what_was_sent(size: int) -> None:
    message = "é" * (size // 2) + "x" * (size % 2)
    assert TextFrames(LONGEST).cut(sent(TextMessage(message))) == ([message], b"")


def test_messages_are_found_wherever_the_network_cuts_them() -> None:
    random = Random(1)
    messages = ["x" * size for size in (0, 3, 126, 500, 0, 125, 1)]
    data = sent(*map(TextMessage, messages))
    for _ in range(300):
        frames, found, at = TextFrames(LONGEST), [], 0
        while at < len(data):
            size = random.choice((1, 2, 5, 200, 1_000))
            cut, others = frames.cut(data[at : at + size])
            assert others == b""
            found += cut
            at += size
        assert found == messages


@pytest.mark.parametrize(
    "other",
    [
        sent(Ping(b"x")),
        sent(BytesMessage(b"x")),
        sent(CloseConnection(1000)),
        sent(Message(data="x", message_finished=False)),
        sent(TextMessage("x" * (LONGEST + 1))),
        sent(TextMessage("x" * (MEDIUM + 1))),
        text_frame(b"without a mask"),
        text_frame(b"x" * 126),
        b"\x81\xfe\x00\x7d" + bytes(4 + 125),
        b"\x81\xfe\x00\x01" + bytes(4 + 1),
        b"\xc1\x81" + bytes(5),
        b"\x81\x82" + bytes(4) + b"\xff\xfe",
    ],
    ids=(
        *("ping", "bytes", "close", "fragment", "too-long", "far-too-long", "unmasked", "long-unmasked"),
        *("length-too-long", "length-far-too-long", "extension", "no-utf-8"),
    ),
)
def test_everything_from_another_frame_on_is_left_to_the_library(other: bytes) -> None:
    before, after = sent(TextMessage("before")), sent(TextMessage("after"))
    frames = TextFrames(LONGEST)
    assert frames.cut(before + other) == (["before"], other)
    assert frames.cut(after) == ([], after)
    frames, left, messages = TextFrames(LONGEST), b"", []
    for byte in before + other + after:
        cut, others = frames.cut(bytes((byte,)))
        messages += cut
        left += others
    assert (messages, left) == (["before"], other + after)
