"""The rules of Example: those of chess, until a rule is changed here."""

from __future__ import annotations

from variants.material import could_mate
from variants.orthodox import Orthodox
from variants.position import Result, RuleFact, Seat


class Example(Orthodox):
    """A position. `variants/orthodox.py` says what a variant may override.

    Other pieces (`variants/betza.py` says how they are written), such as pawns that go obliquely and take straight on:

        pieces: ClassVar[Mapping[str, str]] = {"p": "fmFfcWifmnA"}

    Another outcome of a move, such as captures from afar; each move is then tried out to see that it leaves no king in
    danger:

        legality_by_trial = True

        def settle(self, board: list[str], effects: Effects) -> None:
            if effects.taken is None:
                super().settle(board, effects)
            else:
                board[effects.taken] = ""
    """

    reasons = frozenset({"dead"})

    @classmethod
    def rule_facts(cls) -> list[RuleFact]:
        """The draw for want of pieces, besides the rules that the facts of the class state."""
        return [*super().rule_facts(), RuleFact("dead", "end")]

    def result(self) -> Result | None:
        """Mate and stalemate come before the draw for want of pieces."""
        return super().result() or self.dead()

    def could_win(self, seat: Seat) -> bool:
        """Whether the pieces allow any mate by this seat, however badly the other plays."""
        return could_mate(self.board, self.army(seat), self.threat(seat))
