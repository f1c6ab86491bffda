"""Where Prometheus reads what the site counts: a listener of its own, which no visitor reaches.

What is counted: :mod:`games.common.figures`. The processes of a crew write their counts into files
of one folder, and who looks after them adds these up.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

from django.conf import settings
from prometheus_client import REGISTRY, CollectorRegistry, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from scrabble_site.server import CannotListenError

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Read by the library in each process, when it is first imported."""


@contextmanager
def serving_metrics(registry: CollectorRegistry = REGISTRY) -> Iterator[None]:
    """Raises ``CannotListenError``. Nothing is opened unless ``METRICS_PORT`` is set."""
    if not settings.METRICS_PORT:
        yield
        return
    host, port = settings.METRICS_HOST, settings.METRICS_PORT
    try:
        server, thread = start_http_server(port, host, registry)
    except OSError as error:
        told = f"Cannot listen on METRICS_HOST {host}, METRICS_PORT {port}: {error.strerror}"
        raise CannotListenError(told) from error
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def serving_metrics_of_crew() -> Iterator[None]:
    """The same for processes started meanwhile, all together."""
    with TemporaryDirectory(prefix="tileroom-metrics-") as folder:
        os.environ[FOLDER] = folder
        registry = CollectorRegistry()
        MultiProcessCollector(registry, folder)
        with serving_metrics(registry):
            yield


def forget_process(pid: int) -> None:
    """What an ended process had open is no more; what it counted stays."""
    if folder := os.environ.get(FOLDER):
        mark_process_dead(pid, folder)
