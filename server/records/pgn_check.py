"""A text of moves looked at: its turns and its end, as far as moves alone can tell them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from server.game import SECOND_TURN, Control, Ending, without_chance
from server.records import movetext, pgn
from server.records.checks import Replayed, Sentence, wrong_end
from server.records.document import RecordError
from server.records.line_of_play import LineOfPlay, Played, other_rules
from server.records.pgn import PgnGame
from variants.game import Game
from variants.position import Position, Result, Seat


class PgnCheck(Replayed):
    """A text of moves: turns, end."""

    def __init__(self, game: PgnGame, rules: type[Position]) -> None:
        ending = None if game.shares is None else Ending(tuple(map(float, game.shares)), game.reason)
        super().__init__(game.variant, rules, game.rules_version, ending)
        self.walk = LineOfPlay(rules, game.fen, game.settings)
        self.text = game
        self.names = tuple(game.tags.get(pgn.seat_tag(code), "") for code in self.game.position.seats)

    @property
    def game(self) -> Game:
        """The game as far as it was played again."""
        return self.walk.game

    @property
    def turns(self) -> list[Played]:
        """Its turns."""
        return self.walk.turns

    @property
    def moves(self) -> list[list[str]]:
        """The moves of its turns."""
        return [list(moves) for moves in self.walk.moves]

    def run(self) -> None:
        """Look at everything."""
        for turn in self.text.turns:
            if not self.attempt(self._turn, turn.moves):
                return
        self.attempt(self._result)

    def _turn(self, told: tuple[str, ...]) -> None:
        position = self.walk.position
        seats = sorted(position.to_act)
        # With too few or too many moves, the rules are asked with what there is and say whose are missing.
        words = spelled(position, told) if self.text.standard else told
        moves = dict(zip(seats, words, strict=False)) if len(words) <= len(seats) else {}
        left = movetext.left(told)
        try:
            if left:
                self.walk.leave(left)
            else:
                self.walk.play(joining(position, moves))
        except RecordError as error:
            if self.version == self.rules.rules_version:
                raise
            raise other_rules(len(self.turns) + 1, self.version, self.rules.rules_version) from error

    def _result(self) -> None:
        if self.ending is not None:
            over = self.walk.position.result()
            if over is not None and self.ending.reason == pgn.UNSTATED:
                self.ending = self.ending._replace(reason=over.reason)
            check_end(self.ending, self.walk, self.text.control)
        self.check_final(self.text.final_fen)

    def sentences(self) -> Mapping[str, Sentence]:
        """What each check says where it holds."""
        return {"turns": self.about_turns(), "result": self.about_end()}


def spelled(position: Position, words: tuple[str, ...]) -> tuple[str, ...]:
    """Words of SAN as moves are sent; one that spells no offered move stays as it is, for the rules to refuse."""
    moves = [position.from_san(word) for word in words]
    return tuple([word if move is None else position.write(move) for word, move in zip(words, moves, strict=True)])


def joining(position: Position, moves: Mapping[Seat, str]) -> Mapping[Seat, str]:
    """These moves, or the one of a seat that joins, where it is the only one to which the rules offer it."""

    def offered(seats: Collection[Seat]) -> list[Seat]:
        return [seat for seat in sorted(seats) if text in map(position.write, position.moves(seat))]

    if len(moves) != 1 or not position.joinable:
        return moves
    ((seat, text),) = moves.items()
    joining = [] if offered([seat]) else offered(position.joinable)
    return {joining[-1]: text} if joining else moves


def check_end(told: Ending, walk: LineOfPlay, control: Control) -> None:
    """Raise RecordError unless a game of these moves, with this clock, can have ended like this.

    A text tells neither who asked for what nor any time: what it leaves open is believed.
    """
    by_rules = walk.position.result()
    if not (_can_end(told, walk, control) if by_rules is None else _is(told, by_rules)):
        raise wrong_end(told, by_rules)


def _can_end(told: Ending, walk: LineOfPlay, control: Control) -> bool:
    game, to_act = walk.game, walk.position.to_act
    acted = [turn.texts for turn in walk.turns]
    of_people = len(list(without_chance(acted, walk.rules.chance)))
    idle = set(game.contenders()).difference(*acted)
    losers = {seat for seat, share in enumerate(told.points) if seat in game.contenders() and share == 0}
    drawn = _is(told, game.drawn(told.reason))
    lost = bool(losers) and _is(told, game.left(losers, told.reason)) and game.without(losers) is None
    match told.reason:
        case "resigned":
            return lost and len(losers) == 1
        case "agreement" | "too_long":
            return drawn
        case "unstated":
            return drawn or lost
        case "repetition" | "quiet_turns":
            return any(ending is not None and _is(told, ending) for ending in (game.claimable(), game.ending()))
        case "withdrawn":
            return drawn and of_people == 0
        case "aborted":
            return drawn and (of_people < SECOND_TURN or not idle.isdisjoint(to_act))
        case "no_first_move":
            return drawn and control.first_move is not None and bool(idle)
        case "time" | "time_all" | "time_material":
            return (lost if told.reason == "time" else drawn) and control.kind != "none"
        case "abandoned" | "abandoned_draw":
            return (lost if told.reason == "abandoned" else drawn) and control.patience is not None
    return False


def _is(told: Ending, result: Result) -> bool:
    points = result.points
    same = len(told.points) == len(points) and all(abs(a - b) < 1e-6 for a, b in zip(told.points, points, strict=True))
    return same and told.reason == result.reason
