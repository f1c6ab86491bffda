"""What does not answer is left alone by all but one thread."""

import socket
from collections.abc import Callable, Iterator
from threading import Event, Thread
from typing import Any

import pytest

from games.common import rates
from games.common.breaker import Breaker
from scrabble_site import cache
from scrabble_site.cache import ForgivingCache
from tests.processes import wait_until


class Away:
    """Something that does not answer until it is back."""

    def __init__(self) -> None:
        self.asked = 0
        self.back = Event()

    def ask(self) -> None:
        self.asked += 1
        if not self.back.is_set():
            raise ConnectionError("no answer")


class Silent:
    """A server that takes whoever comes and says nothing."""

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
def silent(settings: Any) -> Iterator[Silent]:
    server = Silent()
    settings.REDIS_URL = server.url
    rates._limiter.cache_clear()
    yield server
    rates._limiter.cache_clear()
    server.close()


def test_it_is_asked_by_one_until_it_answers() -> None:
    away = Away()
    broken = Breaker("It", away.ask, rest=0.01)
    for _ in range(5):
        broken.leave_alone(ConnectionError("no answer"))
    assert broken.away
    wait_until(lambda: away.asked > 2, "it to be tried again")
    assert broken.away
    away.back.set()
    wait_until(lambda: not broken.away, "it to be found back")
    before = away.asked
    broken.leave_alone(ConnectionError("no answer"))
    wait_until(lambda: not broken.away, "it to be found back once more")
    assert away.asked == before + 1, "one thread looks after it"


@pytest.mark.parametrize("first", ["cache", "rates"])
def test_a_redis_that_hangs_is_waited_for_once_by_all_who_use_it(
    silent: Silent, monkeypatch: pytest.MonkeyPatch, limited: Callable[..., None], first: str
) -> None:
    limited(names="1000/1 hour | ")
    back = Event()
    redis = Breaker("Redis", back.wait, rest=0)
    monkeypatch.setattr(rates, "shared_redis", redis)
    monkeypatch.setattr(cache, "shared_redis", redis)
    kept = ForgivingCache(silent.url, {"OPTIONS": {"socket_timeout": 0.05}})
    asking = [lambda: kept.get("x", 7), lambda: rates.spend("names", player="somebody")]
    for ask in asking if first == "cache" else asking[::-1]:
        ask()
    assert redis.away
    for _ in range(20):
        rates.spend("names", player="somebody")
        assert kept.get("x", 7) == 7
        assert kept.get_many(["x"]) == {}
        kept.set("x", 8)
        assert kept.add("x", 8)
    assert silent.visits == 1
    back.set()
    wait_until(lambda: not redis.away, "it to be found back")
