"""No request waits for Redis while it locks a room: a hanging Redis takes half a second to fail,
and everyone else in the room would have to wait.
"""

from collections.abc import Callable
from threading import get_ident
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache.backends.locmem import LocMemCache
from django.db import connection
from django.db.models import QuerySet
from django.db.transaction import Atomic
from django.test import Client

from games.common import rate_limits
from games.play.models import Room
from games.players.models import Player
from tests.live.access_table import ACCESS, get_expected_status
from tests.live.visitors import (
    Ask,
    _known_draws,
    ask,
    client_of,
    hall,
    lexicon,
    match,
    people,
    site_ids,
)
from tests.play.conftest import member_at, open_table, table_of

__all__ = [
    "_known_draws",
    "ask",
    "client_of",
    "hall",
    "lexicon",
    "match",
    "open_table",
    "people",
    "site_ids",
]
pytestmark = pytest.mark.django_db

CACHE_CALLS = ("get", "set", "add", "touch", "incr", "delete", "has_key")


@pytest.fixture
def watch(settings: Any, monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Record the calls that would reach Redis while a room is locked, and the number of locked
    rooms.

    The cache and the limits stay in this process, as always in tests.
    """
    seen = SimpleNamespace(waits=[], locks=0)
    thread = get_ident()  # work of an earlier test may still go on in others
    depths: list[int] = []  # of the transactions that hold a lock

    lock, leave = QuerySet.select_for_update, Atomic.__exit__

    def locking(rows: Any, *args: Any, **kwargs: Any) -> Any:
        if rows.model is Room:
            seen.locks += 1
            depths.append(len(connection.savepoint_ids))
        return lock(rows, *args, **kwargs)

    def leaving(block: Any, *args: Any) -> Any:
        try:
            return leave(block, *args)
        finally:
            depths[:] = [one for one in depths if one <= len(connection.savepoint_ids)]

    def counting(name: str, _text: str, _who: str, *, in_process: bool) -> float:
        if depths and not in_process:
            seen.waits.append(f"limit {name}")
        return 0.0

    def calling(call: str) -> Callable[..., Any]:
        original = getattr(LocMemCache, call)

        def called(cache: Any, key: Any, *args: Any, **kwargs: Any) -> Any:
            if depths and get_ident() == thread:
                seen.waits.append(f"cache {call} {key}")
            return original(cache, key, *args, **kwargs)

        return called

    settings.LIMITS_ENABLED = True
    monkeypatch.setattr(QuerySet, "select_for_update", locking)
    monkeypatch.setattr(Atomic, "__exit__", leaving)
    monkeypatch.setattr(rate_limits, "_count", counting)
    for call in CACHE_CALLS:
        monkeypatch.setattr(LocMemCache, call, calling(call))
    return seen


def test_no_command_waits_for_redis_while_a_room_is_locked(
    ask: Ask, watch: SimpleNamespace
) -> None:
    """The owner sends every command, the others those that they are answered differently."""
    found = {}
    for who in ("owner", "rival", "invited", "stranger"):
        watch.locks = 0
        for what in (one for one in ACCESS if one.startswith("POST games:")):
            status = get_expected_status(what, who)
            if who == "owner" or (status != get_expected_status(what, "owner") and status != 403):
                watch.waits.clear()
                ask(who, what)
                if watch.waits:
                    found[who, what] = set(watch.waits)
        assert watch.locks > 2 or who == "stranger", who
    assert not found


def test_nothing_waits_for_redis_from_the_first_seat_to_the_rematch(
    open_table: Callable[..., Room],
    people: list[Player],
    client_of: Callable[..., Client],
    watch: SimpleNamespace,
) -> None:
    room = open_table(started=False)
    path, amber, cobalt = f"/r/{room.code}/", client_of(people[0]), client_of(people[1])

    def do(browser: Client, command: str, **said: object) -> None:
        locks = watch.locks
        answer = browser.post(f"{path}{command}", said)
        assert answer.status_code in (200, 204), (command, answer.content)
        assert watch.locks > locks or command == "chat/send", command

    do(cobalt, "stand")
    do(amber, "invite", name="Jade")
    do(client_of(people[2]), "decline")
    do(Client(headers={"HX-Request": "true"}), "sit", seat=1, name="Umber")
    do(amber, "chat/send", text="Hello Umber", channel="room", key="k")
    do(amber, "host/unseat", seat=1, who=member_at(room, 1))
    do(cobalt, "sit", seat=1, name="Cobalt")
    do(amber, "start")
    do(amber, "resign", game=table_of(room).pk, turn=0)
    do(amber, "rematch")
    do(cobalt, "rematch")
    assert watch.waits == []
