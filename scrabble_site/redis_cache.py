"""A cache on Redis that does not slow the site down while Redis is unavailable.

The cache holds only what may be lost: tentative placements, round-trip times, counts of login
attempts. While Redis is out of reach, the cache is empty and stores nothing.

django-redis can ignore errors as well, but during an outage every call waits for its time-out.
"""

from collections.abc import Callable
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from games.common.circuit_breaker import shared_redis


class FaultTolerantRedisCache(RedisCache):
    """Django's Redis cache. If Redis is unavailable, every call acts as on an empty cache."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._call_if_available(super().get, default, key, default, version)

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        found: dict[Any, Any] = self._call_if_available(super().get_many, {}, keys, version)
        return found

    def has_key(self, key: Any, version: int | None = None) -> bool:
        return bool(self._call_if_available(super().has_key, False, key, version))

    def add(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        return bool(self._call_if_available(super().add, True, key, value, timeout, version))

    def set(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        self._call_if_available(super().set, None, key, value, timeout, version)

    def set_many(
        self, data: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> list[Any]:
        return list(self._call_if_available(super().set_many, [], data, timeout, version))

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(self._call_if_available(super().touch, False, key, timeout, version))

    def delete(self, key: Any, version: int | None = None) -> bool:
        return bool(self._call_if_available(super().delete, False, key, version))

    def _call_if_available(self, call: Callable[..., Any], nothing: Any, *args: Any) -> Any:
        if shared_redis.away:
            return nothing
        try:
            return call(*args)
        except (RedisError, OSError) as error:
            shared_redis.mark_unavailable(error)
            return nothing
