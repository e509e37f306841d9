"""Secrets are secret: until the reveal nothing that leaves the real server tells what a seat has sealed, or hides.

Nor how the dice will fall: nature is a seat as well, and its secret is the seed that its casts follow from.
"""

import re
from copy import copy
from functools import cache
from random import Random

import pytest

from server.game import commitments, players_of
from tests.harness.chance import Cast, SeededLine
from tests.harness.envelopes import guessed
from tests.harness.site import scripted_site
from tests.harness.sources import SEED
from tests.harness.worlds import NAMES, Leak, Secret, World, secrets_in, turns_alike, worlds
from tests.toys import TOYS, write_variant
from variants.registry import load_all

GAMES = 2
"""Of each variant whose seats act at once: one ends by giving up, one by the reveal."""

TURNS = 4
CONTROLS = ("5+3", "none", "3d")
SEATS = 2
"""Either seat is the one with secrets; the third of Crown, which seals nothing, would show no more."""

PLAIN = ("Chess", "Crazyhouse", "Marseillais")
"""Of the variants in which nobody can have a secret, those that every run compares: with hands, and with two moves a
turn. The slow tests compare all."""

TOYS_OF_EVERY_RUN = ("Crown", "Veil")
"""Of the toys, those that every run compares: with three seats, and with secrets of both kinds."""

SEALER = 1
"""The seat that has sealed when the sites are started anew."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("toys")
    for toy in TOYS:
        write_variant(made, toy)
    return made


@pytest.fixture(scope="module")
def variants(folder):
    return load_all([folder])


@pytest.fixture(scope="module")
def pair(folder, tmp_path_factory):
    """Two sites that serve them all."""
    with worlds(tmp_path_factory.mktemp("worlds"), "--variants", str(folder)) as both:
        yield both


def known():
    found = {**load_all(), **{toy.__name__: toy for toy in TOYS}}
    return dict(sorted(found.items()))


@cache
def sealing():
    """Those in which several seats act at once from the start."""
    return [name for name, rules in known().items() if len(rules.start(random=Random(7)).to_act) > 1]


def keeping():
    """Those in which a seat can have a secret. In the others both games are the same, so that one pair shows it all."""
    return [name for name, rules in known().items() if rules.hidden or name in sealing()]


def with_dice():
    """Those in which nature has a seat."""
    return [name for name, rules in known().items() if rules.chance]


def seats():
    """Each seat that can have a secret; in every run the first one of each such variant, and of some others."""
    always = {*(set(keeping()) & load_all().keys()), *PLAIN, *TOYS_OF_EVERY_RUN}
    for name in known():
        for seat in range(SEATS if name in keeping() else 1):
            yield pytest.param(name, seat, marks=[pytest.mark.slow] if seat or name not in always else [])


@pytest.mark.parametrize(("name", "seat"), list(seats()))
def test_two_games_that_differ_only_in_a_secret_are_identical_to_all_other_viewers(pair, variants, name, seat):
    compared = 0
    for number in range(GAMES if len(variants[name].start(random=Random(7)).to_act) > 1 else 1):
        game = Game(pair, variants[name], name, seat, number)
        game.play()
        compared += game.compared + pair.compare()
        for world in pair.both:
            assert not secrets_in(world.served.log(), game.sealed, world.people)
            world.close()
        if game.rules.hidden:
            assert game.hid >= 1, "different moves were played"
        if game.simultaneous:
            assert game.differed >= 2, "secrets were there to be told"
        else:
            assert not game.sealed, "who acts alone seals nothing"
    assert compared > 50


@pytest.mark.parametrize("name", with_dice())
def test_no_channel_reveals_a_roll_before_it_is_made(pair, variants, name):
    rules, start = variants[name], variants[name].start(random=Random(7))
    (nature,) = rules.chance
    table = pair.both[0].next_table
    line = SeededLine.draw(start, table, Random(name))
    for world, seed in zip(pair.both, line.seeds, strict=True):
        world.open(name, start.fen(), players_of(rules), nature, rules.hidden, "5+3", seed)
        assert world.table == table
    compared = 0
    for number, actions in enumerate(line.turns):
        for seat, move in actions.items():
            if seat != nature:
                probe(pair, number, seat, nature)
                compared = pair.compare()
                for world in pair.both:
                    assert world.call(NAMES[seat], "act", seat, number=number, move=rules.write(move))["ok"]
    assert compared > 100
    with pytest.raises(Leak, match="update"):
        pair.compare()
    for world, seed in zip(pair.both, line.seeds, strict=True):
        world.forget()
        assert world.call(NAMES[0], "resign", 0)["ok"]
        assert world.watch("onlooker")["dice"] == {"seal": commitments.dice_digest(world.table, seed), "seed": seed}
        world.close()


def probe(pair, number, seat, nature):
    """Ask for all there is to see; try to be nature; do what might make the dice fall before this seat has moved."""
    player, rival = NAMES[seat], NAMES[1 - seat]
    for world in pair.both:
        for name in (player, rival, "onlooker"):
            assert world.watch_from(name, nature)["code"] == "not_your_seat"
        for name, event, fields in (
            (player, "act", {"number": number, "move": "??"}),
            (rival, "act", {"number": number, "move": "a1a1"}),
            (player, "unseal", {"number": number}),
            (player, "takeback", {}),
            (rival, "decline", {}),
            (player, "offer", {}),
            (rival, "decline", {}),
        ):
            world.call(name, event, NAMES.index(name), **fields)
            assert not world.call(name, event, nature, **fields)["ok"], "nobody sits there"
        world.reconnect(player)
        world.stay_away(1 - seat, 7)
        world.look()


@pytest.fixture(scope="module")
def restarted(folder, variants, tmp_path_factory):
    """Two sites started anew after in a game of each variant `SEALER` had sealed; each game as both had it."""
    data, house, games = tmp_path_factory.mktemp("restarted"), ("--variants", str(folder)), {}
    with worlds(data, *house) as before:
        for name in sealing():
            rules, start = variants[name], variants[name].start(random=Random(7))
            before.each(lambda world: world.open(name, start.fen(), players_of(rules), SEALER, rules.hidden, "5+3"))  # noqa: B023
            for world, move in zip(before.both, two_moves(start), strict=True):
                assert world.call(NAMES[SEALER], "act", SEALER, number=0, move=move)["ok"]
            before.compare()
            games[name] = before.each(copy)
    with worlds(data, *house, "--begin", "1", "--clock", "60") as after:
        yield after, games


def two_moves(start):
    """What is sealed before the sites are started anew, in the one and in the other."""
    return Secret((start, start), SEALER).two(Random(SEALER))


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name in ("Duel", "Rounds") else []) for name in sealing()]
)
def test_secrets_stay_secret_after_a_restart(restarted, variants, name):
    after, games = restarted
    for number, world in enumerate(after.both):
        world.come_back(games[name][number], [game[number] for game in games.values()])
    after.each(World.look)
    assert after.compare() > 20
    for world, move in zip(after.both, two_moves(variants[name].start(random=Random(7))), strict=True):
        assert world.watch(NAMES[SEALER])["sealed"]["id"] == move
    after.each(lambda world: world.call(NAMES[1 - SEALER], "resign", 1 - SEALER))
    after.each(lambda world: world.look(also_the_owner=True))
    after.compare()
    after.each(World.close)


def test_a_nonce_that_was_not_shown_at_a_reveal_leaves_the_site_never(folder, variants, tmp_path):
    with scripted_site(tmp_path, "--variants", str(folder), "--log-level", "debug") as served:
        for name, rules in variants.items():
            start = rules.start(random=Random(7))
            if len(start.to_act) == 1:
                continue
            world = World(served)
            world.open(name, start.fen(), len(start.seats), 0, rules.hidden, "5+3")
            sent = [seal_and_break(world, rules, start)]
            assert world.call(NAMES[1], "resign", 1)["ok"]
            world.look_as_owner()
            world.look(also_the_owner=True)
            sent.append(count_closed(world))
            assert sent == [5, 3] if rules.hidden else [3, 3]
            world.close()


def seal_and_break(world, rules, start):
    """Play a turn with one broken seal, then break another and keep the last; how many nonces are closed."""
    moves = {seat: rules.write(next(iter(start.moves(seat)))) for seat in start.to_act}
    position = start.play({seat: rules.read(text) for seat, text in moves.items()})
    later = rules.write(next(iter(position.moves(0))))
    for seat, number, move in ((0, 0, moves[0]), (0, 0, ""), (0, 0, moves[0]), (1, 0, moves[1])):
        send(world, seat, number, move)
    world.look_as_owner()
    for move in (later, "", later):
        send(world, 0, 1, move)
    world.look_as_owner()
    world.look()
    return count_closed(world)


def send(world, seat, number, move):
    """Seal this, or without a move break the seal; all that is told before is searched as things stood then."""
    count_closed(world)
    fields = {"move": move} if move else {}
    assert world.call(NAMES[seat], "act" if move else "unseal", seat, number=number, **fields)["ok"]


def count_closed(world):
    """Search all that was told up to now, as `search_for_nonces` does; how many nonces that are closed there are."""
    world.listen()
    world.search_for_nonces()
    return len(world.envelopes().closed)


class Game:
    """The same game in both worlds, but for the secrets of one seat."""

    def __init__(self, pair, rules, name, seat, number):
        self.pair, self.rules, self.seat, self.number = pair, rules, seat, number
        self.random = Random(f"{name} {seat} {number}")
        self.compared = self.hid = 0
        start = rules.start(random=Random(7))
        self.positions = [start, start]
        self.owner = NAMES[seat]
        self.sealed = set()
        self.differed = 0
        self.simultaneous = False
        self.control = CONTROLS[(number + seat) % len(CONTROLS)]
        pair.each(lambda world: world.open(name, start.fen(), players_of(rules), seat, rules.hidden, self.control))

    def play(self):
        """A few turns; each secret is taken back but the last, which comes out or is kept for ever."""
        for turn in range(TURNS):
            self.pair.compare()
            if any(position.result() for position in self.positions):
                break
            to_act = self.positions[0].to_act
            self.simultaneous |= len(to_act) > 1
            if len(to_act) > 1 and self.seat in to_act:
                self.keep_a_secret(turn)
                if turn == TURNS - 1:
                    self.compared = self.pair.compare()
                    self.finish(turn)
                    return
                self.do(self.owner, "unseal", number=turn)
            if not self.turn(turn):
                break
        self.pair.each(World.look)

    def act(self, turn, name, texts):
        """Send a move, in the second world perhaps another; "" for each that was accepted, else the refusal's code."""
        moves = iter(texts if len(texts) == 2 else texts * 2)
        seat = NAMES.index(name)
        answers = self.pair.each(lambda world: world.call(name, "act", seat, number=turn, move=next(moves)))
        return ["" if answer["ok"] else answer["refusal"]["code"] for answer in answers]

    def do(self, name, event, **fields):
        """Send something else; it may be refused."""
        self.pair.each(lambda world: world.call(name, event, NAMES.index(name), **fields))

    def keep_a_secret(self, turn):
        """Seal different moves in the two worlds, perhaps anew, while everybody does what they can."""
        secret = Secret((self.positions[0], self.positions[1]), self.seat)
        for again in range(self.random.randint(1, 2)):
            if again:
                self.do(self.owner, "unseal", number=turn)
            moves = secret.two(self.random)
            self.sealed |= set(moves)
            self.differed += 1
            assert self.act(turn, self.owner, moves) == ["", ""]
            self.try_to_guess(turn)
            self.disturb(turn)
            if not again and turn == (TURNS - 1, 0)[self.number]:
                self.pair.each(World.look)
            self.pair.compare()

    def try_to_guess(self, turn):
        """Try every move against the digest that the rival sees."""
        for number, world in enumerate(self.pair.both):
            seal = world.watch(NAMES[1 - self.seat])["chairs"][self.seat]["seal"]
            offered = Secret((self.positions[0], self.positions[1]), self.seat).offered(number)
            assert re.fullmatch("[0-9a-f]{64}", seal)
            assert seal in world.envelopes().digests
            assert not guessed(seal, world.table, turn + 1, self.seat, offered)

    def disturb(self, turn):
        """What the others try while the move is sealed, and what its owner may do besides."""
        rival = NAMES[1 - self.seat]
        own = self.positions[0].write(next(iter(self.positions[0].moves(1 - self.seat))))
        tries = [
            lambda: self.do(rival, "act", number=turn, move="a1a1"),
            lambda: self.do(rival, "act", number=turn, move="??"),
            lambda: self.do(rival, "act", number=turn + 1, move=own),
            lambda: self.do(rival, "unseal", number=turn),
            lambda: self.do(rival, "claim"),
            lambda: (self.do(rival, "offer"), self.do(self.owner, "decline")),
            lambda: (self.do(self.owner, "offer"), self.do(rival, "decline")),
            lambda: self.do(self.owner, "act", number=turn, move="a1a1"),
            lambda: self.pair.each(lambda world: world.call(rival, "act", self.seat, number=turn, move=own)),
            lambda: self.pair.each(lambda world: world.call("onlooker", "unseal", self.seat, number=turn)),
            lambda: self.pair.each(lambda world: world.reconnect(rival)),
            lambda: self.pair.each(lambda world: world.reconnect(self.owner)),
            lambda: self.pair.each(lambda world: world.reconnect("onlooker")),
            lambda: self.pair.each(lambda world: world.watch(rival)),
            lambda: self.pair.each(lambda world: world.watch_from("onlooker", self.seat)),
            lambda: self.pair.each(lambda world: world.watch_from(rival, self.seat)),
            lambda: (self.do(rival, "takeback"), self.do(self.owner, "decline")),
            lambda: (self.do(self.owner, "takeback"), self.do(rival, "decline")),
            lambda: self.do(rival, "absent", win=True),
            lambda: self.do(rival, "say", preset="hello", text=None),
            lambda: self.do(self.owner, "say", preset=None, text="I have made up my mind."),
            lambda: self.pair.each(
                lambda world: world.call("onlooker, French tab", "say", None, preset=None, text="Ah!")
            ),
            lambda: self.pair.each(lambda world: world.served.turn_clock(7)),
            lambda: self.pair.each(lambda world: world.stay_away(1 - self.seat, 7)),
        ]
        for attempt in self.random.sample(tries, 9):
            attempt()

    def turn(self, turn):
        """Play a turn whose consequences the others see alike in both worlds; False if there is none to be found."""
        found = self.find(turn)
        if found is None:
            return False
        if len(found[0]) == 1:
            ((seat, _),) = found[0].items()
            if seat not in self.rules.chance:  # Nature has acted already, of itself.
                assert self.act(turn, NAMES[seat], self.texts(found, seat)) == ["", ""]
        else:
            for seat in sorted(found[0], key=lambda seat: seat != self.seat):
                if seat == self.seat:
                    self.sealed |= set(self.texts(found, seat)) if self.rules.hidden else set()
                self.pair.compare()
                assert self.act(turn, NAMES[seat], self.texts(found, seat)) == ["", ""]
        self.pair.each(lambda world: world.served.turn_clock(2))
        self.hid += found[0] != found[1]
        self.positions = [position.play(actions) for position, actions in zip(self.positions, found, strict=True)]
        return True

    def texts(self, found, seat):
        return tuple(self.rules.write(actions[seat]) for actions in found)

    def find(self, turn):
        """Actions for both worlds that the others see alike."""
        return turns_alike(Secret((self.positions[0], self.positions[1]), self.seat), self.random, self.casts(turn))

    def casts(self, turn):
        """What nature will do in this turn, if it acts."""
        one = self.positions[0]
        table = self.pair.both[0].table
        return {seat: one.read(Cast.of(one, table, turn + 1, seat).roll(SEED)) for seat in one.chance & set(one.to_act)}

    def finish(self, turn):
        """End with different moves sealed: the rival gives up or his flag falls and nobody sees them, or all do."""
        rival = NAMES[1 - self.seat]
        if self.number % 2 == self.seat and not self.rules.hidden:
            if self.control == "none":
                self.do(rival, "resign")
            else:
                self.pair.each(lambda world: world.served.turn_clock(10**6))
            self.pair.each(lambda world: world.look(also_the_owner=True))
            return
        move = self.positions[0].write(next(iter(self.positions[0].moves(1 - self.seat))))
        assert self.act(turn, rival, (move,)) == ["", ""]
        with pytest.raises(Leak, match="update"):
            self.pair.compare()
        self.do(rival, "resign")
        self.pair.each(World.forget)
