"""Records the golden files: the product as it is, seen through HTTP, sockets and the command line."""

import json
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.golden.commands import RECORDED, commands, perft, replays
from tests.golden.comparison import Files
from tests.golden.games import games
from tests.golden.pages import answers, openapi, pages, routes, table_pages
from tests.harness.site import scripted_site
from tests.toys import TOYS, Court, Guest, write_variant

ALL_TOYS = {toy.__name__: toy for toy in (*TOYS, Guest, Court)}
REPLAYED = ("Apocalypse-1", "Checkered-2", "Chess-1", "Dark-1", "Dice-2", "Progressive-2")
"""Games whose records the command line replays and verifies."""


def recorded() -> Files:
    """All files. Each variant has a site of its own: no id or nonce follows from what another variant does."""
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(2) as pool:
        folder = Path(name)
        files: dict[str, list[Any]] = {"routes.jsonl": routes(folder / "routes")}
        works: list[Callable[[], Files]] = [
            lambda: {"cli.jsonl": list(commands())},
            lambda: {"perft.jsonl": list(perft())},
            lambda: _site(folder / "site"),
            *(lambda variant=variant: _games(folder / variant, variant) for variant in (*RECORDED, *ALL_TOYS)),
        ]
        for made in pool.map(lambda work: work(), works):
            files |= made
        files["cli.jsonl"] += replays(folder, _write_records(files, folder))
        return files


def _site(data: Path) -> Files:
    with scripted_site(data) as served:
        empty, answered = list(pages(served)), list(answers(served))
        return {
            "pages.jsonl": [*empty, *table_pages(served)],
            "api.jsonl": answered,
            "openapi.jsonl": list(openapi(served)),
        }


def _games(folder: Path, variant: str) -> Files:
    toy = ALL_TOYS.get(variant)
    options = ("--variants", str(write_variant(folder / "toys", toy).parent)) if toy else ()
    with scripted_site(folder / "data", *options) as served:
        return dict(games(served, variant))


def _write_records(files: Files, folder: Path) -> list[str]:
    """Write the records of some games, and one that was tampered with; the names of their files."""
    texts = {}
    for game in REPLAYED:
        if "pgn" not in files[f"games/{game}.jsonl"][-1]:
            continue
        *_, record, pgn = files[f"games/{game}.jsonl"]
        texts[f"{game}.json"] = json.dumps(record["records"]["onlooker"])
        texts[f"{game}.pgn"] = "\n".join(pgn["pgn"]) + "\n"
    texts["tampered.json"] = texts.get("Chess-1.json", "").replace('"resigned"', '"agreement"')
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    return list(texts)
