"""The catalogue of variants without a script: groups, filters and search; what the home page shows; front matter."""

import gzip
import re
from datetime import UTC, datetime
from html import unescape

import pytest

from tests.harness.composition import app_at
from tests.harness.pages import opened, text
from tests.harness.sources import scripted
from tests.harness.words import fault_of
from tests.toys import Duel, Rounds, Veil, write_variant

MOST_AT_HOME = 8
DAY = 24 * 3600
MONDAY = datetime(2027, 3, 1, tzinfo=UTC).timestamp()

MOST_BYTES = {"/en/": 13_400, "/fr/": 13_400, "/en/variants": 20_000, "/fr/variants": 20_000}
"""Of a page, compressed: home had 13,400 when it showed nine variants, and 24,200 when it showed thirty."""

CARD = re.compile(r'<li class="card" data-name="(\w+)"[^>]*?( hidden)?>')
SECTION = re.compile(r'<section class="sec" id="(\w+)"[^>]*?( hidden)?>(.*?)</section>', re.S)


@pytest.fixture(scope="module")
def variants(app):
    """The variants of the site."""
    return app.extensions["cavalier"].library.variants


@pytest.fixture(scope="module")
def outside(tmp_path_factory, clock):
    """A site with variants from outside, whose clock is that of the tests."""
    folder = tmp_path_factory.mktemp("variants")
    for toy in (Duel, Veil, Rounds):
        home = write_variant(folder, toy)
    state(home, group="goals", novelty=2, minutes=10, since="2027-03-01")
    state(home, "en", other_names="[Zweikampf]")
    state(home, "fr", other_names="[Double]")
    with app_at(tmp_path_factory.mktemp("outside"), sources=scripted(clock), variants=(folder,)) as app:
        yield app.test_client()


def state(home, language="*", **keys):
    """Add keys to the front matter of a variant, in one language or in all."""
    for page in (home / "rules").glob(f"{language}.md"):
        lines = "".join(f"{key}: {value}\n" for key, value in keys.items())
        page.write_text(page.read_text().replace("---\n", f"---\n{lines}", 1))


def shown(client, query="", language="en"):
    """The variants that the catalogue shows for a query, in its order."""
    page = client.get(f"/{language}/variants{query}")
    assert page.status_code == 200
    return [name for _, hidden, cards in SECTION.findall(page.text) if not hidden for name in visible(cards)]


def visible(cards):
    """The variants of the cards that are not hidden."""
    return [name for name, hidden in CARD.findall(cards) if not hidden]


def at_home(client, language="en"):
    """The variants on the home page, each with the reason for which it stands there."""
    listed = client.get(f"/{language}/").text.partition('<ul class="index">')[2].partition("</ul>")[0]
    entries = listed.split('<li class="entry">')[1:]
    why = [re.search(r'data-why="(\w+)"', entry) for entry in entries]
    names = [re.search(r'href="/\w\w/variants/(\w+)"', entry)[1] for entry in entries]
    return dict(zip(names, [found[1] if found else "" for found in why], strict=True))


# Groups


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_each_variant_stands_in_exactly_one_group(client, variants, language):
    page = client.get(f"/{language}/variants").text
    groups = {group: visible(cards) for group, _, cards in SECTION.findall(page)}
    assert sorted(name for names in groups.values() for name in names) == sorted(variants)
    assert "Xiangqi" in groups["world"]
    assert {"Apocalypse", "Synchrone"} <= set(groups["together"])
    assert all(groups.values()), "no group is empty"


def test_each_variant_of_the_project_says_its_group_novelty_length_and_age(app, variants):
    library = app.extensions["cavalier"].library
    for name in variants:
        for language in ("en", "fr"):
            words = library.words(name, language)
            assert all((words.group, words.novelty, words.since)), f"rules/{name}/{language}.md"
            numbers = re.findall(r"\d+", words.facts[-1])
            assert str(words.minutes) in numbers, f"rules/{name}/{language}.md: facts say another length"


def test_a_variant_without_the_keys_is_grouped_by_its_class(outside):
    groups = {group: visible(cards) for group, _, cards in SECTION.findall(outside.get("/fr/variants").text)}
    assert {"Duel", "Veil"} <= set(groups["together"])
    assert {"Duel", "Veil"} <= set(shown(outside, "?board=small&together=1"))
    assert shown(outside, "?hidden=1&board=small") == ["Veil"]
    for query in ("?minutes=30", "?new=5"):
        assert "Duel" not in shown(outside, query), "nothing is known of its length and novelty"


def test_a_stated_group_counts_more_than_the_class(outside):
    groups = {group: visible(cards) for group, _, cards in SECTION.findall(outside.get("/en/variants").text)}
    assert "Rounds" in groups["goals"]
    assert "Rounds" in shown(outside, "?new=2&minutes=10&board=small")
    assert shown(outside, "?q=zweikampf") == ["Rounds"]
    assert "Rounds" in shown(outside, "?q=double", "fr"), "other names may differ"


# Filters


@pytest.mark.parametrize(
    ("query", "has", "lacks"),
    [
        ("?together=1", "Synchrone", "Chess"),
        ("?hidden=1", "Dark", "Chess"),
        ("?luck=1", "Dice", "Chess"),
        ("?board=small", "Minichess", "Chess"),
        ("?board=usual", "Chess", "Minichess"),
        ("?board=large", "Xiangqi", "Chess"),
        ("?minutes=10", "Atomic", "Chess"),
        ("?new=1", "KingOfTheHill", "Shogi"),
        ("?new=4", "Minishogi", "Shogi"),
        ("?q=duck", "Duck", "Chess"),
    ],
)
def test_each_filter_narrows(client, variants, query, has, lacks):
    left = shown(client, query)
    assert has in left
    assert lacks not in left
    assert 0 < len(left) < len(variants)
    page = text(client.get(f"/en/variants{query}").text)
    assert f"{len(left)} variant" in page


def test_filters_combine_and_what_cannot_be_read_asks_for_nothing(client, variants):
    assert shown(client, "?board=small&together=1") == ["Apocalypse"]
    assert shown(client, "?hidden=1&luck=1") == []
    assert "No variant fits." in text(client.get("/en/variants?hidden=1&luck=1").text)
    for query in ("?board=round", "?minutes=x", "?minutes=7", "?new=9", "?new=-1", "?q=" + "%20" * 300, "?x=1"):
        assert len(shown(client, query)) == len(variants), query


def test_the_form_shows_what_it_was_asked_for(client):
    page = client.get("/en/variants?q=%22%3E%3Cb%3E&hidden=1&board=large&minutes=20&new=3").text
    assert 'value="&#34;&gt;&lt;b&gt;"' in page
    assert "<b>&#34;" not in page
    assert re.search(r'name="hidden" value="1" checked', page)
    for value in ("large", "20", "3"):
        assert f'<option value="{value}" selected>' in page


def test_filters_are_plain_fields_and_links(client):
    page = client.get("/fr/variants").text
    form = page.partition('id="finder"')[2].partition("</form>")[0]
    for field in ("q", "together", "hidden", "luck", "board", "minutes", "new"):
        assert f'name="{field}"' in form
    assert 'method="get"' in page
    links = [unescape(link) for link in re.findall(r'<a href="(/fr/variants\?[^"]+)"', page)]
    for link in links:
        assert 0 < len(shown(client, link.removeprefix("/fr/variants"), "fr")) < 30
    assert len(links) >= 3


# Search


@pytest.mark.parametrize(
    ("language", "wanted", "found"),
    [
        ("en", "Giveaway", "Antichess"),
        ("en", "Losing chess", "Antichess"),
        ("fr", "losing CHESS", "Antichess"),
        ("fr", "qui perd gagne", "Antichess"),
        ("en", "qui perd gagne", "Antichess"),
        ("en", "Thai chess", "Makruk"),
        ("fr", "échecs thaïlandais", "Makruk"),
        ("fr", "ECHECS THAILANDAIS", "Makruk"),
        ("en", "chinese chess", "Xiangqi"),
        ("fr", "échecs chinois", "Xiangqi"),
        ("es", "chinese", "Xiangqi"),
        ("en", "fog of war", "Dark"),
        ("en", "960", "Chess"),
        ("en", "cannons", "Xiangqi"),
        ("en", "hill king", "KingOfTheHill"),
    ],
)
def test_a_variant_is_found_by_its_names_and_its_summary(client, language, wanted, found):
    assert shown(client, f"?q={wanted}", language) == [found]


def test_words_are_found_by_their_beginnings_and_each_variant_by_its_own_title(app, client, variants):
    assert shown(client, "?q=giveaw") == ["Antichess"]
    assert "Antichess" not in shown(client, "?q=iveaway")
    for language in ("en", "fr", "es"):
        for name in variants:
            title = app.extensions["cavalier"].library.words(name, language).title
            assert name in shown(client, f"?q={title}", language)
    assert len(shown(client, "?q=chess")) == len(variants), "each is a chess variant"


# Surprise


def test_surprise_leads_to_the_rules_of_different_variants(client, variants):
    led = {client.get("/fr/surprise").headers["Location"] for _ in range(40)}
    assert len(led) > 5
    assert led <= {f"/fr/variants/{name}" for name in variants}
    assert client.get("/fr/surprise").status_code == 302
    assert 'href="/en/surprise"' in client.get("/en/variants").text


def test_surprise_follows_the_query_of_the_page(client):
    page = client.get("/en/variants?luck=1&q=").text
    (link,) = re.findall(r'href="(/en/surprise\?[^"]*)"', page)
    assert {client.get(unescape(link)).headers["Location"] for _ in range(5)} == {"/en/variants/Dice"}
    assert client.get("/en/surprise?hidden=1&luck=1").status_code == 302


@pytest.mark.parametrize("query", ["language=fr", "endpoint=x", "_method=POST", "_external=1", "_anchor=x"])
def test_surprise_leads_nowhere_else_whatever_the_query_is(client, query):
    page = client.get(f"/en/variants?{query}")
    assert page.status_code == 200
    assert f'href="/en/surprise?{query}"' in page.text


# Home


def test_home_shows_eight_variants_and_leads_to_all(client, variants):
    assert len(at_home(client)) == MOST_AT_HOME
    page = client.get("/en/").text
    assert 'href="/en/variants"' in page
    assert f"All {len(variants)} variants" in page


def test_the_variant_of_the_week_changes_with_the_week_and_each_has_its_turn(outside, clock):
    names = outside.application.extensions["cavalier"].library.variants

    def week(at):
        clock.now = at
        (name,) = [name for name, why in at_home(outside).items() if why == "week"]
        return name

    assert len({week(MONDAY + day * DAY) for day in range(7)}) == 1
    assert week(MONDAY - 2) != week(MONDAY)
    assert sorted(week(MONDAY + number * 7 * DAY) for number in range(len(names))) == sorted(names)


def test_variants_are_called_new_for_sixty_days(outside, clock):
    clock.now = MONDAY + 59 * DAY
    assert at_home(outside)["Rounds"] in ("new", "week")
    clock.now = MONDAY + 61 * DAY
    assert at_home(outside).get("Rounds", "") in ("", "week")


def test_what_is_played_and_waited_for_stands_at_home(outside, clock):
    clock.now = MONDAY + 500 * DAY
    other = outside.application.test_client()
    week, *_ = at_home(outside)
    played, awaited = [name for name in ("Horde", "Atomic", "Chess") if name != week][:2]
    assert "new" not in at_home(outside).values()
    opened(outside, awaited, control="1d")
    table = opened(outside, played, control="1d")
    other.post(f"/en{table}/join", data={"seat": "1"})
    entries = at_home(outside)
    assert (entries[played], entries[awaited], entries[week]) == ("played", "awaited", "week")
    assert len(entries) == MOST_AT_HOME
    page = text(outside.get("/en/").text)
    assert "1 game now" in page
    assert "1 waiting" in page


@pytest.mark.parametrize("path", MOST_BYTES)
def test_the_pages_are_light(client, path):
    assert len(gzip.compress(client.get(path).data, 5)) <= MOST_BYTES[path]


# Choices of a variant


def test_choices_list_each_variant_once_in_its_group(client, variants):
    for path, count in (("/fr/", 2), ("/fr/variants/Chess/analysis", 1), ("/fr/variants/Chess/analysis/edit", 1)):
        page = client.get(path).text
        selects = re.findall(r'<select class="input" id="[\w-]+" name="variant".*?</select>', page, re.S)
        assert len(selects) == count, path
        for select in selects:
            assert sorted(re.findall(r'<option value="(\w+)"', select)) == sorted(variants)
            assert select.count("<optgroup") == len(SECTION.findall(client.get("/fr/variants").text))
            assert select.count(" selected") == 1
    boxes = re.findall(r'type="checkbox" name="variant" value="(\w+)"', client.get("/fr/").text)
    assert sorted(boxes) == sorted(client.application.extensions["cavalier"].library.for_two)


@pytest.mark.parametrize(("kind", "path"), [("analysis", "analysis"), ("editor", "analysis/edit")])
def test_a_chosen_variant_is_opened_without_a_script(client, kind, path):
    page = client.get(f"/en/variants/Chess/{path}").text
    assert f'action="/en/open/{kind}"' in page
    assert client.get(f"/en/open/{kind}?variant=Dice").headers["Location"] == f"/en/variants/Dice/{path}"
    assert client.get(f"/en/open/{kind}?variant=Nowhere").status_code == 404
    assert client.get("/en/open/nothing?variant=Dice").status_code == 404


# Front matter


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("group", "nice", "group must be one of together, hidden, chance"),
        ("group", "[hidden]", "group must be one of"),
        ("novelty", "0", "novelty must be a number from 1 to 5"),
        ("novelty", "6", "novelty must be a number from 1 to 5"),
        ("novelty", "much", "novelty must be a number from 1 to 5"),
        ("minutes", "ten", "minutes must be a number of minutes"),
        ("minutes", "0", "minutes must be a number of minutes"),
        ("since", "yesterday", "since must be a date such as 2026-11-29"),
        ("since", "2026-02-30", "since must be a date such as"),
        ("other_names", "Giveaway", "other_names must be a list of texts"),
        ("novel", "3", "“novel” is not a key"),
    ],
)
def test_a_faulty_key_is_refused_by_name(tmp_path, key, value, sentence):
    home = write_variant(tmp_path, Duel)
    assert fault_of(home) == ""
    state(home, "fr", **{key: value})
    found = fault_of(home)
    assert found.startswith("Duel/rules/fr.md: ")
    assert sentence in found


@pytest.mark.parametrize(
    ("key", "one", "other"),
    [("group", "goals", "hands"), ("novelty", "2", "3"), ("minutes", "5", "10"), ("since", "2026-11-29", "2026-11-28")],
)
def test_languages_that_disagree_are_refused(tmp_path, key, one, other):
    home = write_variant(tmp_path, Duel)
    state(home, "en", **{key: one})
    assert fault_of(home) == f"Duel/rules/fr.md: {key} is missing, but {one} in Duel/rules/en.md"
    state(home, "fr", **{key: other})
    assert fault_of(home) == f"Duel/rules/fr.md: {key} is {other}, but {one} in Duel/rules/en.md"
