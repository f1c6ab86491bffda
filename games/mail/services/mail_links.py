"""Signed links in e-mails. Anyone who has the e-mail can follow them without logging in."""

from collections.abc import Collection
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.urls import reverse

from games.players.models import Player

CONFIRM_PURPOSE, UNSUBSCRIBE_PURPOSE = "confirm", "stop"
"""What a link is for."""

LINK_SALT = "games.mail."
CONFIRM_LINK_DAYS = 3


class SignedMailLink(NamedTuple):
    """The player and the address a link is for, and the kinds of e-mail it stops."""

    player: str
    email: str
    # Separated by commas; "" means all e-mail.
    kinds: str = ""


def build_absolute_url(name: str, *args: str) -> str:
    """Return an absolute URL. E-mails are written outside any request, so the site's address comes
    from the settings."""
    return make_absolute(reverse(name, args=args))


def make_absolute(path: str) -> str:
    """Return the absolute URL of a path on this site."""
    return f"{settings.SITE_URL.rstrip('/')}{path}"


def build_confirm_link(player: Player) -> str:
    """Return a confirmation link as an earlier release sent it."""
    return build_absolute_url(
        "games:confirm_address", _sign_link(player, player.email_asked, CONFIRM_PURPOSE)
    )


def build_unsubscribe_link(player: Player, email: str, kinds: Collection[str] = ()) -> str:
    """Return a link that stops e-mail of these kinds to this address, or all e-mail if no kind is
    given."""
    return build_absolute_url(
        "games:unsubscribe_mail", _sign_link(player, email, UNSUBSCRIBE_PURPOSE, kinds)
    )


def build_unsubscribe_all_path(signed: SignedMailLink) -> str:
    """Return the path that stops all e-mail, for the holder of a link that stops some of it."""
    token = signing.dumps(
        SignedMailLink(signed.player, signed.email), salt=LINK_SALT + UNSUBSCRIBE_PURPOSE
    )
    return reverse("games:unsubscribe_mail", args=[token])


def parse_mail_link(token: str, purpose: str) -> SignedMailLink | None:
    """Return the contents of a token, or ``None`` if it is not ours or has expired."""
    # An unsubscribe link never expires.
    age = CONFIRM_LINK_DAYS * 24 * 3600 if purpose == CONFIRM_PURPOSE else None
    try:
        # The purpose is part of the salt, so a link of one kind cannot be used as another.
        return SignedMailLink(*signing.loads(token, salt=LINK_SALT + purpose, max_age=age))
    except (signing.BadSignature, TypeError):
        return None


def _sign_link(player: Player, email: str, purpose: str, kinds: Collection[str] = ()) -> str:
    link = SignedMailLink(str(player.pk), email, ",".join(kinds))
    return signing.dumps(link, salt=LINK_SALT + purpose)
