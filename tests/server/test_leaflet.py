"""The leaflet of a variant: start, rules in short, an example and the end, all from the source of its rules page."""

import re
from html import unescape

import pytest

from server.texts.languages import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_leaflet_says_what_the_rules_page_says(app, client, language):
    house = app.extensions["cavalier"]
    for name in house.library.variants:
        words, told = house.library.words(name, language), house.library.page(name, language)
        answer = client.get(f"/{language}/variants/{name}/leaflet")
        assert answer.status_code == 200
        page = unescape(answer.text)
        for text in (words.title, words.summary, *words.facts, *words.reminder):
            assert text in page, (name, text)
        assert told.cover.figure.startswith("<figure")
        assert re.search(r"<h2.*?</h2>\s*<(p|ul|ol)>", told.ending), name
        (heading,) = re.findall("<h2[^>]*>(.*?)</h2>", told.ending)
        assert f"{re.sub('<.*?>', '', heading)}</h2>" in answer.text
        ids = re.findall(r'\bid="([^"]+)"', answer.text)
        for target in re.findall(r'href="#([^"]+)"', answer.text):
            assert target in ids, f"{name}: {target} is not on the sheet"
        assert f"http://localhost/{language}/variants/{name}" in answer.text
        assert f'href="/{language}/variants/{name}/leaflet"' in client.get(f"/{language}/variants/{name}").text


def test_there_is_no_leaflet_of_what_is_not_there(client):
    assert client.get("/en/variants/Nothing/leaflet").status_code == 404
