"""Exporting and deleting personal data."""

import json
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.accounts.services.account_deletion import delete_account
from games.mail.models import OutgoingMail
from games.play import store
from games.play.models import Game, Room, SeatMember
from games.play.perspective import build_room_view
from games.play.services import turns
from games.play.services.invitations import find_player
from games.play.services.naming import get_or_create_player
from games.players.models import DeletedAccountHash, Notification, Player, ReservedName
from games.rules.plays.acts import Exchange, Resign
from scrabble_site.shared.refusals import InvalidRequest, NotFound, Refusal
from tests.accounts.conftest import HERS, PASSWORD, confirm_password, log_in, whose
from tests.play.conftest import NOON, table_of

LATER = NOON + timedelta(minutes=5)
FORMER = "A former player"


def exchange(room: Room, people: list[Player]) -> tuple[Player, str]:
    """Let the seat to move exchange two tiles. Return the player and the rack before."""
    game = table_of(room)
    state = store.load_state(game)
    assert state.to_move is not None
    rack = state.seats[state.to_move].rack
    mover = people[state.to_move]
    turns.apply_player_act(
        room.code, mover.pk, Exchange(rack[:2]), turn=game.turn_number, key="", now=NOON
    )
    return mover, state.tile_set.write(rack)


def test_an_export_holds_only_the_players_own_data(make_member, open_table, people) -> None:
    room = open_table(seats=3)
    first, first_rack = exchange(room, people)
    second, second_rack = exchange(room, people)
    Player.objects.filter(pk=second.pk).update(email="secret@elsewhere.example")
    Notification.objects.create(player=first, room=room, kind="turn", text="mine", created_at=NOON)
    Notification.objects.create(
        player=second, room=room, kind="turn", text="not mine", created_at=NOON
    )
    fern = make_member("Fern", first)
    browser = Client()
    log_in(browser, "fern@tiles.example")

    answer = browser.get("/settings/data/")
    assert "attachment" in answer["Content-Disposition"]
    text, data = answer.content.decode(), json.loads(answer.content)
    assert data["profile"]["name"] == "Fern"
    assert [one["email"] for one in data["account"]["emails"]] == ["fern@tiles.example"]
    (game,) = data["games"]
    assert game["seats"][game["own_seat"] - 1] == "Fern"
    assert second.nickname in game["seats"]
    assert [move["from_rack"] for move in game["moves"]] == [first_rack]
    assert game["own_rack"]
    assert [one["text"] for one in data["notices"]] == ["mine"]
    racks = {
        store.load_state(table_of(room)).tile_set.write(s.rack)
        for s in store.load_state(table_of(room)).seats
    }
    for secret in (*racks - {game["own_rack"]}, second_rack, "elsewhere.example", "not mine"):
        assert secret not in text
    for secret in (fern.user.password, "seed", table_of(room).secret.secret.hex()):
        assert secret not in text


def test_a_guest_can_export_data_and_a_stranger_cannot(people, client_of) -> None:
    assert client_of(people[0]).get("/settings/data/").json()["account"] is None
    assert Client().get("/settings/data/").status_code == 302


def test_a_member_can_delete_the_account(make_member, open_table, people) -> None:
    ended, running, waiting = open_table(), open_table(seats=3), open_table(started=False)
    amber, cobalt = people[:2]
    turns.apply_player_act(ended.code, cobalt.pk, Resign(), turn=0, key="", now=NOON)
    jade = make_member("Amber", amber)
    user = jade.user
    text = f"{jade.nickname} would like another game at the table."
    Notification.objects.create(
        player=cobalt, room=ended, kind="rematch", text=text, created_at=NOON
    )
    browser = Client()
    log_in(browser, "amber@tiles.example")
    confirm_password(browser)
    path = "/settings/delete/"
    assert browser.post(path, {"name": "Cobalt"}).status_code == 422
    assert User.objects.filter(pk=user.pk).exists()
    answer = browser.post(path, {"name": " amber "}, follow=True)
    assert "All your data has been deleted" in answer.content.decode()

    jade.refresh_from_db()
    assert (jade.nickname, jade.user, jade.email) == (FORMER, None, "")
    assert not User.objects.filter(pk=user.pk).exists()
    assert not ReservedName.objects.exists()
    assert whose(browser) is None
    assert log_in(Client(), "amber@tiles.example").status_code == 200
    for code in (ended.code, running.code):
        page = Client().get(f"/r/{code}/").content.decode()
        assert FORMER in page and "Amber" not in page
    assert Notification.objects.get(player=cobalt, kind="rematch").text.startswith(FORMER)
    view = build_room_view(running.code, None)
    assert view.seats[0].name == FORMER
    state = store.load_state(table_of(running))
    assert 0 not in state.in_play and state.to_move in (1, 2), "no one waits for the deleted player"
    assert not SeatMember.objects.filter(game=table_of(waiting), player=jade).exists()
    assert Room.objects.get(pk=waiting.pk).host == cobalt
    with pytest.raises(NotFound):
        find_player(FORMER, cobalt)
    with pytest.raises(InvalidRequest):
        get_or_create_player(cobalt.pk, "Amber")
    DeletedAccountHash.objects.update(until=NOON)
    assert get_or_create_player(cobalt.pk, "Amber").nickname == "Amber", (
        "after a month the name is free"
    )


def test_the_name_a_former_player_is_reserved(people) -> None:
    with pytest.raises(Refusal):
        get_or_create_player(people[0].pk, FORMER)


def test_deletion_needs_a_recent_login(make_member) -> None:
    make_member("Jade")
    browser = Client()
    log_in(browser)
    answer = browser.post("/settings/delete/", {"name": "Jade"}, follow=True)
    assert "Confirm it's you" in answer.content.decode()
    path = answer.redirect_chain[-1][0]
    wrong = browser.post(path, {"password": "wrong"})
    assert "Wrong password." in wrong.content.decode()
    assert User.objects.count() == 1
    done = browser.post(path, {"password": PASSWORD}, follow=True)
    assert "All your data has been deleted" in done.content.decode(), "what was asked for is done"
    assert User.objects.count() == 0


def test_a_guest_can_delete_their_data(open_table, people, client_of) -> None:
    room, browser = open_table(), client_of(people[0])
    assert browser.post("/settings/delete/", {"name": "Amber"}).status_code == 302
    assert table_of(room).status == Game.Status.OVER
    assert whose(browser) is None
    assert Client().post("/settings/delete/", {"name": "Amber"}).status_code == 302


def test_deleting_twice_has_the_effect_of_once(open_table, people) -> None:
    room = open_table(seats=3)
    delete_account(people[0], LATER)
    turn = table_of(room).turn_number
    delete_account(people[0], LATER)
    assert table_of(room).turn_number == turn


def test_no_email_is_sent_to_a_deleted_player(make_member) -> None:
    jade = make_member("Jade")
    OutgoingMail.objects.create(
        kind="turn", to=HERS, player=jade, subject="!", text="!", created_at=NOON, due_at=NOON
    )
    delete_account(jade, LATER)
    assert not OutgoingMail.objects.exists()
