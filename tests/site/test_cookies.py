"""Cookies of a public site: bound to its host, and taken over from an earlier release once."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.players.models import Player
from games.players.services.identity import get_claim_from_scope
from tests.site.test_settings import PRODUCTION, read_settings

NEW = "__Host-sessionid"


@pytest.fixture
def upgrade(settings: Any):
    """Return a function that switches the site to the cookies of this release."""

    def run() -> None:
        settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME = NEW, "__Host-csrftoken"
        settings.MESSAGE_STORAGE = "scrabble_site.security.message_storage.MessageStorage"
        settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True

    return run


def scope_of(**cookies: str) -> dict[str, Any]:
    said = "; ".join(f"{name}={value}" for name, value in cookies.items())
    return {"headers": [(b"cookie", said.encode())]}


def test_public_sites_bind_their_cookies_to_the_host(tmp_path: Path) -> None:
    names = ("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "SESSION_COOKIE_SECURE")
    stored = read_settings(tmp_path, "MESSAGE_STORAGE", **PRODUCTION)
    assert stored == {"MESSAGE_STORAGE": "scrabble_site.security.message_storage.MessageStorage"}
    found = read_settings(tmp_path, *names, "CSRF_COOKIE_SECURE", **PRODUCTION)
    assert [*found.values()] == [NEW, "__Host-csrftoken", True, True]
    assert [*read_settings(tmp_path, *names).values()] == ["sessionid", "csrftoken", False]


@pytest.mark.django_db
def test_cookies_meet_the_requirements_of_their_prefix(client: Client, upgrade) -> None:
    upgrade()
    client.get("/accounts/login/", secure=True)
    client.post("/settings/name/", {"name": "Umber"}, secure=True)
    assert client.cookies.keys() == {NEW, "__Host-csrftoken", "__Host-messages"}
    for name in client.cookies:
        morsel = client.cookies[name]
        assert (morsel["secure"], morsel["path"], morsel["domain"]) == (True, "/", "")
        assert f"<code>{name}</code>" in client.get("/about/cookies/", secure=True).content.decode()


@pytest.mark.django_db
def test_the_upgrade_logs_no_one_out(upgrade) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.get("/accounts/login/")
    token = browser.cookies["csrftoken"].value
    fields = {"name": "Umber", "csrfmiddlewaretoken": token}
    assert browser.post("/settings/name/", fields).status_code == 302
    older = browser.cookies["sessionid"].value
    upgrade()
    player = Player.objects.get(nickname="Umber")
    assert get_claim_from_scope(scope_of(sessionid=older)).player == str(player.pk)
    # A page opened before the upgrade sends its form, with the old token and cookies.
    fields["name"] = "Umber II"
    posted = browser.post(
        "/settings/name/", fields, secure=True, headers={"Referer": "https://testserver/"}
    )
    assert posted.status_code == 302
    player.refresh_from_db()
    assert player.nickname == "Umber II"
    assert browser.cookies[NEW].value
    assert browser.cookies["__Host-csrftoken"].value == token
    for name in ("sessionid", "csrftoken"):
        assert browser.cookies[name]["max-age"] == 0, "the old one is deleted"
    del browser.cookies["sessionid"], browser.cookies["csrftoken"]
    assert browser.get("/settings/", secure=True).context["player"] == player


@pytest.mark.django_db
def test_a_session_cannot_be_planted_under_the_old_name(upgrade, client: Client) -> None:
    upgrade()
    client.post("/settings/name/", {"name": "Mallory"}, secure=True)
    own = client.cookies[NEW].value
    victim = Client()
    victim.cookies["sessionid"] = own
    assert victim.get("/settings/", secure=True).context["player"] is None
    assert get_claim_from_scope(scope_of(sessionid=own)).player == ""
    assert get_claim_from_scope(scope_of(**{NEW: own})).player
