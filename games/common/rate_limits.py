"""Rate limits; the figures are in ``settings.RATE_LIMITS``.

Actions that happen many times a second are counted in this process, all others in Redis (if there
is one) across all processes. While Redis is unreachable each process counts separately: no one is
blocked, and nothing goes unlimited.
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

from games.common.circuit_breaker import PATIENCE, shared_redis
from games.common.token_buckets import TokenBuckets
from scrabble_site.shared.refusals import TooManyRequests

MAX_KEY_LENGTH = 100


def enforce_rate_limit(name: str, *, player: object = "", address: str = "") -> None:
    """Count one use of the limit ``name`` for a player and for an address.

    Raises ``TooManyRequests`` with the code ``name.too_soon`` and the ``seconds`` until the next
    use is allowed.
    """
    if not settings.LIMITS_ENABLED:
        return
    rate = settings.RATE_LIMITS[name]
    for kind, text, who in (("player", rate.player, player), ("address", rate.address, address)):
        if (
            text
            and who
            and (wait := _count(f"{name}.{kind}", text, str(who), in_process=rate.per_process))
        ):
            raise TooManyRequests(f"{name}.too_soon", seconds=math.ceil(wait))


def reset_rate_limits() -> None:
    """Forget all counts, for tests."""
    for cached in (_limiter, _list_local_limiters, _make_local_limiter):
        cached.cache_clear()


def _count(name: str, text: str, who: str, *, in_process: bool) -> float:
    """Return the seconds to wait before the use may be counted, or 0 once it is counted."""
    who = who[:MAX_KEY_LENGTH].casefold()
    if in_process:
        return max(bucket.take((name, who)) for bucket in _make_local_limiter(name, text))
    return _count_everywhere(name, _read(text), who)


def _count_everywhere(name: str, items: tuple[RateLimitItem, ...], who: str) -> float:
    if settings.REDIS_URL and not shared_redis.away:
        try:
            return _wait_for(_limiter(), name, items, who)
        except StorageError as error:
            shared_redis.mark_unavailable(error)
    return _wait_for(_list_local_limiters(), name, items, who)


def _wait_for(
    limiter: MovingWindowRateLimiter, name: str, items: tuple[RateLimitItem, ...], who: str
) -> float:
    """Count in each window, the shortest first.

    A full window leaves the longer ones as they were, so repeated attempts do not make the wait
    longer.
    """
    for item in items:
        if not limiter.hit(item, name, who):
            stats = limiter.get_window_stats(item, name, who)
            return max(stats.reset_time - time.time(), 1.0)
    return 0.0


@cache
def _read(text: str) -> tuple[RateLimitItem, ...]:
    return tuple(sorted(parse_many(text), key=lambda item: item.get_expiry()))


@cache
def _make_local_limiter(_name: Hashable, text: str) -> tuple[TokenBuckets, ...]:
    return tuple(TokenBuckets(item.amount, item.get_expiry()) for item in _read(text))


@cache
def _list_local_limiters() -> MovingWindowRateLimiter:
    return MovingWindowRateLimiter(MemoryStorage())


@cache
def _limiter() -> MovingWindowRateLimiter:
    storage: Any = storage_from_string(
        # The limits package has its own scheme for Unix sockets.
        settings.REDIS_URL.replace("unix://", "redis+unix://", 1),
        key_prefix=f"{settings.REDIS_PREFIX}.rate",
        wrap_exceptions=True,
        socket_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
    )
    return MovingWindowRateLimiter(storage)
