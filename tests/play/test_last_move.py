"""Which tiles are outlined as those of the last move."""

from collections.abc import Callable

import pytest

from games.play import store
from games.play.models import Room
from games.play.perspective import look
from games.play.services import turns
from games.players.models import Player
from games.rules.moves import Act, Challenge, Pass
from tests.live.plays import find_plays
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db


class Words:
    """A dictionary in which everything is a word, or nothing."""

    def __init__(self, good: bool) -> None:
        self.good = good

    def __contains__(self, _word: object) -> bool:
        return self.good


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    def say(good: bool) -> None:
        monkeypatch.setattr(store, "lexicon_of", lambda *_args: Words(good))

    return say


def act(room: Room, people: list[Player], seat: int, what: Act) -> None:
    turn = table_of(room).turn_number
    turns.act(room.code, people[seat].pk, what, turn=turn, key="", now=NOON)


def outlined(room: Room) -> int:
    return sum(tile.last for tile in look(room.code, None).tiles)


@pytest.fixture
def played(open_table, people) -> tuple[Room, int]:
    """A game with one play on the board, and the seat whose turn it is."""
    room = open_table(challenge="single")
    state = store.load(table_of(room))
    mover = state.to_move
    assert mover is not None
    act(room, people, mover, find_plays(state, mover)[0])
    assert outlined(room) == 7
    return room, 1 - mover


def test_a_play_challenged_in_vain_stays_the_last_move(played, people, judge) -> None:
    room, other = played
    judge(True)
    act(room, people, other, Challenge())
    assert outlined(room) == 7
    act(room, people, other, Pass())
    assert outlined(room) == 0


def test_a_withdrawn_play_leaves_nothing_outlined(played, people, judge) -> None:
    room, other = played
    judge(False)
    act(room, people, other, Challenge())
    assert not look(room.code, None).tiles
