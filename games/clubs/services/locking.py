"""One lock per club, and one per match: services lock the row before they change anything in it.

The order is matches, players, clubs, events: whoever deletes an account has locked its player when
they come to the clubs.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from games.clubs.models import Club, ClubMatch, ClubMember
from games.clubs.services.access import find_match
from games.play.services.locking import write_transaction
from games.players.models import Player
from scrabble_site.shared.refusals import NotFound

Role = ClubMember.Role


@contextmanager
def locked_club(code: str) -> Iterator[Club]:
    """Open a transaction that locks a club, and yield its row. Raises ``NotFound``."""
    with write_transaction():
        club = Club.objects.select_for_update(no_key=True).filter(code=code).first()
        if club is None:
            raise NotFound("club.unknown")
        yield club


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
