"""Ports that stay free while what listens there is stopped and started again."""

import socket
from pathlib import Path

import pytest

from server.runtime import ports
from server.runtime.ports import free_port


def test_each_port_is_another_one_and_none_is_given_to_an_outgoing_connection():
    found = [free_port() for _ in range(50)]
    assert len(set(found)) == 50
    first, _ = map(int, Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split())
    assert max(found) < first


@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_a_port_in_use_is_skipped(address, monkeypatch):
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.create_server((address, 0), family=family) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(ports, "_untried", iter([port, port + 1, port + 2, port + 3]))
        assert free_port(address) in (port + 1, port + 2, port + 3)
