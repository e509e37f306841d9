"""Counters and histograms for Prometheus: by kind, never by table or person."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics

from variants.errors import RulesError

disable_created_metrics()  # type: ignore[no-untyped-call]
REGISTRY = CollectorRegistry()
"""The counters of this process."""

_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15)
"""Bounds in seconds: of moves that are done in milliseconds, and of those that wait for the computer."""

ACTIONS = Counter("cavalier_actions", "Actions of players that were done.", ["action"], registry=REGISTRY)
REFUSALS = Counter("cavalier_refusals", "Actions of players that were refused.", ["action", "code"], registry=REGISTRY)
MESSAGE_SECONDS = Histogram(
    "cavalier_message_seconds",
    "From a message on a socket to its acknowledgement.",
    ["event"],
    registry=REGISTRY,
    buckets=_FAST,
)
MESSAGES_REFUSED = Counter(
    "cavalier_messages_refused", "Messages on sockets that were refused.", ["code"], registry=REGISTRY
)
BROADCAST_SECONDS = Histogram(
    "cavalier_broadcast_seconds",
    "From the storage of a decision until its views were sent to all who watch the table here.",
    registry=REGISTRY,
    buckets=_FAST,
)
COMMITS = Counter("cavalier_commits", "Commits of the journal.", registry=REGISTRY)
SUBMISSIONS = Counter("cavalier_submissions", "Writes in these commits.", registry=REGISTRY)
CONFLICTS = Counter("cavalier_conflicts", "Writes that conflicted with another process.", registry=REGISTRY)
MISSED_NOTIFICATIONS = Counter(
    "cavalier_notifications_missed",
    "Decisions of other processes that were found by polling, before their notification.",
    registry=REGISTRY,
)
MAILS = Counter("cavalier_mails", "Mails by outcome.", ["event", "state"], registry=REGISTRY)
STALLED = Counter("cavalier_stalled_seconds", "Seconds in which the event loop was blocked.", registry=REGISTRY)


UNCOUNTED = frozenset({"plan", "unplan"})
"""Actions that must stay unknown to others: a counter that grows would reveal one."""


@contextmanager
def counted(action: str) -> Iterator[None]:
    """Count an action of a player that the block does: accepted, or refused by a RulesError."""
    try:
        yield
    except RulesError as refusal:
        if action not in UNCOUNTED:
            REFUSALS.labels(action, refusal.code).inc()
        raise
    if action not in UNCOUNTED:
        ACTIONS.labels(action).inc()
