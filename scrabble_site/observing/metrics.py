"""The endpoint where Prometheus reads metrics: a separate port, which visitors do not reach.

The metrics are defined in :mod:`games.common.metrics`. If there are several web processes, each
writes its values to files in one folder, and the supervisor serves their sum.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

from django.conf import settings
from prometheus_client import REGISTRY, CollectorRegistry, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from scrabble_site.server.uvicorn_server import CannotListenError

FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""prometheus_client reads this variable in each process when it is first imported."""


@contextmanager
def serve_metrics(registry: CollectorRegistry = REGISTRY) -> Iterator[None]:
    """Serve metrics while the ``with`` block runs, if ``METRICS_PORT`` is set.

    Raises ``CannotListenError`` if the port is taken.
    """
    if not settings.METRICS_PORT:
        yield
        return
    host, port = settings.METRICS_HOST, settings.METRICS_PORT
    try:
        server, thread = start_http_server(port, host, registry)
    except OSError as error:
        message = f"Cannot listen on METRICS_HOST {host}, METRICS_PORT {port}: {error.strerror}"
        raise CannotListenError(message) from error
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def serve_combined_metrics() -> Iterator[None]:
    """Serve the combined metrics of the processes started in the ``with`` block."""
    with TemporaryDirectory(prefix="tileroom-metrics-") as folder:
        os.environ[FOLDER_VARIABLE] = folder
        registry = CollectorRegistry()
        MultiProcessCollector(registry, folder)
        with serve_metrics(registry):
            yield


def forget_process(pid: int) -> None:
    """Drop the gauges of a process that has ended. Its counters are kept."""
    if folder := os.environ.get(FOLDER_VARIABLE):
        mark_process_dead(pid, folder)
