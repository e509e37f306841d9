"""What may be said at a table, how much and how fast, and that what was said is on disk."""

import sqlite3
import unicodedata
from typing import get_args

import pytest

from server.journal.chat import keep, load
from server.journal.engine import JournalError
from server.journal.entries import Opening
from server.journal.store import Journal
from server.tables.chat import (
    LONGEST_REMARK,
    MOST_REFUSALS,
    MOST_REMARKS,
    REMARK_PERIOD,
    REMARKS_AT_ONCE,
    REMARKS_SHOWN,
    Chat,
    Phrase,
    Remark,
    checked,
    phrases,
)
from server.tables.refusal import Refusal
from server.texts.catalogue import speaker


class Talker:
    """A chat whose clock stands still until it is moved, and who speaks there."""

    def __init__(self):
        self.chat = Chat()
        self.now = 100.0
        self.sent = 0

    def say(self, text="x", person="ann", room="players", message=""):
        """Say it and have it kept."""
        self.sent += 1
        remark = self.chat.consider(room, 0, person, message or f"m{self.sent}", None, text, self.now)
        self.chat.take(remark)
        return remark

    def fill(self, room):
        """Say as much as a room holds."""
        while self.chat.count(room) < MOST_REMARKS:
            self.now += REMARK_PERIOD
            self.say(room=room)


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


def test_one_says_either_a_phrase_or_a_text(talker):
    for preset, text in ((None, None), ("hello", "Hello")):
        with pytest.raises(Refusal, match="either a phrase or a text"):
            talker.chat.consider("players", 0, "ann", f"m{preset}", preset, text, 100.0)
    assert talker.chat.consider("players", 0, "ann", "m", "hello", None, 100.0).preset == "hello"


def test_who_writes_too_fast_is_refused_until_the_time_is_over_and_nobody_else_is(talker):
    for _ in range(REMARKS_AT_ONCE):
        talker.say()
    with pytest.raises(Refusal, match="Too many messages") as refused:
        talker.say()
    assert refused.value.code == "too_fast"
    with pytest.raises(Refusal, match="Too many messages"):
        talker.say(room="onlookers")
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


def test_a_room_that_is_full_forgets_its_oldest_remark_and_the_other_room_none(talker):
    first = talker.say(room="onlookers")
    talker.fill("players")
    talker.now += REMARK_PERIOD
    assert talker.say().number == MOST_REMARKS + 1
    assert talker.chat.count("players") == MOST_REMARKS
    assert [remark.number for remark in talker.chat.remarks if remark.room == "players"] == list(
        range(2, MOST_REMARKS + 2)
    )
    assert talker.chat.newest(["onlookers"]) == [first]


def test_a_refused_message_is_refused_again_whatever_has_changed_since(talker):
    for _ in range(REMARKS_AT_ONCE):
        talker.say()
    for _ in range(2):
        with pytest.raises(Refusal, match="Too many messages"):
            talker.say(message="again")
        talker.now += REMARK_PERIOD
    assert talker.say(message="again", person="bob").person == "bob", "another person's is another message"


def test_refusals_are_not_remembered_without_end(talker):
    for number in range(MOST_REFUSALS + 50):
        with pytest.raises(Refusal):
            talker.say("", message=f"no{number}")
    assert len(talker.chat._refused) == MOST_REFUSALS
    assert talker.say(message="no0")


def test_each_room_is_numbered_by_itself_and_read_by_itself(talker):
    said = [talker.say(room=room, person=room) for room in ("players", "onlookers", "players")]
    assert [remark.number for remark in said] == [1, 1, 2]
    assert talker.chat.newest(["players"]) == [said[0], said[2]]
    assert talker.chat.newest(["onlookers"]) == [said[1]]
    assert talker.chat.newest(["onlookers", "players"]) == said


def test_only_the_newest_are_shown(talker):
    talker.fill("players")
    assert [remark.number for remark in talker.chat.newest(["players"])] == list(
        range(MOST_REMARKS - REMARKS_SHOWN + 1, MOST_REMARKS + 1)
    )


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_phrase_has_its_words_and_they_could_be_said_by_hand(language):
    said = phrases(speaker(language))
    assert set(said) == set(get_args(Phrase))
    assert [checked(text) for text in said.values()] == list(said.values())


@pytest.fixture
def journal(tmp_path):
    made = Journal(tmp_path / "journal.sqlite")
    made.open_table(Opening("t1", "Toy", 1, {}, "3/3 w 0", 100.0), [], "open")
    yield made
    made.close()


REMARKS = [
    Remark("players", 1, 1, "ann", "m1", None, "<b>é♞</b>", 100.5),
    Remark("onlookers", 1, None, "eve", "m1", "hello", None, 101.5),
    Remark("players", 2, 0, "bob", "m2", None, "x", 102.5),
]


def test_what_was_said_is_read_back_as_it_was(journal):
    for sequence, remark in enumerate(REMARKS):
        keep(journal, "t1", sequence, remark, MOST_REMARKS)
    chat = Chat(*load(journal, "t1"))
    assert chat.remarks == REMARKS
    assert chat.has("ann", "m1")
    assert not chat.has("bob", "m1")
    assert Chat(*load(journal, "t2")).remarks == []


def test_a_remark_is_on_disk_when_it_is_kept(journal, tmp_path):
    keep(journal, "t1", 0, REMARKS[0], MOST_REMARKS)
    other = sqlite3.connect(tmp_path / "journal.sqlite")
    assert other.execute("SELECT text FROM chat").fetchall() == [("<b>é♞</b>",)]
    other.close()


def test_the_journal_keeps_of_a_room_as_much_as_memory_does(journal):
    keep(journal, "t1", 0, REMARKS[0], MOST_REMARKS)
    keep(journal, "t1", 1, REMARKS[1], MOST_REMARKS)
    keep(journal, "t1", 2, REMARKS[0]._replace(number=MOST_REMARKS + 1, message="m3"), MOST_REMARKS)
    assert [(remark.room, remark.number) for remark in Chat(*load(journal, "t1")).remarks] == [
        ("onlookers", 1),
        ("players", MOST_REMARKS + 1),
    ]


def test_a_remark_in_the_place_of_another_and_one_of_no_table_are_refused(journal):
    keep(journal, "t1", 0, REMARKS[0], MOST_REMARKS)
    with pytest.raises(JournalError):
        keep(journal, "t1", 0, REMARKS[1], MOST_REMARKS)
    with pytest.raises(JournalError):
        keep(journal, "nowhere", 0, REMARKS[1], MOST_REMARKS)
    assert Chat(*load(journal, "t1")).remarks == REMARKS[:1]
