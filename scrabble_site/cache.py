"""The cache of a site with Redis, which holds up nobody while Redis is away.

Nothing that matters lies there: tiles laid in thought, how long lines are, how often somebody has
tried to log in. While Redis is out of reach the cache is empty and takes nothing.
"""

from collections.abc import Callable
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from games.common.breaker import shared_redis


class ForgivingCache(RedisCache):
    """Django's cache on Redis; what cannot be asked has its usual answer for nothing there."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._ask(super().get, default, key, default, version)

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        found: dict[Any, Any] = self._ask(super().get_many, {}, keys, version)
        return found

    def has_key(self, key: Any, version: int | None = None) -> bool:
        return bool(self._ask(super().has_key, False, key, version))

    def add(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        return bool(self._ask(super().add, True, key, value, timeout, version))

    def set(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        self._ask(super().set, None, key, value, timeout, version)

    def set_many(
        self, data: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> list[Any]:
        return list(self._ask(super().set_many, [], data, timeout, version))

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(self._ask(super().touch, False, key, timeout, version))

    def delete(self, key: Any, version: int | None = None) -> bool:
        return bool(self._ask(super().delete, False, key, version))

    def _ask(self, call: Callable[..., Any], nothing: Any, *args: Any) -> Any:
        if shared_redis.away:
            return nothing
        try:
            return call(*args)
        except (RedisError, OSError) as error:
            shared_redis.leave_alone(error)
            return nothing
