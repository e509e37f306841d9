"""Who is refused what: situations of a table x actions x persons, as a text that a reviewer reads as a diff.

`python -m tests.server.game.refusals` writes `refusals.txt` anew.
"""

import sys
import tempfile
from pathlib import Path

from server.game import ACTIONS, AWAY
from tests.harness.actions import AnotherGame, action, decided
from tests.harness.match import match_of
from variants.errors import RulesError

FILE = Path(__file__).with_suffix(".txt")

DONE = "-"
"""What stands in the table where an action is done."""

PEOPLE = {"ann": ("ann", 0), "bob": ("bob", 1), "ann for bob": ("ann", 1), "eve for ann": ("eve", 0)}
"""Who asks, and for which seat."""


def one_chair_is_free(match):
    match.id = match.opener.open("Apocalypse", {}, "ann", 0)


def nobody_has_moved(match):
    match.open()


def ann_has_sealed(match):
    match.open()
    assert match.act(0, "a2a3") == ""


def two_turns_are_played(match):
    match.open("Checkered", "e2e4 e7e5")


def bob_has_offered_a_draw(match):
    match.open("Checkered", "e2e4")
    assert match.send("offer", 1) == ""


def bob_wants_a_turn_back(match):
    match.open("Checkered", "e2e4 e7e5")
    assert match.send("takeback", 1) == ""


def clocks_run(match):
    match.open("Checkered", "e2e4 e7e5", control="5+3")


def the_position_was_repeated(match):
    match.open("Chess", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8")


def bob_has_a_plan(match):
    match.open("Chess", "e2e4 e7e5")
    assert match.send("plan", 1, 2, "b8c6", []) == ""


def the_board_is_hidden(match):
    match.open("Dark", "e2e4 e7e5")


def dice_have_been_thrown(match):
    match.open("Dice")


def one_device_is_shared(match):
    match.id = match.opener.open("Chess", {}, "ann", 0, others="ann")


def bob_has_gone(match):
    match.open("Checkered", "e2e4 e7e5 g1f3")
    for seat in (0, 1):
        match.cache.pin(match.id)
        match.attendance.arrive(match.table, seat)
    match.attendance.depart(match.id, 1)
    match.wait(AWAY + 1000)


def bob_has_resigned(match):
    match.open("Checkered", "e2e4 e7e5")
    assert match.send("resign", 1) == ""


def bob_wants_a_rematch(match):
    bob_has_resigned(match)
    assert match.send("rematch", 1, False) == ""


def the_rematch_has_begun(match):
    bob_wants_a_rematch(match)
    assert match.send("rematch", 0, False) == ""


def the_game_was_aborted(match):
    match.open()
    assert match.send("abort", 0) == ""


SITUATIONS = (
    one_chair_is_free,
    nobody_has_moved,
    ann_has_sealed,
    two_turns_are_played,
    bob_has_offered_a_draw,
    bob_wants_a_turn_back,
    clocks_run,
    the_position_was_repeated,
    bob_has_a_plan,
    the_board_is_hidden,
    dice_have_been_thrown,
    one_device_is_shared,
    bob_has_gone,
    bob_has_resigned,
    bob_wants_a_rematch,
    the_rematch_has_begun,
    the_game_was_aborted,
)


def requests(match, seat):
    """Each action of a seat, by what it is called in the table; moves are offered ones where there are any."""
    table, number = match.table, match.number
    offered = next(iter(table.moves(seat)), "a1a2")
    fields = {
        "act": [number, offered],
        "unseal": [number],
        "plan": [number, "b8c6", []],
        "absent": [True],
        "rematch": [False],
    }
    for name in [each.name() for each in ACTIONS]:
        yield name, action(name, seat, *fields.get(name, []))
    yield "act, unreadable", action("act", seat, number, "??")
    yield "act, not offered", action("act", seat, number, "a1b1")
    if number:
        yield "act, a turn late", action("act", seat, number - 1, offered)
    yield "act, a turn early", action("act", seat, number + 1, offered)
    yield "act, after a takeback", action("act", seat, number, offered, table.takebacks + 1)
    yield "takeback, too far", action("takeback", seat, number + 1)


def code(match, person, requested):
    """The code of the refusal. Nothing is changed by asking."""
    try:
        absent_since = match.facts.of(match.table).absent_since
        decided(match.table, person, requested, match.time, absent_since=absent_since)
    except AnotherGame:
        return DONE
    except RulesError as refusal:
        return refusal.code
    return DONE


def lines(folder):
    width = 20
    for number, situation in enumerate(SITUATIONS):
        with match_of(folder / str(number)) as match:
            situation(match)
            yield f"{situation.__name__.replace('_', ' ')} ({match.table.opening.variant})"
            yield f"  {'':{width + 4}}" + "".join(f"{name:{width}}" for name in PEOPLE).rstrip()
            rows = {}
            for person, seat in PEOPLE.values():
                for label, requested in requests(match, seat):
                    rows.setdefault(label, []).append(code(match, person, requested))
            for label, codes in rows.items():
                yield f"  {label:{width + 4}}" + "".join(f"{each:{width}}" for each in codes).rstrip()
            yield ""


def text(folder):
    return "\n".join(lines(folder))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        written = text(Path(place))
    FILE.write_text(written)
    sys.stdout.write(f"{FILE} has {written.count(chr(10))} lines.\n")
