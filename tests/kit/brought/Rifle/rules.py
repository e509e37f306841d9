"""The rules of Rifle chess: those of chess, but whoever captures stays where it was."""

from __future__ import annotations

from variants.army import Choices, stays
from variants.orthodox import Effects, Orthodox


class Rifle(Orthodox):
    """A position of Rifle chess. A king or a rook that has shot castles no more."""

    legality_by_trial = True  # Who captures shields what it shielded before.

    @classmethod
    def promotes(cls, mover: str, victim: str) -> Choices:
        """A pawn that captures on the last rank does not get there."""
        return stays(mover, victim) if victim else super().promotes(mover, victim)

    def settle(self, board: list[str], effects: Effects) -> None:
        """What is captured goes, and nothing else."""
        if effects.taken is None:
            super().settle(board, effects)
        else:
            board[effects.taken] = ""
