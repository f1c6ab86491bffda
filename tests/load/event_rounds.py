"""A large event: pairing a round, opening its rooms, and a result on its way to all who follow.

The director uses the desk; the players were entered beforehand. A result is compared with a server
that only sends the same bytes to as many sockets, and so is a move in a room that has as many
spectators.
"""

import asyncio
import re
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from tests.live.client import Visitor, make_command_key
from tests.live.live_table import Table
from tests.load.baseline_server import BaselineServer
from tests.load.move_throughput import PersistentVisitor
from tests.load.push_latency import (
    DeliveryTimes,
    MoveDelivery,
    PushFigures,
    measure_bare,
    measure_push,
)
from tests.load.resource_usage import get_cpu_seconds
from tests.load.socket_client import SpectatorSocket
from tests.site_processes import Site, WebServer

RESULTS = 8
"""Results that are entered one after another."""
OWN_PARTS = 100
"""How many pages ask for the part about their viewer, one after another."""
OPENED_AT_ONCE = 50
LIMIT = 30.0
"""Seconds within which a change must reach all pages, or the run fails."""

ENTER = """
from django.utils import timezone
from games.events.models import Entrant, Event
from games.players.models import Player
event, now = Event.objects.get(code="CODE"), timezone.now()
players = Player.objects.bulk_create(Player(nickname=f"Entrant {n}") for n in range(COUNT))
Entrant.objects.bulk_create(
    Entrant(event=event, player=player, rating=1000 + n, entered_at=now)
    for n, player in enumerate(players)
)
"""

COUNT_NOTICES = """
from games.events.models import EventTable
from games.players.models import Notification
print(Notification.objects.filter(kind="event_game").count())
print(EventTable.objects.exclude(game=None).count())
"""


@dataclass(frozen=True)
class EventFigures:
    """``pairing`` is the server's processor time, all others are seconds on the clock.

    ``opened`` is when the director had the answer: rooms and notifications are stored then.
    ``followed`` is when the last page had the round. ``own`` is the processor time of one request
    for the part about the viewer, which each player's page makes after a change. Medians:
    ``result`` is when the first page had a result, ``spread`` how much later the last one had it,
    and ``bare`` how long as many bytes take from a server that does nothing else.
    """

    players: int
    watchers: int
    pairing: float
    pairing_waited: float
    rooms: int
    notices: int
    opened: float
    followed: float
    own: float
    result: float
    spread: float
    bare: DeliveryTimes
    move: PushFigures

    def __str__(self) -> str:
        ratio = self.spread / self.bare.last
        ratio_of_move = self.move.here.last / self.move.bare.last
        return (
            f"{self.players:5} players: a round is paired in {self.pairing:.2f} s of the server's "
            f"time (the director waits {self.pairing_waited:.2f} s); {self.rooms} rooms open and "
            f"{self.notices} players notified after {self.opened:.2f} s, {self.watchers} pages "
            f"know after {self.followed:.2f} s; the part about a player takes "
            f"{self.own * 1000:.1f} ms of the server's time; a result is on the first page after "
            f"{self.result * 1000:.0f} ms and on the last one {self.spread * 1000:.0f} ms later, "
            f"{ratio:.1f} times the same bytes alone ({self.bare.last * 1000:.0f} ms); a move is "
            f"on the last page after {self.move.here.last * 1000:.0f} ms, {ratio_of_move:.1f} times"
        )


class EventSocket(SpectatorSocket):
    """The page of someone who follows an event."""

    begin_of_bundle = re.compile(rb'<div id="_event_state" data-stamp="(\d+)"')

    def __init__(self, web: WebServer, code: str, on_bundle: Callable[[float], None]) -> None:
        super().__init__(web, code, on_bundle)
        self.kind = "event"


async def measure_event(
    site: Site, players: int, watchers: int, bare: BaselineServer
) -> EventFigures:
    """Pair and start the first round of an event, and enter some of its results."""
    desk = await asyncio.to_thread(_create_event, site, players)
    current = MoveDelivery(watchers)
    pages = await _open_pages(site, desk.code, watchers, lambda moment: current.note(moment))
    cpu = get_cpu_seconds(site)
    current = MoveDelivery(watchers, time.perf_counter())
    await asyncio.to_thread(desk.direct, "pair")
    pairing, waited = get_cpu_seconds(site) - cpu, time.perf_counter() - current.begun
    await asyncio.wait_for(current.complete.wait(), LIMIT)
    current = MoveDelivery(watchers, time.perf_counter())
    await asyncio.to_thread(desk.direct, "start")
    opened = time.perf_counter() - current.begun
    await asyncio.wait_for(current.complete.wait(), LIMIT)
    followed = max(current.times)
    notices, rooms = map(int, (await asyncio.to_thread(site.run, COUNT_NOTICES)).split())
    own = await asyncio.to_thread(_ask_for_own_parts, site, desk)
    first, spread = [], []
    for table in range(1, RESULTS + 1):
        current = MoveDelivery(watchers, time.perf_counter())
        send = partial(desk.direct, "correct", round=1, table=table, score=[400, 300 + table])
        await asyncio.to_thread(send)
        await asyncio.wait_for(current.complete.wait(), LIMIT)
        first.append(min(current.times))
        spread.append(max(current.times) - min(current.times))
    size = len(pages[0].newest)
    for page in pages:
        page.transport.abort()
    bare_times = DeliveryTimes.over(await measure_bare(bare, watchers, RESULTS, size))
    move = await measure_push(Table(site), watchers, 6, bare)
    return EventFigures(
        players,
        watchers,
        pairing,
        waited,
        rooms,
        notices,
        opened,
        followed,
        own,
        statistics.median(first),
        statistics.median(spread),
        bare_times,
        move,
    )


@dataclass
class Desk:
    """The desk of an event, and its director."""

    director: Visitor
    code: str

    def direct(self, act: str, **fields: Any) -> None:
        sent = fields | {"act": act, "key": make_command_key()}
        answer = self.director.post(f"/events/{self.code}/desk/act", htmx=False, **sent)
        assert answer.status == 302, answer.text[:300]


def _ask_for_own_parts(site: Site, desk: Desk) -> float:
    """Return the server's processor time for the part about a viewer."""
    cpu = get_cpu_seconds(site)
    for _ in range(OWN_PARTS):
        desk.director.get(f"/events/{desk.code}/own")
    return (get_cpu_seconds(site) - cpu) / OWN_PARTS


def _create_event(site: Site, players: int) -> Desk:
    director = Visitor(site.web(0), "Marten")
    wanted: dict[str, Any] = {
        "title": "Open Championship",
        "name": "Marten",
        "variant": "scrabble",
        "lexicon": "en-open",
        "table_size": 2,
        "method": "swiss",
        "rounds": 7,
        "entry": "anyone",
        "challenge": "double",
        "clock": "25+0/5",
        "key": make_command_key(),
    }
    made = director.post("/events/new/", htmx=False, **wanted)
    assert made.status == 302, made.text[:300]
    code = made.headers["Location"].split("/")[2]
    site.run(ENTER.replace("CODE", code).replace("COUNT", str(players)))
    return Desk(PersistentVisitor(director), code)


async def _open_pages(
    site: Site, code: str, count: int, on_bundle: Callable[[float], None]
) -> list[EventSocket]:
    loop, pages = asyncio.get_running_loop(), list[EventSocket]()
    for start in range(0, count, OPENED_AT_ONCE):
        batch = []
        for number in range(start, min(start + OPENED_AT_ONCE, count)):
            page = EventSocket(site.web(number), code, on_bundle)
            await loop.create_connection(partial(_return, page), "127.0.0.1", page.web.port)
            batch.append(page)
        await asyncio.wait_for(asyncio.gather(*(page.opened for page in batch)), LIMIT)
        pages += batch
    return pages


def _return(page: EventSocket) -> EventSocket:
    return page
