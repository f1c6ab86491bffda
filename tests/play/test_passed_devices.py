"""A device between two people: the clock that runs meanwhile, and moves that waited on it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.play import store
from games.play.models import Move
from games.players.models import Player
from games.rules.time.clock import TimeControl
from lexicon.models import Lexicon
from tests.play.test_one_device import Device, open_device_room
from tests.play.test_one_device import device as device

pytestmark = pytest.mark.django_db

Clients = Callable[[Player | None], Client]


def test_the_next_clock_runs_while_the_device_is_passed_on(
    lexicon: Lexicon, people: list[Player], client_of: Clients, settings: Any
) -> None:
    settings.BAG_SEED_TIMEOUT = 0
    clock = TimeControl.read("15+0/1")
    device = Device(
        client_of(people[0]), open_device_room(people[0], lexicon, "Ben", "Cleo", clock=clock)
    )
    device.uncover()
    device.post("pass")
    state = store.load_state(device.game)
    assert device.load_page()["rack"] == []
    assert state.clock is not None
    assert state.clock.running == state.to_move


def find_opening(device: Device) -> str:
    """Return two letters that the seat to move may play at 8H."""
    return "".join([face for face in device.rack_of(device.to_move) if face.isalpha()][:2])


def test_a_play_that_waited_on_the_device_counts_after_the_page_is_loaded_again(
    device: Device,
) -> None:
    device.uncover()
    seat, play = device.to_move, find_opening(device)
    assert device.load_page()["rack"] == []
    for _ in range(2):
        answer = device.post("play", turn=0, position="8H", tiles=play)
        assert answer.status_code == 200
    (move,) = Move.objects.filter(game=device.game)
    assert move.seat == seat
    shown = device.read_state(answer.content.decode())
    assert (shown["seat"] == device.to_move != seat, shown["rack"]) == (True, [])
    late = device.post("play", key="late", position="9H", tiles=play)
    assert late.status_code == 403, "the next person has not confirmed yet"


def test_a_refused_play_that_waited_says_nothing_about_the_tiles(
    lexicon: Lexicon, people: list[Player], client_of: Clients, settings: Any
) -> None:
    settings.BAG_SEED_TIMEOUT = 0
    device = Device(
        client_of(people[0]), open_device_room(people[0], lexicon, "Ben", challenge="void")
    )
    device.uncover()
    rack = [face for face in device.rack_of(device.to_move) if face.isalpha()]
    device.load_page()
    answers = [
        device.post("play", key=f"k{n}", position="8H", tiles=tiles)
        for n, tiles in enumerate((rack[0] * 9, "".join(rack[:2])[::-1] + "Q", "QQ"))
    ]
    assert {answer.status_code for answer in answers} == {403}
    (said,) = {re.sub(r"\s+", " ", answer.content.decode()) for answer in answers}
    assert "Show your tiles and try again." in said
    assert device.game.turn_number == 0
