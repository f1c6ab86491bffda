"""Browsers with and without an account, and the tables of :mod:`tests.play`."""

from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from games.accounts.services.account_merging import create_member
from games.players.models import Player
from tests.play.conftest import *  # noqa: F403

PASSWORD = "seven brown tiles"
HERS = "jade@tiles.example"


@pytest.fixture(autouse=True)
def _reset_rate_limits() -> None:
    """Clear the rate limits, which are kept in the cache and outlast a test."""
    cache.clear()


@pytest.fixture
def make_member(db: None) -> Callable[..., Player]:
    """``make_member("Jade")``: a player with an account and the address jade@tiles.example."""

    def make(name: str, guest: Player | None = None) -> Player:
        user = User.objects.create_user(f"m-{name}", f"{name.lower()}@tiles.example", PASSWORD)
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
        return create_member(user, guest, name)

    return make


def sign_up(browser: Client, name: str = "Jade", email: str = HERS, **more: str):
    fields = {"nickname": name, "email": email, "password1": PASSWORD}
    return browser.post("/accounts/signup/", fields | more)


def log_in(browser: Client, email: str = HERS, password: str = PASSWORD, **more: str):
    return browser.post("/accounts/login/", {"login": email, "password": password} | more)


def whose(browser: Client) -> Player | None:
    """Return the player that a browser acts as."""
    session = browser.session
    known = session.get("player")
    return Player.objects.filter(pk=known, epoch=session.get("epoch", 0)).first() if known else None


def confirm_password(browser: Client) -> None:
    """Enter the password again, as sensitive pages require."""
    assert browser.post("/accounts/reauthenticate/", {"password": PASSWORD}).status_code == 302
