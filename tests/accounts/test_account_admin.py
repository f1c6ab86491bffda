"""Accounts deleted by an administrator, or by a command."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.players.models import DeletedAccountHash, Player
from tests.accounts.conftest import log_in
from tests.accounts.test_session_list import whose_now

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> Client:
    browser = Client()
    browser.force_login(User.objects.create_superuser("boss"))
    return browser


@pytest.mark.parametrize("many", [False, True])
def test_an_account_deleted_in_the_admin_is_gone_like_one_deleted_by_its_owner(
    make_member, boss, many
) -> None:
    jade, browser = make_member("Jade"), Client()
    log_in(browser)
    user = jade.user.pk
    if many:
        sent = {"action": "delete_selected", "_selected_action": user, "post": "yes"}
        answer = boss.post("/admin/auth/user/", sent)
    else:
        answer = boss.post(f"/admin/auth/user/{user}/delete/", {"post": "yes"})
    assert answer.status_code == 302
    assert not User.objects.filter(pk=user).exists()
    assert whose_now(browser) is None
    jade.refresh_from_db()
    assert jade.nickname != "Jade"
    assert jade.left_at is not None
    assert DeletedAccountHash.objects.filter(player=jade).exists(), "the name is kept for a while"


def test_sessions_end_however_an_account_is_deleted(make_member) -> None:
    jade, browser = make_member("Jade"), Client()
    log_in(browser)
    jade.user.delete()
    assert whose_now(browser) is None
    assert Player.objects.get(pk=jade.pk).epoch > jade.epoch
