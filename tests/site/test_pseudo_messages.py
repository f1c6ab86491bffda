"""Notices, pushes and e-mails of every kind are marked for translation."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.test import Client
from django.utils.translation import override

from games.mail.models import OutgoingMail
from games.mail.perspective.mail_texts import compose_mail
from games.players.services.notifications import (
    NotificationKind,
    create_notification,
    describe_notification,
    list_notification_kinds,
)
from tests.play.conftest import NOON, table_of
from tests.site.test_pseudo_language import find_foreign, language
from tests.worlds.test_two_worlds import lexicon, noon, world
from tests.worlds.world import World

__all__ = ["language", "lexicon", "noon", "world"]
KNOWN, NEW = "amber@tiles.example", "new@tiles.example"

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


def list_arguments(world: World) -> list[dict[str, Any]]:
    """Return arguments that make notices use each of their sentences."""
    move = table_of(world.rooms["duel"]).moves.latest("number")
    seats = [{"players": [str(world.people[name].pk)]} for name in ("Amber", "Jade")]
    bot = {"level": 2, "for": "Jade"}
    # Without these, notices of events, clubs and leagues are never made.
    always: dict[str, Any] = {
        **dict.fromkeys(("title", "text", "club", "night", "opponent"), "ZAX"),
        "round": 2,
        "day": "2026-06-02",
    }
    ended = always | {
        "players": [str(world.people["Jade"].pk)],
        "seats": seats,
        "own": 0,
        "move": {"seat": 1, "kind": move.kind, "events": move.events},
        "until": (NOON + timedelta(hours=30)).isoformat(),
        "scores": [300, 200],
        "word": "ZAX",
    }
    return [
        ended | {"winner": 0, "reply": "unfit", "rating": {"change": 7, "after": 1507}},
        ended | {"winner": 1, "reply": "refused", "lost": True, "days": 3, "agreed": True},
        ended
        | {"winner": None, "rating": {"unchanged": True}, "annulled": True, "why": "password"},
        ended | {"winner": 1, "rating": {"change": -7, "after": 1493, "share": 50}},
        ended | {"seats": [*seats, bot], "scores": [3, 2, 1], "winner": 2},
        ended | {"seats": [seats[0], {"level": 1}], "winner": 0, "reason": "resigned"},
        ended | {"reason": "annulled", "winner": None},
        always,
    ]


def test_every_notice_is_in_the_readers_language(world: World, language: str) -> None:
    """Pushes and the bell have its title and sentence; e-mails have more around them."""
    amber = world.people["Amber"]
    amber.email, amber.language = "amber@tiles.example", language
    amber.save()
    arguments = list_arguments(world)
    found = {
        kind.code: list_foreign_texts(world, language, kind, arguments)
        for kind in list_notification_kinds()
    }
    assert not {code: texts for code, texts in found.items() if texts}


def list_foreign_texts(
    world: World, language: str, kind: NotificationKind, wanted: list[dict[str, Any]]
) -> list[str]:
    """Return the texts of Amber's notices of this kind that are not in the language."""
    amber, found = world.people["Amber"], []
    place = {"room": world.rooms["duel"]} if kind.leads_to == "room" else {"path": "/"}
    for arguments in wanted:
        notice = create_notification(amber, kind.code, NOON, **place, **arguments)
        with override(language):
            texts = [str(kind.title), describe_notification(notice, NOON)]
        if kind.mail_after is not None:
            letter = OutgoingMail(kind=kind.code, to=amber.email, player=amber, notice=notice)
            mail = compose_mail([letter], NOON)
            texts += [str(mail.subject).removeprefix("Tileroom: "), str(mail.body)]
        found += [text for text in texts if find_foreign(text)]
    return found


SIGN_UP = {"password1": "seven brown tiles", "nickname": "Heron"}
WITH_MAIL = [
    ("/accounts/login/code/", {"email": KNOWN}),
    ("/accounts/login/code/", {"email": NEW}),
    ("/accounts/password/reset/", {"email": KNOWN}),
    ("/accounts/password/reset/", {"email": NEW}),
    ("/accounts/signup/", {"email": KNOWN, **SIGN_UP}),
    ("/accounts/signup/", {"email": NEW, **SIGN_UP, "nickname": "Egret"}),
]
"""Forms after which an e-mail about an account is sent; NEW has no account until the last one."""


def test_mail_about_an_account_is_in_the_readers_language(world: World, language: str) -> None:
    user = world.people["Amber"].user
    EmailAddress.objects.create(user=user, email=KNOWN, verified=True, primary=True)
    for page, fields in WITH_MAIL:
        client = Client()
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        client.post(page, fields)
        letter = OutgoingMail.objects.get(kind="account")
        mail = compose_mail([letter], NOON)
        assert not find_foreign(f"{mail.subject}\n{mail.body}"), (page, fields["email"])
        letter.delete()
