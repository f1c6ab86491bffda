"""How django-allauth does things here: its letters go the way of all letters (:mod:`games.mail`),
and a passkey is a key of its own, not one more lock.
"""

from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from django.contrib.auth.models import User
from django.contrib.sites.requests import RequestSite
from django.utils import timezone
from django.utils.translation import gettext as _

from games.mail.services.links import whole_address
from games.mail.services.outbox import post_account_letter
from games.players.models import Player

SITE_NAME = "Tileroom"


class AccountAdapter(DefaultAccountAdapter):
    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Put a letter into the outbox. Its links lead to the site's own address, whatever the
        request said."""
        site = RequestSite(self.request)
        site.name, site.domain = SITE_NAME, whole_address("/")
        links = {name: _own(url) for name, url in context.items() if name.endswith("_url")}
        words = {"request": self.request, "email": email, "current_site": site} | context | links
        letter = self.render_mail(template_prefix, email, words)
        post_account_letter(email, str(letter.subject), str(letter.body), timezone.now())

    def populate_username(self, request: Any, user: Any) -> None:  # noqa: ARG002 - its face
        """What the admin calls an account; nobody else sees it."""
        user.username = self.generate_unique_username([user.first_name, "member"])

    def get_login_stages(self) -> list[str]:
        stages = super().get_login_stages()
        return [stage for stage in stages if stage != "allauth.mfa.stages.AuthenticateStage"]


class PasskeyAdapter(DefaultMFAAdapter):
    def _get_site_name(self) -> str:
        return SITE_NAME

    def _get_user_identifier(self, user: Any) -> str:
        return display_name(user)

    def generate_authenticator_name(self, user: Any, type: Any) -> str:  # noqa: A002, ARG002
        """What a new passkey is called unless its owner says."""
        browser = context.request.headers.get("User-Agent", "")
        kinds = ("iPhone", "iPad", "Android", "Macintosh", "Windows", "Linux")
        found = next((kind for kind in kinds if kind in browser), "")
        return {"Macintosh": "Mac"}.get(found, found) or _("Passkey")


def display_name(user: User) -> str:
    """What a member is called."""
    player = Player.objects.filter(user=user).first()
    return player.nickname if player else user.get_username()


def _own(url: str) -> str:
    parts = urlsplit(url)
    return whole_address(parts.path + (f"?{parts.query}" if parts.query else ""))
