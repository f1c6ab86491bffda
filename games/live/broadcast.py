"""From a change in a room to the bundles of everyone who looks at it.

:func:`publish` is called after the commit by whoever made the change (a view, the worker). It
renders one bundle an audience and hands them to the channel layer, where each process's hub
(:mod:`games.live.hub`) passes them on. The one who made the change gets its own bundle from the
same call, so a dead socket still shows the move.
"""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from games.live.groups import WATCHERS, room_group
from games.play.fragments import render_bundle
from games.play.perspective import look_all

logger = logging.getLogger(__name__)

LAYER_PATIENCE = 1.0
"""Seconds to wait for a channel layer that neither takes a message nor refuses it."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """One state of a room as HTML: a bundle for each audience, and who belongs to which."""

    code: str
    stamp: int
    bundles: Mapping[str, str]
    audiences: Mapping[str, str]

    def bundle_for(self, player: str) -> str:
        """The bundle for a player's id; anybody unknown (``""`` too) watches."""
        return self.bundles[self.audiences.get(player, WATCHERS)]

    @classmethod
    def from_message(cls, message: dict[str, Any]) -> Self:
        return cls(**{name: message[name] for name in cls.__slots__})


def render_all(code: str) -> Rendered:
    """The bundles of every audience, from one consistent read."""
    looks = look_all(code)
    bundles = {name: render_bundle(view) for name, view in looks.views.items()}
    return Rendered(code, looks.stamp, bundles, looks.audiences)


def publish(code: str) -> Rendered:
    """Render the room for every audience and send it out.

    The truth is in the database already: a layer that is down costs a few seconds (hubs look
    for newer stamps by themselves), never the move.
    """
    rendered = render_all(code)
    message = {"type": "room.changed", **asdict(rendered)}
    try:
        async_to_sync(send_to_room)(code, message)
    except Exception:
        logger.exception("The channel layer took no message for room %s", code)
    return rendered


async def send_to_room(code: str, message: dict[str, Any]) -> None:
    """Hand a message to every hub that serves the room; raises when the layer does not take it."""
    async with asyncio.timeout(LAYER_PATIENCE):
        await get_channel_layer().group_send(room_group(code), message)
