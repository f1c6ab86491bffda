"""Deliver a topic's state to the mailboxes of its subscribers without blocking the event loop."""

import asyncio
from collections.abc import Coroutine, Iterable
from functools import partial
from time import monotonic
from typing import Any

from channels.db import database_sync_to_async
from django.db import connections

from games.common.metrics import DELIVERY, SOCKET_MESSAGES
from games.live.failures import log_failures
from games.live.own_parts import OwnPartsSender
from games.live.readers import Reader
from games.live.state_cache import RenderedState
from games.live.subscribers import Subscriber
from games.live.topics import CloseCodeFunction, get_topic_kind

SOCKETS_PER_STEP = 50
"""Sockets written to before the event loop runs other work, such as the answer to a move."""


class StateDelivery:
    """Delivers states on the event loop it was created on. The hub's pulse retries failures."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._own_parts = OwnPartsSender()

    def deliver_change(
        self,
        local_subscribers: list[Subscriber],
        before: RenderedState | None,
        after: RenderedState,
    ) -> None:
        """Deliver the state after a change, and what has changed with it of the viewers' own parts.

        The state ``before`` is ``None`` if it was not needed: all pages were opened with it.
        """
        self.deliver(local_subscribers, after)
        self._own_parts.send_if_changed(local_subscribers, before, after)

    def deliver(self, local_subscribers: list[Subscriber], rendered: RenderedState) -> None:
        """Deliver a state in the cheapest way that does not block the event loop.

        Frames that exist already are written at once. Missing ones are rendered in a thread.
        """
        if rendered.is_rendered_for(subscriber.reader for subscriber in local_subscribers):
            self._deliver_some(local_subscribers, rendered)
        else:
            self._start(self._render_and_deliver(local_subscribers, rendered))

    def _start(self, delivery: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(delivery)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _render_and_deliver(
        self, local_subscribers: list[Subscriber], rendered: RenderedState
    ) -> None:
        """Render in a thread: rendering a room with four seats would hold up other sockets.

        Those who share a frame get it as soon as it is rendered, and do not wait for the frames of
        other perspectives and languages.
        """
        groups = _group_by_frame(local_subscribers, rendered)
        for number, group in enumerate(groups, start=1):
            with log_failures("Could not send %s; the pulse tries again", rendered.topic):
                await self._render(rendered, group[0].reader)
                self._deliver_some(group, rendered, is_last=number == len(groups))

    async def _render(self, rendered: RenderedState, reader: Reader) -> None:
        """Render in a thread: one that has a database connection, for kinds that always query."""
        if get_topic_kind(rendered.topic).queries_when_rendered:
            await database_sync_to_async(rendered.frame_for)(reader)
        else:
            await self._loop.run_in_executor(None, _render_apart, rendered, reader)

    def _deliver_some(
        self,
        local_subscribers: list[Subscriber],
        rendered: RenderedState,
        start: int = 0,
        *,
        is_last: bool = True,
    ) -> None:
        """Write to the subscribers in steps. ``is_last`` says that no others wait for the state."""
        now, close_code_for = self._loop.time(), get_topic_kind(rendered.topic).close_code_for
        some = local_subscribers[start : start + SOCKETS_PER_STEP]
        for subscriber in some:
            self._put(subscriber, rendered, now, close_code_for)
        SOCKET_MESSAGES.inc(len(some))
        if start + SOCKETS_PER_STEP < len(local_subscribers):
            # Scheduled rather than called, so that other callbacks run between two batches.
            step = partial(self._deliver_some, is_last=is_last)
            self._loop.call_soon(step, local_subscribers, rendered, start + SOCKETS_PER_STEP)
        elif is_last and not rendered.is_delivered:
            # Measure the first delivery only: later subscribers did not wait.
            rendered.is_delivered = True
            DELIVERY.observe(monotonic() - rendered.since)

    def _put(
        self,
        subscriber: Subscriber,
        rendered: RenderedState,
        now: float,
        close_code_for: CloseCodeFunction | None,
    ) -> None:
        with log_failures("Could not send %s; the pulse tries again", subscriber.topic):
            subscriber.mailbox.put(rendered, now)
            if close_code_for is not None and (
                code := close_code_for(rendered.state, subscriber.viewer)
            ):
                subscriber.close(code)


def _group_by_frame(
    subscribers: Iterable[Subscriber], rendered: RenderedState
) -> list[list[Subscriber]]:
    """Return the subscribers in groups that share a frame: players first, then many before few."""
    groups: dict[tuple[str, str], list[Subscriber]] = {}
    for subscriber in subscribers:
        groups.setdefault(rendered.get_frame_key(subscriber.reader), []).append(subscriber)
    strangers = rendered.state.perspective_of("")
    in_order = sorted(groups, key=lambda key: (key[0] == strangers, -len(groups[key])))
    return [groups[key] for key in in_order]


def _render_apart(rendered: RenderedState, reader: Reader) -> None:
    """Render in this thread, which keeps no database connection for the details it may query."""
    try:
        rendered.frame_for(reader)
    finally:
        connections.close_all()
