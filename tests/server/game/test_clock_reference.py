"""The clocks of tables agree with a slow count of all that happened, whatever happens and whenever."""

import json
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.game import DICE, Clocks, Decision, Entry, Facts, Opening, TableState, apply, decisions, reducer, table_view
from tests.harness.actions import action, decided, replayed
from tests.harness.samples import sampled
from tests.harness.sources import SEED
from tests.server.game.clock_reference import Book, earners, shares
from tests.toys import VARIANTS
from variants.position import Eyes

PEOPLE = ("ann", "bob", "cleo")

CONTROLS = {"1+0": (60_000, 0, False), "1+7": (60_000, 7_000, False), "3d": (259_200_000, 0, True)}
"""Each control with its base and increment in milliseconds, and whether they are days a turn."""

KINDS = ("act",) * 8 + ("unseal", "look", "look", "downtime", "takeback", "offer", "brink", "flag")

STEPS = st.lists(
    st.tuples(st.sampled_from(KINDS), st.integers(0, 30_000), st.integers(0, 999)), min_size=1, max_size=40
)


class Sitting:
    """A game with its clocks, and the book that is kept beside it."""

    def __init__(self, variant, control):
        self.rules = VARIANTS[variant]
        self.now = 1_000_000
        start = self.rules.start(random=Random(7))
        self.opening = Opening("t", variant, 1, start.settings, start.fen(), self.now / 1000, control)
        self.table = TableState(self.rules, self.opening)
        self.entries = []
        self.positions = [start]
        self.sealed = {}
        base, increment, days = CONTROLS[control]
        self.book = Book(base, increment, days)
        self.seats = len(start.seats)
        self.players = [seat for seat in range(self.seats) if seat not in self.rules.chance]
        if self.rules.chance:
            self.apply(Decision((Entry("dice", 0, None, "", "", {"seed": SEED}, self.now / 1000),)))
        for seat in range(self.seats):
            self.apply(decisions.sit(self.table, PEOPLE[seat] if seat in self.players else DICE, seat, self.now / 1000))
        self.note()
        self.cast()

    @property
    def over(self):
        return self.table.status != "running"

    def apply(self, decision):
        """As a journal keeps it."""
        stored = [entry_from_disk(entry) for entry in decision.entries]
        self.entries += stored
        apply(self.table, tuple(stored), decision.next_game)

    def note(self, earned=(), down=0, returned=()):
        """Write into the book which players are waited for from now on."""
        to_act = [] if self.over else [seat for seat in self.positions[-1].to_act if seat in self.players]
        waiting = [seat for seat in to_act if seat not in self.sealed]
        self.book.happened(self.now, waiting, earned, down, returned)

    def step(self, kind, milliseconds, pick):
        """Let time go by, then do something. Where a flag has fallen meanwhile the game is over."""
        flag = self.book.next_flag()
        assert flag is not None
        if kind == "downtime":
            self.be_down(milliseconds)
        else:
            # Days are long: what takes seconds elsewhere takes hours there.
            self.now += milliseconds * (6_000 if self.book.days else 1)
            if kind in ("brink", "flag"):
                self.now = max(self.now, flag - (kind == "brink"))
        self.check()
        if self.over:
            return
        match kind:
            case "act":
                self.act(pick)
            case "unseal" if self.sealed:
                seat = list(self.sealed)[pick % len(self.sealed)]
                if self.table.turn_counts["unseal", seat] < 20:
                    self.ask("unseal", seat, self.table.number)
                    del self.sealed[seat]
                    self.note()
            case "takeback" if self.table.last_turn_of(0) is not None:
                self.take_back()
            case "offer" if not self.table.offers:
                seat = self.positions[-1].to_act[0]
                if self.table.turn_counts["offer", seat] < 3:
                    self.ask("offer", seat)
        self.check()

    def ask(self, name, seat, *arguments):
        decision = decided(self.table, PEOPLE[seat], action(name, seat, *arguments), self.now / 1000)
        self.apply(decision)
        return decision

    def be_down(self, milliseconds):
        since, self.now = self.now, self.now + milliseconds * 10
        self.apply(decisions.downtime(self.table, since / 1000, self.now / 1000, self.now / 1000))
        self.note(down=self.now - since)

    def act(self, pick):
        position = self.positions[-1]
        waiting = [seat for seat in position.to_act if seat not in self.sealed]
        seat = waiting[pick % len(waiting)]
        moves = list(position.moves(seat))
        text = self.rules.write(moves[pick % len(moves)])
        self.ask("act", seat, self.table.number, text)
        self.sealed[seat] = text
        self.book.first_moves.setdefault(seat, self.now)
        earned = []
        if len(waiting) == 1:
            self.positions.append(position.play({seat: self.rules.read(text) for seat, text in self.sealed.items()}))
            earned = earners(position.to_act, self.positions[-1].to_act)
            self.sealed.clear()
        self.note(earned)
        if len(waiting) == 1:
            self.compare_turn()
            self.cast(pick)

    def cast(self, pick=1):
        """Let nature act, mostly at once; where the journal failed meanwhile it does when the table is read again."""
        while not self.over and self.rules.chance.intersection(self.positions[-1].to_act):
            self.compare(self.table)
            self.now += 0 if pick % 3 else pick * 100
            decision = decisions.due_move(self.table, Facts(self.now / 1000, nonce=str))
            self.apply(decision)
            self.positions.append(self.table.position)
            self.note()
            self.compare_turn()

    def compare_turn(self):
        """What the turn that was played last tells of the clocks is what the book has."""
        left = [self.book.left(seat, self.now) / 1000 for seat in range(self.seats)]
        assert next(entry for entry in reversed(self.entries) if entry.kind == "turn").body["clocks"] == left

    def take_back(self):
        for seat in self.players:
            decision = self.ask("takeback", seat)
        to = decision.entries[-1].body["to"]
        turns = pairwise([position.to_act for position in self.positions[to:]])
        returned = [seat for acted, after in turns for seat in earners(acted, after) if seat in self.players]
        del self.positions[to + 1 :]
        self.sealed.clear()
        self.note(self.players if self.book.days else (), returned=returned)

    def check(self):
        """The table's clocks are those of the book; flags that have fallen end the game as the book says."""
        fallen = set() if self.over else self.book.fallen(self.now)
        decision = decisions.fallen_flag(self.table, Facts(self.now / 1000))
        assert (decision is not None) == bool(fallen)
        self.compare(self.table)
        if decision is not None:
            self.apply(decision)
            ending = self.table.ending
            could_win = any(self.positions[-1].could_win(seat) for seat in self.players if seat not in fallen)
            everybody = fallen == set(self.players)
            drawn = everybody or not could_win
            late = fallen - self.book.first_moves.keys()
            drawn = drawn or bool(late)
            assert ending.points == shares(self.players if drawn else fallen, self.players, self.seats)
            named = "time_all" if everybody else "time" if could_win else "time_material"
            assert ending.reason == ("no_first_move" if late else named)
            assert decision.status == ("aborted" if late else "finished")
            assert not late or ending.seat in late
            self.note()
            self.compare(self.table)

    def compare(self, table):
        clocks = table_view(table, Eyes.SPECTATOR, Facts(self.now / 1000))["clocks"]
        expected = [max(0, self.book.left(seat, self.now)) / 1000 for seat in self.players]
        left = [clocks["left"][seat] for seat in self.players]
        assert (left, clocks["running"]) == (pytest.approx(expected, abs=1e-6), sorted(self.book.running()))
        assert {clocks["left"][seat] for seat in self.rules.chance} <= {None}
        flag = self.book.next_flag()
        assert table.clocks.deadline() == (None if flag is None else pytest.approx(flag / 1000, abs=1e-6))

    def compare_from_disk(self):
        """The same for the table as its journal alone tells it, with the turns played again and without."""
        for stored in (False, True) if self.over else (False,):
            self.compare(replayed(self.rules, self.opening, [(entry,) for entry in self.entries], stored))


def entry_from_disk(entry):
    """An entry after it was written and read."""
    body = json.loads(json.dumps(dict(entry.body), default=list))
    return Entry(entry.kind, entry.number, entry.seat, entry.person, entry.message, body, entry.at)


def play(variant, control, steps):
    sitting = Sitting(variant, control)
    for step in steps:
        if sitting.over:
            break
        sitting.step(*step)
    sitting.compare_from_disk()
    return sitting


def play_many(games):
    """Games drawn by lot."""
    played = []
    for seed in range(games):
        random = Random(seed)
        steps = [(random.choice(KINDS), random.randint(0, 30_000), random.randint(0, 999)) for _ in range(20)]
        played.append(play(random.choice(list(VARIANTS)), random.choice(list(CONTROLS)), steps))
    return played


EXAMPLES = min(60, settings.default.max_examples * 3 // 10)
"""Games of each variant and control: half as many in the fast run as in the slow one."""


@pytest.mark.parametrize("control", CONTROLS)
@pytest.mark.parametrize("variant", sampled(VARIANTS))
@settings(max_examples=EXAMPLES)
@given(steps=STEPS)
def test_clocks_are_those_of_the_book(variant, control, steps):
    play(variant, control, steps)


def run_on(clocks, seats, at):
    clocks.running |= frozenset(seats)
    plain_run(clocks, clocks.running, at)


def flag_late(clocks, at):
    return plain_fallen(clocks, at - 0.001)


def give_less(clocks, seconds):
    plain_give_back(clocks, seconds / 2)


def grant_all(clocks, _seats):
    plain_grant(clocks, range(len(clocks.readings(0))))


def earn_with_nature(before, after, actions):
    return [*plain_earners(before, after, actions), *before.chance.intersection(actions)]


plain_run, plain_give_back, plain_grant = Clocks.run, Clocks.give_back, Clocks.grant

FAULTS = {
    "a clock goes on though its seat has sealed": (Clocks, "run", run_on),
    "a flag falls a moment too late": (Clocks, "fallen", flag_late),
    "downtime is given back by half": (Clocks, "give_back", give_less),
    "who did not act earns too": (Clocks, "grant", grant_all),
    "each action of a run earns": (reducer, "earners", lambda _before, _after, actions: list(actions)),
    "nobody earns": (reducer, "earners", lambda *_: []),
    "nature earns": (reducer, "earners", earn_with_nature),
    "time runs for nature": (reducer, "timed", lambda waited_for, *_: waited_for),
    "a first move has all the time of a clock": (Clocks, "_before_first", lambda *_: False),
    "a first move is told of nobody": (Clocks, "moved", lambda *_: None),
    "one flag of several is seen": (Clocks, "fallen", lambda *known: frozenset(sorted(plain_fallen(*known))[:1])),
}
plain_fallen = Clocks.fallen
plain_earners = reducer.earners


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_the_clocks_is_seen(fault, monkeypatch):
    where, name, faulty = FAULTS[fault]
    monkeypatch.setattr(where, name, faulty)
    with pytest.raises(AssertionError):
        play_many(300)


def test_much_happens_in_the_games_that_are_played():
    seen = set()
    for sitting in play_many(150):
        seen |= {entry.kind for entry in sitting.entries}
        seen |= {sitting.table.ending.reason} if sitting.table.ending else set()
    assert {"seal", "unseal", "turn", "takeback", "downtime", "offer", "time", "time_all", "no_first_move"} <= seen
