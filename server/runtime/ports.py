"""Free ports for programs that are stopped and started again at the same address."""

from __future__ import annotations

import errno
import socket
from contextlib import suppress
from random import SystemRandom

FIRST, LAST = 20_000, 32_000
"""The range below the ports of outgoing connections, which could take a port while nobody listens there."""

_untried = iter(SystemRandom().sample(range(FIRST, LAST), LAST - FIRST))


def free_port(address: str = "127.0.0.1") -> int:
    """A free port outside the range of outgoing connections, another one at each call. Raises OSError."""
    family, kind, protocol, _, (host, _, *more) = socket.getaddrinfo(address, 0, type=socket.SOCK_STREAM)[0]
    for port in _untried:
        with socket.socket(family, kind, protocol) as probe, suppress(OSError):
            probe.bind((host, port, *more))
            return port
    raise OSError(errno.EADDRINUSE, f"no port of {address} is free")
