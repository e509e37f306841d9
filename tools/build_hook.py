"""Refuses to build a wheel that would lack what set-up makes: the browser's assets and the compiled catalogues."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class FinishedCheckout(BuildHookInterface):  # type: ignore[type-arg]
    """Looks before a wheel is built whether `tools/setup.py` has run."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Raise RuntimeError naming the first thing that is missing."""
        root = Path(self.root)
        made = [root / "static" / "vendor" / "socket.io.esm.min.js"]
        made += [source.with_suffix(".mo") for source in root.glob("server/translations/*/LC_MESSAGES/*.po")]
        for path in made:
            if not path.exists():
                raise RuntimeError(f"{path.relative_to(root)} is missing: run python3 tools/setup.py first")
