"""A push service, browsers that are told, and the tables of :mod:`tests.play`."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest

from games.players.models import Notice, Player
from games.push import post
from games.push.services.gathering import gather
from games.push.services.subscriptions import subscribe
from tests.play.conftest import NOON, client_of, lexicon, open_table, people
from tests.push.service import Browser, PushService, run_push_service

__all__ = ["client_of", "lexicon", "open_table", "people"]

Tell = Callable[[Player, str], Browser]


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    with run_push_service(settings) as running:
        yield running


@pytest.fixture
def told(service: PushService) -> Tell:
    """``told(player, "phone")``: a browser of theirs that is told."""

    def make(player: Player, name: str) -> Browser:
        browser = Browser(service, name)
        subscribe(player, **browser.form, now=NOON)
        return browser

    return make


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Sets the time the worker reads."""

    def put(now: datetime) -> None:
        monkeypatch.setattr("django.utils.timezone.now", lambda: now)

    return put


@pytest.fixture
def work(clock: Callable[[datetime], None]) -> Callable[[datetime], int]:
    """One round of the worker at an instant; how many were sent or tried."""

    def go_round(now: datetime) -> int:
        clock(now)
        gather(now)
        tries = 0
        while post.push_one():
            tries += 1
        return tries

    return go_round


def leave_notice(player: Player, now: datetime = NOON, **fields: Any) -> Notice:
    fields = {"kind": "ended", "text": "The game has ended.", "path": "/"} | fields
    return Notice.objects.create(player=player, created_at=now, **fields)
