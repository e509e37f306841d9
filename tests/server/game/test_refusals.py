"""Who is refused what: the table of situations, actions and persons is as `refusals.txt` has it."""

from tests.server.game.refusals import FILE, text


def test_every_action_of_everybody_in_every_situation_is_done_or_refused_as_recorded(tmp_path):
    assert text(tmp_path).splitlines() == FILE.read_text().splitlines()
