"""Sentences made from what a class declares: its board, how its pieces go, its rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Literal, NamedTuple

from server.texts.catalogue import translator
from server.texts.entries import FrontMatter, NameForms
from server.texts.front_matter import WordsError
from server.texts.typography import finished, typography
from variants.betza import ENDLESS, Way, ways
from variants.grid import HOLE, Step
from variants.orthodox import RULE_METHODS, Orthodox
from variants.position import Position, RuleFact

Translate = Callable[[str], str]


class _Group(NamedTuple):
    """What the ways of one clause have in common."""

    leap: tuple[int, int]
    """For lines (0, steps); for oblique leaps both distances, the shorter one first."""
    reach: int
    moves: bool
    takes: bool
    initial: bool
    leg: str
    hop: str


def sentence(piece: str, notation: str, _: Translate) -> str:
    """How a piece of this name, with its article, goes by this notation."""
    groups: dict[_Group, list[Step]] = {}
    for way in ways(notation):
        groups.setdefault(_group(way), []).append(way.step)
    clauses = [_clause(group, steps, _) for group, steps in groups.items()]
    told = clauses[-1]
    if len(clauses) > 1:
        told = _("{clauses} and {last}").format(clauses=", ".join(clauses[:-1]), last=told)
    return f"{piece[:1].upper()}{piece[1:]} {told}."


def _group(way: Way) -> _Group:
    near, far = sorted(map(abs, way.step))
    leap = (near, far) if near not in (0, far) else (0, far)
    return _Group(leap, way.reach, way.moves, way.takes, way.initial, way.leg, way.hop)


def _clause(group: _Group, steps: Collection[Step], _: Translate) -> str:
    near, far = group.leap
    if near:
        clause = _oblique(group.leap, steps, _)
    elif group.hop == "g":
        clause = _("leaps over one piece {way}, to the square right behind it")
    elif far > 1:
        leaps = group.leg != "n" or far > 2
        clause = {
            (2, False): _("goes two squares {way}"),
            (2, True): _("leaps two squares {way}"),
            (3, True): _("leaps three squares {way}"),
        }[far, leaps]
    elif group.reach == 1:
        clause = _("goes one square {way}")
    elif group.reach >= ENDLESS:
        clause = _("goes any number of squares {way}")
    else:
        clause = _("goes up to {count} squares {way}")
    told = clause.format(count=group.reach, way=_lines(steps, _))
    more = []
    if (near or far > 1) and group.reach > 1:
        often = group.reach >= ENDLESS
        more.append(_("as often as it likes in one direction") if often else _("up to {count} times in one direction"))
    if group.leg == "n" and (near or far > 2):
        more.append(_("if the square next to it on the way is empty"))
    if group.leg == "j":
        more.append(_("if a piece stands next to it on the way"))
    if group.hop == "p":
        more.append(_("over exactly one piece"))
    if not group.takes:
        more.append(_("without capturing"))
    if not group.moves:
        more.append(_("only to capture"))
    if group.initial:
        more.append(_("from where it begins"))
    return " ".join([told, *more]).format(count=group.reach)


def _oblique(leap: tuple[int, int], steps: Collection[Step], _: Translate) -> str:
    told = {
        (1, 2): _("leaps like a knight"),
        (1, 3): _("leaps three squares on and one aside"),
        (2, 3): _("leaps three squares on and two aside"),
    }[leap]
    if len(steps) == 8:
        return told
    rows = [row for _file, row in steps]
    if len(steps) == 4 and min(rows) > 0:
        only = _("only forward")
    elif len(steps) == 4 and max(rows) < 0:
        only = _("only back")
    else:
        only = _("only in some directions")
    return f"{told} {only}"


def _lines(steps: Collection[Step], _: Translate) -> str:
    """The directions of steps along lines."""
    signs = {((file > 0) - (file < 0), (row > 0) - (row < 0)) for file, row in steps}
    if len(signs) == 8:
        return _("in any direction")
    straight = _named(
        signs,
        (
            ({(0, 1), (0, -1), (1, 0), (-1, 0)}, _("along ranks and files")),
            ({(0, 1), (0, -1)}, _("along its file")),
            ({(1, 0), (-1, 0)}, _("sideways")),
            ({(0, 1)}, _("straight ahead")),
            ({(0, -1)}, _("straight back")),
            ({(-1, 0)}, _("to the left")),
            ({(1, 0)}, _("to the right")),
        ),
    )
    diagonal = _named(
        signs,
        (
            ({(1, 1), (1, -1), (-1, 1), (-1, -1)}, _("along diagonals")),
            ({(1, 1), (-1, 1)}, _("obliquely forward")),
            ({(1, -1), (-1, -1)}, _("obliquely back")),
            ({(-1, 1)}, _("obliquely forward to the left")),
            ({(1, 1)}, _("obliquely forward to the right")),
            ({(-1, -1)}, _("obliquely back to the left")),
            ({(1, -1)}, _("obliquely back to the right")),
        ),
    )
    first, *others = [*straight, *diagonal] or [""]
    for other in others:
        first = _("{one} or {other}").format(one=first, other=other)
    return first


def _named(signs: Collection[Step], names: Iterable[tuple[set[Step], str]]) -> list[str]:
    """The names of these directions, each direction named once."""
    left, told = set(signs), []
    for directions, name in names:
        if directions <= left:
            left -= directions
            told.append(name)
    return told


def lettered_names(symbols: Collection[str], language: str) -> Mapping[str, NameForms]:
    """Names of the pieces of both sides by their letters, for a variant that has no others."""
    _ = translator(language)
    white = (_("white piece {letter}"), _("the white piece {letter}"))
    black = (_("black piece {letter}"), _("the black piece {letter}"))
    hole = (_("missing square"), _("the missing square"))
    forms = {symbol: hole if symbol == HOLE else white if symbol.isupper() else black for symbol in symbols}
    return {
        symbol: NameForms(bare.format(letter=symbol.upper()), full.format(letter=symbol.upper()))
        for symbol, (bare, full) in forms.items()
    }


class RuleText:
    """The rules that a class declares, in one language."""

    def __init__(
        self,
        variant: type[Position],
        words: FrontMatter,
        language: str,
        changed: Collection[str],
        place: Callable[[str, str], str],
    ) -> None:
        """`changed`: methods by which classes change rules in a way that no words state. `place`: the file that has the
        words of a code in a table.
        """
        self._place = place
        self._variant, self._words, self._language, self._complete = variant, words, language, not changed
        doubtful = tuple({code for method in changed for code in RULE_METHODS[method]})
        self._facts = [fact for fact in variant.rule_facts() if not fact.code.startswith(doubtful)]
        self._ = translator(language)

    @property
    def family(self) -> type[Orthodox] | None:
        """The class, if it is a variant of chess."""
        return self._variant if issubclass(self._variant, Orthodox) else None

    def kind(self, letter: str) -> NameForms:
        """The name of a kind: what the names of its white and its black piece have in common, else that of White's."""
        pieces = self._words.pieces
        names = [pieces[symbol] for symbol in (letter.upper(), letter) if symbol in pieces]
        if len(names) < 2 or not (bare := _shared(names[0].bare, names[1].bare)):
            return names[0]
        return NameForms(bare, _shared(names[0].full, names[1].full))

    def new_kinds(self) -> str:
        """The letters of the kinds that do not go as in chess."""
        family = self.family
        if family is None:
            return ""
        return "".join([letter for letter in self._kinds() if family.pieces[letter] != Orthodox.pieces.get(letter)])

    def _kinds(self) -> list[str]:
        """The letters of the kinds of a variant of chess, one of each kind."""
        family = self.family
        return [letter for letter in family.letters() if family.kind_of(letter) == letter] if family else []

    def kinds_of_chess(self) -> str:
        """A sentence that names the kinds that go as in chess; "" for none."""
        new = self.new_kinds()
        names = [self.kind(letter).bare for letter in self._kinds() if letter not in new]
        if not names:
            return ""
        return self._finished(self._("These pieces go as in chess: {pieces}.").format(pieces=", ".join(names)))

    def movement(self, letter: str) -> str:
        """How a kind goes."""
        assert self.family is not None
        return self._finished(sentence(self.kind(letter).full, self.family.pieces[letter], self._))

    def size(self) -> str:
        """The size of the board."""
        files, ranks = self._variant.size
        return typography(self._("{files} x {ranks} squares").format(files=files, ranks=ranks), self._language)

    def rules(self, about: Literal["board", "moves", "end"]) -> list[str]:
        """The rules of a part of a page, a sentence or two each."""
        return [self._rule(fact) for fact in self._facts if fact.about == about]

    def _rule(self, fact: RuleFact) -> str:
        kinds, seats = [self.kind(letter) for letter in fact.kinds], self._variant.seats
        values = {
            "kinds": ", ".join([kind.bare for kind in kinds]),
            "the_kinds": ", ".join([kind.full for kind in kinds]),
            "text": fact.text,
            "count": fact.number,
        }
        if fact.seat is not None:
            codes = seats[fact.seat], seats[(fact.seat + 1) % len(seats)]
            values["seat"], values["other"] = (self._words.seats[code].full for code in codes)
        try:
            return self._finished(self._words.rules[fact.code].format(**values))
        except KeyError as missing:
            raise WordsError(f"{self._place('rules', fact.code)}: the rule “{fact.code}” has no {missing}") from missing

    def facts(self) -> tuple[str, ...]:
        """The line of facts: the size of the board, and that the players take turns."""
        return (self.size(), self._("one move after the other")) if self.family and self._complete else (self.size(),)

    def reminder(self) -> tuple[str, ...]:
        """The rules in short: those that differ from chess, and that there are others, if there are."""
        lines = [self.movement(letter) for letter in self.new_kinds()]
        if self.family:
            usual = Orthodox.rule_facts()
            lines += [self._rule(fact) for fact in self._facts if fact not in usual]
        if self.family and self._complete:
            return (*lines, self._("The other rules are those of chess."))
        return (*lines, self._("The game has other rules of its own, which are not written here."))

    def _finished(self, text: str) -> str:
        return finished(typography(text, self._language), self._language)


def _shared(one: str, other: str) -> str:
    """The words that two texts have in common."""
    others = other.split()
    return " ".join([word for word in one.split() if word in others])
