"""Aborting a game: the page offers it until every seat has moved, and no rating changes."""

import pytest

from games.play import store
from games.play.models import Game
from games.play.perspective import build_room_view
from games.play.services import turns
from games.records.perspective.bag_verification import verify_draws
from games.rules.plays.acts import Abort, Exchange, Pass
from scrabble_site.shared.refusals import Conflict
from tests.play.conftest import NOON, outcome_of, table_of

pytestmark = pytest.mark.django_db


def swap(room, people) -> None:
    mover, game = build_room_view(room.code, None).to_move, table_of(room)
    assert mover is not None
    act = Exchange(store.load_state(game).seats[mover].rack[:1])
    turns.apply_player_act(
        room.code, people[mover].pk, act, turn=game.turn_number, key="", now=NOON
    )


def test_any_player_can_abort_and_the_others_see_who_did(open_table, people, client_of) -> None:
    room = open_table(seats=3)
    swap(room, people)
    mover = build_room_view(room.code, None).to_move or 0
    waiting = people[(mover + 1) % 3]
    assert "abort" in build_room_view(room.code, waiting).actions
    assert "abort" not in build_room_view(room.code, people[3]).actions
    sent = {"game": str(table_of(room).pk), "turn": 1, "key": "once"}
    assert client_of(people[3]).post(f"/r/{room.code}/abort", sent).status_code == 403
    for _twice in range(2):
        answer = client_of(waiting).post(f"/r/{room.code}/abort", sent)
        assert answer.status_code == 200
    assert outcome_of(room).reason == "annulled"
    said = build_room_view(room.code, people[mover]).say
    assert f"{waiting.nickname} aborted the game" in said.replace("\u2068", "").replace(
        "\u2069", ""
    )
    assert table_of(room).status == Game.Status.OVER
    assert [move.kind for move in table_of(room).moves.all()] == ["exchange", "abort"]
    assert verify_draws(table_of(room)).fault == ""


def test_no_player_can_abort_once_all_have_moved(open_table, people, client_of) -> None:
    room = open_table()
    swap(room, people)
    swap(room, people)
    assert "abort" not in build_room_view(room.code, people[0]).actions
    sent = {"game": str(table_of(room).pk), "turn": 2, "key": "late"}
    answer = client_of(people[0]).post(f"/r/{room.code}/abort", sent)
    assert answer.status_code == 422
    assert "Everyone has moved" in answer.content.decode()
    assert table_of(room).running


def test_only_one_of_a_simultaneous_move_and_abort_takes_effect(open_table, people) -> None:
    room = open_table()
    swap(room, people)
    with pytest.raises(Conflict):
        turns.apply_player_act(room.code, people[0].pk, Abort(), turn=0, key="", now=NOON)
    assert table_of(room).running
    turns.apply_player_act(room.code, people[0].pk, Abort(), turn=1, key="", now=NOON)
    with pytest.raises(Conflict):
        turns.apply_player_act(room.code, people[1].pk, Pass(), turn=1, key="", now=NOON)
