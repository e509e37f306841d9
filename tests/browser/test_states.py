"""States of pages beside the usual ones: no fault that axe finds, none that jumps as it comes, and Tab reaches all."""

import pytest

from tests.harness.audits import MAX_SHIFT, NARROW, RECORD_SHIFT, WIDE, examine, layout_shift, unreached
from tests.harness.people import AUDITED, visitors_fixture
from tests.harness.states import SENT, STATES, offline
from tests.toys import Crown

module_visitors = visitors_fixture("--thinkers", "1", toys=(Crown,))


@pytest.mark.parametrize("language", AUDITED)
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_a_state_has_no_fault_does_not_jump_and_tab_reaches_all(visitors, state, language):
    for name in ("anna", "oskar", "maria", "both", "reader"):
        visitors.person(name).own_page.add_init_script(f"({RECORD_SHIFT})()")
    player = state(visitors, language)
    moved = {"when it came": layout_shift(player)} if state in SENT else {}
    found = examine(player, state.__name__) + unreached(player)
    for size in (WIDE, NARROW) if state not in (offline, *SENT) else ():
        player.page.set_viewport_size(size)
        player.page.reload()
        moved[f"{size['width']} px, reloaded"] = layout_shift(player)
    assert found == []
    assert {when: much for when, much in moved.items() if much > MAX_SHIFT} == {}
