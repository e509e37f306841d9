"""A line of play walked again by the rules, turn by turn and back again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from server.archive.scoresheet import RecordError
from server.tables.rights import by_people
from variants.errors import RulesError
from variants.game import Game
from variants.position import Event, Eyes, Move, Position, Seat


class Played(NamedTuple):
    """A turn as it was played again: its notation and its story."""

    texts: Mapping[Seat, str]
    events: tuple[Event, ...]


class Walk:
    """Positions that follow from each other by the rules.

    `versions` names the version of the rules that the record is of and the one that plays it,
    where they differ; `taken` counts the turns that another version played and whose recorded position
    stands, because today's rules do not lead to it. Raises RulesError for settings or a FEN that the rules do not take.
    """

    def __init__(self, rules: type[Position], fen: str, settings: Mapping[str, Any], version: int | None) -> None:
        self.rules = rules
        self.version = rules.rules_version if version is None else version
        self.versions = None if version is None or version == rules.rules_version else (version, rules.rules_version)
        try:
            start = rules.from_fen(fen, rules.complete(settings))
        except RulesError:
            raise
        except Exception as error:  # A FEN from outside may hold what no rules thought of.
            raise RecordError("record_fen", "The FEN {fen} is not a position of this game.", fen=fen) from error
        self.game = Game(start)
        self.turns: list[Played] = []
        self._taken: set[int] = set()

    @property
    def position(self) -> Position:
        """How the game stands."""
        return self.game.position

    @property
    def taken(self) -> int:
        """How many of the turns stand as the record tells them, and not because the rules lead there."""
        return len(self._taken)

    def is_of_another_version(self, version: int | None) -> bool:
        """Whether a line of this version (None: that of the record) was made under other rules than these."""
        return (self.version if version is None else version) != self.rules.rules_version

    def turns_of_people(self) -> int:
        """How many turns have been played by people."""
        return len(list(by_people((turn.texts for turn in self.turns), self.rules.chance)))

    def idle(self) -> set[Seat]:
        """The seats that have acted in none of the turns."""
        return set(range(len(self.position.seats))).difference(*(turn.texts for turn in self.turns))

    def back(self, to: int) -> None:
        """Go back to so many turns."""
        self.game = self.game.back(self.game.number - to)
        del self.turns[to:]
        self._taken = {turn for turn in self._taken if turn <= to}

    def play(
        self,
        moves: Mapping[Seat, str],
        fen: str | None = None,
        notation: Mapping[Seat, str] | None = None,
        version: int | None = None,
    ) -> None:
        """Play a turn. Raises RecordError unless the rules offer its moves and lead to this FEN and this notation.

        Where another version of the rules played it (`version`; None: that of the record), the FEN stands as it is
        told, if there is one that today's rules can read.
        """
        turn = len(self.turns) + 1
        played = dict(moves) if notation is None else dict(notation)
        self._attempt(turn, lambda: self._play(turn, moves, fen, notation), played, fen, version)

    def leave(self, seats: Collection[Seat], fen: str | None = None, version: int | None = None) -> None:
        """Let these seats leave, as a turn. Raises RecordError unless the others play on, from this FEN."""
        turn = len(self.turns) + 1
        self._attempt(turn, lambda: self._leave(turn, seats, fen), {}, fen, version)

    def _attempt(
        self, turn: int, step: Callable[[], None], texts: Mapping[Seat, str], fen: str | None, version: int | None
    ) -> None:
        try:
            step()
        except Exception as error:  # Rules are written for positions that they led to themselves.
            if self.is_of_another_version(version):
                self._take(turn, texts, fen, version, error)
                return
            if isinstance(error, RecordError):
                raise
            raise RecordError(
                "record_turn", "Turn {turn}: the rules fail ({fault}).", turn=turn, fault=type(error).__name__
            ) from error

    def _take(
        self,
        turn: int,
        texts: Mapping[Seat, str],
        fen: str | None,
        version: int | None,
        departure: Exception,
    ) -> None:
        try:
            if fen is None:
                raise departure
            after = self.rules.from_fen(fen, self.position.settings)
            if after.fen() != fen:
                raise departure
        except Exception as error:
            raise RecordError(
                "record_rules",
                "Turn {turn}: the rules lead to another position than the record."
                " It was made with version {theirs}; these rules are version {ours}.",
                turn=turn,
                theirs=self.version if version is None else version,
                ours=self.rules.rules_version,
            ) from error
        self.game = self.game.after(after)
        self.turns.append(Played(texts, ()))
        self._taken.add(turn)

    def _play(self, turn: int, moves: Mapping[Seat, str], fen: str | None, notation: Mapping[Seat, str] | None) -> None:
        before = self.position
        result = before.result()
        if result is not None:
            raise RecordError(
                "record_turn", "Turn {turn}: the game was over before it ({reason}).", turn=turn, reason=result.reason
            )
        # A seat that may join comes into the game by its move, alone.
        if set(moves) != set(before.to_act) and not (len(moves) == 1 and before.joinable.issuperset(moves)):
            seats = ", ".join(before.seats[seat] for seat in sorted(before.to_act))
            raise RecordError(
                "record_turn",
                "Turn {turn}: one move is needed from each of these seats: {seats}.",
                turn=turn,
                seats=seats,
            )
        actions = {seat: self._offered(turn, seat, text) for seat, text in moves.items()}
        game = self.game.play(actions)
        after = game.position
        texts = before.noted(actions, after, Eyes.ALL)
        if notation is not None and not _same(texts, notation):
            raise RecordError(
                "record_turn",
                "Turn {turn}: the rules write it {found}, the record {told}.",
                turn=turn,
                found=" ".join(texts.values()),
                told=" ".join(notation.values()),
            )
        self._stand(turn, game, fen, texts)

    def _leave(self, turn: int, seats: Collection[Seat], fen: str | None) -> None:
        game = self.game.without(seats) if set(seats).issubset(self.game.contenders()) else None
        if game is None or self.position.result() is not None:
            raise RecordError("record_left", "Turn {turn}: no game goes on when these seats leave.", turn=turn)
        self._stand(turn, game, fen, {})

    def _stand(self, turn: int, game: Game, fen: str | None, texts: Mapping[Seat, str]) -> None:
        found = game.position.fen()
        if fen is not None and found != fen:
            raise RecordError(
                "record_turn",
                "Turn {turn}: the rules lead to {found}, the record to {told}.",
                turn=turn,
                found=found,
                told=fen,
            )
        self.turns.append(Played(texts, game.position.story(Eyes.ALL)))
        self.game = game

    def _offered(self, turn: int, seat: Seat, text: str) -> Move:
        """The move that a text spells. A text that spells one in two ways is refused too: it is not what was sent."""
        move: Move | None
        try:
            move = self.rules.read(text)
        except RulesError:
            move = None
        if move is None or self.rules.write(move) != text or move not in set(self.position.moves(seat)):
            raise RecordError(
                "record_turn", "Turn {turn}: the rules do not offer the move {move}.", turn=turn, move=text
            )
        return move


def _same(texts: Mapping[Seat, str], told: Mapping[Seat, str]) -> bool:
    """Whether the notations agree; a record may leave out the signs for check and mate, as older ones do."""
    return dict(texts) == dict(told) or {seat: text.rstrip("+#") for seat, text in texts.items()} == dict(told)
