"""A variant from outside with words in one language is served in all of them, with a page made for it."""

import re

import pytest

from tests.harness.composition import app_at
from tests.harness.made_pages import front, write
from tests.harness.pages import opened, text

DECLARATION = {"pieces": {"a": "BN"}, "setup": "rnabkabr/pppppppp/8/8/8/8/PPPPPPPP/RNABKABR", "parts": {"Pockets": {}}}


@pytest.fixture
def client(tmp_path):
    """A browser at a site with the variant Newts, which has a title and a summary in French alone."""
    write(tmp_path / "mine", DECLARATION, fr=front())
    with app_at(tmp_path / "data", variants=(tmp_path / "mine",)) as app:
        yield app.test_client()


@pytest.mark.parametrize(
    ("language", "foreign", "sentences"),
    [
        (
            "en",
            True,
            (
                "This page was made from the variant’s declaration",
                "Parts of this page are in French",
                "The piece A goes",
            ),
        ),
        ("fr", False, ("Cette page a été composée d’après la déclaration de la variante", "La pièce A va d’un nombre")),
        ("es", True, ("Esta página se ha compuesto a partir de la declaración", "están en francés", "La pieza A va")),
    ],
)
def test_the_rules_page_is_made_in_the_language_of_the_reader(client, language, foreign, sentences):
    page = client.get(f"/{language}/variants/Newts")
    assert page.status_code == 200
    for sentence in sentences:
        assert sentence in text(page.text)
    assert ('<h1 lang="fr">Newts</h1>' in page.text) == foreign
    assert ("<h1>Newts</h1>" in page.text) != foreign
    assert page.text.count('<figure class="fig"') == 2
    for other in ("leaflet", "play"):
        assert client.get(f"/{language}/variants/Newts/{other}").status_code == 200


@pytest.mark.parametrize(
    ("language", "reminder"), [("en", "Instead of a move on the board"), ("fr", "Au lieu de jouer")]
)
def test_a_table_shows_what_differs_from_chess_beside_the_board(client, language, reminder):
    page = client.get(f"/{language}{opened(client, 'Newts')}").text
    assert reminder in page
    assert re.search(r"[Pp]i(?:e|è)ce", text(page))


def test_lists_mark_the_language_of_a_title(client):
    assert '<h3 lang="fr"><a href="/en/variants/Newts">Newts</a></h3>' in client.get("/en/variants").text
    assert '<h3><a href="/fr/variants/Newts">Newts</a></h3>' in client.get("/fr/variants").text
