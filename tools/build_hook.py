"""Refuses to build a wheel without the files that set-up builds in static/dist."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class FinishedCheckout(BuildHookInterface):  # type: ignore[type-arg]
    """Checks before a wheel is built that `tools/setup.py` has run."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Raise RuntimeError where static/dist is missing."""
        if not (Path(self.root) / "static" / "dist" / ".made").exists():
            raise RuntimeError("static/dist is missing: run python3 tools/setup.py first")
