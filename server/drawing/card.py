"""The picture of a link preview, 1200 by 630 pixels: a board and the site's mark, without words."""

from __future__ import annotations

from server.drawing.overlays import INK

WIDTH, HEIGHT = 1200, 630
PAPER = "#f6f6f3"
MARGIN, BAND = 42, 12
BOARD = HEIGHT - BAND - 2 * MARGIN
"""Pixels of the square in which the board is centred."""
MARK = 96


def card(board: str, mark: str) -> str:
    """A card as SVG, of a board and a mark that are SVG elements."""
    side = BAND // 2
    band = [f"M{at * side} {HEIGHT - side * (1 + at % 2)}h{side}v{side}h-{side}z" for at in range(WIDTH // side)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<path fill="{PAPER}" d="M0 0h{WIDTH}v{HEIGHT}H0z"/><path fill="{INK}" d="{"".join(band)}"/>'
        f"{_placed(board, (WIDTH - BOARD) // 2, MARGIN, BOARD)}"
        f"{_placed(mark, WIDTH - MARGIN - MARK, MARGIN + BOARD - MARK, MARK)}</svg>"
    )


def _placed(svg: str, x: int, y: int, side: int) -> str:
    return svg.replace("<svg ", f'<svg x="{x}" y="{y}" width="{side}" height="{side}" ', 1)
