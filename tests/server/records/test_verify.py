"""A record is played again to the same position; whatever was changed in it is refused by the name of what is wrong."""

import copy
import json
from random import Random

import pytest

from server.game import computer_id, decisions, parse_control, seal_digest
from server.records import pgn
from server.records.document import RecordError, read_record
from server.records.verification import agrees, examine, replay
from server.records.verification import read as read_any
from server.records.writer import digest, written
from tests.harness.faults import failing, replaced
from tests.harness.random_games import play, steps
from tests.harness.samples import sampled
from tests.toys import VARIANTS, Duel
from variants.errors import RulesError

GAMES = 8
"""Random games a variant."""


def data(record):
    """A record of one's own to change."""
    return json.loads(json.dumps(record))


def sound(played):
    """The record of the game, which holds as it is, to be changed."""
    record = data(played.record())
    assert refusal(record, seal_it=False) == ""
    return record


def refusal(record, seal_it=True):
    """The code with which a record is refused, "" for one that holds; `seal_it` gives it the digest it asks for."""
    try:
        replay(read_record(json.dumps({**record, "digest": digest(record)} if seal_it else record)), VARIANTS)
    except RulesError as error:
        return error.code
    return ""


def sound_after(played, variant, control, moves, deeds):
    """As `sound`, of a game of these moves and deeds; a number lets so many seconds pass."""
    played.open(variant, moves, control=control)
    for deed in deeds:
        if isinstance(deed, int | float):
            played.wait(deed)
        else:
            assert played.send(*deed) == ""
    return sound(played)


# Played again


@pytest.mark.parametrize("variant", sampled(VARIANTS))
def test_every_record_of_a_game_is_played_again_to_the_same_position(played, variant):
    for seed in range(GAMES):
        play(played, variant, Random(seed))
        record, known = played.record(), played.table
        if not record["complete"]:
            assert refusal(record) == "record_incomplete"
            continue
        text = pgn.write(record, VARIANTS[variant])
        for form in (written(record), text):
            again = replay(read_any(form, VARIANTS), VARIANTS)
            assert again.positions[-1].key() == known.position.key()
            assert again.positions[-1].fen() == record["final_fen"]
            assert [turn.texts for turn in again.turns] == [turn.texts for turn in known.turns]
            assert [turn.events for turn in again.turns] == [turn.events for turn in known.turns]
        game = pgn.read(text, VARIANTS)
        assert str(game.control) == record["control"]
        assert dict(VARIANTS[variant].complete(game.settings)) == record["settings"]
        if record["result"]:
            assert [float(share) for share in game.shares or ()] == pytest.approx(record["result"]["points"])
            assert game.reason == record["result"]["reason"]
        assert agrees(read_record(written(record)), record, VARIANTS) is True


@pytest.mark.parametrize("variant", sampled(VARIANTS))
def test_every_record_of_a_running_game_is_read_as_it_was_written_and_holds_at_every_moment(played, variant):
    for _ in steps(played, variant, Random(11)):
        record = played.record()
        assert read_record(written(record)).as_data() == json.loads(written(record)) == data(record)
        assert refusal(record, seal_it=False) == ("" if record["complete"] else "record_incomplete")


DUEL, CROWN = "a1b3 c3b1 b3c1 b1a3", "a1a2 b1b2 c1c2"
"""Two turns of Duel, and a first move of each in Crown."""

CLOSE = [1, ("act", 0, 1, "b3c1"), 0.005, ("act", 1, 1, "b1a3"), 182.997]
"""The flag of seat 1 has fallen, and that of seat 0 falls three thousandths of a second later."""


@pytest.mark.parametrize(
    ("reason", "variant", "control", "moves", "deeds"),
    [
        ("aborted", "Duel", "none", "", [("abort", 1)]),
        ("resigned", "Duel", "none", DUEL, [("resign", 1)]),
        ("agreement", "Duel", "3+2", DUEL, [("offer", 1), ("offer", 0)]),
        ("time_all", "Duel", "3+2", DUEL, [200]),
        ("time", "Duel", "3+2", "a1b3 c3b1", [("act", 0, 1, "b3c1"), 200]),
        ("time", "Duel", "3+2", "a1b3 c3b1", CLOSE),
        ("no_first_move", "Duel", "3+2", "", [45]),
        ("no_first_move", "Duel", "3+2", "", [("act", 0, 0, "a1b3"), 45]),
        ("no_first_move", "Crown", "1d", "", [90_000]),
        ("time", "Crown", "1d", CROWN, [90_000]),
        ("abandoned", "Crown", "none", CROWN, [700, ("absent", 1, True)]),
        ("abandoned_draw", "Crown", "none", CROWN, [700, ("absent", 1, False)]),
        ("aborted", "Crown", "none", "a1a2 b1b2", [700, ("abort", 1)]),
    ],
)
def test_a_game_ends_in_every_way_that_a_record_can_tell(played, reason, variant, control, moves, deeds):
    assert sound_after(played, variant, control, moves, deeds)["result"]["reason"] == reason


def end_as(**change):
    """A change of how the game ended."""

    def changed(log, result):
        log[-1] |= change
        result |= {key: value for key, value in change.items() if key in result}

    return changed


def more_lines(*lines):
    """A change: these lines at the end, at the moment of the last one."""

    def changed(log, _result):
        log += [{"turn": log[-1]["turn"] + 1, "at": log[-1]["at"], **line} for line in lines]

    return changed


AGREED_BACK = [{"kind": "ask_back", "seat": seat, "to": 1} for seat in (0, 1)]
LOST = {"kind": "end", "points": [1, 0], "reason": "resigned"}
LATE = ("Duel", "3+2", "", [("act", 0, 0, "a1b3"), 45])
"""A game that was aborted because the second seat made no first move."""
EVEN = ("Duel", "3+2", "a1b3 c3b1", [("act", 0, 1, "b3c1"), 0.05, ("unseal", 0, 1), 181.95])
"""A game in which the second seat's flag fell, and the clock of the first one showed 50 ms."""
PLAYED, TIMED = ("Duel", "none", DUEL, []), ("Duel", "3+2", DUEL, [])
RESIGNED = ("Crown", "none", CROWN, [("resign", 1)])
GONE = ("Crown", "none", CROWN, [700, ("absent", 1, True)])
AGREED = ("Duel", "none", DUEL, [("offer", 1), ("offer", 0)])
REPEATED = ("Dobutsu", "none", "c1c2 a4a3 c2c1 a3a4 " * 2, [])
"""A game that the rules ended without a claim."""


@pytest.mark.parametrize(
    ("game", "change", "code"),
    [
        # The last seal of a turn is no line of its own.
        (
            ("Duel", "none", "", [("act", 0, 0, "a1b3")]),
            lambda log, _: log.append({**log[-1], "seat": 1}),
            "record_order",
        ),
        # An aborted game has no loser; only a table whose game has not begun is withdrawn.
        (LATE, end_as(points=[1, 0]), "record_result"),
        (LATE, end_as(reason="withdrawn"), "record_result"),
        # A flag falls only where there is a clock that shows no time, and its seat loses.
        (RESIGNED, end_as(reason="time"), "record_result"),
        (EVEN, end_as(points=[0.5, 0.5]), "record_result"),
        (EVEN, end_as(points=[0, 1], seat=0), "record_result"),
        (EVEN, end_as(points=[0.5, 0.5], reason="time_all"), "record_result"),
        # Who resigns loses; who claims that others have gone does not.
        (RESIGNED, end_as(seat=0), "record_result"),
        (GONE, end_as(seat=0), "record_result"),
        # Each line is what the game decides at its moment: nobody agrees with themselves, gives more than there is to
        # give, or is gone, or out of time, too early.
        (
            PLAYED,
            more_lines({"kind": "ask_back", "seat": 0, "to": 1}, {"kind": "takeback", "seat": 0, "to": 1}),
            "record_order",
        ),
        (PLAYED, more_lines({"kind": "decline", "seat": 0}), "record_order"),
        (PLAYED, more_lines(*AGREED_BACK, {"kind": "offer", "seat": 0}), "record_order"),
        (PLAYED, more_lines(*AGREED_BACK, {**LOST, "seat": 1}), "record_order"),
        # No line is by a seat that the game does not have.
        (PLAYED, more_lines({**LOST, "seat": 20}), "record_order"),
        (PLAYED, more_lines({"kind": "offer", "seat": 20}), "record_order"),
        (TIMED, more_lines({"kind": "addtime", "seat": 0, "seats": [1], "seconds": 600}), "record_order"),
        (GONE, lambda log, _: log[-1].update(at=log[-1]["at"] - 600), "record_result"),
        (EVEN, lambda log, _: log[-1].update(at=log[-1]["at"] - 100), "record_result"),
        # No reason is given that the rest of the record refutes.
        (AGREED, end_as(reason="too_long"), "record_result"),
        (AGREED, end_as(reason="unstated"), "record_result"),
        (REPEATED, end_as(reason="agreement", seat=1), "record_result"),
        (REPEATED, end_as(reason="resigned", points=[1, 0], seat=1), "record_result"),
    ],
)
def test_a_tampered_move_is_refused(played, game, change, code):
    record = sound_after(played, *game)
    change(record["log"], record["result"])
    assert refusal(record) == code


def test_a_person_in_both_seats_takes_back_with_one_request(played):
    played.id = played.opener.open("Duel", {}, "ann", 0, others="ann")
    for deed in (("act", 0, 0, "a1b3"), ("act", 1, 0, "c3b1"), ("takeback", 1)):
        assert played.send(*deed, person="ann") == ""
    record = sound(played)
    assert [line["kind"] for line in record["log"][-2:]] == ["ask_back", "takeback"]
    assert [chair["player"] for chair in record["seats"]] == [0, 0]


def test_a_position_that_was_taken_back_is_not_repeated(played):
    played.open("Checkered", "g1f3 g8f6 f3g1 f6g8")
    assert played.send("takeback", 1) == ""
    assert played.send("takeback", 0) == ""
    played.turn("f6g8")
    record = data(played.record())
    assert played.send("offer", 0) == ""
    assert played.send("offer", 1) == ""
    ended = sound(played)
    ended["log"] = [*record["log"], {**ended["log"][-1], "reason": "repetition"}]
    ended["result"]["reason"] = "repetition"
    assert refusal(ended) == "record_result"


def test_a_draw_that_the_rules_let_a_player_claim_is_claimed_again(played):
    played.open("Makruk", "a1a2", fen='1k6/3R4/2K5/8/8/8/8/R7 w 102 {"counted":"15","limit":"16"}')
    assert played.send("claim", 1) == "no_claim"
    played.turn("b8c8")
    assert played.send("claim", 0) == ""
    ended = sound(played)
    assert ended["result"]["reason"] == "counted"
    ended["log"][-1]["reason"] = ended["result"]["reason"] = "stalemate"
    assert refusal(ended) == "record_result"


def test_recorded_clocks_increase_only_by_entries_of_the_log(played):
    played.open("Crown", "a1a2 b1b2 c1c2", control="3+2")
    assert played.send("addtime", 1) == ""
    since, until = played.time - 90, played.time
    played.tables.decide(played.id, lambda table: decisions.downtime(table, since, until, until))
    played.turn("a2a3")
    record = sound(played)
    given, downtime, turn = record["log"][-3:]
    assert turn["clocks"] == [182 + 15 + 90 + 2, 182, 182 + 15]
    for line in (given, downtime):
        without_it = {**record, "log": [each for each in record["log"] if each is not line]}
        assert refusal(without_it) == "record_clock", line
    turn["clocks"][0] -= 20
    assert refusal(record) == "", "nothing in a record tells how much time went by"


def test_the_turn_that_the_rules_do_not_play_is_named(played):
    played.open("Crown", "a1a2 b1b2 c1c2 a2a3")
    record = data(played.record())
    record["log"][5]["moves"]["2"] = "c1c4"
    record["digest"] = digest(record)
    replayed = examine(read_record(json.dumps(record)), VARIANTS)
    assert str(replayed.fault) == "Turn 3: the rules do not offer the move c1c4."
    assert len(replayed.turns) == 2
    unreached = [check.name for check in replayed.checks if not check.reached]
    assert unreached == ["order", "turns", "seals", "clocks", "result"]


def test_other_rules_than_those_of_the_record_are_named_where_they_part(played):
    played.open("Duel", "a1b3 c3b1")
    record = data(played.record())
    record["rules_version"] = 7
    record["digest"] = digest(record)
    assert replay(read_record(json.dumps(record)), VARIANTS).versions == (7, 1)
    with replaced(Duel, "moves", lambda *_: []):
        replayed = replay(read_record(json.dumps(record)), VARIANTS)
        (turns,) = [check for check in replayed.checks if check.name == "turns"]
        assert dict(turns.parameters) == {"count": 0, "taken": 1}
        with pytest.raises(RecordError, match=r"Turn 1: .* version 7; these rules are version 1") as refused:
            replay(read_any(pgn.write(record, VARIANTS[record["variant"]]), VARIANTS), VARIANTS)
    assert refused.value.code == "record_rules", "a text of moves names no position to go on from"


@pytest.mark.parametrize("points", [[1, 1], [0.5, 0.25, 0.25]])
def test_points_sum_to_one_under_other_rules_too(played, points):
    played.open("Duel", "a1b3 c3b1")
    assert played.send("resign", 1) == ""
    record = sound(played)
    record["rules_version"] = 7
    assert refusal(record) == ""
    record["result"]["points"] = record["log"][-1]["points"] = points
    assert refusal(record) == "record_result"


# Tampered with


@pytest.fixture(scope="module")
def duel(played):
    """A whole game with a clock, broken seals, a takeback, a draw offered and declined, and an end by the rules."""
    played.open("Duel", control="5+3")
    played.time += 2
    assert played.send("act", 0, 0, "a1c2") == ""
    played.time += 2
    assert played.send("unseal", 0, 0) == ""
    played.turn("a1b3", "c3b1")
    assert played.send("takeback", 1) == ""
    assert played.send("takeback", 0) == ""
    played.time += 5
    played.turn("a1b3", "c3a2")
    assert played.send("offer", 0) == ""
    assert played.send("decline", 1) == ""
    played.turn("b3c1", "a2c3")
    played.turn("c1a2", "c3a2")
    record = played.record()
    assert record["result"]["reason"] == "met"
    return data(record)


SEAL, BROKEN, OPENED, TURN, BACK, OFFER, END = 2, 3, 4, 5, 8, 11, 17
"""Where in the log of `duel` these lines are."""


def test_the_record_for_tampering_has_the_expected_entries(duel):
    places = (SEAL, BROKEN, OPENED, TURN, BACK, OFFER, END)
    kinds = ["seal", "unseal", "seal", "turn", "takeback", "offer", "end"]
    assert [duel["log"][place]["kind"] for place in places] == kinds
    (seals,) = [check for check in examine(read_record(json.dumps(duel)), VARIANTS).checks if check.name == "seals"]
    assert dict(seals.parameters) == {"opened": 8, "closed": 1}
    assert refusal(duel, seal_it=False) == ""


def put(*path):
    """A change: the last of these in the place that the others lead to."""

    def change(record):
        for step in path[:-2]:
            record = record[step]
        record[path[-2]] = path[-1]

    return change


def without(*path):
    def change(record):
        for step in path[:-1]:
            record = record[step]
        del record[path[-1]]

    return change


def anew(record):
    """Another move in an envelope, with the nonce and the seal that belong to it."""
    line = record["log"][TURN]
    line["moves"]["1"] = line["notation"]["1"] = "c3a2"
    line["seals"]["1"] = seal_digest(record["table"], 1, 0, 1, "c3a2", line["nonces"]["1"])


def inserted(index, **line):
    """A change: one line more."""

    def change(record):
        at = record["log"][index - 1]["at"]
        record["log"].insert(index, {"turn": record["log"][index - 1]["turn"], "at": at, **line})

    return change


def unended(record):
    """Without the line of the end, in a record that tells it all the same."""
    del record["log"][END]
    record["status"] = "running"


def swapped(record):
    log = record["log"]
    log[BROKEN], log[OPENED] = log[OPENED], log[BROKEN]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (put("variant", "Nobody"), "no_variant"),
        (put("variant", "Veil"), "record_turn"),
        (put("settings", {"speed": True}), "option_unknown"),
        (put("fen", "3/3/3"), "duel_pieces"),
        (put("fen", "2n/3/N2"), "record_start"),
        (put("fen", "n2/3/N2 w 0 {}"), "record_turn"),
        (put("control", "9d9"), "no_control"),
        (put("control", "none"), "record_clock"),
        (put("table", "other"), "record_seal"),
        (put("complete", False), "record_incomplete"),
        (put("seats", 0, "code", "black"), "record_seats"),
        (put("seats", 0, "name", None), "record_seats"),
        (put("seats", 1, "player", None), "record_seats"),
        (put("seats", 1, "player", 0), "record_seats"),
        (without("seats", 1), "record_seats"),
        (put("opened_at", 1_800_000_000), "record_order"),
        (put("log", SEAL, "turn", 2), "record_order"),
        (put("log", BROKEN, "seat", 1), "record_order"),
        (without("log", BROKEN), "record_order"),
        (without("log", OPENED), "record_seal"),
        (without("log", END), "record_result"),
        (unended, "record_result"),
        (without("log", 0), "record_order"),
        (swapped, "record_order"),
        (inserted(2, kind="sit", seat=0), "record_order"),
        (inserted(2, kind="turn", seat=0, moves={"0": "a1b3"}, notation={"0": "a1b3"}, fen="x"), "record_turn"),
        (inserted(2, kind="unseal", seat=0), "record_order"),
        (inserted(2, kind="ask_back", seat=0, to=0), "record_order"),
        (inserted(2, kind="takeback", seat=0, to=0), "record_order"),
        (inserted(2, kind="downtime", since=1_700_000_000, until=1_600_000_000), "record_order"),
        (inserted(2, kind="stop"), "record_order"),
        (inserted(END + 1, kind="stop"), "record_order"),
        (inserted(END, kind="offer", seat=0), "record_turn"),
        (inserted(END + 1, kind="downtime", since=1_600_000_000, until=1_600_000_001), "record_order"),
        (put("log", OPENED, "seal", "0" * 64), "record_seal"),
        (without("log", TURN, "nonces", "1"), "record_seal"),
        (without("log", TURN, "seals"), "record_seal"),
        (without("log", TURN, "takebacks"), "record_seal"),
        (put("log", TURN, "moves", "0", "a1c2"), "record_turn"),
        (without("log", TURN, "moves", "0"), "record_turn"),
        (put("log", TURN, "notation", "0", "a1c2"), "record_turn"),
        (put("log", TURN, "fen", "2n/3/N2 w 2 {}"), "record_turn"),
        (without("log", TURN, "fen"), "record_format"),
        (anew, "record_turn"),
        (put("log", TURN, "clocks", [1]), "record_clock"),
        (without("log", TURN, "clocks"), "record_clock"),
        (put("log", END, "points", [0, 1]), "record_result"),
        (put("log", END, "reason", "resigned"), "record_result"),
        (put("result", "seat", 0), "record_result"),
        (put("result", None), "record_result"),
        (put("status", "running"), "record_result"),
        (put("final_fen", "2n/3/N2 w 2 {}"), "record_result"),
        (put("seen_by", "onlooker"), "record_format"),
    ],
)
def test_each_kind_of_tampering_is_refused_by_its_name(duel, change, code):
    """Though the digest was computed anew."""
    record = copy.deepcopy(duel)
    change(record)
    assert refusal(record) == code


@pytest.mark.parametrize(
    ("change", "code", "sentence"),
    [
        (put("log", TURN, "takebacks", 1), "seal", "Turn 1: its seals count 1 takebacks, the record 0."),
        (without("log", TURN, "nonces"), "seal", "Turn 1: there is not one seal and one nonce for each move."),
        (
            put("log", TURN, "seals", "1", "0" * 64), "seal",
            "Turn 1: the move and the nonce of seat 1 do not match its seal.",
        ),
        (put("log", SEAL, "at", 1_000), "order", "Line 3 of the log is earlier than the line above it."),
        (without("log", BACK), "order", "Line 9 of the log (seal, turn 1) cannot follow the lines before it."),
        (put("log", END, "clocks", [1]), "clock", "Turn 4: there is not one reading for each clock."),
        (
            put("log", END, "clocks", [900, 300]), "clock",
            "Turn 4: a clock shows more time than it had.",
        ),
    ],
)  # fmt: skip
def test_a_tampered_record_is_refused_with_the_place_of_the_fault(duel, change, code, sentence):
    record = copy.deepcopy(duel)
    change(record)
    record["digest"] = digest(record)
    fault = examine(read_record(json.dumps(record)), VARIANTS).fault
    assert (fault.code, str(fault)) == (f"record_{code}", sentence)


def leaves(value, path=()):
    """Where in a record a plain value stands."""
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(each, (*path, key))
    else:
        yield path


def changed(value, random):
    """Another value of the same kind."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + random.choice((1, -1, 0.5)) if value else 1
        case str() if value:
            at = random.randrange(len(value))
            letter = random.choice([letter for letter in "0123456789abcdefz" if letter != value[at]])
            return value[:at] + letter + value[at + 1 :]
    return random.choice([0, "x"])


PROVEN = {"moves", "notation", "fen", "final_fen", "seal", "seals", "nonces", "takebacks", "points", "reason", "result"}
"""What the rules, the seals and the rest of a record hold fast. The digest alone holds the rest."""


def held(record, path):
    """Whether this field is held fast, whatever the digest says."""
    if path[0] == "dice":
        return record["dice"]["seed"] is not None
    opened = {seal for turn in record["log"] for seal in turn.get("seals", {}).values()}
    if path[-1] == "seal" and record["log"][path[1]]["seal"] not in opened:
        return False
    return not PROVEN.isdisjoint(path)


FEW = ("Apocalypse", "Chess", "Dice", "Crown")
"""Variants in which seats act at once and in turn, with dice, and with three seats."""


@pytest.mark.parametrize(
    "variant", [pytest.param(name, marks=() if name in FEW else pytest.mark.slow) for name in VARIANTS]
)
def test_a_record_in_which_anything_that_it_proves_was_changed_is_refused(played, variant):
    random = Random(variant)
    tried = 0
    for seed in range(2):
        play(played, variant, Random(seed))
        record = data(played.record())
        paths = [path for path in leaves(record) if held(record, path)] if record["complete"] else []
        for path in random.sample(paths, min(len(paths), 40)):
            other = copy.deepcopy(record)
            inner = other
            for step in path[:-1]:
                inner = inner[step]
            inner[path[-1]] = changed(inner[path[-1]], random)
            assert refusal(other, seal_it=False) != "", path
            assert refusal(other) != "", path
            tried += 1
    assert tried > 20


def test_a_changed_digest_alone_does_not_hide_the_rest(duel):
    record = copy.deepcopy(duel)
    record["seats"][0]["name"] = "Somebody else"
    replayed = examine(read_record(json.dumps(record)), VARIANTS)
    assert replayed.fault.code == "record_digest"
    held = [check.name for check in replayed.checks if check.fault is None and check.reached]
    assert held == ["order", "turns", "seals", "clocks", "result"]
    own = {**record, "seats": [{**chair, "name": ""} for chair in record["seats"]]}
    assert agrees(read_record(json.dumps(record)), own, VARIANTS) is True, "names are not compared"


def test_a_record_that_differs_from_the_sites_own_is_reported(duel):
    other = copy.deepcopy(duel)
    other["log"][END]["at"] += 1
    assert agrees(read_record(json.dumps(other)), duel, VARIANTS) is False
    game = pgn.read(pgn.write(duel, VARIANTS["Duel"]), VARIANTS)
    assert agrees(game, duel, VARIANTS) is True
    assert agrees(game._replace(turns=game.turns[:-1]), duel, VARIANTS) is False


@pytest.mark.parametrize(
    "forge",
    [
        lambda record: record.update(rated=True),
        lambda record: record["seats"][1].update(computer=3),
        lambda record: record["seats"][1].update(player=0),
        lambda record: record.update(dice={"seal": "0" * 64, "seed": "0" * 64}),
    ],
    ids=["rated", "computer", "player", "dice"],
)
def test_who_played_and_for_what_is_compared_with_the_sites_own(duel, forge):
    other = copy.deepcopy(duel)
    assert agrees(read_record(json.dumps(other)), duel, VARIANTS) is True
    forge(other)
    assert agrees(read_record(json.dumps(other)), duel, VARIANTS) is False


def test_an_earlier_record_agrees_with_the_sites_own_up_to_its_end(played):
    played.open("Duel", "a1b3 c3b1")
    early = read_record(written(played.record()))
    early_text = pgn.read(pgn.write(played.record(), VARIANTS["Duel"]), VARIANTS)
    played.turn("b3c1", "b1c3")
    assert played.send("resign", 0) == ""
    own = played.record()
    assert agrees(early, own, VARIANTS) is True
    assert agrees(early_text, own, VARIANTS) is None
    own["log"][3]["at"] += 1
    assert agrees(early, own, VARIANTS) is False


# From strangers


def test_rules_that_fail_on_a_record_from_outside_are_no_traceback(duel):
    with failing(Duel, "play", ZeroDivisionError()):
        assert refusal(duel) == "record_turn"
    with failing(Duel, "from_fen", ZeroDivisionError()):
        assert refusal(duel) == "record_fen"
    text = pgn.read(pgn.write(duel, VARIANTS["Duel"]), VARIANTS)
    for method in ("moves", "result", "out"):
        with failing(Duel, method, ZeroDivisionError()):
            assert refusal(duel) == "record_turn", method
            with pytest.raises(RecordError) as refused:
                replay(text, VARIANTS)
            assert refused.value.code == "record_turn", method


def test_a_text_in_which_a_seat_leaves_that_the_game_does_not_have_is_refused(duel):
    text = pgn.read(pgn.write(duel, VARIANTS["Duel"]), VARIANTS)
    gone = text._replace(turns=(("left:20",), *text.turns), lines=(0, *text.lines))
    assert examine(gone, VARIANTS).fault.code == "record_left"


def test_a_game_against_the_computer_holds_with_its_takebacks(played):
    played.id = played.opener.open("Checkered", {}, "ann", 0, others=computer_id(2))
    assert played.send("act", 0, 0, "e2e4") == ""
    assert played.send("act", 1, 1, "e7e5", person=computer_id(2)) == ""
    assert played.send("takeback", 0) == ""
    assert played.number == 0
    assert played.send("act", 0, 0, "d2d4") == ""
    record = data(played.record())
    assert [seat.get("computer") for seat in record["seats"]] == [None, 2]
    assert not refusal(record)


def test_of_a_turn_of_several_the_clocks_of_people_run_from_the_seal_of_the_computer_on(played):
    played.id = played.opener.open("Apocalypse", {}, "ann", 0, control=parse_control("1+0"), others=computer_id(2))
    for number, (black, white) in enumerate((("a4a3", "a2a3"), ("b5b4", "b1b2"))):
        played.time += 20
        assert played.send("act", 1, number, black, person=computer_id(2)) == ""
        played.time += 25
        assert played.send("act", 0, number, white) == ""
    record = data(played.record())
    assert record["log"][-1]["clocks"] == [35.0, 40.0]
    assert not refusal(record)
