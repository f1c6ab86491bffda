"""Whose mail goes where. An address counts once its owner has followed a link mailed to it."""

from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import gettext as _

from games.common.refusals import Conflict, Unsuitable
from games.mail.models import Letter
from games.mail.services.links import CONFIRM, CONFIRM_DAYS, STOP, confirm_link, read_link
from games.players.models import Player
from games.players.services.tellings import Channel, drop_channel

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
MOST_TO_AN_ADDRESS = 3
"""Letters a day that ask an address to be confirmed, whoever wants them."""
MOST_FOR_A_PLAYER = 5
MOST_AN_HOUR = 100
"""For the whole site: whoever has many names shall not make a mailing machine of it."""


def set_reminders(player: Player, email: str, now: datetime) -> None:
    """Where a player wants to be told by mail; no address ends all mail.

    A new address gets a letter with a link, and counts once that was followed. Raises
    ``Unsuitable`` for what is no address, ``Conflict`` when too many letters were asked for.
    """
    _check(email)
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        if not email:
            player.email = player.email_asked = ""
        elif email == player.email:
            player.email_asked = ""
        else:
            player.email_asked = email
            _ask(player, now)
        player.save(update_fields=["email", "email_asked"])


def confirm(token: str) -> bool:
    """The address is its owner's; ``False`` for a link that does not hold (any more)."""
    signed = read_link(token, CONFIRM)
    if signed is None:
        return False
    asked = Player.objects.filter(pk=signed.player, email_asked=signed.email)
    asked.update(email=signed.email, email_asked="")
    return Player.objects.filter(pk=signed.player, email=signed.email).exists()


def stop(token: str) -> bool:
    """Send nothing more of the link's kinds to its address, or nothing at all; ``False`` for a
    link that is not ours."""
    signed = read_link(token, STOP)
    if signed is None:
        return False
    theirs = Player.objects.filter(pk=signed.player, email=signed.email)
    if not signed.kinds:
        theirs.update(email="", email_asked="")
    elif player := theirs.first():
        drop_channel(player, signed.kinds.split(","), Channel.MAIL)
    return True


def _ask(player: Player, now: datetime) -> None:
    asked = Letter.objects.filter(kind="confirm")
    if (
        asked.filter(to__iexact=player.email_asked, created_at__gt=now - DAY).count()
        >= MOST_TO_AN_ADDRESS
        or asked.filter(player=player, created_at__gt=now - DAY).count() >= MOST_FOR_A_PLAYER
        or asked.filter(created_at__gt=now - HOUR).count() >= MOST_AN_HOUR
    ):
        raise Conflict("mail.too_many")
    text = _(
        "Somebody asked for reminders of games at Tileroom to be sent to this address. If that was"
        " you, confirm it within %(days)s days:\n\n%(link)s\n\nIf not, do nothing."
    )
    Letter.objects.create(
        kind="confirm",
        to=player.email_asked,
        player=player,
        subject=_("Tileroom: confirm your address"),
        text=text % {"link": confirm_link(player), "days": CONFIRM_DAYS},
        created_at=now,
        due_at=now,
    )


def _check(email: str) -> None:
    """Refuse what is no address, and one that looks right and cannot be written on a letter."""
    if not email:
        return
    try:
        validate_email(email)
        EmailMessage(to=[email]).message().as_bytes()
    except (ValidationError, ValueError) as error:
        raise Unsuitable("form.email") from error
