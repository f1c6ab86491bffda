"""One lock per league: every service locks the league's row before it changes anything in it.

Rooms are locked before leagues, so nothing here locks a room that others can know of already.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from games.leagues.models import League
from games.play.services.locking import write_transaction
from scrabble_site.shared.refusals import NotFound


@contextmanager
def locked_league(code: str) -> Iterator[League]:
    """Open a transaction that locks a league, and yield its row. Raises ``NotFound``."""
    with write_transaction():
        league = League.objects.select_for_update(no_key=True).filter(code=code).first()
        if league is None:
            raise NotFound("league.unknown")
        yield league
