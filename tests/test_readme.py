"""What a reader meets first: README and the pages that it leads to. Their links, their code and the moving picture."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from tests.harness.checkout import bare_environment
from variants.registry import load_all

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
CODE = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def title_of(page):
    """The title of a rules page."""
    return re.search(r"^title: (.*)$", page.read_text(encoding="utf-8"), re.M)[1]


def slug(heading):
    """The anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def anchors(page):
    """The anchors of a page."""
    return {slug(heading) for heading in re.findall(r"^#+ (.*)$", CODE.sub("", page.read_text("utf-8")), re.M)}


def broken_links(page, text):
    """The links of this text that lead to no file or heading of the checkout, as seen from the page."""
    for link in LINK.findall(CODE.sub("", text)):
        if "://" in link or link.startswith("mailto:"):
            continue
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            yield link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file_and_a_heading(page):
    text = page.read_text(encoding="utf-8")
    assert list(broken_links(page, text)) == []
    assert list(broken_links(page, f"{text}\n[a](nowhere.md) [b](#nowhere)")) == ["nowhere.md", "#nowhere"]


def test_the_code_of_the_readme_runs():
    code = "".join(text for language, text in CODE.findall(README.read_text(encoding="utf-8")) if language == "python")
    assert "class Berolina(Orthodox)" in code
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=bare_environment(), check=True)


def test_the_readme_counts_and_names_all_games():
    text = README.read_text(encoding="utf-8")
    words = {name: title_of(ROOT / "rules" / name / "en.md") for name in load_all()}
    assert f"It has {len(words)} games" in text
    for title in words.values():
        assert title.removesuffix(" chess") in re.sub(r"\s+", " ", text), title


def test_the_readme_shows_a_moving_picture_of_at_most_400_kb():
    (shown,) = re.findall(r"^!\[.+\]\((.+)\)$", README.read_text(encoding="utf-8"), re.M)
    assert (ROOT / shown).stat().st_size <= 400_000
    with Image.open(ROOT / shown) as picture:
        assert picture.is_animated
        assert picture.n_frames > 10


@pytest.mark.parametrize(("page", "lines"), [("README.md", 100), ("CONTRIBUTING.md", 130)])
def test_what_a_newcomer_reads_first_stays_short(page, lines):
    assert len((ROOT / page).read_text(encoding="utf-8").splitlines()) <= lines
