"""The rooms, people and voices of the chat tests, and a moderator."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

from games.chat.models import Message
from games.moderation.models import ModerationReport
from games.moderation.services.moderators import MODERATOR_GROUP
from tests.chat.conftest import (
    _clear_state_cache,
    _no_graphs_of_other_tests,
    client_of,
    lexicon,
    open_table,
    people,
    voice,
)

__all__ = [
    "_clear_state_cache",
    "_no_graphs_of_other_tests",
    "client_of",
    "lexicon",
    "open_table",
    "people",
    "voice",
]

DAY = timedelta(days=1)
QUEUE = "/admin/games/moderationreport/"


@pytest.fixture
def moderator(db: None) -> Client:
    """Return the admin session of a user who is only a moderator."""
    user = User.objects.create_user("mod", password="x", is_staff=True)
    user.groups.add(Group.objects.get(name=MODERATOR_GROUP))
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def report(open_table, people, voice) -> ModerationReport:
    """Return Amber's report about a message of Cobalt's in their game."""
    room = open_table()
    cobalt = voice(room, people[1])
    cobalt.say("<script>alert(1)</script> fool", "players")
    voice(room, people[0]).post(f"{Message.objects.get().pk}/report", reason="rude")
    return ModerationReport.objects.get()


def settle(client: Client, report: ModerationReport, verdict: str, **fields: str):
    sent = {"verdict": verdict, "words": "Stay friendly.", "hours": "24"} | fields
    return client.post(f"{QUEUE}{report.pk}/change/", sent)
