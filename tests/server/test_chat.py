"""Remarks in a chat: which texts are taken, how many and how fast, and how they are kept."""

import unicodedata
from contextlib import closing
from typing import get_args

import pytest

from server.game import Opening, Refusal
from server.store import Journal, JournalError
from server.store.chat import ChatMessage, keep, load
from server.tables.chat import (
    LONGEST_REMARK,
    MOST_REFUSALS,
    MOST_REMARKS,
    REMARK_PERIOD,
    REMARKS_AT_ONCE,
    REMARKS_SHOWN,
    Chat,
    Phrase,
    checked,
    phrases,
)
from server.texts.catalogue import speaker


class Talker:
    """A chat whose clock a test turns, and whoever speaks there."""

    def __init__(self):
        self.chat, self.now, self.sent = Chat(), 100.0, 0

    def say(self, text="x", person="ann", room="players", message=""):
        """Add a remark; raises Refusal."""
        self.sent += 1
        remark = self.chat.consider(room, 0, person, message or f"m{self.sent}", None, text, self.now)
        self.chat.take(remark)
        return remark


@pytest.fixture
def talker():
    return Talker()


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
        "x" * LONGEST_REMARK,
        "♞" * LONGEST_REMARK,
    ],
)
def test_a_text_of_any_script_is_kept_as_it_came(text):
    assert checked(text) == text


def test_a_text_is_kept_composed_and_without_blanks_at_its_ends():
    composed = "é" * LONGEST_REMARK
    assert checked(f" \u00a0{unicodedata.normalize('NFD', composed)}  ") == composed


@pytest.mark.parametrize(
    "text",
    [
        *("a\nb", "a\n", "\ra", "a\tb", "a\0b", "a\x1bb", "a\x7fb", "a\x85b", "a\u2028b", "a\u2029b"),
        *("a\ud800b", "\udfff"),
        *(f"a{sign}b" for sign in "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"),
        *(f"a{sign}b" for sign in "\u00ad\u200b\u2060\ufeff\ufff9\U000e0041\ue000\ufffe\U0001ffff\U0010ffff"),
        *("", " ", "\u3000\u00a0", "\u200d", "\u200c \u200d", "\u0301", "\u3164", "\u2800\u2800", "\u115f \uffa0"),
        *("x" + "\u0330" * 5, "x" + "\u200d\u0330" * 5, "x \u0330\u0331\u0332\u0333\u0334y"),
        *("x" * (LONGEST_REMARK + 1), "é" * (LONGEST_REMARK + 1)),
    ],
    ids=ascii,
)
def test_a_text_that_is_empty_too_long_or_not_what_it_seems_is_refused_by_name(text):
    with pytest.raises(Refusal) as refused:
        checked(text)
    assert refused.value.code == "chat_text"


def test_who_writes_too_fast_is_refused_until_the_time_is_over_and_nobody_else_is(talker):
    for _ in range(REMARKS_AT_ONCE):
        talker.say()
    for room in ("players", "onlookers"):
        with pytest.raises(Refusal, match="Too many messages") as refused:
            talker.say(room=room)
        assert refused.value.code == "too_fast"
    talker.say(person="bob")
    talker.now += REMARK_PERIOD - 0.001
    with pytest.raises(Refusal, match="Too many messages"):
        talker.say()
    talker.now += 0.001
    talker.say()


def test_a_clock_that_was_set_back_silences_nobody(talker):
    for _ in range(REMARKS_AT_ONCE):
        talker.say()
    talker.now -= 3600
    talker.say()


def test_a_room_that_is_full_forgets_its_oldest_remark_and_shows_the_newest(talker):
    onlooker = talker.say(room="onlookers")
    for _ in range(MOST_REMARKS + 1):
        talker.now += REMARK_PERIOD
        last = talker.say()
    assert last.number == MOST_REMARKS + 1
    numbers = [remark.number for remark in talker.chat.remarks if remark.room == "players"]
    assert numbers == list(range(2, MOST_REMARKS + 2))
    assert [remark.number for remark in talker.chat.newest(["players"])] == numbers[-REMARKS_SHOWN:]
    assert talker.chat.newest(["onlookers"]) == [onlooker]


def test_a_refused_message_is_refused_again_whatever_has_changed_since(talker):
    for _ in range(REMARKS_AT_ONCE):
        talker.say()
    for _ in range(2):
        with pytest.raises(Refusal, match="Too many messages"):
            talker.say(message="again")
        talker.now += REMARK_PERIOD
    assert talker.say(message="again", person="bob").person == "bob", "another person's is another message"


def test_refusals_are_not_remembered_without_end(talker):
    for number in range(MOST_REFUSALS + 1):
        with pytest.raises(Refusal):
            talker.say("", message=f"no{number}")
    assert talker.say(message="no0")
    with pytest.raises(Refusal):
        talker.say(message=f"no{MOST_REFUSALS}")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_phrase_has_its_words_and_they_could_be_written_by_hand(language):
    texts = phrases(speaker(language))
    assert set(texts) == set(get_args(Phrase))
    assert [checked(text) for text in texts.values()] == list(texts.values())


REMARKS = [
    ChatMessage("players", 1, 1, "ann", "m1", None, "<b>é♞</b>", 100.5),
    ChatMessage("onlookers", 1, None, "eve", "m1", "hello", None, 101.5),
    ChatMessage("players", 2, 0, "bob", "m2", None, "x", 102.5),
]


@pytest.fixture
def journal(place):
    with closing(Journal(place)) as made:
        made.open_table(Opening("t1", "Toy", 1, {}, "3/3 w 0", 100.0), [], "open")
        yield made


def test_remarks_are_read_back_as_they_were(journal):
    for sequence, remark in enumerate(REMARKS):
        keep(journal, "t1", sequence, remark, MOST_REMARKS)
    chat = Chat(*load(journal, "t1"))
    assert chat.remarks == REMARKS
    assert chat.has("ann", "m1")
    assert not chat.has("bob", "m1")
    assert Chat(*load(journal, "t2")).remarks == []
    keep(journal, "t1", 3, REMARKS[0]._replace(number=MOST_REMARKS + 1, message="m3"), MOST_REMARKS)
    kept = [(remark.room, remark.number) for remark in Chat(*load(journal, "t1")).remarks]
    assert kept == [("onlookers", 1), ("players", 2), ("players", MOST_REMARKS + 1)], "as much of a room as memory does"


def test_a_remark_in_the_place_of_another_and_one_of_no_table_are_refused(journal):
    keep(journal, "t1", 0, REMARKS[0], MOST_REMARKS)
    for table in ("t1", "nowhere"):
        with pytest.raises(JournalError):
            keep(journal, table, 0, REMARKS[1], MOST_REMARKS)
    assert Chat(*load(journal, "t1")).remarks == REMARKS[:1]
