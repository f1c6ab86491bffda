"""The channel layer between processes, where there are several."""

import asyncio
import secrets
from collections.abc import Mapping
from typing import Any

from channels.layers import InMemoryChannelLayer, get_channel_layer

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


async def send_to_hubs(topic: Topic, message: Mapping[str, Any]) -> None:
    """Tell every process that serves the topic; raises when the layer does not take it."""
    whole = {**message, "topic": list(topic), "from": PROCESS}
    async with asyncio.timeout(LAYER_PATIENCE):
        await layer().group_send(topic.group, whole)
