"""How often somebody may do something; the figures are those of ``settings.RATES``.

What happens many times a second is counted in this process, everything else by all processes in
Redis, where there is one. While Redis is out of reach each process counts for itself, so nobody is
held up and nothing is without a limit.
"""

import math
import time
from collections.abc import Hashable
from functools import cache
from typing import Any

from django.conf import settings
from limits import RateLimitItem, parse_many
from limits.errors import StorageError
from limits.storage import MemoryStorage, storage_from_string
from limits.strategies import MovingWindowRateLimiter

from games.common.breaker import PATIENCE, shared_redis
from games.common.buckets import Buckets
from games.common.refusals import TooSoon

LONGEST_KEY = 100


def spend(name: str, *, player: object = "", address: str = "") -> None:
    """Count one more of what ``name`` is in the table, for a player and for an address.

    Raises ``TooSoon`` with the code ``name.too_soon`` and the ``seconds`` until it may be done
    again.
    """
    if not settings.LIMITED:
        return
    rate = settings.RATES[name]
    for kind, text, who in (("player", rate.player, player), ("address", rate.address, address)):
        if text and who and (wait := _count(f"{name}.{kind}", text, str(who), here=rate.here)):
            raise TooSoon(f"{name}.too_soon", seconds=math.ceil(wait))


def forget() -> None:
    """Begin anew, as tests do."""
    for kept in (_limiter, _here, _buckets):
        kept.cache_clear()


def _count(name: str, text: str, who: str, *, here: bool) -> float:
    """The seconds to wait before it may be counted, 0 once it is."""
    who = who[:LONGEST_KEY].casefold()
    if here:
        return max(bucket.take((name, who)) for bucket in _buckets(name, text))
    return _count_everywhere(name, _read(text), who)


def _count_everywhere(name: str, items: tuple[RateLimitItem, ...], who: str) -> float:
    if settings.REDIS_URL and not shared_redis.away:
        try:
            return _wait_for(_limiter(), name, items, who)
        except StorageError as error:
            shared_redis.leave_alone(error)
    return _wait_for(_here(), name, items, who)


def _wait_for(
    limiter: MovingWindowRateLimiter, name: str, items: tuple[RateLimitItem, ...], who: str
) -> float:
    """Count in each window, the shortest first; one that is full keeps the longer ones as they
    were, so trying again and again does not make it worse."""
    for item in items:
        if not limiter.hit(item, name, who):
            stats = limiter.get_window_stats(item, name, who)
            return max(stats.reset_time - time.time(), 1.0)
    return 0.0


@cache
def _read(text: str) -> tuple[RateLimitItem, ...]:
    return tuple(sorted(parse_many(text), key=lambda item: item.get_expiry()))


@cache
def _buckets(_name: Hashable, text: str) -> tuple[Buckets, ...]:
    return tuple(Buckets(item.amount, item.get_expiry()) for item in _read(text))


@cache
def _here() -> MovingWindowRateLimiter:
    return MovingWindowRateLimiter(MemoryStorage())


@cache
def _limiter() -> MovingWindowRateLimiter:
    storage: Any = storage_from_string(
        settings.REDIS_URL.replace("unix://", "redis+unix://", 1),
        key_prefix=f"{settings.REDIS_PREFIX}.rate",
        wrap_exceptions=True,
        socket_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
    )
    return MovingWindowRateLimiter(storage)
