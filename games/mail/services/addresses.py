"""The address a player's e-mail is sent to: the confirmed address of their account.

Earlier releases asked for a separate address for reminders. If its owner confirmed it, it remains
in use as long as the player has no account with a confirmed address.
"""

from allauth.account.models import EmailAddress

from games.mail.services.mail_links import CONFIRM_PURPOSE, UNSUBSCRIBE_PURPOSE, parse_mail_link
from games.players.models import Player
from games.players.services.notification_settings import (
    NotificationChannel,
    NotificationEvent,
    switch_off_channel,
)


def get_mail_address(player: Player) -> str:
    """Return where a player's e-mail goes, "" if none may be sent."""
    return get_account_address(player) or player.email


def get_account_address(player: Player) -> str:
    """Return the confirmed address of a member's account, or ""."""
    if player.user_id is None:
        return ""
    confirmed = EmailAddress.objects.filter(user=player.user_id, verified=True)
    return confirmed.order_by("-primary").values_list("email", flat=True).first() or ""


def confirm_address(token: str) -> bool:
    """Confirm a reminder address. Return False if the link is invalid or outdated.

    Only e-mails of an earlier release contain such links, but they may still be in inboxes.
    """
    signed = parse_mail_link(token, CONFIRM_PURPOSE)
    if signed is None:
        return False
    unconfirmed = Player.objects.filter(pk=signed.player, email_asked=signed.email)
    unconfirmed.update(email=signed.email, email_asked="")
    return Player.objects.filter(pk=signed.player, email=signed.email).exists()


def unsubscribe_address(token: str) -> bool:
    """Stop e-mail of the link's kinds to its address, or all e-mail if it names none. Return False
    if the link is not ours."""
    signed = parse_mail_link(token, UNSUBSCRIBE_PURPOSE)
    if signed is None:
        return False
    player = Player.objects.filter(pk=signed.player).first()
    if player is None or get_mail_address(player).casefold() != signed.email.casefold():
        return True  # no e-mail goes there any more
    kinds = signed.kinds.split(",") if signed.kinds else NotificationEvent.values
    switch_off_channel(player, kinds, NotificationChannel.MAIL)
    return True
