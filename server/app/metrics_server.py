"""The metrics server: metrics for Prometheus, on a port of loopback."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass

from gevent.pywsgi import WSGIServer
from prometheus_client import CollectorRegistry, make_wsgi_app
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from server.app.services import Services
from server.app.sockets import Sockets
from server.runtime import metrics

log = logging.getLogger(__name__)

LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, eq=False)
class ProcessMetrics(Collector):
    """Gauges that are read when Prometheus asks."""

    _site: Services
    _sockets: Sockets

    def collect(self) -> Iterator[Metric]:
        """The current value of each."""
        site, sockets = self._site, self._sockets
        yield GaugeMetricFamily("cavalier_tables", "Tables in memory.", len(site.table_services.cache))
        yield GaugeMetricFamily("cavalier_connections", "Open connections of browsers.", len(sockets.connections))
        yield GaugeMetricFamily(
            "cavalier_unsent", "Messages queued for browsers that do not read.", sockets.server.gate.unsent()
        )
        yield GaugeMetricFamily("cavalier_seeks", "People who seek an opponent.", len(site.matchmaker))
        queues = GaugeMetricFamily("cavalier_queued", "Length of a queue.", labels=["queue"])
        queues.add_metric(["journal"], site.journal.waiting)
        for name, pool in (("engines", site.engines), ("examiners", site.record_engines)):
            queues.add_metric([name], pool.load.waiting)
        yield queues
        engines = GaugeMetricFamily("cavalier_engine_processes", "Engine processes by state.", labels=["state"])
        load = site.engines.load
        engines.add_metric(["busy"], load.busy)
        engines.add_metric(["idle"], load.idle)
        engines.add_metric(["to start"], max(0, load.most - load.busy - load.idle))
        yield engines


def registry(site: Services, sockets: Sockets) -> CollectorRegistry:
    """All metrics of this process: counters, histograms and gauges."""
    collectors = CollectorRegistry()
    collectors.register(metrics.REGISTRY)
    collectors.register(ProcessMetrics(site, sockets))
    return collectors


def serve(port: int, collectors: CollectorRegistry) -> WSGIServer:
    """Serve the metrics on this port of loopback, in the event loop, until the server is stopped. Raises OSError."""
    server = WSGIServer((LOOPBACK, port), make_wsgi_app(collectors), log=None)
    server.start()
    log.info("serving metrics", extra={"address": f"http://{LOOPBACK}:{server.server_port}/metrics"})
    return server
