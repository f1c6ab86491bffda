"""A circuit breaker: stop calling a service that does not answer, so that only one caller waits.

After one failed call no one else tries. A thread probes the service every few seconds, and once it
answers, calls are allowed again. ``shared_redis`` is the breaker for everything that uses Redis:
the cache, the rate limits and the channel layer.

The pybreaker package makes the first caller after each pause wait for its own call; here a
background thread probes instead.
"""

import logging
import time
from collections.abc import Callable
from threading import Lock, Thread

from django.conf import settings
from redis import Redis

logger = logging.getLogger(__name__)

RETRY_AFTER = 2.0
"""Seconds between two probes of a service that does not answer."""

PATIENCE = 0.5
"""Timeout in seconds for Redis calls that happen during a request."""


class CircuitBreaker:
    """A breaker for one service; safe to share between threads.

    ``probe`` makes a cheap call to the service and raises if there is no answer.
    """

    def __init__(self, name: str, probe: Callable[[], object], rest: float = RETRY_AFTER) -> None:
        self._name = name
        self._probe = probe
        self._rest = rest
        self._lock = Lock()
        self._away = False

    @property
    def away(self) -> bool:
        """Whether the last call failed and the service has not answered since."""
        return self._away

    def mark_unavailable(self, error: BaseException) -> None:
        """Record that a call failed, and start probing."""
        with self._lock:
            if self._away:
                return
            self._away = True
        reason = str(error) or type(error).__name__
        logger.warning("%s is out of reach and left alone: %s", self._name, reason)
        Thread(target=self._probe_until_available, name=f"probe-{self._name}", daemon=True).start()

    def _probe_until_available(self) -> None:
        while not self._answers():
            pass
        self._away = False
        logger.warning("%s answers again", self._name)

    def _answers(self) -> bool:
        time.sleep(self._rest)
        try:
            self._probe()
        except Exception:
            return False
        return True


def _ping_redis() -> None:
    patience = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
    with Redis.from_url(settings.REDIS_URL, **patience) as client:
        client.ping()


shared_redis = CircuitBreaker("Redis", _ping_redis)
