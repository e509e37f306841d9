"""What people say at a table: two rooms, kept apart while the game runs; bounded, and refused by name."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Literal

from server.game import Refusal
from server.runtime.lru import LRU
from server.store.chat import ChatMessage, Room
from server.texts.names import BLANKS, JOINERS, MOST_MARKS

Phrase = Literal[
    "hello", "good_luck", "well_played", "good_game", "thanks", "sorry", "one_moment", "again"
]  # fmt: skip

LONGEST_REMARK = 200
"""Characters of a text."""
MOST_REMARKS = 500
"""Remarks of one room of a table that are kept: the newest."""
REMARKS_AT_ONCE = 5
REMARK_PERIOD = 10.0
"""So many times in so many seconds one person may speak at one table."""
REMARKS_SHOWN = 100
"""The newest of them, which who comes to the table is shown."""
MOST_REFUSALS = 200
"""Refusals that a repeated message gets again."""

NEW_EMOJI = range(0x1F000, 0x1FC00)
"""Where next year's are: this program does not know them yet, the reader's may."""


class Chat:
    """What was said last at one table.

    As at the table, asking (`consider`) changes nothing; the caller puts a remark on disk and hands it to `take`.
    """

    def __init__(self, remarks: Iterable[ChatMessage] = (), sequence: int = 0) -> None:
        self.remarks = list(remarks)
        self.sequence = sequence
        """Remarks taken so far, those that are forgotten included."""
        self._refused: LRU[tuple[str, str], tuple[str, str, dict[str, str]]] = LRU(MOST_REFUSALS)

    def consider(
        self, room: Room, seat: int | None, person: str, message: str, preset: str | None, text: str | None, at: float
    ) -> ChatMessage:
        """What is to be kept. Raises Refusal, the same one again for the same message."""
        if (person, message) in self._refused:
            code, sentence, parameters = self._refused[person, message]
            raise Refusal(code, sentence, **parameters)
        try:
            return self._judge(room, seat, person, message, preset, text, at)
        except Refusal as refusal:
            # In parts, because an error that was raised keeps alive all that was in reach there.
            self._refused[person, message] = refusal.code, refusal.sentence, refusal.parameters
            raise

    def _judge(
        self, room: Room, seat: int | None, person: str, message: str, preset: str | None, text: str | None, at: float
    ) -> ChatMessage:
        if (preset is None) == (text is None):
            raise Refusal("chat_text", "Send either a phrase or a text of your own.")
        said = None if text is None else checked(text)
        if (
            sum(each.person == person and at - REMARK_PERIOD < each.at <= at for each in self.remarks)
            >= REMARKS_AT_ONCE
        ):
            raise Refusal("too_fast", "Too many messages at once. Wait a few seconds.")
        number = max((each.number for each in self.remarks if each.room == room), default=0) + 1
        return ChatMessage(room, number, seat, person, message, preset, said, at)

    def catch_up(self, remarks: Iterable[ChatMessage], sequence: int) -> None:
        """These have been said meanwhile; the next one has this sequence number."""
        for remark in remarks:
            self.take(remark)
        self.sequence = sequence

    def take(self, remark: ChatMessage) -> None:
        """It has been said. Where its room is full, the oldest remark there is forgotten."""
        self.remarks.append(remark)
        self.sequence += 1
        if self.count(remark.room) > MOST_REMARKS:
            self.remarks.remove(next(each for each in self.remarks if each.room == remark.room))

    def count(self, room: Room) -> int:
        """How many remarks of a room are kept."""
        return sum(each.room == room for each in self.remarks)

    def has(self, person: str, message: str) -> bool:
        """Was this message of this person taken already?"""
        return any(each.message == message and each.person == person for each in self.remarks)

    def has_said(self, person: str, preset: str) -> bool:
        """Has this person said this phrase here?"""
        return any(each.preset == preset and each.person == person for each in self.remarks)

    def newest(self, rooms: Sequence[Room]) -> list[ChatMessage]:
        """What was said last in these rooms, in the order in which it was said."""
        return [each for each in self.remarks if each.room in rooms][-REMARKS_SHOWN:]


def checked(text: str) -> str:
    """A text as it is kept: in the form NFC, without blanks at its ends. Nothing else is changed.

    Raises Refusal for one that is empty or too long, that holds line breaks or other controls, signs that turn the
    direction of writing or are invisible, halves of characters, or heaps of accents.
    """
    if any(unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") for sign in text):
        raise Refusal("chat_text", "A message is one line, without control characters.")
    text = unicodedata.normalize("NFC", text).strip()
    if any(map(_is_unseen, text)):
        raise Refusal(
            "chat_text", "A message holds no invisible characters, nor any that change the direction of writing."
        )
    shown = [sign for sign in text if sign not in JOINERS]
    if any(is_mark and len(list(heap)) > MOST_MARKS for is_mark, heap in groupby(shown, _is_mark)):
        raise Refusal("chat_text", "A letter bears at most {most} accents.", most=MOST_MARKS)
    if all(sign.isspace() or _is_mark(sign) for sign in shown):
        raise Refusal("chat_text", "The message is empty.")
    if len(text) > LONGEST_REMARK:
        raise Refusal("chat_text", "A message has at most {most} characters.", most=LONGEST_REMARK)
    return text


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign) in ("Mn", "Me")


def _is_unseen(sign: str) -> bool:
    if sign in BLANKS:
        return True
    match unicodedata.category(sign):
        case "Cf":
            return sign not in JOINERS
        case "Cn":
            return ord(sign) not in NEW_EMOJI
        case "Co":
            return True
    return False


def spoken(preset: str, _: Callable[[str], str]) -> str:
    """A phrase in the words of a language: one of those that anybody may say, or one of the computer's."""
    own = {
        "computer_hurried": _("I ran out of thinking time and played the first move I found. That may happen again.")
    }
    return own[preset] if preset in own else phrases(_)[preset]


def phrases(_: Callable[[str], str]) -> dict[str, str]:
    """The ready-made phrases by their codes, in the words of a language."""
    return {
        "hello": _("Hello."),
        "good_luck": _("Good luck."),
        "well_played": _("Well played."),
        "good_game": _("Good game."),
        "thanks": _("Thank you."),
        "sorry": _("Sorry."),
        "one_moment": _("One moment, please."),
        "again": _("Shall we play again?"),
    }
