"""How many streams a member may have open, and how invitations reach other processes."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.signals import request_finished
from django.db import close_old_connections

from games.lobby.live import get_player_topic
from games.play.models import Invitation, Room
from games.players.models import Player
from tests.api.conftest import Program, table_of

pytestmark = pytest.mark.django_db

OpenTable = Callable[..., Room]


def close(response: Any) -> None:
    """Close a response as a server does, but keep the database connection, which the test needs."""
    request_finished.disconnect(close_old_connections)
    try:
        response.close()
    finally:
        request_finished.connect(close_old_connections)


def test_a_member_has_a_limited_number_of_streams(
    make_program: Callable[..., Program], amber: Player, anonymous: Program, settings: Any
) -> None:
    """All tokens of a member share the limit.
    A closed stream makes room, whether or not it was read."""
    settings.LIMITS_ENABLED, settings.CONCURRENCY_LIMITS = (
        True,
        settings.CONCURRENCY_LIMITS | {"streams_of_member": 2},
    )
    program = make_program()
    code = program.post("rooms", computer=1).json()["code"]
    first, second = program.get("stream/events"), program.get(f"stream/rooms/{code}")
    for path in ("stream/events", f"stream/rooms/{code}"):
        refused = program.get(path)
        assert (refused.status_code, refused["Retry-After"]) == (429, "15")
        assert refused.json()["code"] == "streams_of_member.too_soon"
    assert anonymous.get(f"stream/rooms/{code}").status_code == 200, (
        "without a token it counts for no member"
    )
    close(second)
    third = program.get("stream/events")
    assert third.status_code == 200
    for one in (first, third):
        close(one)
        close(one)
    again = [program.get("stream/events").status_code for _ in range(2)]
    assert again == [200, 200]
    paths = anonymous.get("openapi.json").json()["paths"]
    events = next(one["get"] for path, one in paths.items() if path.endswith("/stream/events"))
    for limit in (
        "streams_of_member` [0-9]+ at once per member",
        "streams_of_address` [0-9]+",
    ):
        assert re.search(limit, events["description"])


def test_an_invitation_reaches_every_process(
    monkeypatch: pytest.MonkeyPatch,
    people: list[Player],
    open_table: OpenTable,
    django_capture_on_commit_callbacks: Any,
) -> None:
    messages: list[tuple[Any, str]] = []
    monkeypatch.setattr("games.live.broadcast.reaches_other_processes", lambda: True)
    monkeypatch.setattr(
        "games.live.broadcast._notify_processes",
        lambda topic, message: messages.append((topic, message["type"])),
    )
    room = open_table()
    with django_capture_on_commit_callbacks(execute=True):
        Invitation.objects.create(game=table_of(room), player=people[2])
    assert (get_player_topic(str(people[2].pk)), "topic.changed") in messages
