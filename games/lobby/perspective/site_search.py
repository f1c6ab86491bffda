"""The search of the navigation bar: members by name, rooms by title or player, games by link."""

import re
from datetime import datetime
from uuid import UUID

from django.urls import reverse

from games.common.generated_names import restore_stored_name
from games.lobby.perspective.entries import LobbyEntry
from games.lobby.perspective.lists import build_lobby_lists, list_blocked_marks
from games.people.perspective.name_filters import build_name_filter, list_beginning_keys
from games.people.perspective.visibility import filter_visible_owners
from games.play.models import Game, Room
from games.players.models import Player

MAX_QUERY_LENGTH = 200
MAX_MEMBERS = 20
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_ROOM_CODE = re.compile(r"(?:^|/r/)([a-z0-9]{8})/?(?:$|[?#])")


def find_page_by_link(query: str) -> str | None:
    """Return the path of the room or finished game that a link, an id or a room code names."""
    text = query.strip().lower()
    if found := _UUID.search(text):
        game = Game.objects.filter(pk=UUID(found[0]), status=Game.Status.OVER).first()
        return reverse("games:record", args=[game.pk]) if game else None
    if found := _ROOM_CODE.search(text):
        room = Room.objects.filter(code=found[1]).first()
        return reverse("games:room", args=[room.code]) if room else None
    return None


def find_members(query: str, viewer: Player | None) -> list[Player]:
    """Return the members whose names begin with the query and whose pages the viewer may see."""
    keys = list_beginning_keys(query)
    if not all(keys):
        return []
    members = Player.objects.filter(build_name_filter(keys), user__isnull=False)
    found = list(members.order_by("confusable_key")[:MAX_MEMBERS])
    visible = filter_visible_owners(viewer, found, "profile")
    return [member for member in found if member.pk in visible]


def find_listed_rooms(query: str, viewer: Player | None, now: datetime) -> list[LobbyEntry]:
    """Return the listed rooms whose title, team or player contains the query."""
    wanted = query.strip().casefold()
    blocked = list_blocked_marks(viewer.pk) if viewer else frozenset()
    return [
        entry
        for entry in build_lobby_lists(now).all
        if wanted in _searchable_text(entry).casefold() and blocked.isdisjoint(entry.people)
    ]


def _searchable_text(entry: LobbyEntry) -> str:
    shown = [person.name for side in entry.sides for person in side.people]
    # A generated name may also be typed in English, which is how it is stored.
    names = dict.fromkeys([*shown, *map(restore_stored_name, shown)])
    return "\n".join([entry.title, *(side.team for side in entry.sides), *names])
