"""Rooms, people and voices as in the chat's tests, and a moderator."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

from games.moderation.services.moderators import GROUP
from tests.chat.conftest import (
    _no_graphs_of_other_tests,
    _no_pictures_of_other_tests,
    client_of,
    lexicon,
    open_table,
    people,
    voice,
)

__all__ = [
    "_no_graphs_of_other_tests",
    "_no_pictures_of_other_tests",
    "client_of",
    "lexicon",
    "open_table",
    "people",
    "voice",
]

DAY = timedelta(days=1)


@pytest.fixture
def moderator(db: None) -> Client:
    """Logged in at the admin, and a moderator only."""
    user = User.objects.create_user("mod", password="x", is_staff=True)
    user.groups.add(Group.objects.get(name=GROUP))
    client = Client()
    client.force_login(user)
    return client
