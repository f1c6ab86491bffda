"""Who opens which screen of the admin, as each kind of visitor."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

from games.moderation.models import ModerationReport
from games.players.models import Player
from lexicon.services.editors import EDITORS_GROUP

pytestmark = pytest.mark.django_db

ROLES = ("stranger", "player", "member", "staff", "editor", "moderator", "administrator")

SCREENS = {
    "/admin/": "302 302 302 200 200 200 200",
    "/admin/games/moderationreport/": "302 302 302 403 403 200 200",
    "/admin/games/moderationreport/{report}/change/": "302 302 302 403 403 200 200",
    "/admin/games/playersignals/": "302 302 302 403 403 200 200",
    "/admin/admin/logentry/": "302 302 302 403 403 403 200",
    "/admin/games/player/": "302 302 302 403 403 403 200",
    "/admin/games/outgoingmail/": "302 302 302 403 403 403 200",
    "/admin/lexicon/lexicon/": "302 302 302 403 200 403 200",
    "/admin/auth/user/": "302 302 302 403 403 403 200",
}
"""The status for each role of ``ROLES``; 302 leads to the log-in of staff."""


@pytest.fixture
def enter(
    moderator: Client, people: list[Player], client_of: Callable[[Player], Client]
) -> Callable[[str], Client]:
    """Return a function: ``enter("editor")`` is the session of someone in this role."""

    def enter_as(role: str) -> Client:
        if role in ("stranger", "moderator"):
            return moderator if role == "moderator" else Client()
        if role == "player":
            return client_of(people[0])
        client = Client()
        if role == "administrator":
            user = User.objects.create_superuser("boss")
        else:
            user = User.objects.create_user(role, is_staff=role != "member")
        if role == "editor":
            user.groups.add(Group.objects.get(name=EDITORS_GROUP))
        client.force_login(user)
        return client

    return enter_as


@pytest.mark.parametrize("role", ROLES)
def test_a_role_opens_only_its_screens_of_the_admin(
    role: str, enter: Callable[[str], Client], report: ModerationReport
) -> None:
    client, column = enter(role), ROLES.index(role)
    for path, statuses in SCREENS.items():
        answer = client.get(path.format(report=report.pk))
        assert answer.status_code == int(statuses.split()[column]), path
        if answer.status_code == 302:
            assert answer["Location"].startswith("/admin/login/"), path
