"""One lock per club, and one per match: services lock the row before they change anything in it.

The order is matches, players, clubs, events: whoever deletes an account has locked its player when
they come to the clubs.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from games.clubs.models import Club, ClubMatch, ClubMember
from games.events.models import Event
from games.play.services.locking import write_transaction
from games.players.models import Player
from scrabble_site.shared.refusals import Forbidden, NotFound

Role = ClubMember.Role


@contextmanager
def locked_club(code: str) -> Iterator[Club]:
    """Open a transaction that locks a club, and yield its row. Raises ``NotFound``."""
    with write_transaction():
        club = Club.objects.select_for_update(no_key=True).filter(code=code).first()
        if club is None:
            raise NotFound("club.unknown")
        yield club


def is_member_of_host_club(event: Event, player: Player) -> bool:
    """Return whether a player is a member of the club that lists an event."""
    return ClubMember.objects.filter(club__events__event=event, player=player).exists()


def lock_directors(code: str) -> None:
    """Lock the players who direct a club, before the club is locked to make events for them.

    Called inside a transaction.
    """
    directing = ClubMember.objects.filter(club__code=code).exclude(role=Role.MEMBER)
    ids = list(directing.values_list("player", flat=True))
    list(Player.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk"))


@contextmanager
def locked_match(club: str, pk: int) -> Iterator[ClubMatch]:
    """Open a transaction that locks a match of a club. Raises ``NotFound``."""
    with write_transaction():
        find_match(club, pk)
        match = ClubMatch.objects.select_for_update(no_key=True, of=("self",))
        found = match.select_related("home", "away", "lexicon").filter(pk=pk).first()
        if found is None:
            raise NotFound("club.no_match")
        yield found


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
