"""Work that is repeated at an interval while it is needed."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field

from server.runtime.logs import report
from server.runtime.sources import Later

log = logging.getLogger(__name__)


@dataclass(eq=False)
class Ticker:
    """Calls `tick` every `interval` seconds while it is `needed`. A call that fails is logged; the next one comes."""

    later: Later
    interval: float
    tick: Callable[[], object]
    needed: Callable[[], bool]
    _waits: bool = field(default=False, init=False)

    def start(self) -> None:
        """Start unless it runs already; called whenever the work may have become needed."""
        if not self._waits and self.needed():
            self._waits = True
            self.later(self.interval, self._run)

    def _run(self) -> None:
        self._waits = False
        try:
            if self.needed():
                self.tick()
        except Exception as error:
            report(log, "what is repeated has failed", error, work=self.tick.__qualname__)
        self.start()
