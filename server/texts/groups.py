"""The groups in which lists show the variants."""

from __future__ import annotations

from server.game import N_

GROUPS = {
    "together": N_("Both at once"),
    "hidden": N_("Hidden boards"),
    "chance": N_("With dice"),
    "turns": N_("Several moves in a turn"),
    "captures": N_("Captures that do something else"),
    "goals": N_("Other goals"),
    "hands": N_("Captured pieces come back"),
    "pieces": N_("Other pieces"),
    "boards": N_("Other boards"),
    "world": N_("From around the world"),
    "chess": N_("Chess, and what is close to it"),
}
"""The titles by the codes that front matter names, in the order of lists."""
