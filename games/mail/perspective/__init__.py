"""A player's e-mail address and its state, for the settings pages."""

from dataclasses import dataclass

from allauth.account.models import EmailAddress
from django.conf import settings

from games.mail.services.addresses import get_account_address, get_mail_address
from games.players.models import Player
from games.players.services.notification_settings import (
    NotificationEvent,
    get_notification_settings,
)


@dataclass(frozen=True, slots=True)
class MailSettings:
    """What the settings pages show about a player's e-mail."""

    # Whether the site has a mail server.
    site_sends_mail: bool
    # Whether the player has an account.
    member: bool
    # Where e-mail is sent, "" if it cannot be sent.
    address: str = ""
    # The account's address while it is unconfirmed.
    pending: str = ""
    # Labels of the kinds that were switched off because e-mail to ``address`` bounced.
    bounced: tuple[str, ...] = ()

    @property
    def offered(self) -> bool:
        """Whether e-mail settings make sense for this player."""
        return self.site_sends_mail and bool(self.address or self.pending)


def build_mail_settings(player: Player) -> MailSettings:
    """Return where a player's e-mail goes, or what is missing if it cannot be sent."""
    member, pending = player.user_id is not None, ""
    if member and not get_account_address(player):
        own = EmailAddress.objects.filter(user=player.user_id).order_by("-primary")
        pending = own.values_list("email", flat=True).first() or ""
    address = get_mail_address(player)
    return MailSettings(
        settings.MAIL_ENABLED, member, address, pending, _has_bounced(player, address)
    )


def _has_bounced(player: Player, address: str) -> tuple[str, ...]:
    bounced = get_notification_settings(player).bounced or {}
    if not address or bounced.get("email", "").casefold() != address.casefold():
        return ()
    return tuple(
        str(NotificationEvent(kind).label)
        for kind in bounced["kinds"]
        if kind in NotificationEvent.values
    )
