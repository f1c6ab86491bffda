"""The channel layer between processes, where there are several."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Mapping
from typing import Any

from channels.layers import InMemoryChannelLayer, get_channel_layer
from redis.exceptions import RedisError

from games.common.breaker import shared_redis
from games.live.topics import Topic

LAYER_PATIENCE = 1.0
"""Seconds to wait for a channel layer that neither takes a message nor refuses it."""

PROCESS = secrets.token_hex(6)
"""This process, among those on the layer."""


def layer() -> Any:
    return get_channel_layer()


def has_others() -> bool:
    """Whether the channel layer reaches further than this process."""
    return not isinstance(layer(), InMemoryChannelLayer)


def is_away() -> bool:
    """Whether the layer did not answer just now: the pulses of the hubs do without it."""
    return shared_redis.away


@contextlib.asynccontextmanager
async def asking_layer() -> AsyncIterator[None]:
    """Bounds what waits for the layer; raises where it is out of reach, and has it left alone."""
    try:
        async with asyncio.timeout(LAYER_PATIENCE):
            yield
    except (RedisError, OSError) as error:
        shared_redis.leave_alone(error)
        raise


async def send_to_hubs(topic: Topic, message: Mapping[str, Any]) -> None:
    """Tell every process that serves the topic, if the layer can be reached."""
    if is_away():
        return
    whole = {**message, "topic": list(topic), "from": PROCESS}
    with contextlib.suppress(RedisError, OSError):
        async with asking_layer():
            await layer().group_send(topic.group, whole)
