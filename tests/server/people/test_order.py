"""Order: people who block each other do not meet; reports reach moderators, whose sanctions hold until they end."""

import time
from contextlib import closing

import gevent
import pytest

from server.bus import LocalBus
from server.cli import main
from server.game import NO_CLOCK, Refusal, parse_control
from server.lobby import Matchmaker
from server.people import Accounts, Blocks, Names, Sanctions
from server.store import Journal, locked
from tests.harness.faults import recorded
from tests.harness.sources import Clock, scripted
from tests.harness.tables import NamedNetworks

DAY = 86_400.0


def refused(work, *arguments):
    """The code with which this is refused, "" if it is done."""
    try:
        work(*arguments)
    except Refusal as error:
        return error.code
    return ""


def says(match, person, text="Hi"):
    seat = next(iter(match.table.seats_of(person)), None)
    return refused(match.site.chat.say, match.table, person, seat, next(match.messages), None, text)


def read(match, person):
    return [message.text for message in match.site.chat.read(match.table, person)()]


@pytest.fixture
def matchmaker(match):
    site = match.site
    return Matchmaker(
        [name for name, rules in match.variants.items() if len(rules.start().players()) == 2],
        match.journal,
        lambda: match.time,
        scripted(),
        site.bus,
        site.events,
        match.opener,
        match.listing,
        site.limits,
        site.blocks.keeps_apart,
    )


# Blocks


@pytest.mark.parametrize(("person", "other"), [("ann", "bob"), ("bob", "ann")])
def test_people_of_whom_one_blocks_the_other_are_not_paired_by_their_seeks(match, matchmaker, person, other):
    match.site.blocks.block(person, other)
    for each in ("ann", "bob"):
        matchmaker.seek(each, ["Apocalypse"], (NO_CLOCK,), each)
    assert [seek.person for seek in matchmaker.oldest()] == ["ann", "bob"]
    matchmaker.seek("cleo", ["Apocalypse"], (NO_CLOCK,), "cleo")
    assert [seek.person for seek in matchmaker.oldest()] == ["bob"], "anybody else is paired"


def test_a_seek_is_not_seated_at_the_listed_table_of_somebody_who_is_blocked(match, matchmaker):
    match.opener.open("Apocalypse", {}, "ann", 0, control=parse_control("3d"))
    match.site.blocks.block("ann", "bob")
    matchmaker.seek("bob", ["Apocalypse"], (parse_control("3d"),), "1")
    assert matchmaker.of("bob") is not None
    match.site.blocks.unblock("ann", "bob")
    matchmaker.follow()
    matchmaker.arrive("bob")
    matchmaker.follow()
    assert matchmaker.of("bob") is None


def test_a_challenge_is_a_game_of_two_players(match):
    three = '4k3/8/8/8/s7/8/8/4K3 w 0 {"flags":"88880000000000000000","enpassant":"-","cmove":"-","stage":"3"}'
    options = {"fen": three, "invited": "bob", "listed": False}
    assert refused(lambda: match.opener.open("Checkered", {"observer": True}, "ann", 0, **options)) == "challenge_two"


@pytest.mark.parametrize(("person", "other"), [("ann", "bob"), ("bob", "ann")])
def test_nobody_takes_a_chair_at_the_table_of_somebody_who_is_blocked(match, person, other):
    table = match.opener.open("Apocalypse", {}, "ann", 0)
    match.site.blocks.block(person, other)
    assert refused(match.opener.sit, table, "bob") == "blocked"
    match.site.blocks.unblock(person, other)
    assert refused(match.opener.sit, table, "bob") == ""


def test_no_table_is_opened_between_people_of_whom_one_blocks_the_other(match):
    match.site.blocks.block("bob", "ann")
    assert refused(match.opener.open_between, "Chess", ["ann", "bob"], NO_CLOCK) == "blocked"
    match.site.blocks.unblock("bob", "ann")
    assert refused(match.opener.open_between, "Chess", ["ann", "bob"], NO_CLOCK) == ""


def test_a_game_in_progress_goes_on_and_has_no_rematch(match):
    match.open("Chess", "f2f3 e7e5")
    match.site.blocks.block("ann", "bob")
    match.turn("g2g4")
    match.turn("d8h4")
    assert match.table.status == "finished"
    assert [match.send("rematch", seat, False) for seat in (0, 1)] == ["blocked", "blocked"]
    match.site.blocks.unblock("ann", "bob")
    assert [match.send("rematch", seat, False) for seat in (0, 1)] == ["", ""]


def test_nobody_joins_a_running_game_in_which_somebody_blocks_them(match):
    match.open("Guest", "a1a2 b1b2")
    match.site.blocks.block("bob", "cleo")
    assert match.act(2, "c1c2") == "blocked"
    match.site.blocks.unblock("bob", "cleo")
    assert match.act(2, "c1c2") == ""


def test_the_chat_of_a_blocked_person_is_hidden_from_the_one_who_blocks_them_alone(match):
    match.open("Chess", "e2e4 e7e5")
    match.site.blocks.block("ann", "bob")
    assert (says(match, "bob", "from bob"), says(match, "ann", "from ann")) == ("", "")
    assert read(match, "ann") == ["from ann"]
    assert read(match, "bob") == ["from bob", "from ann"]
    match.site.blocks.unblock("ann", "bob")
    assert read(match, "ann") == ["from bob", "from ann"]


def test_nobody_blocks_themselves_or_too_many(match):
    assert refused(match.site.blocks.block, "ann", "ann") == "block_yourself"
    for number in range(200):
        match.site.blocks.block("ann", f"p{number}")
    assert refused(match.site.blocks.block, "ann", "bob") == "too_many_blocks"
    assert len(match.site.blocks.of("ann")) == 200


# Sanctions


def test_a_muted_person_writes_nothing_until_the_day_that_the_refusal_names(match):
    match.time = 1_800_000_000.0
    match.open("Chess", "e2e4 e7e5")
    match.site.sanctions.impose("mod", "bob", "mute", "insults", 7)
    assert (says(match, "bob"), says(match, "ann")) == ("muted", "")
    with pytest.raises(Refusal) as caught:
        match.site.sanctions.check_chat("bob")
    assert caught.value.parameters == {"day": "2027-01-22"}
    match.time += 7 * DAY - 1
    assert says(match, "bob") == "muted"
    match.time += 1
    assert says(match, "bob") == ""


def open_rated(match, person):
    return match.opener.open("Chess", {}, person, 0, control=parse_control("5+3"), rated=True)


def test_who_plays_no_rated_games_neither_opens_nor_takes_nor_seeks_one_until_that_ends(match, matchmaker):
    for person in match.people:
        match.site.accounts.open(person)
    sanctions, bob = match.site.sanctions, "bob"
    matchmaker.seek(bob, ["Chess"], (parse_control("5+3"),), "1", rated=True)
    sanctions.impose("mod", bob, "casual", "unfair_help")
    matchmaker.follow()
    assert matchmaker.of(bob) is None, "a seek from before has ended"
    table = open_rated(match, "ann")
    assert refused(match.opener.sit, table, bob) == refused(open_rated, match, bob) == "casual_only"
    assert refused(matchmaker.seek, bob, ["Chess"], (parse_control("5+3"),), "2", True) == "casual_only"
    assert refused(match.opener.open, "Chess", {}, bob, 0) == "", "casual games stay"
    sanctions.end(sanctions.of(bob)[0].id)
    assert refused(match.opener.sit, table, bob) == ""


def test_a_person_who_waits_at_a_rated_table_and_may_not_play_it_any_more_gets_no_opponent(match):
    for person in match.people:
        match.site.accounts.open(person)
    table = open_rated(match, "ann")
    match.site.sanctions.impose("mod", "ann", "close", "unfair_help")
    assert refused(match.opener.sit, table, "bob") == "closed_player"
    assert refused(open_rated, match, "ann") == "account_closed"


def test_a_closed_account_opens_and_joins_no_table_seeks_nobody_and_writes_nothing(match, matchmaker):
    site, fives = match.site, (parse_control("5+3"),)
    site.accounts.open("ann")
    match.open("Chess")
    open_table = match.opener.open("Chess", {}, "cleo", 0)
    waits, invites = (match.opener.open("Chess", {}, "ann", 0, **more) for more in ({}, {"invited": "bob"}))
    assert {waits, invites} <= {table.table for table in match.listing.summaries("open")}
    match.opener.open("Chess", {}, "cleo", 0, listed=False, invited="ann")
    matchmaker.seek("ann", [], fives, "1")
    site.sanctions.impose("mod", "ann", "close", "insults")
    for deed in (
        lambda: match.opener.open("Chess", {}, "ann", 0),
        lambda: match.opener.open("Chess", {}, "ann", 0, others="computer-1"),
        lambda: match.opener.sit(open_table, "ann"),
        lambda: matchmaker.seek("ann", [], fives, "2"),
        lambda: site.chat.say(match.table, "ann", 0, "m", None, "x"),
    ):
        assert refused(deed) == "account_closed"
    for table in (waits, invites):
        assert refused(match.opener.sit, table, "bob") == "closed_player"
    assert not any(map(match.listing.is_waiting, match.listing.tables_of("ann", status="open")))
    assert match.listing.challenges("bob") == match.listing.challenges("ann") == []
    matchmaker.arrive("bob")
    matchmaker.seek("bob", [], fives, "3")
    assert [seek.person for seek in matchmaker.oldest()] == ["bob"], "a seek from before has ended"
    assert match.act(0, "e2e4") == "", "a game that runs goes on"
    assert (match.send("resign", 1), match.send("rematch", 1, False)) == ("", "closed_player")
    site.sanctions.reopen("ann")
    match.opener.sit(waits, "bob")


def test_a_rematch_of_a_rated_game_is_refused_to_who_plays_none_any_more(match):
    for person in match.people:
        match.site.accounts.open(person)
    match.id = open_rated(match, "ann")
    match.opener.sit(match.id, "bob")
    for move in ["f2f3", "e7e5", "g2g4", "d8h4"]:
        match.turn(move)
    match.site.sanctions.impose("mod", "bob", "casual", "unfair_help")
    assert match.send("rematch", 1, False) == ""
    assert match.send("rematch", 0, False) == "rated_other"


def test_a_closed_account_gets_no_rematch_that_it_asked_for_before(match):
    match.site.accounts.open("ann")
    match.open("Chess")
    assert match.send("resign", 0) == match.send("rematch", 0, False) == ""
    match.site.sanctions.impose("mod", "ann", "close", "insults")
    assert match.send("rematch", 1, False) == "closed_player"


def test_a_name_that_is_taken_away_comes_back_to_nobody_and_another_can_be_chosen_at_once(match):
    accounts, names = match.site.accounts, match.names
    for person in ("ann", "bob"):
        accounts.open(person)
    names.claim("ann", "Rude-Name")
    match.site.sanctions.impose("mod", "ann", "name", "insults")
    assert (accounts.called("Rude-Name"), accounts.of("ann").name, names.chosen["ann"]) == (None, None, "")
    for person, way in (("ann", names.claim), ("bob", names.claim), ("ann", names.rename), ("cleo", names.rename)):
        assert refused(way, person, "rude_name") == "name_taken", (person, way)
    names.claim("ann", "Polite")
    assert accounts.called("polite").person == "ann"
    assert match.names.chosen["ann"] == "Polite"


def test_a_name_that_is_taken_from_a_visitor_comes_back_to_nobody_either(match):
    names = match.names
    match.site.accounts.open("ann")
    for person, name in (("cleo", "Rude Name"), ("ann", "Lout"), ("bob", "♞")):
        names.rename(person, name)
        match.site.sanctions.impose("mod", person, "name", "insults")
    for person, way in (("cleo", names.rename), ("bob", names.rename), ("ann", names.claim)):
        assert refused(way, person, "rude-name") == "name_taken", (person, way)
    assert refused(names.rename, "ann", "Lout") == refused(names.rename, "cleo", "lout") == "name_taken"
    for person in ("ann", "bob", "cleo"):
        assert refused(names.rename, person, "♟ Polite") == "", "signs without letters are nobody's"
    assert names.chosen["cleo"] == "♟ Polite"


def test_names_that_an_account_claims_at_the_same_time_are_one_change(match):
    match.site.accounts.open("ann")
    wanted = ("Anna", "Annika", "Annette")
    claims = [gevent.spawn(refused, match.names.claim, "ann", name) for name in wanted]
    gevent.joinall(claims, raise_error=True)
    assert sorted(claim.value for claim in claims) == ["", "name_changed", "name_changed"]
    (won,) = (name for name, claim in zip(wanted, claims, strict=True) if not claim.value)
    assert match.site.accounts.of("ann").name == match.names.chosen["ann"] == won
    match.site.accounts.open("bob")
    for name in wanted:
        assert refused(match.site.accounts.check_free, name, "bob") == ("name_taken" if name == won else "")


def test_a_closed_account_is_open_again_when_all_sanctions_that_close_it_are_ended(match):
    match.site.accounts.open("ann")
    sanctions = match.site.sanctions
    sanctions.impose("mod", "ann", "close", "other")
    assert match.site.accounts.of("ann").closed_at == match.time
    assert refused(sanctions.impose, "mod", "visitor", "close", "other") == "no_account_to_close"
    match.time += 1
    sanctions.impose("other", "ann", "close", "insults")
    newest, oldest = sanctions.of("ann")
    sanctions.end(newest.id)
    assert match.site.accounts.of("ann").closed_at is not None, "the other one lasts"
    sanctions.end(oldest.id)
    assert match.site.accounts.of("ann").closed_at is None
    assert refused(sanctions.check_rated, "ann") == ""


def test_nobody_moderates_themselves(match):
    assert refused(match.site.sanctions.impose, "ann", "ann", "warning", "other") == "own_case"


def test_a_person_answers_a_sanction_of_their_own_once(match):
    sanctions = match.site.sanctions
    sanctions.impose("mod", "ann", "warning", "insults")
    (warning,) = sanctions.of("ann")
    assert refused(sanctions.answer, "bob", warning.id, "mine?") == "answered"
    assert refused(sanctions.answer, "ann", warning.id, " \n ") == "answer_length"
    assert refused(sanctions.answer, "ann", warning.id, "x" * 501) == "answer_length"
    assert refused(sanctions.answer, "ann", warning.id, "I am\nsorry") == ""
    assert refused(sanctions.answer, "ann", warning.id, "again") == "answered"
    assert [each.answer for each in sanctions.of("ann")] == ["I am sorry"]


def test_a_new_account_begins_ten_rated_games_a_day_for_a_week(match):
    for person in match.people:
        match.site.accounts.open(person)

    def play():
        match.id = open_rated(match, "ann")
        match.opener.sit(match.id, "bob")
        match.turn("e2e4")
        match.turn("e7e5")
        assert match.send("resign", 0) == ""

    for _ in range(10):
        play()
    assert refused(open_rated, match, "ann") == refused(open_rated, match, "bob") == "rated_games"
    assert refused(match.opener.open, "Chess", {}, "ann", 0) == "", "casual games are not counted"
    match.time += DAY + 1
    assert refused(play) == ""
    match.time += 6 * DAY
    for _ in range(11):
        assert refused(play) == ""


def test_a_rematch_counts_for_a_new_account_whoever_asks_first(match):
    match.site.accounts.open("bob")
    match.time += 8 * DAY
    match.site.accounts.open("ann")
    match.id = open_rated(match, "bob")
    match.opener.sit(match.id, "ann")
    for _ in range(9):
        seats = {person: match.table.seats_of(person)[0] for person in ("ann", "bob")}
        match.people = tuple(sorted(seats, key=seats.get))
        match.play("e2e4 e7e5")
        assert match.send("resign", 0) == ""
        assert match.send("rematch", seats["ann"], False) == match.send("rematch", seats["bob"], False) == ""
        match.id = match.table.rematch
    match.people = match.people[::-1]
    match.play("e2e4 e7e5")
    assert match.send("resign", 0) == ""
    ann, bob = (match.table.seats_of(person)[0] for person in ("ann", "bob"))
    assert (match.send("rematch", ann, False), match.send("rematch", bob, False)) == ("", "rated_other")


def test_another_process_follows_blocks_sanctions_names_and_moderators(match):
    site = match.site
    # It has a bus of its own: what is published here does not reach it.
    bus, clock = LocalBus(), lambda: match.time
    accounts = Accounts(match.journal, clock, bus, site.limits)
    names = Names(match.journal, clock, bus, site.limits, accounts)
    blocks = Blocks(match.journal, clock, bus, site.limits, accounts)
    sanctions = Sanctions(match.journal, clock, bus, str, accounts, names)

    def follow():
        match.time += 1
        for part in (accounts, names, blocks, sanctions):
            part.follow()

    site.accounts.open("ann")
    match.names.claim("ann", "Ann")
    site.accounts.set_moderator("ann", True)
    site.blocks.block("ann", "bob")
    site.sanctions.impose("mod", "bob", "mute", "insults", 1)
    follow()
    assert accounts.called("ann").moderator
    assert (blocks.between("bob", "ann"), refused(sanctions.check_chat, "bob")) == (True, "muted")
    site.sanctions.impose("mod", "ann", "name", "insults")
    site.blocks.unblock("ann", "bob")
    site.sanctions.end(site.sanctions.of("bob")[0].id)
    follow()
    assert (accounts.called("ann"), names.chosen["ann"]) == (None, "")
    assert (blocks.between("bob", "ann"), refused(sanctions.check_chat, "bob")) == (False, "")


def test_another_process_forgets_the_blocks_of_a_deleted_person(match):
    bus, site = LocalBus(), match.site
    site.blocks.block("ann", "bob")
    blocks = Blocks(match.journal, lambda: match.time, bus, site.limits, site.accounts)
    with recorded(LocalBus, "publish") as sent:
        site.blocks.forget("bob")
    for _bus, *message in sent:
        bus.deliver(*message)
    assert (len(sent), blocks.of("ann")) == (1, [])


def test_a_message_is_not_sent_to_the_connections_of_those_who_block_its_author(local):
    table = local.open_game()
    local.services.blocks.block("ann", "bob")
    for name, seat in (("bob", 1), ("ann", 0)):
        assert local.call(name, "say", table=table, seat=seat, id=name, preset=None, text=f"from {name}")["ok"]
    assert [said["message"]["text"] for said in local.received("ann", "said")] == ["from ann"]
    assert [said["message"]["text"] for said in local.received("bob", "said")] == ["from bob", "from ann"]


# Commands


@pytest.fixture
def folder(tmp_path):
    """The data folder of a stopped site with the account of Ann."""
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        accounts = site_of(journal)[0]
        accounts.open("ann")
        accounts.claim("ann", "Ann")
    return tmp_path


def site_of(journal, clock=None):
    """The accounts, names and sanctions of a journal, as a process reads them when it starts."""
    bus, clock = LocalBus(), clock or Clock()
    limits = NamedNetworks(0, 0, clock)
    accounts = Accounts(journal, clock, bus, limits)
    names = Names(journal, clock, bus, limits, accounts)
    return accounts, names, Sanctions(journal, clock, bus, str, accounts, names)


def run(folder, *arguments):
    """The exit status of a command about people."""
    return main(["people", *arguments, "--data", str(folder)])


def test_an_operator_shows_closes_opens_renames_and_makes_a_moderator(folder, capsys):
    def account():
        with closing(Journal(folder / "journal.sqlite")) as journal:
            return site_of(journal)[0].of("ann")

    assert run(folder, "moderator", "ann") == 0
    assert account().moderator
    assert run(folder, "moderator", "Ann", "--remove") == 0
    assert not account().moderator
    assert run(folder, "close", "Ann") == 0
    assert account().closed_at is not None
    assert run(folder, "close", "Ann") == 2
    assert run(folder, "reopen", "Ann") == 0
    assert account().closed_at is None
    assert run(folder, "reopen", "Ann") == 2
    assert run(folder, "rename", "Ann", "Anna") == 0
    assert account().name == "Anna"
    capsys.readouterr()
    assert run(folder, "show", "anna") == 0
    shown = capsys.readouterr().out
    assert shown.startswith("Anna: ann, since 2027-01-15\n")
    assert "close (other)" in shown
    assert shown.endswith("0 reports, 0 of them open\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("show", "Nobody"), "There is no account with the name or the id Nobody."),
        (("rename", "Ann", "a b"), "3 to 20 letters"),
        (("rename", "Ann", "Computer"), "That name is reserved"),
    ],
)
def test_a_command_that_cannot_be_done_says_why(folder, capsys, arguments, sentence):
    assert run(folder, *arguments) == 2
    assert sentence in capsys.readouterr().err


def test_the_processes_of_a_site_with_a_database_follow_a_command(url):
    with closing(Journal(url)) as journal:
        before = site_of(journal, lambda: time.time() - 100)[0]
        before.open("ann")
        before.claim("ann", "Ann")
        accounts, _names, sanctions = site_of(journal, time.time)
        assert main(["people", "close", "Ann", "--journal", url]) == 0
        accounts.follow()
        assert refused(sanctions.check_rated, "ann") == "account_closed"


def test_two_processes_give_an_account_one_name(url):
    with closing(Journal(url)) as first, closing(Journal(url)) as second:
        here, elsewhere = (site_of(journal, time.time)[0] for journal in (first, second))
        here.open("ann")
        elsewhere.follow()
        claims = [gevent.spawn(refused, each.claim, "ann", name) for each, name in ((here, "Anna"), (elsewhere, "Ann"))]
        gevent.joinall(claims, raise_error=True)
        assert sorted(claim.value for claim in claims) == ["", "name_changed"]
        here.follow()
        elsewhere.follow()
        assert here.of("ann") == elsewhere.of("ann")
        assert [here.called(name) is None for name in ("Anna", "Ann")] == [bool(claim.value) for claim in claims]


def test_a_running_site_in_a_file_is_left_alone_by_the_commands(folder, capsys):
    with locked(folder):
        assert run(folder, "close", "Ann") == 2
    assert "in use by another process" in capsys.readouterr().err
