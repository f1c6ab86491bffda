"""Clubs and matches by their codes, and what members may do."""

from games.clubs.models import Club, ClubMatch, ClubMember
from games.events.models import Event
from games.players.models import Player
from scrabble_site.shared.refusals import Forbidden, NotFound

Role = ClubMember.Role


def is_member_of_host_club(event: Event, player: Player) -> bool:
    """Return whether a player is a member of the club that lists an event."""
    return ClubMember.objects.filter(club__events__event=event, player=player).exists()


def find_club(code: str) -> Club:
    """Return a club by its code. Raises ``NotFound``."""
    club = Club.objects.filter(code=code).first()
    if club is None:
        raise NotFound("club.unknown")
    return club


def find_match(club: str, pk: int) -> ClubMatch:
    """Return a match in which a club plays. Raises ``NotFound``."""
    rows = ClubMatch.objects.select_related("home", "away", "lexicon", "event").filter(pk=pk)
    match = rows.first()
    if match is None or club not in (match.home.code, match.away.code):
        raise NotFound("club.no_match")
    return match


def find_member(club: Club, player: Player | None) -> ClubMember | None:
    """Return the membership of a player, ``None`` for strangers."""
    if player is None:
        return None
    return ClubMember.objects.filter(club=club, player=player).first()


def require_member(club: Club, player: Player) -> ClubMember:
    """Return the membership of a player. Raises ``Forbidden`` for everyone else."""
    member = find_member(club, player)
    if member is None:
        raise Forbidden("club.members_only")
    return member


def require_club_director(club: Club, player: Player) -> ClubMember:
    """Return the membership of a director or the owner. Raises ``Forbidden`` for others."""
    member = find_member(club, player)
    if member is None or not member.directs:
        raise Forbidden("club.directors_only")
    return member


def require_owner(club: Club, player: Player) -> ClubMember:
    """Return the membership of the owner. Raises ``Forbidden`` for everyone else."""
    member = find_member(club, player)
    if member is None or member.role != Role.OWNER:
        raise Forbidden("club.owner_only")
    return member


def list_directors(club: Club) -> list[Player]:
    """Return the owner and the directors, the owner first."""
    directing = club.members.exclude(role=Role.MEMBER).select_related("player")
    rows = sorted(directing, key=lambda one: (one.role != Role.OWNER, one.joined_at, one.pk))
    return [one.player for one in rows]
