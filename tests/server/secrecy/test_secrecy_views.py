"""The same promise without a network, for many more games: what a table tells does not depend on others' secrets."""

import json
import secrets
from functools import cache
from hashlib import sha256
from itertools import count
from random import Random

import pytest

from server.game import (
    DICE,
    Decision,
    Entry,
    Facts,
    Opening,
    Refusal,
    TableState,
    apply,
    brief_view,
    decisions,
    past_view,
    table_view,
)
from server.records.writer import digest, draw_record
from tests.harness.actions import action, decided
from tests.harness.envelopes import Envelopes
from tests.harness.faults import replaced
from tests.harness.sources import SEED
from tests.harness.worlds import NAMES, Secret, turns_alike
from tests.toys import VARIANTS, Veil
from variants.position import Draws, Eyes, Position

GAMES, FEWER = 8, 3
"""Games of a variant in which both act at once, and of any other."""
TURNS = 8


class Recorded(TableState):
    """A table that keeps its journal, and whose nonces are counted, so that two tables have the same."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.entries = []
        self.nonces = (sha256(f"nonce {number}".encode()).hexdigest()[:32] for number in count())

    def apply(self, decision):
        self.entries += decision.entries
        apply(self, decision.entries, decision.next_game)

    def view(self, viewer, since=0):
        return table_view(self, viewer, Facts(self.last_at), since)

    def brief_view(self, viewer):
        return brief_view(self, viewer, Facts(self.last_at))

    def envelopes(self):
        rows = [(entry.kind, entry.number, entry.seat, entry.body) for entry in self.entries]
        return Envelopes.of_entries(self.id, self.rules.hidden, rows)


def table(rules, seed=SEED):
    """A table at which everybody sits, and nature, where it has a seat, with this seed."""
    start = rules.start(random=Random(7))
    made = Recorded(rules, Opening("t", rules.__name__, 1, start.settings, start.fen(), 0.0, "5+3"))
    if rules.chance:
        made.apply(Decision((Entry("dice", 0, None, "", "", {"seed": seed}, 0.0),)))
    for seat in range(len(start.seats)):
        made.apply(decisions.sit(made, DICE if seat in rules.chance else NAMES[seat], seat, 0.0))
    return made


def visible(game, viewer):
    """All that a table ever says to a viewer at this moment: each view, each position of the replay, the record.

    Digests of envelopes are left out, and no nonce of a closed one is in it.
    """
    views = [game.brief_view(viewer), *(game.view(viewer, since) for since in range(game.number + 1))]
    record = draw_record(game, game.entries, viewer)
    assert record.pop("digest") == digest(record)
    text = json.dumps([*views, *(past_view(game, viewer, number) for number in range(game.number + 1)), record])
    envelopes = game.envelopes()
    assert not [nonce for nonce in envelopes.closed if nonce in text]
    return envelopes.blank(text)


def act(game, seat, text):
    requested = action("act", seat, game.number, text)
    game.apply(decided(game, game.chairs[seat] or "", requested, 0.0, next(game.nonces)))


@cache
def simultaneous(name):
    return len(VARIANTS[name].start(random=Random(7)).to_act) > 1


def test_the_stones_of_a_hidden_board_are_those_of_the_seat_numbers():
    game = table(Veil)
    with replaced(Veil, "stones", lambda *_: ("both", "quartered")):
        for viewer in (0, 1, *Eyes):
            assert [chair["stone"] for chair in game.view(viewer)["chairs"]] == ["white", "black"]
            assert past_view(game, viewer, 0)["stones"] == ("white", "black")


def test_marks_of_appeared_pieces_follow_from_earlier_views_of_the_seat():
    for number in range(GAMES):
        random, game = Random(f"sight {number}"), table(VARIANTS["Dark"])
        before = [game.view(seat)["picture"]["board"] for seat in (0, 1)]
        for _ in range(4 * TURNS):
            (seat,) = game.position.to_act
            act(game, seat, random.choice(sorted(game.moves(seat))))
            if game.status != "running":
                break
            for viewer, own in ((0, str.isupper), (1, str.islower)):
                picture = game.view(viewer)["picture"]
                new = {at for at, now in enumerate(picture["board"]) if now not in ("", before[viewer][at])}
                found = {int(at) for at, mark in picture["marks"].items() if mark == "appeared"}
                assert found == {at for at in new if not own(picture["board"][at])}
                assert past_view(game, viewer, game.number)["picture"]["marks"] == picture["marks"]
                before[viewer] = picture["board"]
            assert not any("appeared" in game.view(eyes)["picture"]["marks"].values() for eyes in Eyes)


def compared_games():
    """Each variant and the numbers of its games; where nothing is secret, the slow tests play two more."""
    for name, rules in VARIANTS.items():
        if simultaneous(name) or rules.hidden:
            yield name, range(GAMES if simultaneous(name) else FEWER)
        else:
            yield name, range(1)
            yield pytest.param(name, range(1, FEWER), marks=pytest.mark.slow)


@pytest.mark.parametrize(("name", "numbers"), list(compared_games()))
@pytest.mark.parametrize("seat", [0, 1])
def test_no_view_depends_on_the_secrets_of_another_seat(name, numbers, seat):
    compared = 0
    for number in numbers:
        random = Random(f"{name} {seat} {number}")
        both = table(VARIANTS[name]), table(VARIANTS[name])
        for _ in range(TURNS):
            secret = Secret((both[0].position, both[1].position), seat)
            if any(game.status != "running" for game in both):
                break
            if simultaneous(name) and len(secret.offered(0)) > 1:
                for game, move in zip(both, secret.two(random), strict=True):
                    act(game, seat, move)
                same(both, secret)
                compared += 1
                for game in both:
                    game.apply(decided(game, NAMES[seat], action("unseal", seat, game.number), 0.0))
            if not turn(both, secret, random):
                break
            same(both, secret)
    assert compared > GAMES or not simultaneous(name)


def same(both, secret):
    """The two games look alike to everybody but the seat with the secret."""
    for viewer in secret.others():
        one, other = (visible(game, viewer) for game in both)
        assert one == other


def turn(both, secret, random):
    """Play on where the others see the same; False if no such turn was found."""
    one = secret.positions[0]
    cast = {seat: one.read(both[0].rolled(seat)) for seat in one.chance.intersection(one.to_act)}
    found = turns_alike(secret, random, cast)
    for game, actions in zip(both, found or ({}, {}), strict=True):
        for seat, move in actions.items():
            act(game, seat, game.rules.write(move))
    return found is not None


def test_the_repetition_of_a_hidden_position_is_not_shown(monkeypatch):
    monkeypatch.setattr(Veil, "draws", Draws(occurrences=2))
    monkeypatch.setattr(Veil, "key", lambda position: position.board)
    both = table(Veil), table(Veil)
    for game, way in zip(both, (("a1a2", "a2a1"), ("a1a2", "a2b2")), strict=True):
        for white, black in zip(way, ("c3c2", "c2c3"), strict=True):
            act(game, 0, white)
            act(game, 1, black)
    assert [table.game.occurrences(table.position) for table in both] == [2, 1]
    same(both, Secret((both[0].position, both[1].position), 0))
    for game in both:
        with pytest.raises(Refusal) as refused:
            decided(game, "bob", action("claim", 1), 0.0)
        assert refused.value.code == "no_claim"


def test_the_secrecy_check_detects_a_variant_that_leaks():
    game, other = table(Veil), table(Veil)
    for each, move in ((game, "a1a2"), (other, "a1b1")):
        act(each, 0, move)
        act(each, 1, "c3c2")
    secret = Secret((game.position, other.position), 0)
    same((game, other), secret)
    with (
        replaced(Veil, "notation", lambda _notation, *arguments: Position.notation(*arguments)),
        pytest.raises(AssertionError),
    ):
        same((game, other), secret)


@pytest.mark.parametrize("name", [name for name in VARIANTS if simultaneous(name)])
def test_every_seal_has_a_nonce_of_its_own_fresh_from_secrets(name, monkeypatch):
    requested = []
    plain = secrets.token_hex
    monkeypatch.setattr(secrets, "token_hex", lambda size: requested.append(size) or plain(size))
    game = table(VARIANTS[name])
    moves = {seat: next(iter(game.moves(seat))) for seat in game.position.to_act}
    seals = []
    for again in range(3):
        game.apply(decided(game, "ann", action("act", 0, 0, moves[0]), 0.0))
        seals.append(game.view(1)["chairs"][0]["seal"])
        assert requested == [16] * (again + 1), "128 bits, once a seal"
        game.apply(decided(game, "ann", action("unseal", 0, 0), 0.0))
    game.apply(decided(game, "ann", action("act", 0, 0, moves[0]), 0.0))
    game.apply(decided(game, "bob", action("act", 1, 0, moves[1]), 0.0))
    assert len(set(seals)) == 3, "the same move has another digest each time"
    assert requested == [16] * 5, "the move that completes the turn has its envelope too"
    assert len({nonce for entry in game.entries for nonce in nonces_in(entry)}) == 5


def nonces_in(entry):
    """The nonces that an entry of the journal keeps."""
    return [entry.body["nonce"]] if entry.kind == "seal" else list(entry.body.get("nonces", {}).values())
