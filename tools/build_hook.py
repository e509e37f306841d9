"""Refuses a wheel that would lack what set-up puts into static/vendor; one with compiled modules names its machine."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class FinishedCheckout(BuildHookInterface):  # type: ignore[type-arg]
    """Looks before a wheel is built whether `tools/setup.py` has run, and for what `tools/compiled.py` has compiled."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Raise RuntimeError where static/vendor is missing."""
        if not (Path(self.root) / "static" / "vendor" / ".made").exists():
            raise RuntimeError("static/vendor is missing: run python3 tools/setup.py first")
        root = Path(self.root)
        compiled = [
            *root.glob("*.so"),
            *(path for name in ("server", "variants") for path in root.glob(f"{name}/**/*.so")),
        ]
        if compiled:
            build_data["pure_python"], build_data["infer_tag"] = False, True
            build_data["force_include"].update({str(path): str(path.relative_to(root)) for path in compiled})
