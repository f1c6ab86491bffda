"""The search by a part of a name that the site has given to someone."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.lobby.test_front_door import page_of
from tests.play.conftest import noon

__all__ = ["noon"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


def test_a_part_of_a_generated_name_is_found_in_the_searchers_language_and_in_english(
    people, open_table
) -> None:
    member, guest = people[:2]
    member.nickname, member.user = "Guest 482917", User.objects.create_user("member")
    guest.nickname = "Guest 573800"
    member.save()
    guest.save()
    room = open_table()
    for language, queries in {
        "de": ("Gast 48", "gast48", "Gast", "Guest 48"),
        "ar": ("ضيف 48", "Guest 48"),
        "en": ("Guest 48",),
    }.items():
        client = Client(headers={"accept-language": language})
        for query in queries:
            page = page_of(client, f"/search/?q={query}")
            assert f'href="{member.get_absolute_url()}"' in page, query
    german = Client(headers={"accept-language": "de"})
    for query in ("Gast 57", "Guest 57"):
        assert f'href="/r/{room.code}/"' in page_of(german, f"/search/?q={query}"), query
    assert f'href="/r/{room.code}/"' not in page_of(german, "/search/?q=Gast 99")
