"""Chat messages: which texts are taken, how many and how fast, and how they are stored."""

import unicodedata
from contextlib import closing
from typing import get_args

import pytest

from server.chat import (
    LONGEST_TEXT,
    Phrase,
    checked,
    phrases,
)
from server.game import Entry, Opening, Refusal
from server.store import Conflict, Journal, JournalError, chat
from server.store.chat import ChatMessage
from server.texts.catalogue import translator


@pytest.mark.parametrize(
    "text",
    [
        "Hello",
        "<b>&amp;</b> {name} %s ' \" \\",
        "C’est à vous\u202f!",
        "¿Qué tal? 你好 שלום مرحبا",
        "می\u200cخواهم",
        "👨\u200d👩\u200d👧 ♞ ☠\ufe0f",
        "\U0001fae9",
        "a\u0330\u0331\u0332\u0333" * 2,
        "x" * LONGEST_TEXT,
        "♞" * LONGEST_TEXT,
        "é" * LONGEST_TEXT,
    ],
)
def test_a_text_of_any_script_is_kept_as_it_came_but_composed_and_without_blanks_at_its_ends(text):
    assert checked(text) == text
    assert checked(f" \u00a0{unicodedata.normalize('NFD', text)}  ") == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize(
    "text",
    [
        *("a\nb", "a\n", "\ra", "a\tb", "a\0b", "a\x1bb", "a\x7fb", "a\x85b", "a\u2028b", "a\u2029b"),
        *("a\ud800b", "\udfff"),
        *(f"a{sign}b" for sign in "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"),
        *(f"a{sign}b" for sign in "\u00ad\u200b\u2060\ufeff\ufff9\U000e0041\ue000\ufffe\U0001ffff\U0010ffff"),
        *("", " ", "\u3000\u00a0", "\u200d", "\u200c \u200d", "\u0301", "\u3164", "\u2800\u2800", "\u115f \uffa0"),
        *("x" + "\u0330" * 5, "x" + "\u200d\u0330" * 5, "x \u0330\u0331\u0332\u0333\u0334y"),
        *("x" * (LONGEST_TEXT + 1), "é" * (LONGEST_TEXT + 1)),
    ],
    ids=ascii,
)
def test_an_empty_long_or_deceptive_text_is_refused_by_name(text):
    with pytest.raises(Refusal) as refused:
        checked(text)
    assert refused.value.code == "chat_text"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_phrase_has_its_words_and_they_could_be_written_by_hand(language):
    texts = phrases(translator(language))
    assert set(texts) == set(get_args(Phrase))
    assert [checked(text) for text in texts.values()] == list(texts.values())


MESSAGES = [
    ChatMessage("players", 1, 1, "ann", "m1", None, "<b>é♞</b>", 100.5),
    ChatMessage("onlookers", 1, None, "eve", "m1", "hello", None, 101.5),
    ChatMessage("players", 2, 0, "bob", "m2", None, "x", 102.5),
]


@pytest.fixture
def journal(place):
    with closing(Journal(place)) as made:
        sit = Entry("sit", 0, 0, "ann", "", {}, 100.0)
        made.open_table(Opening("t1", "Toy", 1, {}, "3/3 w 0", 100.0), (sit,), "open")
        yield made


def stored(journal, table="t1"):
    return [each.content for each in chat.since(journal, table, 0)]


def test_a_room_that_is_full_loses_its_oldest_message_and_the_other_none(journal):
    for message in (*MESSAGES, MESSAGES[0]._replace(message="m3")):
        chat.add(journal, "t1", message, most=2)
    assert [(message.room, message.number) for message in stored(journal)] == [
        ("onlookers", 1),
        ("players", 2),
        ("players", 3),
    ]


def test_a_stored_chat_message_is_not_added_again(journal):
    """As where it is sent again through another process while the first one stores it."""
    chat.add(journal, "t1", MESSAGES[0])
    with pytest.raises(Conflict):
        chat.add(journal, "t1", MESSAGES[0]._replace(text="another text"))
    chat.add(journal, "t1", MESSAGES[2])
    assert stored(journal) == [MESSAGES[0], MESSAGES[2]]


def test_a_message_of_no_table_is_refused(journal):
    with pytest.raises(JournalError):
        chat.add(journal, "nowhere", MESSAGES[1])
    assert stored(journal, "nowhere") == []
