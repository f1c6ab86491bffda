"""What a hub keeps: its sockets, and for each topic who looks on."""

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass, field

from games.live.gallery import Shown
from games.live.mailbox import Mailbox, Wire
from games.live.topics import Topic

PULSE = 5.0
"""Seconds between two looks for stamps that went by unheard."""


@dataclass(eq=False, slots=True)
class Listener:
    """A socket as the hub sees it. ``end`` closes it with a code."""

    topic: Topic
    viewer: str
    wire: Wire
    mailbox: Mailbox
    end: Callable[[int], object]
    since: float = 0.0


@dataclass(slots=True)
class Ears:
    """What a hub keeps for one topic: its listeners, and how many look on elsewhere.

    ``stamp`` is the newest it has heard of; ``reading`` fetches the picture of that.
    """

    listeners: set[Listener] = field(default_factory=set)
    elsewhere: dict[str, tuple[int, float]] = field(default_factory=dict)
    joined_at: float = -math.inf
    told_at: float = -math.inf
    told: int = 0
    stamp: int = 0
    shown: Shown | None = None
    reading: asyncio.Task[None] | None = None

    def lookers(self, now: float) -> int:
        fresh = (count for count, told_at in self.elsewhere.values() if now - told_at < 3 * PULSE)
        return len(self.listeners) + sum(fresh)
