"""Computer players in events: entered by directors, seated at tables, and never waited for."""

import pytest

from games.events.models import Entrant
from games.play.models import Game, Room
from games.players.models import Player
from tests.events.conftest import Open
from tests.events.event_driver import EventDriver, read_part
from tests.events.test_undo import undo_last

pytestmark = pytest.mark.django_db


def add_computers(event: EventDriver, *levels: int) -> None:
    for level in levels:
        assert event.direct("add_computer", level=level) == ""


def test_a_computer_player_takes_a_seat(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=1, on_boards=None)
    add_computers(event, 2)
    (bot,) = Entrant.objects.filter(player=None)
    assert (bot.shown_name, bot.computer_level) == ("Bot 1", 2)
    assert "Bot 1, a computer player, was entered." in read_part(event.page(), "_log")
    event.pair()
    assert event.start() == ""
    (table,) = event.tables
    assert table.game is not None
    room = table.game.room
    assert room.host == people[0] and room.simulate_thinking
    levels = {seat.number: seat.computer_level for seat in table.game.seats.all()}
    own = table.game.holders.get(player=people[0]).seat.number
    assert levels == {own: None, 1 - own: 2}


def test_tables_of_computers_start_at_once(open_event: Open, director: Player) -> None:
    event = open_event(entrants=0, on_boards=None)
    add_computers(event, 1, 1)
    event.pair()
    event.start()
    (room,) = Room.objects.all()
    assert (room.host, room.simulate_thinking) == (director, False)
    assert event.run_worker() == [room.code]
    assert Game.objects.get().status == Game.Status.PLAYING


def test_computers_need_no_check_in(open_event: Open) -> None:
    event = open_event(entrants=0, on_boards=None, checks_in="on")
    add_computers(event, 1, 1)
    assert event.pair() == ""


def test_a_computer_player_is_taken_out_by_undo(open_event: Open) -> None:
    event = open_event(entrants=1, on_boards=None)
    add_computers(event, 1)
    undo_last(event)
    assert not Entrant.objects.filter(player=None).exists()


@pytest.mark.parametrize(
    ("chosen", "level", "said"),
    [
        ({"on_boards": "on"}, 1, "can't play on real boards"),
        ({"on_boards": None, "rated": "on"}, 1, "play in a rated room"),
        ({"on_boards": None}, 10, "level"),
    ],
)
def test_computers_are_refused(
    open_event: Open, chosen: dict[str, str | None], level: int, said: str
) -> None:
    event = open_event(entrants=0, **chosen)
    assert said in event.direct("add_computer", level=level)
    assert not Entrant.objects.exists()


def test_an_arena_pairs_computers(open_event: Open) -> None:
    event = open_event(entrants=0, on_boards=None, method="arena", arena_minutes=30)
    add_computers(event, 1, 1)
    assert event.direct("start_arena") == ""
    event.run_worker()
    assert len(event.tables) == 1
