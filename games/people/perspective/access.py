"""Who may see whose page, and whether they are here."""

from collections.abc import Collection
from typing import Literal
from uuid import UUID

from games.people.models import Follow, Openness, Privacy
from games.players.models import Player
from games.players.services.blocks import apart_from

Shown = Literal["profile", "online"]


def open_to(viewer: Player | None, owners: Collection[Player], what: Shown) -> set[UUID]:
    """The ids of those among ``owners`` (members) who show this to the viewer.

    One's own is always open to oneself. Guests and strangers see what is for everybody. Who keeps
    away from somebody shows them, and is shown, what strangers see; never who is here.
    """
    chosen = dict(Privacy.objects.filter(player__in=owners).values_list("player", what))
    follows = _followers_of(viewer, owners)
    apart = apart_from(viewer.pk, [owner.pk for owner in owners]) if viewer else frozenset()
    member = viewer is not None and viewer.user_id is not None

    def is_open(owner: Player) -> bool:
        if viewer is not None and owner.pk == viewer.pk:
            return True
        if owner.pk in apart and what == "online":
            return False
        match chosen.get(owner.pk, Openness.ALL):
            case Openness.ALL:
                return True
            case Openness.MEMBERS:
                return member and owner.pk not in apart
            case Openness.FOLLOWED:
                return owner.pk in follows
        return False

    return {owner.pk for owner in owners if is_open(owner)}


def _followers_of(viewer: Player | None, owners: Collection[Player]) -> set[UUID]:
    """Those among ``owners`` who follow the viewer."""
    if viewer is None:
        return set()
    found = Follow.objects.filter(followed=viewer, follower__in=owners)
    return set(found.values_list("follower", flat=True))
