"""Conditional moves: made automatically when the turn they were stored for arrives."""

from typing import Any

import pytest

from games.play.models import ConditionalMove, Move, Room
from games.play.perspective import build_room_view
from games.play.services import referee, replies
from games.play.services.replies import ReplyRequest
from games.players.services.notifications import describe_notification
from games.rules.plays.acts import Accept, Challenge
from scrabble_site.shared.refusals import Conflict
from tests.play.conftest import table_of
from tests.play.correspondence import LATER, act, attend, keep, moves_of, open_slow

__all__ = ["attend", "open_slow"]
pytestmark = pytest.mark.django_db


def test_a_stored_reply_is_made_automatically(open_slow, people, attend) -> None:
    room = open_slow()
    keep(room, people[1], "8G CAT", "H7 B.")
    act(room, people[0], "8G CAT", LATER)
    assert moves_of(room) == [(0, "play", False)]
    attend()
    assert moves_of(room) == [(0, "play", False), (1, "play", True)]
    view = build_room_view(room.code, None)
    assert view.to_move == 0
    assert not ConditionalMove.objects.exists()
    assert table_of(room).seats_with_replies == []
    assert Move.objects.get(by_reply=True).player == people[1]


def test_a_reply_is_made_once_the_others_have_allowed_the_words(open_slow, people, attend) -> None:
    """The seat is asked to vote first, although it has stored a reply."""
    room = open_slow(challenge="vote")
    keep(room, people[1], "8G CAGD", "H7 B.")
    act(room, people[0], "8G CAGD", LATER)
    assert "Your turn" in describe_notification(people[1].notices.get(kind="turn"), LATER)
    attend()
    assert moves_of(room) == [(0, "play", False)], "the words may yet be refused"
    act(room, people[1], Accept(), LATER)
    attend()
    assert moves_of(room)[1:] == [(1, "accept", False), (1, "play", True)]


def test_a_reply_to_a_play_that_was_voted_down_is_not_made(open_slow, people, attend) -> None:
    room = open_slow(challenge="vote")
    keep(room, people[1], "8G CAGD", "H7 B.")
    act(room, people[0], "8G CAGD", LATER)
    act(room, people[1], Challenge(), LATER)
    attend()
    assert moves_of(room)[1:] == [(1, "challenge", False)]
    assert not ConditionalMove.objects.exists()


def test_another_play_drops_the_reply_and_the_player_is_notified(open_slow, people, attend) -> None:
    room = open_slow()
    keep(room, people[1], "8G CAT", "H7 B.")
    keep(room, people[1], "-", "8G BOX")
    act(room, people[0], "8H CAT", LATER)
    assert not people[1].notices.exists(), "whether it is their turn is not known yet"
    stamp = Room.objects.get(pk=room.pk).stamp
    attend()
    assert moves_of(room) == [(0, "play", False)]
    assert not ConditionalMove.objects.exists()
    assert "Your conditional moves didn't match." in describe_notification(
        people[1].notices.get(), LATER
    )
    assert Room.objects.get(pk=room.pk).stamp == stamp, "other pages must not notice"
    due = table_of(room).due_at
    assert due is not None
    assert due > LATER


def test_repeating_a_reply_keeps_the_ones_after_it(open_slow, people) -> None:
    room = open_slow()
    first = keep(room, people[1], "8G CAT", "H7 B.")
    later = keep(room, people[1], "-", "I7 O.", after=first.pk)
    keep(room, people[1], "8G CAT", "H7 B.")
    assert set(ConditionalMove.objects.all()) == {first, later}
    keep(room, people[1], "8G CAT", "-")
    assert list(ConditionalMove.objects.all()) == [first], "it began from other tiles"


def test_a_conditional_move_that_has_become_illegal_is_not_made(open_slow, people, attend) -> None:
    room = open_slow()
    keep(room, people[1], "8G CAT", "I7 B.")
    act(room, people[0], "8G CAT", LATER)
    attend()
    assert moves_of(room) == [(0, "play", False)], "BT is no word"
    assert "Your conditional move couldn't be made" in describe_notification(
        people[1].notices.get(), LATER
    )
    assert not ConditionalMove.objects.exists()


def test_passes_and_exchanges_are_answered_too(open_slow, people, attend) -> None:
    room = open_slow()
    keep(room, people[1], "-2", "-ON")
    keep(room, people[1], "-3", "-")
    act(room, people[0], "-CAT", LATER)
    attend()
    assert moves_of(room) == [(0, "exchange", False), (1, "pass", True)]


def test_a_single_tile_is_the_same_across_and_down(open_slow, people, attend) -> None:
    room = open_slow("CATDOGS", "BONEXIA")
    act(room, people[0], "8G CAT")
    keep(room, people[0], "H7 BA", "-")
    act(room, people[1], "7H B", LATER)
    attend()
    assert moves_of(room)[-1] == (0, "pass", True)


def test_conditional_moves_follow_one_another(open_slow, people, attend) -> None:
    room = open_slow("CATDOGS", "BONEXIA")
    first = keep(room, people[1], "8G CAT", "H7 B.")
    keep(room, people[1], "-", "I7 O.", after=first.pk)
    keep(room, people[1], "-", "-")
    act(room, people[0], "8G CAT", LATER)
    attend()
    assert [(one.after, one.turn) for one in ConditionalMove.objects.all()] == [(None, 2)]
    act(room, people[0], "-", LATER)
    attend()
    assert moves_of(room)[1:] == [(1, "play", True), (0, "pass", False), (1, "play", True)]
    assert not ConditionalMove.objects.exists()


def test_a_move_made_before_the_reply_is_due_counts(open_slow, people, attend) -> None:
    room = open_slow()
    keep(room, people[1], "-", "-")
    act(room, people[0], "-", LATER)
    act(room, people[1], "-ON", LATER)
    assert not ConditionalMove.objects.exists()
    attend()
    assert moves_of(room) == [(0, "pass", False), (1, "exchange", False)]
    assert not people[1].notices.exists()


def test_several_processes_make_a_reply_once(open_slow, people, attend) -> None:
    room = open_slow()
    keep(room, people[1], "-", "-ON")
    act(room, people[0], "-", LATER)
    ((code, game_id),) = referee.find_due_games(LATER)
    assert referee.referee_game(code, game_id, LATER)
    assert not referee.referee_game(code, game_id, LATER), "a second worker"
    assert moves_of(room) == [(0, "pass", False), (1, "exchange", True)]


def test_a_due_reply_cannot_be_edited(open_slow, people, attend) -> None:
    room = open_slow()
    reply = keep(room, people[1], "-", "-ON")
    said: dict[str, Any] = {"turn": 0, "game_id": str(table_of(room).pk)}
    act(room, people[0], "-", LATER)
    with pytest.raises(Conflict, match="moved_on"):
        replies.remove_reply(room.code, people[1], reply.pk, **said)
    with pytest.raises(Conflict, match="moved_on"):
        replies.store_reply(room.code, people[1], ReplyRequest("-", "-"), **said)
    attend()
    assert moves_of(room)[-1] == (1, "exchange", True)


def test_another_reply_replaces_the_first(open_slow, people, attend) -> None:
    room = open_slow()
    keep(room, people[1], "8G CAT", "-")
    keep(room, people[1], "8G CAT", "H7 B.")
    assert ConditionalMove.objects.count() == 1
    act(room, people[0], "8G CAT", LATER)
    attend()
    assert moves_of(room)[-1] == (1, "play", True)
