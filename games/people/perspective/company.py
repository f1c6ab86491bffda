"""Who is here of some people, and what they play just now, as far as they show it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.urls import reverse

from games.people.models import Presence
from games.people.perspective.access import open_to
from games.people.services.presence import HERE_FOR
from games.play.models import Game, Holder
from games.players.models import Player


@dataclass(frozen=True, slots=True)
class PersonView:
    """``here``: on the site just now. ``room``: where they play what anybody may watch."""

    player: Player
    here: bool
    room: str


def look_at_followed(viewer: Player, now: datetime) -> list[PersonView]:
    """Everybody the viewer follows: those who are here first, then by name."""
    members = Player.objects.filter(followers__follower=viewer, user__isnull=False)
    people = look_at_people(list(members), viewer, now)
    return sorted(people, key=lambda one: (not one.here, one.player.nickname.casefold()))


def look_at_here(viewer: Player | None, now: datetime) -> list[PersonView]:
    """Those the viewer follows who are here just now."""
    if viewer is None or viewer.user_id is None:
        return []
    return [person for person in look_at_followed(viewer, now) if person.here]


def look_at_person(owner: Player, viewer: Player | None, now: datetime) -> PersonView:
    (person,) = look_at_people([owner], viewer, now)
    return person


def look_at_people(
    owners: Collection[Player], viewer: Player | None, now: datetime
) -> list[PersonView]:
    """What each of them shows to the viewer; the same few queries however many they are."""
    shown = open_to(viewer, owners, "online")
    present = Presence.objects.filter(player__in=shown, seen_at__gt=now - HERE_FOR)
    here = set(present.values_list("player", flat=True))
    rooms = _rooms_of(here)
    return [PersonView(one, one.pk in here, rooms.get(one.pk, "")) for one in owners]


def _rooms_of(players: Collection[UUID]) -> dict[UUID, str]:
    """The address of the public room in which each of them moved, or was moved against, last."""
    running = (Game.Status.PLAYING, Game.Status.FINAL_CHALLENGE)
    held = Holder.objects.filter(
        player__in=players, over=False, game__status__in=running, game__room__public=True
    )
    rows = held.order_by("game__moved_at").values_list("player", "game__room__code")
    return {player: reverse("games:room", args=[code]) for player, code in rows}
