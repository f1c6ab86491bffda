"""A program's act counts from its arrival: no player is charged for the server's own time."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient
from django.utils import timezone

from games.common.request_arrivals import ARRIVAL, Arrival
from games.common.waiting_commands import hold_arrival
from games.play import store
from games.play.jobs import referee as loop
from games.play.models import Game
from games.play.services.referee import find_due_games
from tests.api.conftest import Program, table_of

pytestmark = pytest.mark.django_db

NOW = timezone.now()


class ServerClient(AsyncClient):
    """Passes requests on as the server does: the scope says when the last byte came."""

    def __init__(self, arrival: Arrival) -> None:
        super().__init__()
        self.arrival = arrival

    def _base_scope(self, **request: Any) -> dict[str, Any]:
        scope = super()._base_scope(**request)  # type: ignore[misc]
        return {**scope, "extensions": {ARRIVAL: self.arrival}}


@pytest.fixture
def clocked(
    make_program: Callable[..., Program], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> tuple[Program, dict[str, Any]]:
    """The program to move at a table with five minutes each, dealt at ``NOW``."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)
    settings.TEST_SEED = "programs with a clock"
    one, two = make_program("Umber"), make_program("Ochre")
    code = one.post("rooms", clock="5+5").json()["code"]
    assert two.post(f"rooms/{code}/sit").status_code == 200
    room = one.post(f"rooms/{code}/start").json()
    return (one if room["to_move"] == 0 else two), room


@pytest.mark.parametrize(("came", "kind"), [(299.0, "pass"), (300.6, "flag")])
def test_a_delayed_act_counts_from_its_arrival(
    clocked: tuple[Program, dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
    came: float,
    kind: str,
) -> None:
    program, room = clocked
    arrival, late = Arrival(), NOW + timedelta(seconds=306)
    arrival.at = (NOW + timedelta(seconds=came)).timestamp()
    monkeypatch.setattr("django.utils.timezone.now", lambda: late)
    game = Game.objects.get(room__code=room["code"])
    with hold_arrival(room["code"], arrival.at):
        for due in find_due_games(late):
            loop.referee_due_game(*due)
        assert not game.moves.exists(), "the referee waits for it"
        made = {"game": room["game"], "turn": room["turn"], "act": "pass", "key": ""}
        post = async_to_sync(ServerClient(arrival).post)
        path = f"/api/1/rooms/{room['code']}/acts"
        secret = {"Authorization": f"Bearer {program.secret}"}
        answer = post(path, made, content_type="application/json", headers=secret)
    assert answer.status_code in {200, 422}, answer.content
    assert [move.kind for move in game.moves.all()] == [kind]
    if kind == "pass":
        clock = store.load_state(table_of(game.room)).clock
        assert clock is not None
        assert clock.left[room["to_move"]] == 6_000, "with the increment"
