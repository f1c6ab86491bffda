"""Links in letters: signed, so that holding the letter is enough to follow them."""

from collections.abc import Collection
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
    """Whose link it is, for which address, and for what kinds of news: "" means all mail."""

    player: str
    email: str
    kinds: str = ""


def link_to(name: str, *args: str) -> str:
    """A whole address, which no request can tell while a letter is written."""
    return whole_address(reverse(name, args=args))


def whole_address(path: str) -> str:
    """A path of this site as letters need it."""
    return f"{settings.SITE_URL.rstrip('/')}{path}"


def confirm_link(player: Player) -> str:
    return link_to("games:confirm_address", _sign(player, player.email_asked, CONFIRM))


def stop_link(player: Player, kinds: Collection[str] = ()) -> str:
    """Stops mail of these kinds; all mail where none is named."""
    return link_to("games:stop_mail", _sign(player, player.email, STOP, kinds))


def stop_all_path(signed: Signed) -> str:
    """Whoever may stop some mail may stop all of it."""
    said = signing.dumps(Signed(signed.player, signed.email), salt=SALT + STOP)
    return reverse("games:stop_mail", args=[said])


def read_link(token: str, purpose: str) -> Signed | None:
    """What a token says, ``None`` for one that is not ours or too old."""
    age = CONFIRM_DAYS * 24 * 3600 if purpose == CONFIRM else None
    try:
        return Signed(*signing.loads(token, salt=SALT + purpose, max_age=age))
    except (signing.BadSignature, TypeError):
        return None


def _sign(player: Player, email: str, purpose: str, kinds: Collection[str] = ()) -> str:
    said = Signed(str(player.pk), email, ",".join(kinds))
    return signing.dumps(said, salt=SALT + purpose)
