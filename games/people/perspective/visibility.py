"""Who may see a member's page and whether a member is online."""

from collections.abc import Collection
from typing import Literal
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from games.people.models import Follow, PrivacySettings, Visibility
from games.play.models import SeatMember
from games.players.models import Player
from games.players.services.blocks import list_blocked_players

ProfilePart = Literal["profile", "online"]


def build_listed_games_filter(viewer: Player | None, prefix: str = "") -> Q:
    """Return a condition for the games listed for the viewer, on pages and in the API.

    Games of public rooms are listed for everyone, those of private rooms only for their players.
    (The URL of a game works for anyone who has it.) ``prefix`` is the path to the game: "" or
    "game__".
    """
    listed = Q(**{f"{prefix}room__public": True})
    if viewer is not None:
        own = SeatMember.objects.filter(player=viewer, game=OuterRef(f"{prefix}pk"))
        listed |= Q(Exists(own))
    return listed


def filter_visible_owners(
    viewer: Player | None, owners: Collection[Player], what: ProfilePart
) -> set[UUID]:
    """Return the ids of those ``owners`` (members) who show this to the viewer.

    Everyone sees their own. Guests and strangers see what is open to everyone. Two people of whom
    one has blocked the other see what strangers see of each other, and never whether the other is
    online.
    """
    # Read for all owners at once: the number of queries does not grow with the list.
    chosen = dict(PrivacySettings.objects.filter(player__in=owners).values_list("player", what))
    follows = _list_owners_following(viewer, owners)
    blocked = (
        list_blocked_players(viewer.pk, [owner.pk for owner in owners]) if viewer else frozenset()
    )
    member = viewer is not None and viewer.user_id is not None

    def is_open(owner: Player) -> bool:
        if viewer is not None and owner.pk == viewer.pk:
            return True
        # Checked first: a block overrides every choice of who may see the owner online.
        if owner.pk in blocked and what == "online":
            return False
        match chosen.get(owner.pk, Visibility.ALL):
            case Visibility.ALL:
                return True
            case Visibility.MEMBERS:
                return member and owner.pk not in blocked
            case Visibility.FOLLOWED:
                return owner.pk in follows
        return False

    return {owner.pk for owner in owners if is_open(owner)}


def _list_owners_following(viewer: Player | None, owners: Collection[Player]) -> set[UUID]:
    """Return the ids of those ``owners`` who follow the viewer."""
    if viewer is None:
        return set()
    found = Follow.objects.filter(followed=viewer, follower__in=owners)
    return set(found.values_list("follower", flat=True))
