"""The clubs of a player as groups of people, for leaderboards of other domains."""

from dataclasses import dataclass
from uuid import UUID

from games.clubs.models import Club, ClubMember
from games.players.models import Player

MAX_GROUPS = 10


@dataclass(frozen=True, slots=True)
class ClubGroup:
    title: str
    url: str
    players: frozenset[UUID]


def list_club_groups(player: Player) -> list[ClubGroup]:
    """Return the clubs of a player with all their members, by title."""
    clubs = Club.objects.filter(members__player=player).order_by("title", "pk")[:MAX_GROUPS]
    members: dict[int, set[UUID]] = {club.pk: set() for club in clubs}
    rows = ClubMember.objects.filter(club__in=members).values_list("club", "player")
    for club, member in rows:
        members[club].add(member)
    return [
        ClubGroup(club.title, club.get_absolute_url(), frozenset(members[club.pk]))
        for club in clubs
    ]
