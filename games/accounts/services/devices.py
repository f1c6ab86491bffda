"""Going on on another device: a signed link, good once and for ten minutes.

Nothing is stored when a link is made, so looking at the page that shows it costs nothing. Two who
follow it at once race for one row; a session that was ended takes its links with it.
"""

import secrets
from datetime import datetime, timedelta

from django.core import signing
from django.db import IntegrityError, transaction

from games.accounts.models import FollowedLink
from games.common.refusals import Missing
from games.players.models import Player

SALT = "games.accounts.device"
GOOD_FOR = timedelta(minutes=10)
NUMBER_BYTES = 9


def make_token(player: Player) -> str:
    """What a link carries: whose it is, which epoch, and a number of its own."""
    said = [player.pk.hex, player.epoch, secrets.token_urlsafe(NUMBER_BYTES)]
    return signing.dumps(said, salt=SALT)


def owner_of(token: str) -> Player:
    """Whose link this is, as long as it is good. Nothing is used up. Raises ``Missing``."""
    player, number = _read(token)
    if FollowedLink.objects.filter(pk=number).exists():
        raise Missing("link.gone")
    return player


def follow(token: str, now: datetime) -> Player:
    """Go on as whoever the link belongs to; of several who try one succeeds. Raises ``Missing``."""
    player, number = _read(token)
    try:
        with transaction.atomic():
            FollowedLink.objects.filter(followed_at__lt=now - 2 * GOOD_FOR).delete()
            FollowedLink.objects.create(number=number, followed_at=now)
    except IntegrityError as error:
        raise Missing("link.gone") from error
    return player


def _read(token: str) -> tuple[Player, str]:
    try:
        pk, epoch, number = signing.loads(token, salt=SALT, max_age=GOOD_FOR)
    except (signing.BadSignature, ValueError, TypeError) as error:
        raise Missing("link.gone") from error
    player = Player.objects.filter(pk=pk, epoch=epoch, left_at=None).select_related("user").first()
    if player is None:
        raise Missing("link.gone")
    return player, number
