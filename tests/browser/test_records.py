"""A game is downloaded from its page as a record, sent to the page that plays it again, and stepped through."""

from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import expect

from tests.harness.audits import examine
from tests.harness.people import play_turns
from tests.harness.states import DOCUMENTED_RECORD


def test_a_record_is_downloaded_played_again_and_stepped_through(visitors, tmp_path):
    white, black = visitors.person("anna"), visitors.person("oskar")
    black.join(white.open("Apocalypse", name="Anna"))
    white.wait_for_board()
    play_turns("b1b2/c5c4", white=white, black=black)
    with white.page.expect_download() as saved:
        white.page.get_by_role("link", name="JSON").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    reader = visitors.person("reader").go("en/replay")
    reader.page.get_by_label("The file of a record").set_input_files(file)
    reader.page.get_by_role("button", name="Play it again").click()
    expect(reader.page.get_by_role("heading", name="The record is valid.")).to_be_visible()
    expect(reader.part("shown")).to_have_text("turn 1 of 1")
    page = reader.page.locator("cavalier-board")
    after = page.inner_html()
    reader.page.keyboard.press("ArrowLeft")
    expect(reader.part("shown")).to_have_text("turn 0 of 1")
    assert page.inner_html() != after
    start = urlsplit(reader.part("from-here").get_attribute("href") or "")
    assert start.path == "/en/variants/Apocalypse/analysis"
    assert parse_qs(start.query)["fen"][0].startswith("npppn/p3p/5/P3P/NPPPN w 0 ")
    reader.page.locator("#moves [data-turns='1']").click()
    expect(reader.part("shown")).to_have_text("turn 1 of 1")
    assert examine(reader, "a record that holds") == []


def test_a_record_that_does_not_hold_is_told_in_words_and_can_be_stepped_through_as_far_as_it_does(
    visitors,
):
    record = DOCUMENTED_RECORD.replace('"1": "c5c4"', '"1": "c5c1"')
    reader = visitors.person("reader").go("fr/replay")
    reader.page.get_by_label("Ou son texte").fill(record)
    reader.page.get_by_role("button", name="Rejouer").click()
    expect(reader.page.get_by_role("heading", name="La feuille est inexacte.")).to_be_visible()
    expect(reader.page.get_by_role("alert")).to_contain_text("Tour 1")
    assert examine(reader, "a record that does not hold") == []
