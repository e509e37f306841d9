"""Dark chess: chess with a hidden board; each seat sees what its pieces reach, and a king may be captured."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Self

from variants.army import NO_ATTACKS, Army
from variants.castling import Castling
from variants.errors import FenError
from variants.generation import clearly_moves
from variants.orthodox import Effects, Orthodox
from variants.piece_values import Squares
from variants.position import Draws, Event, Eyes, Move, Picture, Result, Seat, Square, Viewer, only

from .evaluation import SIDES
from .sight import ARMIES, EVENTS, can_take, guess, seen

EVERYTHING = frozenset(range(64))


@dataclass(frozen=True, kw_only=True)
class Dark(Orthodox):
    """A position of dark chess.

    Events, with their squares and pieces: moved (from, to) (mover); taken (square) (victim): `seat` is the victim's;
    castled (king from, king to) (king, rook); promoted (square) (pawn, new piece). Reasons: king_captured, no_moves.
    A picture marks each square that its viewer does not see: "unseen".
    """

    hidden = True
    royal = ""  # No king is guarded, and none is marked (D2).
    event_codes = only(EVENTS)
    reasons = only(frozenset({"king_captured", "no_moves"}))
    draws = Draws(occurrences=None, kind="automatic", quiet_turns=100)

    @classmethod
    def make_armies(cls, own: str = "") -> Sequence[Army]:
        """Those by which a seat sees, too."""
        return ARMIES

    def events_of(self, seat: Seat, effects: Effects) -> list[Event]:
        """A capture is two events, a move and a loss, so that the loser can be told the loss alone (D11)."""
        story = super().events_of(seat, effects)
        if effects.taken is not None:
            lost_piece = Event("taken", 1 - seat, (effects.taken,), (effects.victim,))
            story[:1] = [Event("moved", seat, effects.move.path, (effects.mover,)), lost_piece]
        return story

    def result(self) -> Result | None:
        """A seat that has lost its king loses (D3); a seat that cannot move draws (D14)."""
        for seat in (0, 1):
            if Castling.kings[2 * seat] not in self.board:
                return self.lost(seat, "king_captured")
        return None if self.moves(self.to_act[0]) else self.drawn("no_moves")

    def piece_values(self, seat: Seat) -> Squares:
        """The value of each piece on its square."""
        return SIDES[seat]

    def clearly_running(self) -> bool:
        """Where both kings are on the board and a piece clearly has a move."""
        seat = self.to_act[0]
        if "K" not in self.board or "k" not in self.board:
            return False
        return clearly_moves(self.board, ARMIES[seat], ARMIES[1 - seat], NO_ATTACKS)

    def forcing(self, seat: Seat) -> list[Move]:
        """Captures and promotions."""
        return self.generated(seat, True)

    def visible(self, seat: Seat) -> frozenset[Square]:
        """The squares that this seat sees while the game goes on (D4-D8); computed once per position."""
        return self.once(("visible", seat), lambda: seen(self.board, seat, self.en_passant, self.castling))

    def sees(self, viewer: Viewer) -> frozenset[Square]:
        """The squares that this viewer sees (D4-D10); computed once per position."""
        return self.once(("sees", viewer), lambda: self._seen(viewer))

    def _seen(self, viewer: Viewer) -> frozenset[Square]:
        if viewer is Eyes.ALL or self.result() is not None:
            return EVERYTHING
        if viewer is Eyes.SPECTATOR:
            return frozenset()
        return self.visible(viewer)

    def picture(self, viewer: Viewer) -> Picture:
        """The squares that this viewer sees; the others are empty and marked."""
        sees = self.sees(viewer)
        board = tuple([symbol if square in sees else "" for square, symbol in enumerate(self.board)])
        return Picture(self.size, board, dict.fromkeys(sorted(EVERYTHING - sees), "unseen"))

    def seen_events(self, viewer: Viewer) -> tuple[Event, ...]:
        """All events for the mover; for the other its losses and what it saw (D11); none for onlookers (D10)."""
        sees, other = self.sees(viewer), viewer in self.to_act
        seen = {event.code for event in self.events if not other or sees.issuperset(event.squares)}
        if "moved" not in seen:
            seen.discard("promoted")  # It is a part of the move, which began out of sight.
        return tuple([event for event in self.events if event.code in seen or event.code == "taken"]) if sees else ()

    def notation(self, actions: Mapping[Seat, Move], viewer: Viewer) -> Mapping[Seat, str]:
        """One's own moves as in chess; another's not at all (D12)."""
        return {seat: self.labels(seat)[move] if viewer in (seat, Eyes.ALL) else "…" for seat, move in actions.items()}

    def guess(self, viewer: Viewer, random: Random) -> Self:
        """A determinization for this viewer: unseen pieces stand anywhere that they could (D13)."""
        sees = self.sees(viewer)
        if sees == EVERYTHING:
            return self
        own = ARMIES[viewer].pieces if isinstance(viewer, int) else {}
        rights = tuple(rook if king in own else None for king, rook in zip(Castling.kings, self.castling, strict=True))
        turn = self.to_act[0]
        en_passant = tuple(at for at in self.en_passant if sees and (viewer != turn or can_take(self.board, turn, at)))
        dark = EVERYTHING - sees - {square for over, pawn in en_passant for square in (over, 2 * over - pawn)}
        board = guess(self.board, self.picture(viewer).board, dark, random)
        return self.then(board=board, castling=rights, en_passant=en_passant, quiet=0, events=self.seen_events(viewer))

    def premoves(self, seat: Seat) -> Iterable[Move]:
        """What its pieces reach now, which it sees (D4); whose turn it is hides nothing of that."""
        return () if seat in self.to_act else self.then(to_act=(seat,), en_passant=()).moves(seat)

    def refuse_kings(self) -> None:
        """One of the two kings may have been captured (D16)."""
        if max(self.board.count(king) for king in "Kk") > 1 or not ("K" in self.board or "k" in self.board):
            raise FenError("fen_kings", "Each side has one king, and only one of the two can have been captured.")
