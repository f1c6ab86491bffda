"""Stored replies: made by themselves when the very turn they were stored for has come."""

from typing import Any

import pytest

from games.common.refusals import Conflict
from games.play.models import Move, Reply, Room
from games.play.perspective import look
from games.play.services import referee, replies
from games.play.services.replies import Wish
from tests.play.conftest import table_of
from tests.play.slow import LATER, act, attend, keep, moves_of, open_slow

__all__ = ["attend", "open_slow"]
pytestmark = pytest.mark.django_db


def test_the_reply_to_this_very_play_is_made_by_itself(open_slow, people, attend) -> None:
    room = open_slow()
    keep(room, people[1], "8G CAT", "H7 B.")
    act(room, people[0], "8G CAT", LATER)
    assert moves_of(room) == [(0, "play", False)]
    attend()
    assert moves_of(room) == [(0, "play", False), (1, "play", True)]
    view = look(room.code, None)
    assert view.to_move == 0
    assert not Reply.objects.exists()
    assert table_of(room).replying == []
    assert Move.objects.get(by_reply=True).player == people[1]


def test_another_play_drops_it_and_the_player_is_told(open_slow, people, attend) -> None:
    room = open_slow()
    keep(room, people[1], "8G CAT", "H7 B.")
    keep(room, people[1], "-", "8G BOX")
    act(room, people[0], "8H CAT", LATER)
    assert not people[1].notices.exists(), "whether it is their turn is not known yet"
    stamp = Room.objects.get(pk=room.pk).stamp
    attend()
    assert moves_of(room) == [(0, "play", False)]
    assert not Reply.objects.exists()
    assert "none of your stored replies fits" in people[1].notices.get().text
    assert Room.objects.get(pk=room.pk).stamp == stamp, "nobody is to notice"
    due = table_of(room).due_at
    assert due is not None
    assert due > LATER


def test_what_is_not_lawful_when_it_falls_due_is_not_made(open_slow, people, attend) -> None:
    room = open_slow()
    keep(room, people[1], "8G CAT", "I7 B.")
    act(room, people[0], "8G CAT", LATER)
    attend()
    assert moves_of(room) == [(0, "play", False)], "BT is no word"
    assert "could not be made" in people[1].notices.get().text
    assert not Reply.objects.exists()


def test_passes_and_exchanges_are_answered_too(open_slow, people, attend) -> None:
    room = open_slow()
    keep(room, people[1], "-2", "-ON")
    keep(room, people[1], "-3", "-")
    act(room, people[0], "-CAT", LATER)
    attend()
    assert moves_of(room) == [(0, "exchange", False), (1, "pass", True)]


def test_a_tile_by_itself_is_the_same_across_and_down(open_slow, people, attend) -> None:
    room = open_slow("CATDOGS", "BONEXIA")
    act(room, people[0], "8G CAT")
    keep(room, people[0], "H7 BA", "-")
    act(room, people[1], "7H B", LATER)
    attend()
    assert moves_of(room)[-1] == (0, "pass", True)


def test_replies_follow_one_another(open_slow, people, attend) -> None:
    room = open_slow("CATDOGS", "BONEXIA")
    first = keep(room, people[1], "8G CAT", "H7 B.")
    keep(room, people[1], "-", "I7 O.", after=first.pk)
    keep(room, people[1], "-", "-")
    act(room, people[0], "8G CAT", LATER)
    attend()
    assert [(one.after, one.turn) for one in Reply.objects.all()] == [(None, 2)]
    act(room, people[0], "-", LATER)
    attend()
    assert moves_of(room)[1:] == [(1, "play", True), (0, "pass", False), (1, "play", True)]
    assert not Reply.objects.exists()


def test_who_moves_before_it_falls_due_has_moved(open_slow, people, attend) -> None:
    room = open_slow()
    keep(room, people[1], "-", "-")
    act(room, people[0], "-", LATER)
    act(room, people[1], "-ON", LATER)
    assert not Reply.objects.exists()
    attend()
    assert moves_of(room) == [(0, "pass", False), (1, "exchange", False)]
    assert not people[1].notices.exists()


def test_it_is_made_once_whoever_comes(open_slow, people, attend) -> None:
    room = open_slow()
    keep(room, people[1], "-", "-ON")
    act(room, people[0], "-", LATER)
    ((code, game_id),) = referee.due_games(LATER)
    assert referee.attend(code, game_id, LATER)
    assert not referee.attend(code, game_id, LATER), "a second worker"
    assert moves_of(room) == [(0, "pass", False), (1, "exchange", True)]


def test_what_falls_due_cannot_be_edited(open_slow, people, attend) -> None:
    room = open_slow()
    reply = keep(room, people[1], "-", "-ON")
    said: dict[str, Any] = {"turn": 0, "game_id": str(table_of(room).pk)}
    act(room, people[0], "-", LATER)
    with pytest.raises(Conflict, match="moved_on"):
        replies.remove_reply(room.code, people[1], reply.pk, **said)
    with pytest.raises(Conflict, match="moved_on"):
        replies.store_reply(room.code, people[1], Wish("-", "-"), **said)
    attend()
    assert moves_of(room)[-1] == (1, "exchange", True)


def test_another_answer_takes_the_place_of_the_first(open_slow, people, attend) -> None:
    room = open_slow()
    keep(room, people[1], "8G CAT", "-")
    keep(room, people[1], "8G CAT", "H7 B.")
    assert Reply.objects.count() == 1
    act(room, people[0], "8G CAT", LATER)
    attend()
    assert moves_of(room)[-1] == (1, "play", True)
