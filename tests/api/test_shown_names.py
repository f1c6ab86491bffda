"""Names that the site gives, as programs read them."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.play.services.invitations import invite_player
from games.play.services.seats import leave_seat
from games.players.models import Player
from tests.api.conftest import Program
from tests.api.test_streams import OpenTable, follow
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db


def test_every_answer_names_a_guest_in_the_language_of_the_request(
    make_program: Callable[..., Program], open_table: OpenTable, people: list[Player]
) -> None:
    program, amber = make_program(), people[0]
    amber.nickname = "Guest 482917"
    amber.save()
    code = open_table(seats=3, started=False).code
    leave_seat(code, people[2], NOON)
    invite_player(code, amber, "Umber (bot)", timezone.now())
    client = Client(headers={"Accept-Language": "de", "Authorization": f"Bearer {program.secret}"})

    def answer_of(path: str) -> Any:
        return client.get(f"/api/1/{path}")

    (invitation,) = follow(answer_of("stream/events"))
    (streamed,) = follow(answer_of(f"stream/rooms/{code}"))
    shown = [answer_of("me").json()["member"], answer_of("players/Gast 482917").json()["name"]]
    assert {invitation["by"], *shown} == {"Gast 482917"}
    for room in (streamed, answer_of(f"rooms/{code}").json()):
        assert "Gast 482917" in json.dumps(room["seats"])
        assert "Guest" not in json.dumps(room)
