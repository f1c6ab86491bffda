"""Which tiles are outlined as those of the last move."""

from collections.abc import Callable

import pytest

from games.play import store
from games.play.models import Room
from games.play.perspective import build_room_view
from games.play.services import turns
from games.players.models import Player
from games.rules.plays.acts import Act, Challenge, Pass
from tests.live.play_finder import find_plays
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db


class Words:
    """A dictionary that contains every word, or none."""

    def __init__(self, good: bool) -> None:
        self.good = good

    def __contains__(self, _word: object) -> bool:
        return self.good


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    def say(good: bool) -> None:
        monkeypatch.setattr(store, "get_lexicon", lambda *_args: Words(good))

    return say


def act(room: Room, people: list[Player], seat: int, what: Act) -> None:
    turn = table_of(room).turn_number
    turns.apply_player_act(room.code, people[seat].pk, what, turn=turn, key="", now=NOON)


def outlined(room: Room) -> int:
    return sum(tile.last for tile in build_room_view(room.code, None).tiles)


@pytest.fixture
def played(open_table, people) -> tuple[Room, int]:
    """A game with one play on the board, and the seat whose turn it is."""
    room = open_table(challenge="single")
    state = store.load_state(table_of(room))
    mover = state.to_move
    assert mover is not None
    act(room, people, mover, find_plays(state, mover)[0])
    assert outlined(room) == 7
    return room, 1 - mover


def test_a_play_stays_the_last_move_after_a_failed_challenge(played, people, judge) -> None:
    room, other = played
    judge(True)
    act(room, people, other, Challenge())
    assert outlined(room) == 7
    act(room, people, other, Pass())
    assert outlined(room) == 0


def test_a_withdrawn_play_is_not_outlined(played, people, judge) -> None:
    room, other = played
    judge(False)
    act(room, people, other, Challenge())
    assert not build_room_view(room.code, None).tiles
