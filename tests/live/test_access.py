"""Access control: every address of the site, requested by every kind of visitor.

:mod:`tests.live.access_table` has the expected statuses. An address that is missing there fails a
test, so every new address needs a decision on who may use it. Every answer is also searched for
data that only some may see.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import reverse

from games.common import rate_limits
from games.live.state_cache import RenderedState
from games.live.topics import Topic, list_topic_kinds
from games.players.models import Notification, Player
from lexicon.services.editors import RIGHTS
from tests.case_selection import takes_every_case
from tests.live.access_table import (
    ACCESS,
    ACCOUNTS,
    COLUMNS,
    COPIED,
    FIELDS,
    GUESTS,
    LIKE,
    WHO,
    get_expected_status,
)
from tests.live.visitors import (
    PLAN,
    ROUTES,
    SHOWN,
    TEAM,
    VISIBLE_TO,
    Ask,
    _known_draws,
    address_of,
    ask,
    client_of,
    enter,
    hall,
    lexicon,
    match,
    people,
    site_ids,
)

__all__ = ["_known_draws", "ask", "client_of", "hall", "lexicon", "match", "people", "site_ids"]
pytestmark = pytest.mark.django_db

DESKS: dict[str, Callable[[str], bool]] = {
    "moderator": lambda model: model in ("games.moderationreport", "games.playersignals"),
    "editor": lambda model: model.removeprefix("lexicon.") in RIGHTS,
    "admin": lambda model: True,
}
"""The tables that each kind of staff may open in the admin. All others get the log-in form."""


def test_every_address_is_in_the_table() -> None:
    assert {what.split()[1] for what in ACCESS} == ROUTES.keys()
    assert FIELDS.keys() <= ROUTES.keys()


def choose_rows(who: str) -> list[str]:
    """Return the rows that a run requests as this visitor, unless it takes every case.

    The owner requests all of them, and may see most of the private data. The other columns request
    the rows in which columns differ, and share the rest; those who are like a column share all.
    """
    if who == "owner":
        return list(ACCESS)
    peers = [one for one in COLUMNS if one != "owner"] if who in COLUMNS else list(LIKE)
    compared = COLUMNS if who in COLUMNS else (who, LIKE[who])
    asked = {
        what
        for what in ACCESS
        if what in SHOWN or len({get_expected_status(what, one) for one in compared}) > 1
    }
    rest = [what for what in ACCESS if what not in asked]
    asked |= {*rest[peers.index(who) :: len(peers)]}
    return [what for what in ACCESS if what in asked]


@pytest.mark.timeout(900)
@pytest.mark.parametrize("visitors", [*((one,) for one in COLUMNS), tuple(LIKE)], ids="-".join)
def test_access_matches_the_table(
    ask: Ask, visitors: tuple[str, ...], pytestconfig: pytest.Config
) -> None:
    wrong = {}
    for who in visitors:
        found = set()
        for what in ACCESS if takes_every_case(pytestconfig) else choose_rows(who):
            status, text = ask(who, what)
            if status != get_expected_status(what, who):
                wrong[who, what] = status
            for secret, few in VISIBLE_TO.items():
                assert who in few or secret not in text, f"{what} tells {who}: {secret}"
                found |= {secret} if secret in text else set()
        assert found == {secret for secret, few in VISIBLE_TO.items() if who in few}, who
    assert not wrong


def test_every_socket_sends_viewers_what_the_table_allows(site_ids: dict[str, str]) -> None:
    """Chat reaches only the team; no socket sends any other private data."""
    received = set()
    for who in WHO:
        player = Player.objects.filter(nickname={**GUESTS, **ACCOUNTS}.get(who, "")).first()
        viewer = str(player.pk) if player else ""
        for kind in list_topic_kinds():
            if kind.key_of and not viewer:
                continue
            key = viewer if kind.key_of else site_ids["code"] if "key" in kind.address else ""
            text = RenderedState(Topic(kind.name, key), kind.read(key)).text_for(viewer)
            for secret, few in VISIBLE_TO.items():
                assert who in few or secret not in text, f"{kind.name} tells {who}: {secret}"
                received |= {(who, secret)} if secret in text else set()
    assert received >= {(who, PLAN) for who in TEAM}


def test_opening_another_players_notification_leaves_it_unread(site_ids: dict[str, str]) -> None:
    for what in ("mark_one_read", "mark_all_read"):
        client = Client()
        client.force_login(User.objects.get(username="Jade"))
        assert client.post(address_of(f"games:{what}", site_ids)).status_code == 302
    assert Notification.objects.get(pk=site_ids["notice"]).read_at is None


@pytest.mark.usefixtures("site_ids")
def test_the_admin_is_open_only_to_listed_roles() -> None:
    for who in ("stranger", *ACCOUNTS, *COPIED):
        client = Client()
        enter(client, who)
        for model in admin.site._registry:
            name = model._meta.label_lower
            status = client.get(reverse(f"admin:{name.replace('.', '_')}_changelist")).status_code
            allowed = DESKS[who](name) if who in DESKS else None
            assert status == (302 if allowed is None else 200 if allowed else 403), (who, name)


@pytest.mark.parametrize("refused_by", ["csrf", "limit", "view"])
def test_a_refused_request_creates_no_player(
    site_ids: dict[str, str], limited: Callable[..., None], settings: Any, refused_by: str
) -> None:
    if refused_by == "limit":
        limited(**dict.fromkeys(settings.RATE_LIMITS, "1/1 hour | 1/1 hour"))
    refused = 0
    commands = [one for one in ACCESS if one.startswith("POST")]
    for what in commands if refused_by == "view" else commands[::4]:
        name = what.split()[1]
        fields = {key: str(value).format(**site_ids) for key, value in FIELDS.get(name, {}).items()}
        with transaction.atomic():
            rate_limits.reset_rate_limits()
            for _ in range(2 if refused_by == "limit" else 1):
                people = Player.objects.count()
                client = Client(enforce_csrf_checks=refused_by == "csrf")
                status = client.post(address_of(name, site_ids), fields).status_code
            assert status < 400 or Player.objects.count() == people, what
            refused += status >= 400
            transaction.set_rollback(True)
    assert refused > (40 if refused_by == "view" else 20)
