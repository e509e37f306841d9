"""The online game, pure: functions of a table's state and of facts that are passed in. Nothing here waits or stores.

Read it in this order: `entries` (what is stored), `state` (what the rows add up to), `reducer` (how a row changes it),
`facts`, `actions` and `decisions` (what players ask, and the rows that answer), `view` (what each viewer may know).
The rooms above import the names below, and modules as a whole.
"""

from server.game.absence import AWAY
from server.game.actions import (
    ACTIONS,
    Abort,
    Absent,
    Act,
    Action,
    AddTime,
    Claim,
    Decline,
    Offer,
    Plan,
    Resign,
    Takeback,
    Withdraw,
    may,
)
from server.game.board import board_view, past_board, picture_view, public_view, result_view, turn_view
from server.game.clocks import CONTROLS, DAY, MINUTE, NO_CLOCK, Clocks, Control, parse_control, parse_controls
from server.game.commitments import dice_digest, roll, seal_digest, sealed_text
from server.game.decisions import MOST_ENTRIES, Decision, entry
from server.game.entries import BRIEF, PRIVATE, Author, Entry, Opening, Row, is_private
from server.game.errors import N_, UNSAVED, Refusal, TooSoon, not_kept, not_known, unsaved
from server.game.facts import Facts, TableToOpen
from server.game.fields import (
    TABLE_ID,
    LanguageCode,
    MessageId,
    MoveText,
    SeatKey,
    SeatNumber,
    Strict,
    TableId,
    TurnCount,
    TurnNumber,
)
from server.game.moves import ambiguous_paths, find_legal, legal_moves
from server.game.plans import MOST_PLANNED
from server.game.players import DICE, STRENGTHS, artificial, computer_id, deleted_id, is_deleted, strength_of
from server.game.reducer import apply, check_seals
from server.game.rights import QUOTAS, SECOND_TURN, begun, joinable, without_chance
from server.game.score_sheet import ScoreSheet, SheetPlace
from server.game.setup import find_rules, is_usual_start, new_table, next_table, players_of, start_of
from server.game.state import Ending, Rated, ReplayMismatch, Seal, TableState, Turn
from server.game.view import (
    brief_own_view,
    brief_shared_view,
    brief_view,
    dice_view,
    latest_numbers,
    own_view,
    past_turns,
    past_view,
    seen_turn,
    shared_eyes,
    shared_view,
    shown_from,
    table_view,
    viewer_of,
)
from server.game.view_types import MOST_SHOWN, BriefView, PastView, PublicView, ResultView, TurnView, View
