"""Messages between the processes of the site over the channel layer."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Mapping
from typing import Any

from channels.layers import InMemoryChannelLayer, get_channel_layer
from redis.exceptions import RedisError

from games.common.circuit_breaker import shared_redis
from games.live.topics import Topic

LAYER_TIMEOUT = 1.0
"""Seconds to wait for a channel layer that does not answer."""

PROCESS_ID = secrets.token_hex(6)
"""Identifies this process to the others on the layer."""


def get_layer() -> Any:
    return get_channel_layer()


def reaches_other_processes() -> bool:
    """Return whether the channel layer connects this process with others."""
    return not isinstance(get_layer(), InMemoryChannelLayer)


def is_unreachable() -> bool:
    """Return whether the layer failed recently. Hubs then rely on their pulses alone."""
    return shared_redis.away


@contextlib.asynccontextmanager
async def layer_timeout() -> AsyncIterator[None]:
    """Limit how long the block waits for the layer.

    A connection error or a timeout is re-raised, after marking the layer as unavailable.
    """
    try:
        async with asyncio.timeout(LAYER_TIMEOUT):
            yield
    except (RedisError, OSError) as error:
        shared_redis.mark_unavailable(error)
        raise


async def send_to_hubs(topic: Topic, message: Mapping[str, Any]) -> None:
    """Send a message to every process that serves the topic, unless the layer is unreachable."""
    if is_unreachable():
        return
    addressed = {**message, "topic": list(topic), "from": PROCESS_ID}
    with contextlib.suppress(RedisError, OSError):
        async with layer_timeout():
            await get_layer().group_send(topic.group, addressed)
