"""Every state of every page: axe finds no fault, it fits its window, all targets are large enough, Tab reaches all of
it, it does not jump as it comes, and a French page has no word of English."""

import pytest

from tests.harness.audits import NARROW, WIDE, Audited, audit
from tests.harness.people import visitors_at, visitors_of
from tests.harness.states import BEGUN, FURTHER_WALKS, WALKS, rated, rated_people

module_visitors = visitors_at("still_site")


def faults(visitors, walk, language, window, *themes, further_widths=()):
    """All faults of the states of a walk, each with the name of its state."""
    visitors.window = window
    return [
        f"{state.name}: {fault}"
        for state in walk(visitors, language)
        for fault in audit(state.person, state.audited, language, *themes, further_widths=further_widths)
    ]


@pytest.mark.parametrize("walk", WALKS.values(), ids=WALKS)
def test_no_state_has_a_fault(visitors, walk):
    assert faults(visitors, walk, "fr", NARROW, "light") == []


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("walk", [*WALKS.values(), *FURTHER_WALKS.values()], ids=[*WALKS, *FURTHER_WALKS])
@pytest.mark.slow
def test_no_state_has_a_fault_in_a_wide_window_and_in_the_dark(visitors, walk, language):
    further_widths = (720, 768, 1100) if language == "fr" else ()
    assert faults(visitors, walk, language, WIDE, "light", "dark", further_widths=further_widths) == []


@pytest.fixture
def rated_visitors(tmp_path):
    rated_people(tmp_path)
    with visitors_of(tmp_path, "--clock", str(BEGUN), "--begin", "1", scripted=True) as visitors:
        yield visitors
        assert visitors.errors() == []
        visitors.leave()


@pytest.mark.parametrize(
    ("language", "window", "themes"),
    [("fr", NARROW, ["light"]), ("en", WIDE, ["light", "dark"]), ("fr", WIDE, ["light", "dark"])],
)
@pytest.mark.slow
def test_no_page_of_people_with_ratings_and_of_moderators_has_a_fault(rated_visitors, language, window, themes):
    assert faults(rated_visitors, rated, language, window, *themes, further_widths=(720, 768, 1100)) == []


FAULTY = """async () => {
  // What has not been drawn yet does not shift.
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const add = (parent, tag, style, text) => {
    const node = document.createElement(tag);
    Object.assign(node.style, style);
    node.textContent = text;
    document.querySelector(parent).prepend(node);
    return node;
  };
  add("main", "div", {width: "500px", height: "300px"}, "draw");
  add("main", "img", {}, "");
  const button = add("main", "button", {height: "10px", outline: "none"}, "x");
  add("main", "p", {width: "8px"}, "more letters than a line");
  add("main", "div", {position: "relative", top: "9999px"}, "x");
  button.addEventListener("focus", () => { button.style.outline = "none"; });
}"""


def test_each_audit_sees_a_fault_of_its_kind(visitors):
    reader = visitors.person("reader", viewport=NARROW).go("fr/fair-play")
    assert audit(reader, Audited.SENT, "fr", "light") == []
    reader.go("fr/fair-play").page.evaluate(FAULTY)
    found = "\n".join(audit(reader, Audited.SENT, "fr", "light"))
    for kind in (
        "image-alt",
        "px lie beside",
        "px hang out of the page",
        "squeezed",
        "less than 24 px",
        "word of English: draw",
        "no outline",
        "layout shift",
    ):
        assert kind in found, kind
