"""Sentences made from what a class declares: its board, how its pieces go, its rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

from server.texts.catalogue import translator
from server.texts.entries import FrontMatter, NameForms
from server.texts.movement_text import sentence
from server.texts.typography import finished, typography
from variants.grid import HOLE
from variants.orthodox import RULE_METHODS, Orthodox
from variants.position import Position, RuleFact


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

    def __init__(self, variant: type[Position], words: FrontMatter, language: str, changed: Collection[str]) -> None:
        """`changed`: methods by which classes change rules in a way that no words state."""
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
        return "".join([letter for letter in family.letters() if family.pieces[letter] != Orthodox.pieces.get(letter)])

    def kinds_of_chess(self) -> str:
        """A sentence that names the kinds that go as in chess; "" for none."""
        family, new = self.family, self.new_kinds()
        names = [self.kind(letter).bare for letter in family.letters() if letter not in new] if family else []
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
        return self._finished(self._words.rules[fact.code].format(**values))

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
