"""What a hub keeps: its sockets, and for each topic who looks on."""

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice

from games.live.gallery import Shown
from games.live.mailbox import Mailbox, Wire
from games.live.topics import Company, Topic

MOST_TOLD = 200
"""Viewers of a topic that a process tells the others by their ids."""

PULSE = 5.0
"""Seconds between two looks for stamps that went by unheard."""


def lag_key(viewer: str) -> str:
    """Under which name the processes tell each other how long a viewer's line takes."""
    return f"lag.{viewer}"


@dataclass(eq=False, slots=True)
class Listener:
    """A socket as the hub sees it. ``end`` closes it with a code."""

    topic: Topic
    viewer: str
    wire: Wire
    mailbox: Mailbox
    end: Callable[[int], object]
    since: float = 0.0
    hidden: bool = False
    """The page has said that it is not in front."""

    @property
    def trip(self) -> float:
        """Seconds that the latest ping took there and back, 0 where none did yet."""
        return float(getattr(self.wire, "last_ping_rtt", 0.0))


@dataclass(slots=True)
class Ears:
    """What a hub keeps for one topic: its listeners, and who looks on elsewhere.

    ``stamp`` is the newest it has heard of; ``reading`` fetches the picture of that. ``sign`` is
    the sign of life that was given last, for the company that was ``told``.
    """

    listeners: set[Listener] = field(default_factory=set)
    elsewhere: dict[str, tuple[Company, float]] = field(default_factory=dict)
    joined_at: float = -math.inf
    told_at: float = -math.inf
    told: Company | None = None
    sign: bytes = b""
    stamp: int = 0
    shown: Shown | None = None
    reading: asyncio.Task[None] | None = None

    def viewers(self) -> dict[str, bool]:
        """Who is known by an id in this process, and whether a page of theirs is in front."""
        found: dict[str, bool] = {}
        for listener in self.listeners:
            if listener.viewer:
                found[listener.viewer] = found.get(listener.viewer, False) or not listener.hidden
        return found

    def here(self) -> Company:
        """The company in this process."""
        found = self.viewers()
        unknown = sum(1 for listener in self.listeners if not listener.viewer)
        return Company(len(found) + unknown, dict(islice(found.items(), MOST_TOLD)))

    def company(self, now: float) -> Company:
        """The company everywhere."""
        people, seen = 0, dict[str, bool]()
        fresh = [one for one, told_at in self.elsewhere.values() if now - told_at < 3 * PULSE]
        for company in (self.here(), *fresh):
            people += company.people
            for viewer, shown in company.seen.items():
                seen[viewer] = seen.get(viewer, False) or shown
        return Company(people, seen)
