"""Every state of every page: axe finds no fault, it fits its window, all targets are large enough, Tab reaches all of
it, it does not jump as it comes, and a French page has no word of English."""

import pytest

from tests.harness.audits import NARROW, WIDE, audit
from tests.harness.people import visitors_fixture
from tests.harness.states import FURTHER_WALKS, WALKS
from tests.toys import Crown

module_visitors = visitors_fixture("--thinkers", "1", toys=(Crown,), scripted=True, mail=True)


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
    further_widths = (720, 1100) if language == "fr" else ()
    assert faults(visitors, walk, language, WIDE, "light", "dark", further_widths=further_widths) == []
