"""Tokens: made on a page, told once, good for what they name, ended in every way there is."""

import json
import logging
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts.export import export
from games.accounts.services.leaving import leave_for_good
from games.accounts.services.sessions import end_sessions
from games.api.models import Token
from games.api.services.tokens import MOST, good_tokens, make_token
from games.common.refusals import Conflict, Unsuitable
from games.play.services.naming import introduce, rename
from games.players.models import Player, Sanction
from games.players.names import clean_nickname
from games.players.services.sanctions import impose
from games.ratings.models import Rating
from tests.api.conftest import NOON, Program, enrol

pytestmark = pytest.mark.django_db

SECRET = re.compile(r'value="(tileroom_[\w-]{43})"')
FORM = {"name": "My engine", "scopes": "play", "bot": "Umber"}


@pytest.fixture
def browser(amber: Player) -> Client:
    client = Client()
    assert amber.user is not None
    client.force_login(amber.user)
    return client


def test_a_token_is_made_told_once_and_revoked(browser: Client, amber: Player) -> None:
    page = browser.post("/settings/tokens/", FORM)
    assert page.status_code == 200
    found = SECRET.search(page.content.decode())
    assert found
    program = Program(found[1])
    told = program.get("me").json()
    assert (told["token"], told["member"], told["bot"]) == ("My engine", "Amber", "Umber (bot)")
    later = browser.get("/settings/tokens/").content.decode()
    assert found[1] not in later
    assert "My engine" in later
    assert "Umber (bot)" in later
    token = Token.objects.get()
    assert found[1] not in repr(Token.objects.values().get())
    assert token.used_at is not None
    assert browser.post(f"/settings/tokens/{token.pk}/end/").status_code == 302
    assert program.get("me").json()["code"] == "token.invalid"
    assert "My engine" not in browser.get("/settings/tokens/").content.decode()


@pytest.mark.parametrize(
    ("change", "status", "says"),
    [
        ({"name": "\u200b"}, 422, "Give the token a name."),
        ({"scopes": "everything"}, 422, "Select a valid choice"),
        ({"scopes": []}, 422, "Choose what the token allows."),
        ({"bot": ""}, 422, "Give the bot a name."),
        ({"bot": "Moderator"}, 422, "Nobody can be called Moderator"),
        ({"bot": "x" * 30}, 422, "at most 18 characters"),
    ],
)
def test_what_will_not_do_is_told_in_the_form(
    browser: Client, change: dict[str, Any], status: int, says: str
) -> None:
    page = browser.post("/settings/tokens/", FORM | change)
    assert page.status_code == status
    assert says in page.content.decode()
    assert not Token.objects.exists()


def test_guests_have_none_and_nobody_ends_anothers(
    browser: Client, people: list[Player], client_of: Callable[[Player], Client]
) -> None:
    guest = client_of(people[1])
    assert guest.post("/settings/tokens/", FORM).status_code == 403
    browser.post("/settings/tokens/", FORM)
    other = Client()
    account = enrol(people[2]).user
    assert account is not None
    other.force_login(account)
    assert other.post(f"/settings/tokens/{Token.objects.get().pk}/end/").status_code == 404
    assert Token.objects.get().revoked_at is None


def test_a_cookie_lets_no_program_in(browser: Client) -> None:
    room = {"seats": 2}
    answer = browser.post("/api/1/rooms", room, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (401, "token.missing")
    assert answer["WWW-Authenticate"] == "Bearer"
    assert browser.get("/api/1/me").status_code == 401


def test_a_token_does_what_it_names(make_program: Callable[..., Program], amber: Player) -> None:
    uploader = make_program("", amber, "upload")
    assert uploader.bot is None
    answer = uploader.post("rooms", seats=2)
    assert (answer.status_code, answer.json()["code"]) == (403, "token.scope")


@pytest.mark.parametrize("way", ["log out everywhere", "leave", "lose the account"])
def test_a_token_ends_with_its_owners_sessions(
    make_program: Callable[..., Program], amber: Player, way: str
) -> None:
    program = make_program()
    assert program.get("me").status_code == 200
    if way == "log out everywhere":
        end_sessions(amber)
    elif way == "leave":
        leave_for_good(amber, NOON)
    else:
        assert amber.user is not None
        amber.user.is_active = False
        amber.user.save()
    assert program.get("me").status_code == 401


def test_who_leaves_takes_the_bots_along(
    make_program: Callable[..., Program], amber: Player, django_capture_on_commit_callbacks: Any
) -> None:
    program = make_program()
    room = program.post("rooms", seats=2).json()
    with django_capture_on_commit_callbacks(execute=True):
        leave_for_good(amber, NOON)
    assert program.bot is not None
    program.bot.refresh_from_db()
    assert program.bot.nickname == "A former player"
    assert program.bot.left_at is not None
    assert not Token.objects.exists()
    seats = Program().get(f"rooms/{room['code']}").json()["seats"]
    assert "Umber" not in json.dumps(seats)


def test_all_sessions_of_a_bot_end_with_its_members(
    make_program: Callable[..., Program], amber: Player, django_capture_on_commit_callbacks: Any
) -> None:
    bot = make_program().bot
    assert bot is not None
    with django_capture_on_commit_callbacks(execute=True):
        end_sessions(amber)
    assert Player.objects.get(pk=bot.pk).epoch == bot.epoch + 1


def test_the_suspended_have_their_programs_begin_nothing(
    make_program: Callable[..., Program], amber: Player
) -> None:
    program = make_program()
    until = timezone.now() + timedelta(days=1)
    impose(amber, Sanction.Kind.SUSPENSION, "Rude", timezone.now(), until=until)
    answer = program.post("rooms", seats=2)
    assert (answer.status_code, answer.json()["code"]) == (403, "player.suspended")


def test_a_bots_name_is_marked_and_its_own(amber: Player, people: list[Player]) -> None:
    token, _secret = make_token(amber, "x", ["play"], "Umber (bot)", NOON)
    bot = token.bot
    assert bot is not None
    assert bot.nickname == "Umber (bot)"
    assert rename(bot, "Sienna").nickname == "Sienna (bot)"
    for taken in ("Sienna bot", "Sienna (bot)", "Sienna b0t"):
        with pytest.raises(Unsuitable, match=r"nickname\.reserved"):
            clean_nickname(taken)
    with pytest.raises(Unsuitable, match=r"nickname\.member"):
        introduce(people[1].pk, "Siennabot")
    cobalt = enrol(people[1])
    with pytest.raises(Unsuitable, match=r"nickname\.member"):
        make_token(cobalt, "y", ["play"], "Sienna", NOON)
    again, _secret = make_token(amber, "z", ["play"], "Sienna", NOON)
    assert again.bot == bot
    assert not Rating.objects.filter(player=bot).exists()


def test_there_is_an_end_to_tokens(amber: Player) -> None:
    for number in range(MOST):
        make_token(amber, f"number {number}", ["upload"], "", NOON)
    with pytest.raises(Conflict, match=r"token\.many"):
        make_token(amber, "one more", ["upload"], "", NOON)
    assert good_tokens(amber).count() == MOST


def test_the_export_names_them_and_tells_no_secret(
    make_program: Callable[..., Program], amber: Player
) -> None:
    program = make_program()
    told = export(amber, NOON)
    assert [one["name"] for one in told["tokens"]] == ["for Umber"]
    assert told["bots"] == ["Umber (bot)"]
    mark = Token.objects.get().mark
    assert not {program.secret, mark} & set(re.findall(r"\w+", repr(told)))


def test_no_log_holds_a_token(
    make_program: Callable[..., Program], caplog: pytest.LogCaptureFixture
) -> None:
    program = make_program()
    with caplog.at_level(logging.DEBUG):
        program.get("nowhere")
        program.post("rooms", seats=99)
        Program(f"{program.secret}x").get("me")
    assert caplog.records
    assert program.secret[10:] not in caplog.text
