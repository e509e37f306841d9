"""The rules of Checkered: captures make pieces that belong to the side to move, until one player takes them all."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar, Self

from variants.generation import can_move, clearly_moves
from variants.orthodox import Effects, Orthodox
from variants.piece_values import Squares
from variants.position import (
    NO_SETTINGS,
    Draws,
    Event,
    Move,
    Option,
    Result,
    Seat,
    Sign,
    Tally,
    Viewer,
)

from .armies import ALONE, CHECKERED_KINDS
from .board import Staged
from .evaluation import LEADS, evaluation, lead

THIRD = 2
"""The seat of an onlooker who joins."""
JOIN = Move(())


class Checkered(Staged):
    """A position of Checkered.

    Events besides those of chess, with their squares and pieces:
    born (square) (new piece): a capture has made a checkered piece of this kind;
    switched (own king, enemy king) (own king, enemy king): the seat has taken the checkered pieces and moves again;
    joined: a third player has; passed: the seat has no move and is not in check; bared: its last piece is captured;
    took_both: it has both colours from now on; abandoned: its pieces stay where they are, and nobody moves them.
    In stage 1 `captured` and `en_passant` are followed by `born` unless a king captured or a pawn was promoted; in
    stage 2 the captured piece is gone. `check` tells of each attacked king; in stage 2 that may be two.
    Reasons: checkmate, stalemate; mated (by one of three); eliminated (the checkered side of two has no piece left
    and has lost); passes (none of three has a move). Special: switch, join. Tallies: stage (value 1 or 2; limit 1
    where there is no other); in stage 2 also what each seat commands, with the number of pieces: checkered_army,
    both_armies.
    """

    options = (Option("switch", (True, False)), Option("observer", (False, True)), *Orthodox.options)
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "no_switch": {"switch": False},
        "three_players": {"observer": True},
    }
    event_codes: ClassVar[Mapping[str, Sign | None]] = {
        "born": "born",
        **dict.fromkeys(("switched", "joined", "passed", "bared", "took_both", "abandoned")),
    }
    reasons = frozenset({"eliminated", "mated", "passes"})
    special_codes = frozenset({"switch", "join"})
    special_texts: ClassVar[Mapping[str, str]] = {"switch": "Switch", "join": "Join"}
    tally_codes = frozenset({"stage", "checkered_army", "both_armies"})
    draws = Draws(occurrences=3, kind="claim")
    joinable = frozenset({THIRD})
    rules_version = 2

    def owners(self) -> Mapping[str, Seat]:
        """A checkered piece has no owner."""
        return {symbol: 0 if symbol.isupper() else 1 for symbol in Orthodox.drawings}

    def moves(self, seat: Seat) -> tuple[Move, ...]:
        """What this seat may send now: the third one, that it joins (G2)."""
        if seat != THIRD or not self.is_shared:
            return super().moves(seat)
        return (JOIN,) if self._are_free() and super().moves(self.to_act[0]) else ()

    def legal(self, seat: Seat) -> list[Move]:
        """No checkered move is undone at once; the switch is there only beside an ordinary move."""
        moves = super().legal(seat)
        if self.cmove:
            undone = Move(self.cmove[::-1])
            if undone in moves:
                moves.remove(undone)
        if moves and self.stage == "1":
            switch = self._switch(seat)
            if switch is not None:
                moves.append(switch)
        return moves

    def _switch(self, seat: Seat) -> Move | None:
        """The king "takes" the king."""
        return Move((self.board.index("Kk"[seat]), self.board.index("kK"[seat]))) if self._are_free() else None

    def _are_free(self) -> bool:
        """Whether the checkered pieces, in one hand, can move and threaten neither king (C2)."""
        board = self.board
        if CHECKERED_KINDS.keys().isdisjoint(board):
            return False
        threatened = any(ALONE.attacks(board, board.index(king)) for king in "Kk")
        return not threatened and can_move(board, ALONE, self.double_steps)

    def special(self, seat: Seat, move: Move) -> str:
        """The switch deserves a button, and so does joining."""
        if not move.path:
            return "join"
        return "switch" if self.board[move.path[1]] in ("K", "k") else ""

    def becomes(self, seat: Seat, move: Move) -> str:
        """The symbol that will stand on the last square: the checkered piece that is born; the king, for the switch."""
        if self.special(seat, move):
            return self.board[move.path[0]] if move.path else ""
        return super().becomes(seat, move)

    def play(self, actions: Mapping[Seat, Move]) -> Self:
        """The position after a move; after the switch the same seat is to move, a checkered piece."""
        (seat, move) = next(iter(actions.items()))
        match self.special(seat, move):
            case "switch":
                kings = tuple(self.board[square] for square in move.path)
                return self._begun(("2w", "2b")[seat], Event("switched", seat, move.path, kings))
            case "join":
                return self._begun("3", Event("joined", seat))._past_passes()
        return super().play(actions)._past_passes()

    def _begun(self, stage: str, event: Event) -> Self:
        return self.then(stage=stage, en_passant=(), cmove=(), quiet=0, events=(event,))

    def _past_passes(self) -> Self:
        """The position once each of three players has passed who has no move and is not in check (G7)."""
        new = self
        while new.stage == "3" and new.passed < 3:
            seat = new.to_act[0]
            if new.moves(seat) or new.kings_in_check(seat):
                break
            events = (*new.events, Event("passed", seat))
            new = new.then(to_act=(new.next_seat(seat),), en_passant=(), passed=new.passed + 1, events=events)
        return new if new is self else new.with_checks()

    def open_seats(self) -> frozenset[Seat]:
        """A game in which a player has switched has no third player (G2)."""
        return super().open_seats() if self.is_shared else frozenset()

    def without(self, seat: Seat) -> Self | None:
        """Of White and Black, the one that stays gets both colours and moves; checkered pieces stay, unowned (G9)."""
        if self.stage != "3":
            return None
        acting = self.to_act[0]
        stays = 1 - seat if seat != THIRD else 0 if acting == THIRD else acting
        new = self.then(
            stage=("3b", "3w", "3-")[seat],
            to_act=(stays,),
            # The next player in order may still answer the double step of one who stays (G10).
            en_passant=self.en_passant if stays == acting and self.next_seat(acting, -1) != seat else (),
            passed=0,
            quiet=0,
            events=(Event("abandoned", seat) if seat == THIRD else Event("took_both", stays),),
        )
        return new.with_checks()

    def next_fields(self, seat: Seat, effects: Effects, board: Sequence[str]) -> dict[str, Any]:
        """The used double-step right, what may not be undone, and whether the third player is eliminated (G8)."""
        changes: dict[str, Any] = {"cmove": (), "passed": 0}
        if effects.mover in CHECKERED_KINDS and not effects.victim and effects.born == effects.mover:
            if self.is_shared:
                changes["cmove"] = effects.move.path
            if effects.double_step is None:
                changes["quiet"] = self.quiet + 1
        if effects.double_step is not None:
            changes["double_steps"] = self.double_steps - {effects.move.path[0]}
        if self.stage == "3" and effects.victim in CHECKERED_KINDS and CHECKERED_KINDS.keys().isdisjoint(board):
            changes |= {"stage": "3-", "to_act": (1 - seat,)}
        return changes

    def events_of(self, seat: Seat, effects: Effects) -> list[Event]:
        """A capture of stage 1 places a checkered piece; the event of a promotion already says so."""
        events = super().events_of(seat, effects)
        if effects.victim and effects.born in CHECKERED_KINDS and self.is_shared and events[-1].code != "promoted":
            events.append(Event("born", seat, effects.move.path[1:], (effects.born,)))
        if (
            self.stage == "3"
            and effects.victim in CHECKERED_KINDS
            and sum(symbol in CHECKERED_KINDS for symbol in self.board) == 1
        ):
            events.append(Event("bared", THIRD))
        return events

    def verdict(self, seat: Seat) -> Result:
        """Of two, the checkered side loses with its last piece. Of three, the seat that gives mate wins (G6)."""
        if seat == self.phase.alone and self.stage != "3" and CHECKERED_KINDS.keys().isdisjoint(self.board):
            return self.lost(seat, "eliminated")
        if self.stage != "3":
            return super().verdict(seat)
        kings = self.king_squares(seat)
        if not self.kings_in_check(seat):
            return self.drawn("passes")
        # The last to move comes first: it is the one before, unless that one has passed.
        others = [self.next_seat(seat, -1), self.next_seat(seat, -2)]
        mating = [other for other in others if any(self.army(other).attacks(self.board, king) for king in kings)]
        return self.shared([mating[-1 if self.passed else 0]], "mated")

    def evaluate(self, seat: Seat) -> float:
        """The pieces that each side moves alone, and whose turn it is."""
        return evaluation(self.board, self.stage, self.to_act[0], seat)

    def clearly_running(self) -> bool:
        """Whether a piece that is not checkered clearly has a move: that nobody undoes."""
        seat = self.to_act[0]
        threat = self.threat(seat)
        return clearly_moves(self.board, self.army(seat), threat, self.attacks_on_kings(seat))

    def null_move(self) -> Self | None:
        """A null move clears the move that must not be undone."""
        new = super().null_move()
        return new and new.then(cmove=())

    def forcing(self, seat: Seat) -> list[Move]:
        """Captures, promotions and the switch; none of them undoes a move."""
        moves = self.generated(seat, True)
        switch = (
            self._switch(seat) if self.stage == "1" and (moves or self.clearly_running() or self.moves(seat)) else None
        )
        return moves if switch is None else [*moves, switch]

    def gain(self, seat: Seat, move: Move) -> float | None:
        """The switch is worth what it adds; in stage 1 most captures cost the capturing piece."""
        if move.path and not self.board[move.path[1]] and not move.into and not self.en_passant:
            return None
        if self.special(seat, move):
            return (
                lead(self.board, ("2w", "2b")[seat], seat) - lead(self.board, self.stage, seat) if move.path else None
            )
        return super().gain(seat, move)

    def piece_values(self, seat: Seat) -> Squares:
        """Its own pieces and the other's; of nobody's, nothing."""
        return LEADS[self.stage][seat]

    def key(self) -> tuple[Hashable, ...]:
        """All of the position but the ply counter, the square jumped over in any case (E1)."""
        return (
            self.board,
            self.to_act,
            self.castling,
            self.en_passant,
            self.double_steps,
            self.cmove,
            self.stage,
            self.passed,
        )

    def continues(self, earlier: Self) -> bool:
        """Nobody has several moves in a row; the others may have passed (G7)."""
        return False

    def could_win(self, seat: Seat) -> bool:
        """A bare king cannot win where no checkered piece is or becomes owned: its captures make none (B3, E5)."""
        alone = self.stage == "3-" or (self.is_shared and CHECKERED_KINDS.keys().isdisjoint(self.board))
        return not alone or seat in self.out() or self._count(seat) > 1

    def _count(self, seat: Seat) -> int:
        """How many pieces a seat commands."""
        pieces = self.army(seat).pieces
        return sum(symbol in pieces for symbol in self.board)

    def tallies(self, viewer: Viewer) -> tuple[Tally, ...]:
        """The stage, and the armies once the checkered pieces are taken."""
        if self.is_shared:
            return (Tally("stage", None, 1, 1 if self.stage == "1-" and len(self.seats) == 2 else 2),)
        tallies = [Tally("stage", None, 2, 2)]
        for seat, code in ((self.phase.alone, "checkered_army"), (self.both(), "both_armies")):
            if seat is not None:
                tallies.append(Tally(code, seat, self._count(seat)))
        return tuple(tallies)

    @classmethod
    def from_fen(cls, fen: str, settings: Mapping[str, Any] = NO_SETTINGS) -> Self:
        """The position of a FEN; of three players, the one to move may have to pass. Raises FenError."""
        return super().from_fen(fen, settings)._past_passes()
