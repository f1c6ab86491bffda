"""Leaving alone what does not answer: whoever is kept waiting first spares everybody else.

Once something was tried in vain nobody asks it any more, but for one thread that tries again every
few seconds; as soon as it answers there, all may ask again. ``shared_redis`` is the one that all
who use Redis go by: the cache, rates, the channel layer.
"""

import logging
import time
from collections.abc import Callable
from threading import Lock, Thread

from django.conf import settings
from redis import Redis

logger = logging.getLogger(__name__)

REST = 2.0
"""Seconds between two tries of something that does not answer."""

PATIENCE = 0.5
"""Seconds to wait for something on the way of a command."""


class Breaker:
    """``probe`` asks a small question, and raises where there is no answer. Threads share it."""

    def __init__(self, name: str, probe: Callable[[], object], rest: float = REST) -> None:
        self._name = name
        self._probe = probe
        self._rest = rest
        self._lock = Lock()
        self._away = False

    @property
    def away(self) -> bool:
        """It did not answer just now: do without it."""
        return self._away

    def leave_alone(self, error: BaseException) -> None:
        """It was asked in vain."""
        with self._lock:
            if self._away:
                return
            self._away = True
        told = str(error) or type(error).__name__
        logger.warning("%s is out of reach and left alone: %s", self._name, told)
        Thread(target=self._look_after, name=f"look-after-{self._name}", daemon=True).start()

    def _look_after(self) -> None:
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


shared_redis = Breaker("Redis", _ping_redis)
