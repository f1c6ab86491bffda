"""A busy server carries commands out late: the delay is charged to nobody."""

from typing import Any

import pytest

from games.play import store
from games.play.perspective import build_room_view
from games.play.services import turns
from games.rules.equipment.errors import UnlawfulError
from games.rules.plays.acts import Exchange
from scrabble_site.shared.instants import to_ms
from tests.play.conftest import NOON, table_of
from tests.play.test_clocks import left_of, mover_of, seconds
from tests.play.test_clocks import open_timed as open_timed

pytestmark = pytest.mark.django_db


def test_what_a_busy_server_takes_is_charged_to_nobody(open_timed, people, monkeypatch) -> None:
    """Both moves arrived in time, but each was carried out two seconds later."""
    room = open_timed("0:20+0")
    first = mover_of(room)

    def swap_late(came: float, done: float) -> None:
        monkeypatch.setattr("django.utils.timezone.now", lambda: NOON + seconds(done))
        game, mover = table_of(room), mover_of(room)
        chosen = Exchange(store.load_state(game).seats[mover].rack[:1])
        given: Any = {"now": NOON + seconds(came), "arrived": NOON + seconds(came)}
        turn = game.turn_number
        turns.apply_player_act(room.code, people[mover].pk, chosen, turn=turn, key="", **given)

    swap_late(19.9, 21.9)
    assert [move.kind for move in table_of(room).moves.all()] == ["exchange"]
    assert left_of(room)[first] == 100
    clock = build_room_view(room.code, None).clock
    assert clock is not None
    assert clock.since == to_ms(NOON + seconds(21.9)), "the next one's time runs from then on"
    swap_late(31.9, 33.9)
    assert left_of(room)[1 - first] == 10_000
    assert [move.spent for move in table_of(room).moves.all()] == [19_900, 10_000]


def test_what_came_too_late_is_late_however_busy_the_server(
    open_timed, people, monkeypatch
) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON + seconds(22.1))
    room = open_timed("0:20+0")
    game, mover = table_of(room), mover_of(room)
    chosen = Exchange(store.load_state(game).seats[mover].rack[:1])
    with pytest.raises(UnlawfulError, match="is out"):
        turns.apply_player_act(
            room.code,
            people[mover].pk,
            chosen,
            turn=0,
            key="",
            now=NOON + seconds(20.1),
            arrived=NOON + seconds(20.1),
        )
