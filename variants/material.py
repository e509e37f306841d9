"""Mating material: what an army has left, and whether that can give mate."""

from __future__ import annotations

from collections.abc import Sequence

from variants.army import Army


def could_mate(board: Sequence[str], own: Army, other: Army) -> bool:
    """Whether some sequence of moves leads to mate by this army, each side with one king."""
    if not own.mating.isdisjoint(board):
        return True
    ours, theirs = company(board, own), company(board, other)
    if not ours:
        return False
    if "n" in ours:
        return len(ours) > 1 or bool(set(theirs) - {"q"})
    shades = {(square // 8 + square) % 2 for square, symbol in enumerate(board) if symbol in ("B", "b")}
    return len(shades) > 1 or bool(set(theirs) & set("pn"))


def company(board: Sequence[str], army: Army) -> list[str]:
    """The kinds of its pieces besides the king."""
    return [army.pieces[symbol] for symbol in board if army.pieces.get(symbol, "k") != "k"]
