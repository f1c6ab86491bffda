"""A guest becomes a member and stays the same player."""

import re
from hashlib import sha1

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.mail.models import OutgoingMail
from games.players.models import Player
from scrabble_site.security.password_validators import has_line_starting_with
from tests.accounts.conftest import HERS, PASSWORD, log_in, sign_up, whose
from tests.play.conftest import table_of


def test_a_guest_who_signs_up_during_a_game_keeps_playing(open_table, people, client_of) -> None:
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


def test_signing_up_ends_the_guests_other_sessions(people, client_of) -> None:
    browser, elsewhere = client_of(people[0]), client_of(people[0])
    assert sign_up(browser, "Amber").status_code == 302
    assert "Amber" in browser.get("/settings/").content.decode()
    assert "Amber" not in elsewhere.get("/settings/").content.decode()


def test_a_stranger_can_sign_up(db) -> None:
    browser = Client()
    assert sign_up(browser, "  Jade\u200b ").status_code == 302
    jade = whose(browser)
    assert jade is not None and jade.nickname == "Jade"
    assert browser.get("/settings/").context["user"] == jade.user


def test_signup_needs_no_confirmed_address(db, settings) -> None:
    browser = Client()
    assert sign_up(browser)["Location"] == "/"
    letter = OutgoingMail.objects.get()
    assert (letter.to, letter.kind, letter.player) == (HERS, "account", None)
    assert f"{settings.SITE_URL.rstrip('/')}/accounts/confirm-email/" in letter.text
    assert log_in(Client()).status_code == 302, "the address need not be confirmed"


def test_a_refused_form_keeps_what_was_typed(make_member) -> None:
    make_member("Rust")
    browser = Client()
    for name in ("Rust", "RUST", "Rսst", "R\u200bust", "Rust ", "Ｒｕｓｔ", "Admin", "\u3164"):
        answer = sign_up(browser, name)
        assert answer.status_code == 200, name
        assert answer.context["form"].errors["nickname"], name
        assert HERS in answer.content.decode()
    assert User.objects.count() == Player.objects.count() == 1


def test_signing_up_does_not_reveal_whether_an_address_has_an_account(make_member) -> None:
    jade, second = make_member("Jade"), Client()
    answers = [sign_up(second, "Fern"), sign_up(Client(), "Moss", "moss@tiles.example")]
    assert [(one.status_code, one["Location"]) for one in answers] == [(302, "/")] * 2
    pages = [
        Client().post("/accounts/signup/", {"nickname": name, "email": email, "password1": "x"})
        for name, email in (("Ash", HERS), ("Elm", "elm@tiles.example"))
    ]
    said = [one.content.decode().replace("elm@tiles.example", HERS) for one in pages]
    assert said[0].count("errorlist") == said[1].count("errorlist")
    browser = Client()
    assert log_in(browser, password=PASSWORD).status_code == 302
    assert whose(browser) in (jade, whose(second))
    browser.post("/accounts/logout/")
    assert not EmailAddress.objects.filter(
        user__username__startswith="fern", verified=True
    ).exists()


def test_only_the_owner_of_an_address_learns_of_another_signup(
    make_member,
) -> None:
    """The answer, the next page and the number of statements are the same;
    only the e-mail differs."""
    make_member("Jade")
    sign_up(Client(), "Warm", "warm@tiles.example")  # fills the caches
    pages, statements = [], []
    for name, email in (("Fern", HERS), ("Moss", "moss@tiles.example")):
        browser = Client()
        browser.get("/accounts/signup/")
        with CaptureQueriesContext(connection) as counted:
            answer = sign_up(browser, name, email)
        page = browser.get("/accounts/email/").content.decode()
        for said in (name, email, name.lower()):
            page = page.replace(said, "")
        pages.append(
            (answer.status_code, answer["Location"], [*answer.cookies], _without_tokens(page))
        )
        statements.append(len(counted))
    assert pages[0] == pages[1]
    # Many more statements would take longer, and the time would reveal the account.
    assert abs(statements[0] - statements[1]) <= 2
    letters = {one.to: one for one in OutgoingMail.objects.all()}
    assert "confirm-email" in letters["moss@tiles.example"].text
    assert "confirm-email" not in letters[HERS].text
    assert "already" in f"{letters[HERS].subject} {letters[HERS].text}"


def _without_tokens(page: str) -> str:
    """Remove from a page what is new on every request."""
    page = re.sub(r'(data-me="|class="avatar" aria-hidden="true">)\w+', "", page)
    return re.sub(r'(csrfmiddlewaretoken" value="|"X-CSRFToken": ")\w+', "", page)


@pytest.mark.parametrize(
    "password",
    [
        "Passw0rd2024!",
        "p@ssword99",
        "!!dragon1!",
        "sunshinesunshine",
        "Qwertyuiop123",
        "Wolverin#7",
        "lifehack2026",
    ],
)
def test_common_passwords_are_refused_in_every_variation(db, password) -> None:
    answer = sign_up(Client(), password1=password)
    assert answer.context["form"].errors["password1"]
    assert not User.objects.exists()


def test_breached_passwords_are_looked_up_in_a_file(db, settings, tmp_path) -> None:
    words = [f"seven brown tiles {n}" for n in range(500)]
    sums = sorted(sha1(word.encode()).hexdigest().upper() for word in words)
    file = tmp_path / "breached"
    file.write_text("".join(f"{one}:3\n" for one in sums))
    settings.BREACHED_PASSWORDS = str(file)
    assert all(has_line_starting_with(file, one.encode()) for one in sums)
    assert not any(has_line_starting_with(file, f"{one[:-1]}g".encode()) for one in sums)
    refused = sign_up(Client(), password1=words[7])
    assert "known from a data breach" in refused.content.decode()
    assert sign_up(Client()).status_code == 302
