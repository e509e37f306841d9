"""The lab: many games, what is counted of them, and the report."""

import re
from collections import Counter
from math import inf

import pytest

from server.bots.choice import pure
from tests.harness.faults import changed
from tests.toys import TOYS, write_variant
from tools.lab import figures
from tools.lab import game as lab_game
from tools.lab.__main__ import main
from tools.lab.experiment import experiment
from tools.lab.game import NODES, Broken, Counts, Ending, Plan, games
from tools.lab.report import command
from variants import registry


def altered(folder, toy, body):
    """A toy with something changed, as a variant of its own name."""
    (variant,) = (each for each in TOYS if each.__name__ == toy)
    write_variant(folder, variant)
    file = folder / toy / "__init__.py"
    file.write_text(
        f"{file.read_text('utf-8')}\n\n@dataclass(frozen=True, kw_only=True)\nclass Variant({toy}):\n{body}"
    )
    return folder


@pytest.fixture
def folder(tmp_path):
    for toy in TOYS:
        write_variant(tmp_path, toy)
    return tmp_path


def counted(folder, name, number=20, strength=None, **more):
    """What is counted of so many games."""
    plan = Plan(name, (folder,), dict(registry.load(name, [folder]).complete({})), strength, 1, **more)
    found = games(plan, range(number))
    assert isinstance(found, Counts)
    return found


@pytest.fixture
def lab(folder, tmp_path, capsys):
    """Runs the command; answers what it says and the report."""

    def run(*arguments, status=0):
        out = tmp_path / "report.md"
        assert main([*arguments, "--variants", str(folder), "--out", str(out)]) == status
        said = capsys.readouterr()
        return (said.err, "") if status else (said.out, out.read_text("utf-8"))

    return run


@pytest.mark.parametrize("toy", [toy.__name__ for toy in TOYS])
@pytest.mark.parametrize("strength", ["random", "1"])
def test_sealed_moves_hidden_boards_three_seats_and_dice_are_played(lab, toy, strength):
    said, page = lab(toy, "--games", "4", "--processes", "1", "--strength", strength)
    assert said.startswith("length:")
    assert f"# {toy} in the lab\n" in page


def test_the_report_is_the_same_with_any_number_of_processes(lab):
    reports = [lab("Veil", "--games", "30", "--processes", number) for number in ("1", "2")]
    assert reports[0] == reports[1]
    assert lab("Veil", "--games", "30", "--seed", "2")[1] != reports[0][1]


def test_counters_agree_with_the_played_games(folder):
    found = counted(folder, "Duel", 40)
    turns = sum(ending.turns * number for ending, number in found.endings.items())
    assert found.games == 40
    assert found.pieces == {"N": turns, "n": turns}
    assert found.acted == {0: turns, 1: turns}
    assert found.acting == {lab_game.SEVERAL: turns}
    assert found.events["moved"] == 2 * turns
    assert found.choices.total() == 2 * turns
    met = sum(number for ending, number in found.endings.items() if ending.reason == "met")
    assert 0 < met < 40
    assert found.events["met"] == found.event_games["met"] == found.lost["n"] == met
    assert figures.wins(found, 0) == met
    assert figures.points(found, 0).value == met / 40
    assert figures.drawn(found) == 0
    assert {ending.turns for ending in found.endings if ending.reason == "missed"} == {4}


def test_a_seat_acting_again_is_distinguished_from_one_following_another(folder):
    for toy, again in (("Twice", True), ("Crown", False)):
        acting = counted(folder, toy).acting
        assert set(acting) == ({lab_game.ONE, lab_game.AGAIN} if again else {lab_game.ONE})
    place = altered(folder / "more", "Toss", "    order: ClassVar[Any] = (2, 0, 2, 0, 2, 1)\n")
    assert 0 < counted(place, "Toss").acting[lab_game.AGAIN] < counted(place, "Toss").acting[lab_game.NATURE] / 2
    dice = counted(folder, "Toss")
    assert dice.acting[lab_game.NATURE] == dice.acting[lab_game.ONE] + dice.acting[lab_game.AGAIN]
    assert set(dice.acted) == {0, 1}
    assert {ending.begun for ending in dice.endings} == {(0,)}
    assert set(figures.choices(dice)) == {1}, "the dice have said where the step ends"


def test_the_computer_is_limited_by_nodes_plays_no_seat_of_chance_and_gets_a_guess_of_a_hidden_board(folder):
    asked = []

    def play(position, seat, strength, random, past):
        asked.append((seat, position, strength))
        return pure(next(iter(position.moves(seat))), 0, 0)

    with changed(lab_game, play=play):
        for strength in (1, 2, 3):
            counted(folder, "Duel", 1, strength)
        assert {(each.nodes, each.seconds) for _, _, each in asked} == {(nodes, inf) for nodes in NODES.values()}
        asked.clear()
        counted(folder, "Toss", 1, 1)
        assert {seat for seat, _, _ in asked} == {0, 1}
        asked.clear()
        counted(folder, "Veil", 10, 1)
    # Both begin in their corners; what each thinks of the other is drawn by lot.
    assert len({position.board.index("n") for seat, position, _ in asked if seat == 0}) > 4


def test_risky_moves_and_failed_moves_are_counted_apart(tmp_path):
    body = """
    event_codes: ClassVar[Mapping[str, Any]] = {"moved": "arrow", "met": "failed"}

    def risks(self, seat: Seat) -> Mapping[Move, Any]:
        return dict.fromkeys(() if seat else self.moves(seat))

    def play(self, actions: Mapping[Seat, Move]) -> Self:
        after = super().play(actions)
        return after.then(events=(Event("met", 0), Event("met", 1)))
"""
    risks = counted(altered(tmp_path, "Duel", body), "Duel").risks
    assert risks["played"] == 2 * risks["played_risky"] == 2 * risks["failed"] == 2 * risks["failed_unforeseen"] > 0
    assert 0 < risks["offered_risky"] < risks["offered"]


def test_games_without_end_are_drawn_or_left(tmp_path):
    body = """
    draws: ClassVar[Any] = Draws({})

    def play(self, actions: Mapping[Seat, Move]) -> Self:
        return self.then(plies=self.plies + 1 if {} else 0, quiet=self.quiet + 1)

    def result(self) -> None:
        return None
"""
    for number, (limits, counting, reason, turns) in enumerate(
        [("3", False, "repetition", 2), ("3, 'claim', 5", True, "quiet_turns", 5), ("None", False, "too_long", 9)]
    ):
        place = tmp_path / str(number)
        altered(place, "Duel", body.format(limits, counting))
        file = place / "Duel" / "__init__.py"
        file.write_text(file.read_text("utf-8").replace("import NO_SETTINGS,", "import NO_SETTINGS, Draws,"))
        assert counted(place, "Duel", 1, longest=9).endings == {Ending(reason, turns, (0.5, 0.5), (0, 1)): 1}


def test_turns_after_which_nobody_could_win_are_dead(tmp_path):
    body = """
    def could_win(self, seat: Seat) -> bool:
        return self.plies < 4

    def result(self) -> Result | None:
        return Result((0.5, 0.5), "missed") if self.plies >= 8 else None

    def _stands(self, seat: Seat) -> list[int]:
        return [square for square in range(9) if self.board[square] == "Nn"[seat]] or [0]
"""
    found = counted(altered(tmp_path, "Duel", body), "Duel", 5)
    assert found.dead == {(2, 2): 5}
    assert figures.drawn(found) == 5
    assert figures.wins(found, 0) == figures.wins(found, 1) == 0
    assert figures.points(found, 0).value == 0.5
    assert counted(write_variant(tmp_path / "whole", TOYS[0]).parent, "Duel", 5).dead == {}


def test_an_error_of_the_rules_is_reported_with_the_seed_and_the_moves(tmp_path, capsys):
    body = """
    def play(self, actions: Mapping[Seat, Move]) -> Self:
        after = super().play(actions)
        if self.plies == 4 and "n" in after.board:
            raise ZeroDivisionError("by nought")
        return after
"""
    altered(tmp_path, "Duel", body)
    told = []
    for processes in ("1", "2"):
        arguments = ["Duel", "--variants", str(tmp_path), "--games", "40", "--processes", processes]
        assert main([*arguments, "--out", str(tmp_path / "report.md")]) == 1
        told.append([line for line in capsys.readouterr().err.splitlines() if " games" not in line])
    assert told[0] == told[1]
    head, start, *moves = told[0]
    fault = r"the rules raise ZeroDivisionError: by nought, in __init__\.py, line \d+"
    assert re.fullmatch(rf"cavalier: Duel, game \d+ of seed 1: {fault}\.", head), head
    assert start == "From 2n/3/N2 w 0 {}, after these turns:"
    position = registry.load("Duel", [tmp_path]).start()
    turns = [re.findall(r"(?:white|black) (\w+)", line) for line in moves]
    assert len(turns) == 3
    for texts in turns[:-1]:
        position = position.play(dict(enumerate(map(position.read, texts))))
    with pytest.raises(ZeroDivisionError):
        position.play(dict(enumerate(map(position.read, turns[-1]))))
    assert not (tmp_path / "report.md").exists()


@pytest.mark.parametrize(
    ("body", "promise"),
    [
        (
            "    def moves(self, seat: Seat) -> list[Move]:\n        return []\n",
            "seat 0, which is to act, has a move",
        ),
        (
            "    def play(self, actions: Mapping[Seat, Move]) -> Self:\n        after = super().play(actions)\n"
            "        return after.then(events=tuple(event._replace(pieces=()) for event in after.events))\n",
            "caught names the piece that its sign strikes out",
        ),
        (
            "    def result(self) -> Result | None:\n        over = super().result()\n"
            "        return over and Result(list(over.points), over.reason)\n",
            "the points of a result are a tuple, not a list",
        ),
    ],
)
def test_a_broken_promise_is_reported_in_place_of_figures(tmp_path, body, promise):
    altered(tmp_path, "Duel", body)
    found = games(Plan("Duel", (tmp_path,), {}, None, 1), range(40))
    assert isinstance(found, Broken)
    assert found.fault == f"it is promised that {promise}, and it is not so"


def test_each_option_is_changed_alone_and_compared():
    variant = registry.load("Apocalypse")
    plan = Plan("Apocalypse", (), dict(variant.complete({"collision": "classic"})), None, 1)
    steps = []
    found = experiment(variant, plan, 21, 1, lambda done, all_: steps.append((done, all_)))
    assert [(each.option, each.choice) for each in found.compared] == [
        ("collision", "risk"),
        ("promotion", "free"),
        ("last_footman", "forbidden"),
        ("redeploy_origin", "occupied"),
        ("speculation", "never"),
    ]
    assert found.counts.games == 21
    assert {each.counts.games for each in found.compared} == {20}
    assert steps[0] == (0, 121)
    assert steps[-1] == (121, 121)
    never = found.compared[-1].counts
    assert never.risks["offered_risky"] == 0 < found.counts.risks["offered_risky"]
    assert "length" in figures.changes(figures.compared(found.counts, 0), figures.compared(never, 0))
    same = figures.compared(found.counts, 0)
    assert figures.changes(same, same) == []


def test_the_report_names_the_command_that_repeats_it(lab):
    _, page = lab("Apocalypse", "--games", "2", "--processes", "1", "--set", "promotion=free", "--turns", "3")
    told = re.search(r"^    python -m tools.lab (.*)$", page, re.M)
    assert told is not None
    assert told[1].startswith("Apocalypse --games 2 --strength random --turns 3 --seed 1 --set collision=risk --set")
    assert lab(*told[1].split(), "--processes", "1")[1] == page
    settings = dict(registry.load("Checkered").complete({"randomness": 1}))
    assert command(Plan("Checkered", (), settings, 2, 1), 5).endswith(
        "1 --set switch=true --set observer=false --set randomness=1"
    )


def test_text_of_a_variant_is_escaped(lab, folder):
    page = folder / "Duel" / "rules" / "en.md"
    page.write_text(
        page.read_text("utf-8")
        .replace("title: Duel", 'title: "<script>Duel</script>"')
        .replace("white horseman", "<i>knight | of old")
    )
    _, report = lab("Duel", "--games", "1", "--processes", "1")
    assert "lost a game" in report, "events tell of pieces that are lost"
    assert "# &lt;script>Duel&lt;/script> in the lab" in report
    assert "| &lt;i>knight &#124; of old |" in report


@pytest.mark.parametrize("name", ["Apocalypse", "Crown", "Twice"])
def test_each_row_of_a_table_has_a_cell_for_each_head(lab, name):
    _, page = lab(name, "--games", "5", "--processes", "1")
    assert ("lost a game" in page) == (name == "Apocalypse")
    tables = re.findall(r"(?:^\|.*\|\n)+", page, re.M)
    assert len(tables) >= 8
    for table in tables:
        assert len({line.count("|") for line in table.splitlines()}) == 1, table
        assert len(table.splitlines()) > 2, table


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["Nothing"], "there is no such variant"),
        (["Duel", "--set", "speed=2"], "There is no option “speed”."),
        (["Duel", "--set", "speed"], "--set: 'speed' is not NAME=VALUE."),
        (["Duel", "--out", "report.txt"], "--out: report.txt cannot be the report"),
        (["Duel", "--out", "nowhere/at/all.md"], "--out: nowhere/at/all.md cannot be the report"),
        (["Duel", "--games", "0"], "--games"),
        (["Duel", "--processes", "65"], "--processes"),
        (["Duel", "--strength", "4"], "--strength"),
        (["Duel", "--seed", "x"], "--seed"),
        (["Duel", "--turns", "0"], "--turns"),
    ],
)
def test_impossible_options_are_refused_by_name(folder, capsys, arguments, said):
    assert main([*arguments, "--variants", str(folder)]) == 2
    assert said in capsys.readouterr().err


def test_words_that_are_missing_are_named(lab, folder):
    (folder / "Duel" / "rules" / "en.md").unlink()
    assert lab("Duel", "--games", "1", status=2)[0] == "cavalier: Duel/rules/en.md: the page is missing.\n"


def test_intervals_are_those_of_wilson():
    # R 4.3: prop.test(50, 100, correct = FALSE)$conf.int and prop.test(0, 10, correct = FALSE)$conf.int.
    assert figures.share(50, 100) == pytest.approx((0.5, 0.4038, 0.5962), abs=1e-4)
    assert figures.share(0, 10) == pytest.approx((0.0, 0.0, 0.2775), abs=1e-4)
    # Newcombe, Statistics in Medicine 17, 1998, p. 865: 81 of 263.
    assert figures.share(81, 263)[1:] == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert figures.share(10, 10).high == 1
    assert figures.share(0, 0) == (0.0, 0.0, 1.0)
    # Half points lie between: the formula of Wilson with 50.5 of 100, by hand.
    assert figures.expected(0.505, 100) == pytest.approx((0.505, 0.4087, 0.6010), abs=1e-4)


def test_lengths_have_the_interval_of_the_normal_distribution_and_quantiles():
    counts = Counts(Counter({Ending("met", turns, (1.0, 0.0), (0,)): 25 for turns in (4, 6, 8, 10)}))
    # A mean of 7, a deviation of sqrt(500 / 99), and 1.96 times a tenth of that.
    assert figures.length(counts) == pytest.approx((7, 7 - 0.4405, 7 + 0.4405), abs=1e-4)
    assert figures.length(Counts(Counter({Ending("met", 5, (1.0, 0.0), (0,)): 1}))) == (5, 5, 5)
    numbers = Counter({1: 50, 2: 25, 7: 20, 30: 5})
    written = sorted(numbers.elements())
    found = figures.spread(numbers)
    assert found.mean == pytest.approx(sum(written) / 100)
    assert found.quantiles == tuple(written[int(part * 100) - 1] for part in figures.QUANTILES)
    assert figures.spread({}) is None
