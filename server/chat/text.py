"""What a chat message may be: one of the ready-made phrases, or a text in any script that is what it seems to be."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from itertools import groupby
from typing import Literal

from server.game import Refusal
from server.texts.names import BLANKS, JOINERS, MOST_MARKS

Phrase = Literal[
    "hello", "good_luck", "well_played", "good_game", "thanks", "sorry", "one_moment", "again"
]  # fmt: skip

LONGEST_TEXT = 200
"""Characters of a text."""
NEW_EMOJI = range(0x1F000, 0x1FC00)
"""Code points of emoji, those of coming years among them: the reader's machine may know them."""


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
    if len(text) > LONGEST_TEXT:
        raise Refusal("chat_text", "A message has at most {most} characters.", most=LONGEST_TEXT)
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


def phrase_text(preset: str, _: Callable[[str], str]) -> str:
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
