"""Prometheus metrics. No label carries a table, a player, an address or user input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Protocol

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from bastide import __version__
from bastide.kernel.built import is_compiled

METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
FAST: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of the histogram buckets for durations, in seconds."""


class TableLike(Protocol):
    """What the collector needs of a table."""

    @property
    def stage(self) -> str:
        """waiting, playing or over."""
        ...

    @property
    def waiting(self) -> int:
        """The number of queued commands."""
        ...

    @property
    def watched(self) -> bool:
        """Whether a reader is connected."""
        ...

    @property
    def owned(self) -> bool:
        """Whether this server owns it."""
        ...


class TableCollector(Collector):
    """Counts the tables in memory at each scrape."""

    def __init__(self, tables: Iterable[TableLike]) -> None:
        self._tables = tables

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the gauges of the tables in memory."""
        tables = list(self._tables)
        stages = GaugeMetricFamily("bastide_tables", "Tables in memory, by stage.", labels=["stage"])
        for stage in ("waiting", "playing", "over"):
            stages.add_metric([stage], sum(table.stage == stage for table in tables))
        yield stages
        watched = sum(table.watched for table in tables)
        yield GaugeMetricFamily("bastide_tables_watched", "Tables with at least one connection.", watched)
        owned = sum(table.owned for table in tables)
        yield GaugeMetricFamily("bastide_tables_owned", "Tables in memory that this server owns.", owned)
        queue = sum(table.waiting for table in tables)
        yield GaugeMetricFamily("bastide_commands_waiting", "Queued commands of all tables.", queue)
        longest = max((table.waiting for table in tables), default=0)
        yield GaugeMetricFamily(
            "bastide_commands_waiting_longest", "Queued commands of the table with the longest queue.", longest
        )


class Metrics:
    """The metrics of one server. Each server has its own registry, so that several can live in one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        build = Gauge("bastide_build_info", "The version, always 1.", ["version", "engine"], registry=self.registry)
        engine = "compiled" if is_compiled() else "plain"
        build.labels(__version__, engine).set(1)
        self.sockets = Gauge("bastide_sockets", "Open sockets and streams.", registry=self.registry)
        self.commands = self._counter("commands", "Commands to tables, by result.", "do", "result", "reason")
        self.stored = self._histogram("command_stored_seconds", "From receiving a command until it is on disk.")
        self.announced = self._histogram(
            "command_announced_seconds", "From receiving a command until every connection has been notified."
        )
        self.append = self._histogram("store_append_seconds", "Duration of a transaction that appends to a log.")
        self.store_errors = self._counter("store_errors", "Failed transactions.")
        self.servers = Gauge("bastide_servers", "Servers that share the database.", registry=self.registry)
        self.servers.set(1)
        self.taken = self._counter("tables_taken", "Tables that this server took over.")
        self.lost = self._counter("tables_lost", "Tables that another server took over.")
        self.passed = self._counter("commands_passed", "Commands forwarded to the owner of a table.", "result")
        self.games = self._counter("games_finished", "Finished games.")
        self.behind = self._counter("readers_behind", "Slow connections that were sent the whole table again.")
        self.cut = self._counter("readers_cut", "Connections closed because the client stopped reading.")
        self.limited = self._counter("rate_refusals", "Requests refused and messages slowed by a rate limit.", "what")
        self.requests = self._counter("http_requests", "Responses, by route template.", "method", "route", "status")
        self.request_seconds = self._histogram("http_request_seconds", "From a request to the end of its response.")

    def watch(self, tables: Iterable[TableLike]) -> None:
        """Also report these tables. They are iterated over at each scrape."""
        self.registry.register(TableCollector(tables))

    def text(self) -> bytes:
        """All metrics in the Prometheus text format 0.0.4."""
        return generate_latest(self.registry)

    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(f"bastide_{name}", text, labels, registry=self.registry)

    def _histogram(self, name: str, text: str) -> Histogram:
        return Histogram(f"bastide_{name}", text, buckets=FAST, registry=self.registry)
