"""Links in letters: signed, so that holding the letter is enough to follow them."""

from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.urls import reverse

from games.players.models import Player

CONFIRM, STOP = "confirm", "stop"
"""What a link is for."""

SALT = "games.mail."
CONFIRM_DAYS = 3


class Signed(NamedTuple):
    """Whose link it is, and for which address."""

    player: str
    email: str


def link_to(name: str, *args: str) -> str:
    """A whole address, which no request can tell while a letter is written."""
    return whole_address(reverse(name, args=args))


def whole_address(path: str) -> str:
    """A path of this site as letters need it."""
    return f"{settings.SITE_URL.rstrip('/')}{path}"


def confirm_link(player: Player) -> str:
    return link_to("games:confirm_address", _sign(player, player.email_asked, CONFIRM))


def stop_link(player: Player) -> str:
    return link_to("games:stop_mail", _sign(player, player.email, STOP))


def read_link(token: str, purpose: str) -> Signed | None:
    """What a token says, ``None`` for one that is not ours or too old."""
    age = CONFIRM_DAYS * 24 * 3600 if purpose == CONFIRM else None
    try:
        return Signed(*signing.loads(token, salt=SALT + purpose, max_age=age))
    except (signing.BadSignature, TypeError):
        return None


def _sign(player: Player, email: str, purpose: str) -> str:
    return signing.dumps(Signed(str(player.pk), email), salt=SALT + purpose)
