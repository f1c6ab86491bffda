"""Which members are online and what they are playing, as far as they show it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.crypto import salted_hmac

from games.people.models import MemberPresence
from games.people.perspective.visibility import filter_visible_owners
from games.people.services.presence import PRESENCE_LIFETIME
from games.play.models import Game, SeatMember
from games.players.models import Player

A_PAGE = 50
"""Followed members per page."""


@dataclass(frozen=True, slots=True)
class MemberPresenceView:
    """Whether a member is online, as far as the viewer may know."""

    player: Player
    # Online now.
    here: bool
    # URL of the public room they are playing in, "" for none.
    room: str


def list_followed(
    viewer: Player, now: datetime, page: str | None = None
) -> tuple[Page[UUID], list[MemberPresenceView]]:
    """Return one page of the members the viewer follows, those online first, then by name.

    ``page`` is the requested page number; the nearest existing page is returned.
    """
    online = {person.player.pk: person for person in list_followed_here(viewer, now)}
    names = dict(_query_followed(viewer).values_list("pk", "nickname"))
    others = sorted(names.keys() - online.keys(), key=lambda one: (names[one].casefold(), one))
    found = Paginator([*online, *others], A_PAGE).get_page(page)
    away = Player.objects.in_bulk([player for player in found if player not in online])
    return found, [
        online.get(player) or MemberPresenceView(away[player], False, "") for player in found
    ]


def list_followed_here(viewer: Player | None, now: datetime) -> list[MemberPresenceView]:
    """Return the members the viewer follows who are online, by name."""
    if viewer is None or viewer.user_id is None:
        return []
    present = _query_followed(viewer).filter(presence__seen_at__gt=now - PRESENCE_LIFETIME)
    people = [
        person for person in build_member_presences(list(present), viewer, now) if person.here
    ]
    return sorted(people, key=lambda one: one.player.nickname.casefold())


def build_followed_here(viewer: Player | None, now: datetime) -> dict[str, object]:
    """Return what the list of followed members who are online shows, and its mark."""
    here = list_followed_here(viewer, now)
    return {"here": here, "company": mark_followed_here(here)}


def mark_followed_here(people: Collection[MemberPresenceView]) -> str:
    """Return a mark that differs as soon as other people are online."""
    return salted_hmac("here", str([str(person.player.pk) for person in people])).hexdigest()[:8]


def _query_followed(viewer: Player) -> QuerySet[Player]:
    return Player.objects.filter(followers__follower=viewer, user__isnull=False)


def build_member_presence(
    owner: Player, viewer: Player | None, now: datetime
) -> MemberPresenceView:
    (person,) = build_member_presences([owner], viewer, now)
    return person


def build_member_presences(
    owners: Collection[Player], viewer: Player | None, now: datetime
) -> list[MemberPresenceView]:
    """Return what each owner shows to the viewer, with a fixed number of queries."""
    visible = filter_visible_owners(viewer, owners, "online")
    present = MemberPresence.objects.filter(player__in=visible, seen_at__gt=now - PRESENCE_LIFETIME)
    online = set(present.values_list("player", flat=True))
    rooms = _find_current_rooms(online)
    return [
        MemberPresenceView(owner, owner.pk in online, rooms.get(owner.pk, "")) for owner in owners
    ]


def _find_current_rooms(players: Collection[UUID]) -> dict[UUID, str]:
    """Return the URL of the public room in which each player's latest active game is running."""
    running = (Game.Status.PLAYING, Game.Status.FINAL_CHALLENGE)
    holders = SeatMember.objects.filter(
        player__in=players, game_over=False, game__status__in=running, game__room__public=True
    )
    rows = holders.order_by("game__moved_at").values_list("player", "game__room__code")
    # Rows are in order of the last move, so the latest game of a player wins.
    return {player: reverse("games:room", args=[code]) for player, code in rows}
