"""`cavalier check` says in plain words what is wrong with a variant, and what holds."""

import re
import subprocess
import sys

import pytest
from pydantic import TypeAdapter, ValidationError

from server.cli import main
from server.kit.new import make
from server.records.document import Fen, MoveText, Notation
from tests.harness.checkout import ROOT
from tests.toys import Duel, Veil, write_variant
from variants.promises import LONGEST_FEN, LONGEST_MOVE, LONGEST_NOTE


@pytest.fixture
def toads(tmp_path):
    """Makes the variant Toads and changes a text in one of its files; what stood there must be there."""

    def change(file, old, new):
        if not (tmp_path / "Toads").exists():
            make("Toads", tmp_path)
        path = tmp_path / "Toads" / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return change


def report(capsys, folder, name="Toads", status=1):
    assert main(["check", name, "--variants", str(folder), "--games", "20"]) == status
    return capsys.readouterr().out


def test_the_check_of_a_sound_variant_prints_each_step(tmp_path, capsys):
    make("Toads", tmp_path)
    lines = report(capsys, tmp_path, status=0).splitlines()
    assert [line.split(":")[0] for line in lines if line[0] != " "] == [
        *("holds  folder", "holds  rules", "holds  computer", "holds  drawings", "holds  words (en)"),
        *("holds  words (fr)", "holds  page (en)", "holds  page (fr)", "holds  style", "holds  pages", "Toads"),
    ]
    assert lines[-1] == "Toads: no faults."


def test_a_fault_in_the_rules_is_drawn_with_the_moves_that_lead_to_it(tmp_path, capsys, toads):
    toads("rules.py", '{"hopped": "arrow", "eaten": "lost"}', '{"hopped": "arrow"}')
    said = report(capsys, tmp_path)
    assert "FAULT  rules:        Contract violated: eaten is among event_codes.\n" in said
    found = re.search(
        r"has (\d) turns:\n((?:\s+\d\. (?:white|black) \w{4}\n)+)\s+There the board is:\n((?:.*\n){6})", said
    )
    assert found is not None
    assert found[2].count(". ") == int(found[1])
    assert int(found[1]) <= 4
    assert re.search(r" 1( [.Pp]){4}\n\s+a b c d\n", found[3])
    assert re.search(r"cavalier fen Toads '[^']+'\n", said)
    assert "holds  drawings" in said
    assert "holds  computer" not in said


@pytest.mark.parametrize(
    ("file", "old", "new", "line"),
    [
        ("__init__.py", "as Variant", "as Other", "FAULT  folder: .*/Toads: exports no Variant that is a Position"),
        (
            "rules.py", "board[origin], board[target] =", "1 / 0; board[origin], board[target] =",
            r"FAULT  rules: The rules raise ZeroDivisionError: division by zero, in rules.py, line \d+\.",
        ),
        (
            "rules.py", "return (self.board, self.to_act)", "return (self.board, self.to_act, id(self))",
            "FAULT  rules: Contract violated: a position keeps its key through its FEN",
        ),
        (
            "rules/en.md", "reminder:\n", "reminder:\n" + 3 * "  - Go.\n",
            r"FAULT  page \(en\): en.md: reminder has 7 lines",
        ),
        ("rules.py", '"p": "bp"}', '"p": "frog"}', "FAULT  drawings: There is no drawing “frog”"),
        ("rules/en.md", '  eaten: "', '  chewed: "', r"FAULT  words \(en\): .*events lacks “eaten”"),
        ("rules/fr.md", "  stuck: ", "  tired: ", r"FAULT  words \(fr\): .*results lacks “stuck”"),
        (
            "rules/fr.md", '"{the_piece1} en {square1} est', '"{the_piece2} en {square1} est',
            r"FAULT  words \(fr\): .*the event “eaten” has no 'the_piece2'",
        ),
        (
            "rules/en.md", "expect: 1-0 crossed", "expect: 0-1 crossed",
            r"FAULT  page \(en\): Toads/rules/en.md:\d+: the turns end with “1-0 crossed”",
        ),
        (
            "rules/fr.md", "refused: b2b1", "refused: b2b3",
            r"FAULT  page \(fr\): Toads/rules/fr.md:\d+: the rules offer “b2b3”",
        ),
        (
            "rules/fr.md", 'errors:\n  frogs: "Un camp', 'errors:\n  toads: "Un camp',
            "FAULT  pages: fr.md: errors lacks “frogs”, which en.md has",
        ),
        (
            "rules/fr.md", "errors:\n", "errors:\n  toads: Non.\n",
            "FAULT  pages: en.md: errors lacks “toads”, which fr.md has",
        ),
        (
            "rules/fr.md", "results:\n", "results:\n  resigned: Adieu.\n",
            "FAULT  pages: en.md: results lacks “resigned”, which fr.md has",
        ),
        (
            "rules/fr.md", "{#leaping}", "{#sauter}",
            "FAULT  pages: The headings of en.md and fr.md differ, from number 3 on",
        ),
        (
            "rules/fr.md", "fen: 4/1P2/4/2p1/4 w 9", "fen: 4/1P2/4/1p2/4 w 9",
            "FAULT  pages: The fences of en.md and fr.md differ",
        ),
    ],
)  # fmt: skip
def test_each_fault_is_named_and_the_rest_is_checked_all_the_same(
    tmp_path, capsys, toads,
    file, old, new, line,
):  # fmt: skip
    toads(file, old, new)
    said = report(capsys, tmp_path)
    assert re.search(f"^{re.sub(': ', ': +', line, count=1)}", said, re.M), said
    assert said.splitlines()[-1].startswith("Toads: ")
    assert said.splitlines()[-1].endswith((" fault.", " faults."))


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            "return (self.board, self.to_act)", "return [self.board]",
            "contract violated: a key can be hashed, in its initial position",
        ),
        (
            "    def moves(", "    def labels(self, seat):\n        return {}\n\n    def moves(",
            r"contract violated: labels has a text for each offered move, .* position: seat 0 has none for .*",
        ),
        (
            "return sum(1 if", "return 1 / 0 or sum(1 if",
            r"its game cannot begin: ZeroDivisionError: .*, in rules.py, line \d+",
        ),
        (
            'return cls.from_fen("', 'cls.from_fen("',
            "contract violated: start gives a position of the variant, in its initial position",
        ),
        (
            "board = list(self.board)", "self.plies = 3; board = list(self.board)",
            r"its rules pages cannot be made: FrozenInstanceError: .* 'plies', in rules.py, line \d+",
        ),
    ],
)  # fmt: skip
def test_a_variant_without_a_valid_start_is_left_out_of_the_site(tmp_path, capsys, toads, old, new, fault):
    toads("rules.py", old, new)
    assert main(["variants", "--variants", str(tmp_path)]) == 1
    assert re.search(f"^left out: Toads: {fault}$", capsys.readouterr().out, re.M)


def test_a_word_that_repeats_an_inherited_one_is_a_fault(tmp_path, capsys):
    (tmp_path / "Newts" / "rules").mkdir(parents=True)
    source = "from variants.Dobutsu import Variant as Base\n\n\nclass Variant(Base):\n    pass\n"
    (tmp_path / "Newts" / "__init__.py").write_text(source, encoding="utf-8")
    page = "---\ntitle: Newts\nsummary: Newts.\nfacts: [3 x 4]\nreminder: [Newts.]\n{}---\n"
    for language, more in (("en", "seats:\n  white: [White, White]\n"), ("fr", "")):
        (tmp_path / "Newts" / "rules" / f"{language}.md").write_text(page.format(more), encoding="utf-8")
    said = report(capsys, tmp_path, "Newts")
    assert re.search(r"FAULT  words \(en\): +Newts/rules/en.md: seats.white only repeats rules/Dobutsu/en.md", said)
    assert "holds  words (fr)" in said


def test_a_page_in_another_encoding_is_named(tmp_path, capsys, toads):
    toads("rules/fr.md", "title", "title")
    page = tmp_path / "Toads" / "rules" / "fr.md"
    page.write_bytes(page.read_text(encoding="utf-8").encode("latin-1", "replace"))
    said = report(capsys, tmp_path)
    assert re.search(r"FAULT  words \(fr\): +Toads/rules/fr.md: the page is not written in UTF-8, from its byte", said)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("rules.py", "board[origin], board[target] =", "1 / 0; board[origin], board[target] ="),
        ("__init__.py", "from .rules", "1 / 0\nfrom .rules"),
        (
            "rules.py",
            "def evaluate(self, seat: Seat) -> float:\n",
            "def evaluate(self, seat: Seat) -> float:\n        return 1 / 0\n",
        ),
    ],
    ids=["a turn", "the import", "the estimate"],
)
def test_an_error_of_the_rules_is_shown_with_its_traceback(tmp_path, capsys, toads, file, old, new):
    toads(file, old, new)
    said = report(capsys, tmp_path)
    assert "Traceback (most recent call last):" in said
    assert re.search(rf'File ".*/Toads/{file}", line \d+, in ', said)
    assert "ZeroDivisionError: division by zero" in said
    assert said.splitlines()[-1].startswith("Toads: ")


def test_a_fault_of_a_page_is_shown_without_a_traceback(tmp_path, capsys, toads):
    toads("rules/en.md", "expect: 1-0 crossed", "expect: 0-1 crossed")
    toads("rules.py", '"p": "bp"}', '"p": "frog"}')
    assert "Traceback" not in report(capsys, tmp_path)


def ended(folder, patience=30.0):
    """How a check of Toads ends by itself."""
    program = f"""import sys
from server.cli import main
from server.cli import variants
from server.kit import check
check.RULES_TIMEOUT, variants.MOST_MEMORY = {patience}, 1 << 29
sys.exit(main())"""
    command = [sys.executable, "-c", program, "check", "Toads", "--variants", str(folder)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("rules.py", "        found = []\n", "        found = []\n        while self.plies == 3:\n            pass\n"),
        ("rules.py", "        origin, target = move.path\n", "        sum(__import__('itertools').repeat(0))\n"),
        ("__init__.py", "from .rules", "while True: pass\nfrom .rules"),
    ],
    ids=["moves", "a step of Python", "the import"],
)
def test_a_call_that_does_not_end_ends_the_check_with_its_line(tmp_path, toads, file, old, new):
    toads(file, old, new)
    done = ended(tmp_path, 2)
    assert done.returncode == 1
    line = next(number for number, text in enumerate(new.splitlines(), 1) if "while" in text or "sum" in text)
    before = (tmp_path / "Toads" / file).read_text(encoding="utf-8").split(new)[0].count("\n")
    first = (
        rf"Timeout \(0:00:02\)!\nThread .*\n  File \".*/Toads/{file}\", line ({before + line}|{before + line + 1}) in "
    )
    assert re.match(first, done.stderr), done.stderr


def test_a_list_of_moves_without_end_takes_no_more_memory_than_it_may(tmp_path, toads):
    toads("rules.py", "        return found\n", "        return [*__import__('itertools').repeat(None)]\n")
    done = ended(tmp_path)
    assert done.returncode == 1
    assert re.search(r'File ".*/Toads/rules.py", line \d+, in moves\n', done.stderr)
    assert done.stderr.endswith("MemoryError\n")


def test_games_that_never_end_are_reported(tmp_path, capsys, toads):
    toads("rules.py", "(1 - turn, turn):", "():")
    toads("rules.py", "return None if self.moves(turn)", "return None if True")
    toads("rules.py", "        return found\n", "        return found or [Move(())]\n")
    toads("rules.py", "    def play(", "    def special(self, seat, move):\n        return ''\n\n    def play(")
    passed = "        if not move.path:\n            return self.then(to_act=(1 - seat,), events=())\n"
    toads("rules.py", "        origin, target = move.path\n", f"{passed}        origin, target = move.path\n")
    said = report(capsys, tmp_path)
    assert "20 random games, none of which came to an end in 200 turns: does `result` ever say" in said


def test_an_end_that_no_example_shows_is_named(tmp_path, capsys, toads):
    for language in ("en", "fr"):
        toads(f"rules/{language}.md", "expect: 1-0 stuck\n", "")
        toads(f"rules/{language}.md", "fen: 4/4/2p1/1P2/4 w 0", "fen: p3/4/2p1/1P2/4 w 0")
    assert "no played example shows the end “stuck”" in report(capsys, tmp_path)


def test_a_hidden_board_shown_to_the_computer_is_a_fault(tmp_path, capsys):
    rules = write_variant(tmp_path, Veil) / "__init__.py"
    guess = "if viewer is Eyes.ALL or self.result():\n            return self\n"
    text = rules.read_text(encoding="utf-8")
    assert guess in text
    rules.write_text(text.replace(guess, "return self\n"), encoding="utf-8")
    said = report(capsys, tmp_path, "Veil")
    assert (
        "FAULT  rules:        Contract violated: a guess is not always the truth:"
        " in 100 random games or more it was, whoever looked.\n"
    ) in said


def test_a_start_with_its_own_randomness_is_reported_without_a_game(tmp_path, capsys, toads):
    toads("rules.py", '/PPPP", settings)', '/PPPP", settings).then(quiet=next(LOTS))')
    toads("rules.py", "\n\n@dataclass", "\n\nLOTS = iter(range(9**9))\n\n\n@dataclass")
    said = report(capsys, tmp_path)
    assert re.search("Contract violated: start gives the same position for the same random numbers: .*, then ", said)
    assert "No game is needed to see it: it is about how one starts.\n" in said


def test_toys_from_outside_are_checked_too(tmp_path, capsys):
    write_variant(tmp_path, Duel)
    said = report(capsys, tmp_path, "Duel")
    assert "holds  rules" in said
    assert "no played example shows the event “caught”, “met”, “moved”" in said


@pytest.mark.parametrize(("kind", "most"), [(Fen, LONGEST_FEN), (MoveText, LONGEST_MOVE), (Notation, LONGEST_NOTE)])
def test_records_take_what_the_contract_admits_and_no_more(kind, most):
    field = TypeAdapter(kind)
    assert field.validate_python("x" * most)
    with pytest.raises(ValidationError):
        field.validate_python("x" * (most + 1))
