"""Signed links for continuing on another device; each works once, within ten minutes.

Nothing is stored when a link is made, so showing the page with it costs nothing. If two people
follow a link at once, both try to insert the same row and only one succeeds. Ending all sessions of
a player invalidates their links.
"""

import secrets
from datetime import datetime, timedelta
from typing import NamedTuple

from django.core import signing
from django.db import IntegrityError, transaction

from games.accounts.models import UsedDeviceLink
from games.players.models import Player
from games.players.services.identity import is_enabled
from scrabble_site.shared.refusals import Forbidden, NotFound

SALT = "games.accounts.device"
LINK_LIFETIME = timedelta(minutes=10)
# Twelve characters in base64, and far more numbers than anyone can try in ten minutes.
NUMBER_BYTES = 9


class _DeviceLink(NamedTuple):
    player: Player
    number: str
    room: str


def may_use_links(player: Player) -> bool:
    """Return whether links may log in as this player: never as one who can enter the admin."""
    return player.user is None or not (player.user.is_staff or player.user.is_superuser)


def create_device_token(player: Player, room: str = "") -> str:
    """Return a signed token with the player, their session epoch, a random number and the code of
    the room to continue in ("" for none).

    Raises ``Forbidden`` for staff, who must log in on every device.
    """
    if not may_use_links(player):
        raise Forbidden("link.staff")
    # The epoch is part of the token, so ending all sessions ends open links as well.
    claims = [player.pk.hex, player.epoch, secrets.token_urlsafe(NUMBER_BYTES), room]
    return signing.dumps(claims, salt=SALT)


def get_linked_room(token: str) -> str:
    """Return the code of the room a link leads to, or "" if it names none or is no longer valid."""
    try:
        return _parse_token(token).room
    except NotFound:
        return ""


def get_link_owner(token: str) -> Player:
    """Return the player whose link this is, without using the link up. Raises ``NotFound`` if it is
    no longer valid."""
    player, number, _room = _parse_token(token)
    if UsedDeviceLink.objects.filter(pk=number).exists():
        raise NotFound("link.gone")
    return player


def use_device_link(token: str, now: datetime) -> Player:
    """Use a link up and return its player. Of several simultaneous tries one succeeds.

    Raises ``NotFound`` if the link is no longer valid.
    """
    player, number, _room = _parse_token(token)
    try:
        with transaction.atomic():
            # Tokens that old have expired, so their numbers are no longer needed.
            UsedDeviceLink.objects.filter(followed_at__lt=now - 2 * LINK_LIFETIME).delete()
            UsedDeviceLink.objects.create(number=number, followed_at=now)
    except IntegrityError as error:
        raise NotFound("link.gone") from error
    return player


def _parse_token(token: str) -> _DeviceLink:
    try:
        # Links of an earlier release name no room.
        pk, epoch, number, *more = signing.loads(token, salt=SALT, max_age=LINK_LIFETIME)
    except (signing.BadSignature, ValueError, TypeError) as error:
        raise NotFound("link.gone") from error
    player = Player.objects.filter(pk=pk, epoch=epoch, left_at=None).select_related("user").first()
    if player is None or not may_use_links(player) or not is_enabled(player):
        raise NotFound("link.gone")
    return _DeviceLink(player, number, more[0] if more else "")
