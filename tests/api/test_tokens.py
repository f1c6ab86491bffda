"""Tokens: created on a page, shown once, valid for their scopes only, and every way to end them."""

import json
import logging
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts.perspective.data_export import build_data_export
from games.accounts.services.account_deletion import delete_account
from games.accounts.services.sessions import end_sessions
from games.api.models import ApiToken
from games.api.services.tokens import MAX_TOKENS, create_token, list_valid_tokens
from games.common.names import clean_nickname
from games.play.services.naming import get_or_create_player, rename_player
from games.players.models import Player, Sanction
from games.players.services.sanctions import impose_sanction
from games.ratings.models import Rating
from scrabble_site.shared.refusals import Conflict, InvalidRequest
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


def test_a_token_is_created_shown_once_and_revoked(browser: Client, amber: Player) -> None:
    page = browser.post("/settings/tokens/", FORM)
    assert page.status_code == 200
    found = SECRET.search(page.content.decode())
    assert found
    program = Program(found[1])
    data = program.get("me").json()
    assert (data["token"], data["member"], data["bot"]) == ("My engine", "Amber", "Umber (bot)")
    later = browser.get("/settings/tokens/").content.decode()
    assert found[1] not in later
    assert "My engine" in later
    assert "Umber (bot)" in later
    token = ApiToken.objects.get()
    assert found[1] not in repr(ApiToken.objects.values().get())
    assert token.used_at is not None
    assert browser.post(f"/settings/tokens/{token.pk}/end/").status_code == 302
    assert program.get("me").json()["code"] == "token.invalid"
    assert "My engine" not in browser.get("/settings/tokens/").content.decode()


@pytest.mark.parametrize(
    ("change", "status", "says"),
    [
        ({"name": "\u200b"}, 422, "Give the token a name."),
        ({"scopes": "everything"}, 422, "Select a valid choice"),
        ({"scopes": []}, 422, "Choose at least one permission."),
        ({"bot": ""}, 422, "Give the bot a name."),
        ({"bot": "Moderator"}, 422, "“Moderator” is not available."),
        ({"bot": "x" * 30}, 422, "at most 18 characters"),
    ],
)
def test_the_form_shows_errors(
    browser: Client, change: dict[str, Any], status: int, says: str
) -> None:
    page = browser.post("/settings/tokens/", FORM | change)
    assert page.status_code == status
    assert says in page.content.decode()
    assert not ApiToken.objects.exists()


def test_only_members_have_tokens_and_can_revoke_only_their_own(
    browser: Client, people: list[Player], client_of: Callable[[Player], Client]
) -> None:
    guest = client_of(people[1])
    assert guest.post("/settings/tokens/", FORM).status_code == 403
    browser.post("/settings/tokens/", FORM)
    other = Client()
    account = enrol(people[2]).user
    assert account is not None
    other.force_login(account)
    assert other.post(f"/settings/tokens/{ApiToken.objects.get().pk}/end/").status_code == 404
    assert ApiToken.objects.get().revoked_at is None


def test_the_api_does_not_accept_session_cookies(browser: Client) -> None:
    room = {"seats": 2}
    answer = browser.post("/api/1/rooms", room, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (401, "token.missing")
    assert answer["WWW-Authenticate"] == "Bearer"
    assert browser.get("/api/1/me").status_code == 401


def test_a_token_allows_only_its_scopes(
    make_program: Callable[..., Program], amber: Player
) -> None:
    uploader = make_program("", amber, "upload")
    assert uploader.bot is None
    answer = uploader.post("rooms", seats=2)
    assert (answer.status_code, answer.json()["code"]) == (403, "token.scope")


@pytest.mark.parametrize("way", ["log out everywhere", "leave", "lose the account"])
def test_logging_out_everywhere_ends_tokens(
    make_program: Callable[..., Program], amber: Player, way: str
) -> None:
    program = make_program()
    assert program.get("me").status_code == 200
    if way == "log out everywhere":
        end_sessions(amber)
    elif way == "leave":
        delete_account(amber, NOON)
    else:
        assert amber.user is not None
        amber.user.is_active = False
        amber.user.save()
    assert program.get("me").status_code == 401


def test_deleting_an_account_deletes_its_bots(
    make_program: Callable[..., Program], amber: Player, django_capture_on_commit_callbacks: Any
) -> None:
    program = make_program()
    room = program.post("rooms", seats=2).json()
    with django_capture_on_commit_callbacks(execute=True):
        delete_account(amber, NOON)
    assert program.bot is not None
    program.bot.refresh_from_db()
    assert program.bot.nickname == "A former player"
    assert program.bot.left_at is not None
    assert not ApiToken.objects.exists()
    seats = Program().get(f"rooms/{room['code']}").json()["seats"]
    assert "Umber" not in json.dumps(seats)


def test_a_bots_sessions_end_with_its_owners(
    make_program: Callable[..., Program], amber: Player, django_capture_on_commit_callbacks: Any
) -> None:
    bot = make_program().bot
    assert bot is not None
    with django_capture_on_commit_callbacks(execute=True):
        end_sessions(amber)
    assert Player.objects.get(pk=bot.pk).epoch == bot.epoch + 1


def test_bots_of_a_suspended_member_cannot_start_games(
    make_program: Callable[..., Program], amber: Player
) -> None:
    program = make_program()
    until = timezone.now() + timedelta(days=1)
    impose_sanction(amber, Sanction.Kind.SUSPENSION, "Rude", timezone.now(), until=until)
    answer = program.post("rooms", seats=2)
    assert (answer.status_code, answer.json()["code"]) == (403, "player.suspended")


def test_a_bots_name_is_marked_and_reserved(amber: Player, people: list[Player]) -> None:
    token, _secret = create_token(amber, "x", ["play"], "Umber (bot)", NOON)
    bot = token.bot
    assert bot is not None
    assert bot.nickname == "Umber (bot)"
    assert rename_player(bot, "Sienna").nickname == "Sienna (bot)"
    for taken in ("Sienna bot", "Sienna (bot)", "Sienna b0t"):
        with pytest.raises(InvalidRequest, match=r"nickname\.reserved"):
            clean_nickname(taken)
    with pytest.raises(InvalidRequest, match=r"nickname\.member"):
        get_or_create_player(people[1].pk, "Siennabot")
    cobalt = enrol(people[1])
    with pytest.raises(InvalidRequest, match=r"nickname\.member"):
        create_token(cobalt, "y", ["play"], "Sienna", NOON)
    again, _secret = create_token(amber, "z", ["play"], "Sienna", NOON)
    assert again.bot == bot
    assert not Rating.objects.filter(player=bot).exists()


def test_the_number_of_tokens_is_limited(amber: Player) -> None:
    for number in range(MAX_TOKENS):
        create_token(amber, f"number {number}", ["upload"], "", NOON)
    with pytest.raises(Conflict, match=r"token\.many"):
        create_token(amber, "one more", ["upload"], "", NOON)
    assert list_valid_tokens(amber).count() == MAX_TOKENS


def test_the_export_lists_tokens_without_secrets(
    make_program: Callable[..., Program], amber: Player
) -> None:
    program = make_program()
    export = build_data_export(amber, NOON)
    assert [one["name"] for one in export["tokens"]] == ["for Umber"]
    assert export["bots"] == ["Umber (bot)"]
    secret_hash = ApiToken.objects.get().secret_hash
    assert not {program.secret, secret_hash} & set(re.findall(r"\w+", repr(export)))


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
