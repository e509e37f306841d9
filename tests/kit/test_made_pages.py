"""A variant from outside with words in one language, or without a page: `cavalier check` accepts it and says so."""

import re

import pytest

from server.cli import main
from tests.harness.made_pages import front, write

DECLARATION = {"pieces": {"n": "NN"}, "castling_files": "", "parts": {"CheckCount": {"checks": 5}}}
CODE = '''"""Newts."""

from variants.orthodox import Orthodox
from variants.position import Result, Seat


class Variant(Orthodox):
    """Chess in which stalemate loses."""

    def verdict(self, seat: Seat) -> Result:
        """A loss."""
        return self.lost(seat, super().verdict(seat).reason)
'''


@pytest.fixture
def report(tmp_path, capsys):
    """What `cavalier check` prints of Newts, and whether it finds no fault."""

    def run():
        status = main(["check", "Newts", "--variants", str(tmp_path), "--games", "1"])
        return re.sub(" +", " ", capsys.readouterr().out), status == 0

    return run


@pytest.mark.parametrize(("own", "other"), [("en", "fr"), ("fr", "en")])
def test_a_variant_as_data_with_a_title_and_a_summary_passes(tmp_path, report, own, other):
    write(tmp_path, DECLARATION, **{own: front()})
    said, sound = report()
    assert sound, said
    assert said.count("The page is made from the declaration: 2 figures.") == 2
    assert re.search(rf"^holds words \({other}\): .*\n The variant's own words are those of {own}\.md\.$", said, re.M)
    assert "There are words in one language: readers of all languages get these." in said


def test_a_page_with_rules_in_code_names_them(tmp_path, report):
    write(tmp_path, CODE)
    said, sound = report()
    assert sound, said
    assert "It says that there are more rules than it states: verdict of Variant." in said


def test_two_languages_without_a_page_need_the_same_words(tmp_path, report):
    write(tmp_path, DECLARATION, en=front("results:", "  resigned: Enough."), fr=front())
    said, sound = report()
    assert not sound
    assert "fr.md: results lacks “resigned”, which en.md has" in said


def test_a_page_of_its_own_needs_facts_and_reminder(tmp_path, report):
    write(tmp_path, DECLARATION, en=front(body="A game."))
    said, sound = report()
    assert not sound
    assert "Newts/rules/en.md: the front matter lacks “facts”" in said


def test_a_page_in_one_language_is_that_of_all_readers(tmp_path, report):
    facts = ("facts: [8 x 8]", "reminder: [Play., Take., Give check., Win.]")
    pieces = (
        "pieces:",
        "  N: [white nightrider, the white nightrider]",
        "  n: [black nightrider, the black nightrider]",
    )
    write(tmp_path, DECLARATION, en=front(*facts, *pieces, body="A game.\n"))
    said, _ = report()
    assert "holds page (fr): Every example holds; readers get the page of en.md." in said
