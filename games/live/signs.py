"""Signs of life: who looks on at what, told to the pages, and to the kinds that want to know."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Mapping

from channels.db import database_sync_to_async
from django.core.cache import cache

from games.common.figures import SOCKETS, TOPICS
from games.live.gallery import Shown, frame_text
from games.live.layer import has_others, send_to_hubs
from games.live.listeners import Ears, lag_key
from games.live.topics import Company, Topic, all_hearers, all_kinds, kind_of

logger = logging.getLogger(__name__)

HEARTBEAT = 20.0
"""Seconds between two signs of life; the page takes twice as long a silence for a dead line."""

LAGS_KEPT = 60.0
"""Seconds for which other processes believe what one has measured."""

SOON = 1.0
"""Seconds for which changes of the company are gathered before they are told."""

SMALL = 64
"""Listeners up to which a topic's company is told soon; a crowd is told with the pulse."""


async def make_signs(topics: Mapping[Topic, Ears], now: float) -> set[Topic]:
    """Tell anew who looks on where that has changed, and else now and then: all topics of a kind
    at once. Returns the topics with a new sign."""
    due: dict[str, dict[str, Company]] = defaultdict(dict)
    for topic, ears in topics.items():
        company = ears.company(now)
        if company != ears.told or now - ears.told_at >= HEARTBEAT:
            ears.told, ears.told_at = company, now
            due[topic.kind][topic.key] = company
    renewed = set()
    for name, companies in due.items():
        tell = database_sync_to_async(kind_of(Topic(name, "")).tell_company)
        for key, text in (await tell(companies)).items():
            if (topic := Topic(name, key)) in topics:
                topics[topic].sign = frame_text(text)
                renewed.add(topic)
    return renewed


async def tell_others(topic: Topic, ears: Ears) -> None:
    """Tell the other processes who of this one looks at the topic."""
    if has_others():
        here = ears.here()
        told = {"people": here.people, "seen": dict(here.seen)}
        await send_to_hubs(topic, {"type": "topic.lookers", **told})


class Stirs:
    """Topics where somebody came, went, sat down or stood up: their company is told anew soon, once
    for all that happens meanwhile."""

    def __init__(self, topics: Mapping[Topic, Ears]) -> None:
        self._topics = topics
        self._noted: set[Topic] = set()
        self._telling: asyncio.Task[None] | None = None

    def note(self, topic: Topic) -> None:
        """Have a topic's company told, where its kind tells of one and it is no crowd."""
        ears = self._topics.get(topic)
        if ears is None or kind_of(topic).company_of is None or len(ears.listeners) > SMALL:
            return
        self._noted.add(topic)
        if self._telling is None:
            self._telling = asyncio.create_task(self._tell_soon())

    def compare(self, topic: Topic, before: Shown | None, after: Shown) -> None:
        """Note a topic whose new picture changes what its sign of life says of the same people."""
        company_of = kind_of(topic).company_of
        if company_of is None:
            return
        if before is None or company_of(before.picture) != company_of(after.picture):
            self._topics[topic].told = None
            self.note(topic)

    async def _tell_soon(self) -> None:
        try:
            while self._noted:
                await asyncio.sleep(SOON)
                noted = {topic: self._topics.get(topic) or Ears() for topic in self._noted}
                self._noted.clear()
                await self._tell(noted)
        except Exception:
            logger.exception("Could not tell who looks on; the pulse does")
        finally:
            self._telling = None

    async def _tell(self, noted: Mapping[Topic, Ears]) -> None:
        heard = {topic: ears for topic, ears in noted.items() if ears.listeners}
        for topic in await make_signs(heard, asyncio.get_running_loop().time()):
            for listener in list(noted[topic].listeners):
                if not listener.wire.full:
                    listener.wire.write_frame(noted[topic].sign)
        for topic, ears in noted.items():
            await tell_others(topic, ears)


async def tell_viewers(topics: Mapping[Topic, Ears]) -> None:
    """Say who of this process looks at what, to kinds and others that want to know."""
    by_kind: dict[str, dict[str, dict[str, bool]]] = defaultdict(dict)
    for topic, ears in topics.items():
        by_kind[topic.kind][topic.key] = ears.viewers()
    for name, viewers_of in by_kind.items():
        hear = kind_of(Topic(name, "")).hear_viewers
        if hear is not None:
            await database_sync_to_async(hear)(viewers_of)
    everybody = {viewer for ears in topics.values() for viewer in ears.viewers()}
    for hearer in all_hearers():
        await database_sync_to_async(hearer)(everybody)


async def tell_lags(topics: Mapping[Topic, Ears]) -> None:
    """Tell the other processes, to which a viewer's commands may come, how long its line takes."""
    if has_others():
        listeners = [one for ears in topics.values() for one in ears.listeners if one.viewer]
        lags = {lag_key(one.viewer): round(500 * one.trip) for one in listeners if one.trip}
        await database_sync_to_async(cache.set_many)(lags, timeout=LAGS_KEPT)


def count_sockets(topics: Mapping[Topic, Ears]) -> None:
    """Say how many sockets there are in this process, and on how many topics of each kind."""
    for kind in all_kinds():
        ears = [ears for topic, ears in topics.items() if topic.kind == kind.name]
        TOPICS.labels(kind.name).set(len(ears))
        SOCKETS.labels(kind.name).set(sum(len(one.listeners) for one in ears))
