"""How fast boards are drawn and how large they are, beside python-chess's; how long a PNG takes, made and kept."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from statistics import mean, median
from tempfile import TemporaryDirectory
from urllib.parse import quote

import chess
import chess.svg

from bench.figures import Figure, figure, milliseconds, rates
from server.app.factory import create_app
from server.app.services import Services
from server.drawing.diagram import board_svg
from server.runtime import Config
from variants.position import Eyes, Position

BOARDS = 200
PNGS = 20


def figures() -> Iterator[Figure]:
    """SVG of positions from random games of each variant; PNG by address, the first time and again."""
    with TemporaryDirectory() as folder:
        app = create_app(Config(data=Path(folder), identity_rate=0, address_rate=0))
        services: Services = app.extensions["cavalier"]
        try:
            theirs = _chess_boards()
            slow = rates(lambda: sum(1 for board in theirs if chess.svg.board(board)))
            for name, variant in services.library.variants.items():
                yield _svg(services, name, variant, median(slow))
            sizes = [len(chess.svg.board(board).encode()) for board in theirs]
            yield figure("SVG chess.svg.board", "boards/s", slow, bytes=round(mean(sizes)), most_bytes=max(sizes))
            client = app.test_client()
            for name, variant in services.library.variants.items():
                first, *paths = [
                    f"/diagram/{name}.png?fen={quote(position.fen())}"
                    for position in random_positions(variant, PNGS + 1)
                ]
                client.get(first)
                calls = [partial(client.get, path) for path in paths]
                yield figure(f"PNG {name}, made", "ms", milliseconds(calls))
                yield figure(f"PNG {name}, kept", "ms", milliseconds(calls))
        finally:
            services.close()


def random_positions(variant: type[Position], count: int) -> list[Position]:
    """So many positions that look different, out of random games; always the same ones."""
    random = Random(1)
    found: dict[tuple[str, ...], Position] = {}
    while len(found) < count:
        position = variant.start(random=random)
        while position.result() is None and len(found) < count:
            found[position.board] = position
            position = position.play({seat: random.choice(list(position.moves(seat))) for seat in position.to_act})
    return list(found.values())


def _svg(services: Services, name: str, variant: type[Position], slow: float) -> Figure:
    pictures = [position.picture(Eyes.ALL) for position in random_positions(variant, BOARDS)]
    drawings = services.library.drawings(name)

    def draw() -> list[str]:
        return [board_svg(picture, variant.drawings, drawings) for picture in pictures]

    sizes = [len(svg.encode()) for svg in draw()]
    fast = rates(lambda: len(draw()))
    beside = {"times_chess_svg": round(median(fast) / slow, 1)}
    return figure(f"SVG {name}", "boards/s", fast, bytes=round(mean(sizes)), most_bytes=max(sizes), **beside)


def _chess_boards() -> list[chess.Board]:
    random = Random(1)
    boards: list[chess.Board] = []
    while len(boards) < BOARDS:
        board = chess.Board()
        while not board.is_game_over() and len(boards) < BOARDS:
            boards.append(board.copy(stack=False))
            board.push(random.choice(list(board.legal_moves)))
    return boards
