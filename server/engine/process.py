"""One engine process as the server sees it: started, asked, and killed if it breaks the protocol."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import gevent
from gevent.subprocess import PIPE, Popen

from server.engine.protocol import ProtocolError, Task, decode, encode
from server.runtime import logs

log = logging.getLogger(__name__)

ROOT = Path(__file__).resolve().parents[2]
"""The folder in which `-m server…` finds the server."""

LONGEST_LINE = 1 << 20
"""Bytes of a task or an answer, the end of its line included, unless the caller says otherwise."""

LONGEST_LOGGED = 500
"""Bytes of one line of standard error that go to the log."""

EXIT_OUTPUT_TIMEOUT = 1.0
"""Seconds for the last output of a process to arrive."""


def command(tasks: str, folders: Iterable[Path], data: Path, engine: str = "") -> list[str]:
    """The command line of a process that answers the tasks of a module (see `worker.main`).

    It is given the folders of more variants, the folder of the journal and the path of a UCI engine, "" for none.
    """
    places = [option for folder in folders for option in ("--variants", str(folder.resolve()))]
    return [sys.executable, "-m", "server.engine", tasks, *places, "--data", str(data.resolve()), "--engine", engine]


class EngineProcess:
    """A process, and the greenlet that reads its standard error. Raises OSError if it cannot be started."""

    def __init__(self, command: Sequence[str], longest: int = LONGEST_LINE) -> None:
        self._longest = longest
        self._process = Popen(command, cwd=ROOT, stdin=PIPE, stdout=PIPE, stderr=PIPE)
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        assert stdin is not None
        assert stdout is not None
        assert stderr is not None
        self._tasks, self._answers = stdin, stdout
        self._listener = gevent.spawn(self._listen, stderr)
        self._last_id = 0
        self._request = ""
        log.info("engine started", extra={"child": self.pid})

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it can be asked."""
        return self._process.poll() is None

    def ask(self, task: Task, seconds: float) -> dict[str, Any]:
        """The answer to a task: an object that holds `ok` or `fault`.

        Raises ProtocolError, also after `seconds`, and OSError; the process cannot be asked again then.
        """
        self._last_id += 1
        self._request = logs.request_id()
        line = self._bounded(encode({"id": self._last_id, **task}))
        with gevent.Timeout(seconds, ProtocolError("It did not answer in time.")):
            self._tasks.write(line)
            self._tasks.flush()
            answered = self._answers.readline(self._longest + 1)
        if not answered.endswith(b"\n") and len(answered) <= self._longest:
            raise ProtocolError("It ended without an answer.")
        answer = decode(self._bounded(answered))
        if answer.get("id") != self._last_id or not (isinstance(answer.get("ok"), dict) or "fault" in answer):
            raise ProtocolError("It did not answer what it was asked.")
        return answer

    def _bounded(self, line: bytes) -> bytes:
        if len(line) > self._longest:
            raise ProtocolError(f"It is longer than {self._longest} bytes.")
        return line

    def kill(self) -> None:
        """Kill it."""
        self._process.kill()
        self._answers.close()
        with suppress(OSError):  # Unsent input cannot be sent any more.
            self._tasks.close()

    def join(self) -> None:
        """Wait until it has ended."""
        self._process.wait()
        self._listener.join(EXIT_OUTPUT_TIMEOUT)
        self._listener.kill()

    def _listen(self, stderr: IO[bytes]) -> None:
        with stderr:
            while line := stderr.readline(LONGEST_LOGGED):
                logs.set_request_id(self._request)
                text = line.decode(errors="replace").rstrip()
                log.warning("engine wrote to standard error", extra={"child": self.pid, "said": text})
        log.info("engine exited", extra={"child": self.pid, "status": self._process.wait()})
