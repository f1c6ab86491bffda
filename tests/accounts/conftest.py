"""Browsers with and without an account; tables as in :mod:`tests.play`."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from games.accounts.services.joining import enrol
from games.players.models import Player
from tests.play.conftest import *  # noqa: F403

PASSWORD = "seven brown tiles"
HERS = "jade@tiles.example"


@pytest.fixture(autouse=True)
def _nobody_has_asked_before(settings: Any) -> None:
    """Rate limits are counted in the cache, which outlasts a test. Passwords are hashed quickly."""
    cache.clear()
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def make_member(db: None) -> Callable[..., Player]:
    """``make_member("Jade")``: somebody with an account at jade@tiles.example."""

    def make(name: str, guest: Player | None = None) -> Player:
        user = User.objects.create_user(f"m-{name}", f"{name.lower()}@tiles.example", PASSWORD)
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
        return enrol(user, guest, name)

    return make


def sign_up(browser: Client, name: str = "Jade", email: str = HERS, **more: str):
    fields = {"nickname": name, "email": email, "password1": PASSWORD}
    return browser.post("/accounts/signup/", fields | more)


def log_in(browser: Client, email: str = HERS, password: str = PASSWORD, **more: str):
    return browser.post("/accounts/login/", {"login": email, "password": password} | more)


def whose(browser: Client) -> Player | None:
    """The player a browser would act as."""
    session = browser.session
    known = session.get("player")
    return Player.objects.filter(pk=known, epoch=session.get("epoch", 0)).first() if known else None


def prove(browser: Client) -> None:
    """Give the password once more, as what is grave asks for."""
    assert browser.post("/accounts/reauthenticate/", {"password": PASSWORD}).status_code == 302
