"""A service that does not answer is left alone by all threads but one."""

import socket
from collections.abc import Callable, Iterator
from threading import Event, Thread
from typing import Any

import pytest

from games.common import rate_limits
from games.common.circuit_breaker import CircuitBreaker
from scrabble_site import redis_cache
from scrabble_site.redis_cache import FaultTolerantRedisCache
from tests.processes import wait_until


class UnreachableService:
    """A service that does not answer until ``back`` is set."""

    def __init__(self) -> None:
        self.asked = 0
        self.back = Event()

    def ask(self) -> None:
        self.asked += 1
        if not self.back.is_set():
            raise ConnectionError("no answer")


class SilentServer:
    """A server that accepts every connection and sends nothing."""

    def __init__(self) -> None:
        self.visits = 0
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"redis://127.0.0.1:{self._listening.getsockname()[1]}/0"
        self._kept: list[socket.socket] = []
        Thread(target=self._take_all, daemon=True).start()

    def _take_all(self) -> None:
        while True:
            try:
                self._kept.append(self._listening.accept()[0])
            except OSError:
                return
            self.visits += 1

    def close(self) -> None:
        for one in (self._listening, *self._kept):
            one.close()


@pytest.fixture
def silent(settings: Any) -> Iterator[SilentServer]:
    server = SilentServer()
    settings.REDIS_URL = server.url
    rate_limits._limiter.cache_clear()
    yield server
    rate_limits._limiter.cache_clear()
    server.close()


def test_one_caller_probes_redis_until_it_answers() -> None:
    away = UnreachableService()
    broken = CircuitBreaker("It", away.ask, rest=0.01)
    for _ in range(5):
        broken.mark_unavailable(ConnectionError("no answer"))
    assert broken.away
    wait_until(lambda: away.asked > 2, "it to be tried again")
    assert broken.away
    away.back.set()
    wait_until(lambda: not broken.away, "it to be found back")
    before = away.asked
    broken.mark_unavailable(ConnectionError("no answer"))
    wait_until(lambda: not broken.away, "it to be found back once more")
    assert away.asked == before + 1, "one thread looks after it"


@pytest.mark.parametrize("first", ["cache", "rates"])
def test_a_hanging_redis_is_waited_for_once(
    silent: SilentServer, monkeypatch: pytest.MonkeyPatch, limited: Callable[..., None], first: str
) -> None:
    limited(names="1000/1 hour | ")
    back = Event()
    redis = CircuitBreaker("Redis", back.wait, rest=0)
    monkeypatch.setattr(rate_limits, "shared_redis", redis)
    monkeypatch.setattr(redis_cache, "shared_redis", redis)
    kept = FaultTolerantRedisCache(silent.url, {"OPTIONS": {"socket_timeout": 0.05}})
    asking = [
        lambda: kept.get("x", 7),
        lambda: rate_limits.enforce_rate_limit("names", player="somebody"),
    ]
    for ask in asking if first == "cache" else asking[::-1]:
        ask()
    assert redis.away
    for _ in range(20):
        rate_limits.enforce_rate_limit("names", player="somebody")
        assert kept.get("x", 7) == 7
        assert kept.get_many(["x"]) == {}
        kept.set("x", 8)
        assert kept.add("x", 8)
    assert silent.visits == 1
    back.set()
    wait_until(lambda: not redis.away, "it to be found back")
