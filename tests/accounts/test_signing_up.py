"""A guest becomes a member and stays who they are."""

from django.contrib.auth.models import User
from django.test import Client

from games.mail.models import Letter
from games.players.models import Player
from tests.accounts.conftest import HERS, PASSWORD, log_in, sign_up, whose
from tests.play.conftest import table_of


def test_a_guest_signs_up_in_mid_game_and_plays_on(open_table, people, client_of) -> None:
    room, amber = open_table(), people[0]
    browser = client_of(amber)
    answer = sign_up(browser, "Amber", next=f"/r/{room.code}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/r/{room.code}/")
    amber.refresh_from_db()
    assert amber.user is not None and amber.user.email == HERS
    assert whose(browser) == amber
    page = browser.get(f"/r/{room.code}/").content.decode()
    assert 'data-seated="1"' in page
    game = table_of(room)
    sent = {"game": game.pk, "turn": game.turn_number, "key": "k"}
    assert game.state is not None
    mover = people[game.state["to_move"]]
    passing = browser if mover == amber else client_of(mover)
    assert passing.post(f"/r/{room.code}/pass", sent).status_code == 200


def test_the_guests_other_sessions_end_with_the_sign_up(people, client_of) -> None:
    browser, elsewhere = client_of(people[0]), client_of(people[0])
    assert sign_up(browser, "Amber").status_code == 302
    assert "Amber" in browser.get("/settings/").content.decode()
    assert "Amber" not in elsewhere.get("/settings/").content.decode()


def test_a_stranger_signs_up_under_a_name(db) -> None:
    browser = Client()
    assert sign_up(browser, "  Jade\u200b ").status_code == 302
    jade = whose(browser)
    assert jade is not None and jade.nickname == "Jade"
    assert browser.get("/settings/").context["user"] == jade.user


def test_no_mail_host_is_no_dead_end(db, settings) -> None:
    browser = Client()
    assert sign_up(browser)["Location"] == "/"
    letter = Letter.objects.get()
    assert (letter.to, letter.kind, letter.player) == (HERS, "account", None)
    assert f"{settings.SITE_URL}/accounts/confirm-email/" in letter.text
    assert log_in(Client()).status_code == 302, "the address need not be confirmed"


def test_what_was_typed_stays_when_it_will_not_do(make_member) -> None:
    make_member("Rust")
    browser = Client()
    for name in ("Rust", "RUST", "Rսst", "R\u200bust", "Rust ", "Ｒｕｓｔ", "Admin", "\u3164"):
        answer = sign_up(browser, name)
        assert answer.status_code == 200, name
        assert answer.context["form"].errors["nickname"], name
        assert HERS in answer.content.decode()
    assert User.objects.count() == Player.objects.count() == 1


def test_one_address_has_one_account(make_member) -> None:
    make_member("Jade")
    answer = sign_up(Client(), "Fern")
    assert User.objects.count() == 1
    assert answer.status_code in (200, 302)
    assert log_in(Client(), password=PASSWORD).status_code == 302
