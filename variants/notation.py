"""How moves and positions are written for players and for other programs: the second part of the interface."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from variants.types import Event, Move, Seat, Sign, Viewer


class Notation:
    """The notation of a variant. By default a move is written by its squares, and no other program knows the game.

    `Position` has it as a base; a variant overrides here what its players write.
    """

    if TYPE_CHECKING:  # Of the rules.
        hidden: ClassVar[bool]
        event_codes: ClassVar[Mapping[str, Sign | None]]

        @property
        def events(self) -> tuple[Event, ...]: ...

        def moves(self, seat: Seat) -> Iterable[Move]: ...

        @classmethod
        def write(cls, move: Move) -> str: ...

    pgn_names: ClassVar[Mapping[str, Mapping[str, Any]]] = MappingProxyType({})
    """What other programs call this game in the tag `Variant` of PGN, in lower case, and the settings that each name
    means; "" where the tag may be missing. With any name, `pgn_name`, `standard_fen`, `san`, `from_san` are defined."""

    move_sign: ClassVar[str] = ""
    """A sign that is part of written moves of this game, before or behind them, where in others it is a remark."""

    uci_name: ClassVar[str] = ""
    """What UCI engines of the family of Stockfish call this game (`UCI_Variant`), if they play it by the same rules and
    read its `standard_fen`. It holds for this class alone: a class that derives from it has other rules."""

    # For players

    def notation(self, actions: Mapping[Seat, Move], viewer: Viewer) -> Mapping[Seat, str]:
        """The actions as players write them, one text per seat; asked of the position before the turn."""
        return {seat: self.labels(seat).get(move) or self.write(move) for seat, move in actions.items()}

    def suffix(self) -> str:
        """The suffix of the move that led here, such as “+” for check; asked of the position after it.

        Not asked on a hidden board, nor where several seats acted at once.
        """
        return ""

    def labels(self, seat: Seat) -> Mapping[Move, str]:
        """Each move of this seat now with its text, no two alike, as this seat may see it."""
        return {move: self.write(move) for move in self.moves(seat)}

    def turn_notation(self, actions: Mapping[Seat, Move], after: Notation, viewer: Viewer) -> Mapping[Seat, str]:
        """A played turn as players write it: `notation`, with a “?” after each move that an event says has failed, and
        the suffix that the position after it gives.
        """
        texts = self.notation(actions, viewer)
        if self.hidden:
            return texts
        sign = after.suffix() if len(actions) == 1 else ""
        failed = {event.seat for event in after.events if self.event_codes.get(event.code) == "failed"}
        return {seat: f"{text}{'?' if seat in failed else ''}{sign}" for seat, text in texts.items()}

    # For other programs

    @classmethod
    def san(cls, note: str) -> str:
        """A move as players write it (`notation`), in the movetext of PGN."""
        return note

    def standard_fen(self) -> str | None:
        """The position in the six fields of a FEN that chess programs read, if they can hold all of it."""
        return None

    def pgn_name(self) -> str:
        """The tag `Variant` of a game that begins in this position; one of `pgn_names` but for upper case."""
        raise NotImplementedError("A variant that other programs' PGN knows must say its name there.")

    def from_san(self, text: str) -> Move | None:
        """The offered move that a word of movetext denotes, in SAN or as its squares; None for none or several."""
        return None

    def from_import(self, text: str) -> Move | None:
        """The same for a text that is read loosely: also in other spellings, if their meaning is clear."""
        return self.from_san(text)

    def from_uci(self, text: str) -> Move | None:
        """The offered move that a UCI engine means."""
        return self.from_san(text) or self.from_import(text)
