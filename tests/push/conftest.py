"""A push service, subscribed browsers, and the rooms of :mod:`tests.play`."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest

from games.players.models import Notification, Player
from games.push.jobs import outbox_delivery
from games.push.services.push_queueing import queue_due_pushes
from games.push.services.subscriptions import add_subscription
from tests.play.conftest import NOON, client_of, lexicon, open_table, people
from tests.push.push_service import Browser, PushService, run_push_service

__all__ = ["client_of", "lexicon", "open_table", "people"]

Subscribe = Callable[[Player, str], Browser]


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    with run_push_service(settings) as running:
        yield running


@pytest.fixture
def subscribe(service: PushService) -> Subscribe:
    """``subscribe(player, "phone")``: subscribe a browser of this player and return it."""

    def make(player: Player, name: str) -> Browser:
        browser = Browser(service, name)
        add_subscription(player, **browser.form, now=NOON)
        return browser

    return make


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """``clock(now)``: set the time that the worker reads."""

    def put(now: datetime) -> None:
        monkeypatch.setattr("django.utils.timezone.now", lambda: now)

    return put


@pytest.fixture
def work(clock: Callable[[datetime], None]) -> Callable[[datetime], int]:
    """``work(now)``: run the worker once at that instant.
    Returns the number of pushes sent or tried."""

    def go_round(now: datetime) -> int:
        clock(now)
        queue_due_pushes(now)
        tries = 0
        while outbox_delivery.send_next_push():
            tries += 1
        return tries

    return go_round


def leave_notice(player: Player, now: datetime = NOON, **fields: Any) -> Notification:
    fields = {"kind": "ended", "text": "The game has ended.", "path": "/"} | fields
    return Notification.objects.create(player=player, created_at=now, **fields)
