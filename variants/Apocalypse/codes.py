"""What may happen in a turn of Apocalypse and how a game may end: every code, with what stands beside it.

Events, in the order of a turn. Where pieces are named, the mover comes first.

| code | seat | squares | pieces |
|---|---|---|---|
| `moved` | mover's | from, to (, put down) | mover |
| `captured` | mover's | from, to (, put down) | mover, captured |
| `dodged`: the target had moved away, the move stands | mover's | from, to (, put down) | mover, target |
| `exchanged`: each moved to where the other came from | none | White's origin, Black's origin | White's, Black's |
| `held_arrival`: the hoped-for piece came | mover's | where | mover, the one that came |
| `held_departure`: the square was left in time | mover's | the square | mover, the one that left |
| `held_retake`: the own piece there was captured | mover's | the square | mover, the one captured |
| `held_promotion`: a horseman was captured, so the footman may become one | mover's | where | mover, horseman |
| `collision_nature`: a horseman beats a footman | winner's | the square | winner, loser |
| `collision_equal`: equal natures both vanish | none | the square | White's, Black's |
| `collision_risk`: the riskier move prevails | winner's | the square | winner, loser |
| `vanished`: a piece lost in a collision | owner's | the square | the piece |
| `promoted` | mover's | where | footman, horseman |
| `redeployed` | mover's | last-rank square, put down | footman |
| `failed_arrival`: nobody came to be captured | mover's | from, to | mover |
| `failed_departure`: a square it needed was not left | mover's | from, that square | mover, who stands there |
| `failed_retake`: the own piece there was not captured | mover's | from, to | mover, own piece |
| `failed_promotion`: its side still has two horsemen | mover's | from, to | mover |
| `failed_redeployment`: no longer two horsemen, so no redeployment | mover's | from, to, put down | mover |
| `failed_last_footman`: it had become the last footman | mover's | from, to | mover |
| `failed_mover`: it was captured before it could move | mover's | from, to (, put down) | mover |
| `failed_both`: neither declared move was legal | mover's | from, to (, put down) | mover |
| `failed_impossible`: no enemy move could make it legal | mover's | all it named, perhaps none | none |
| `penalty_first`, `penalty_second` | punished | none | none |

Result reasons: `no_footmen` (the loser has none), `no_footmen_both` (draw), `penalties` (the loser has two),
`penalties_both` (draw), `no_moves` (a side has no legal move: draw).

Tallies: `penalties` of each seat, with the limit 2; `footmen` of each seat.
"""

from collections.abc import Mapping
from types import MappingProxyType

from variants.position import Sign

EVENTS = frozenset({
    "moved", "captured", "dodged", "exchanged", "vanished", "promoted", "redeployed",
    "collision_nature", "collision_equal", "collision_risk",
    "held_arrival", "held_departure", "held_retake", "held_promotion",
    "failed_arrival", "failed_departure", "failed_retake", "failed_promotion", "failed_redeployment",
    "failed_last_footman", "failed_mover", "failed_both", "failed_impossible",
    "penalty_first", "penalty_second",
})  # fmt: skip
SIGNS: Mapping[str, Sign] = MappingProxyType(
    {
        "moved": "arrow",
        "captured": "arrow",
        "dodged": "arrow",
        "collision_nature": "clash",
        "collision_equal": "clash",
        "collision_risk": "clash",
        "vanished": "lost",
        **{code: "failed" for code in sorted(EVENTS) if code.startswith("failed_")},
    }
)
NEEDS = frozenset({"arrival", "departure", "retake", "promotion", "put_down"})
"""What a speculative move may need: the faults of `board.fault` that a move of the opponent can mend."""
PRICES = frozenset({"penalty", "defeat"})
"""What a move costs that does not stand: the first point, or the second one, which loses (R24)."""
REASONS = frozenset({"no_footmen", "no_footmen_both", "penalties", "penalties_both", "no_moves"})
TALLIES = frozenset({"penalties", "footmen"})
