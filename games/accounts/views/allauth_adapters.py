"""Adapts django-allauth to this site.

Its e-mails go through the site's outbox (:mod:`games.mail`), and a passkey logs a member in
directly instead of being a second factor.
"""

from typing import Any, ClassVar
from urllib.parse import urlencode, urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.sites.requests import RequestSite
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from games.accounts.services.email_confirmation import has_confirmed_email
from games.accounts.services.login_attempts import is_known_here, spend_login_attempt
from games.accounts.services.login_hooks import has_logged_in
from games.common.client_addresses import get_client_address
from games.mail.services.mail_links import make_absolute
from games.mail.services.outbox import queue_account_mail
from games.players.models import Player
from scrabble_site.shared.refusals import TooManyRequests

SITE_NAME = "Tileroom"


class AccountAdapter(DefaultAccountAdapter):
    error_messages: ClassVar[dict[str, Any]] = DefaultAccountAdapter.error_messages | {
        "email_password_mismatch": _lazy("Wrong e-mail address or password."),
        "enter_current_password": _lazy("Enter your current password."),
        "incorrect_code": _lazy("Wrong code. Check it and try again."),
        "incorrect_password": _lazy("Wrong password."),
        "too_many_login_attempts": _lazy("Too many failed attempts. Try again later."),
        "duplicate_email": _lazy("This is already your address."),
        "email_taken": _lazy("Another account uses this address."),
        "same_as_current": _lazy("This is already your address."),
    }

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Put an e-mail into the outbox. Links always use the site's configured address, because an
        attacker can forge the request's Host header."""
        site = RequestSite(self.request)
        site.name, site.domain = SITE_NAME, make_absolute("/")
        links = {
            name: _use_site_address(url) for name, url in context.items() if name.endswith("_url")
        }
        words = {"request": self.request, "email": email, "current_site": site} | context | links
        letter = self.render_mail(template_prefix, email, words)
        queue_account_mail(email, str(letter.subject), str(letter.body), timezone.now())

    def send_confirmation_mail(self, request: Any, emailconfirmation: Any, signup: bool) -> None:
        """Send the confirmation link. If the address already belongs to another account, tell its
        owner so instead: the link could confirm nothing."""
        address = emailconfirmation.email_address
        others = EmailAddress.objects.filter(email__iexact=address.email, verified=True)
        if others.exclude(user=address.user_id).exists():
            self.send_account_already_exists_mail(address.email)
        else:
            super().send_confirmation_mail(request, emailconfirmation, signup)

    def confirm_email(self, request: Any, email_address: EmailAddress) -> bool:
        """Confirm an address. The new address of an account that has a confirmed one is confirmed
        only where its owner is logged in: the mailbox may belong to another person."""
        user = email_address.user
        if has_confirmed_email(user) and not has_logged_in(request, user):
            messages.warning(request, _("Log in to confirm your new e-mail address."))
            return False
        return bool(super().confirm_email(request, email_address))

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        """Lead from an address that could not be confirmed to the log-in, and back."""
        if not email_address.verified:
            known = self.request.user.is_authenticated
            page = reverse("account_reauthenticate" if known else "account_login")
            return f"{page}?{urlencode({'next': self.request.path})}"
        return str(super().get_email_verification_redirect_url(email_address))

    def should_send_confirmation_mail(self, *_asked: Any) -> bool:
        """Return False on a site without a mail server, so that no page announces a mail."""
        return bool(settings.MAIL_ENABLED)

    def populate_username(self, request: Any, user: Any) -> None:  # noqa: ARG002 - its face
        """Generate the user name shown in the admin; no one else sees it."""
        user.username = self.generate_unique_username([user.first_name, "member"])

    def _get_login_attempts_cache_key(self, request: Any, **credentials: Any) -> str:
        """Count attempts by account and network address, so that no stranger locks the owner
        out."""
        key = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{key} {get_client_address(request)}"

    def pre_authenticate(self, request: Any, **credentials: Any) -> None:
        login = credentials.get("email") or credentials.get("username") or ""
        # django-allauth counts the address alone as well, which a whole school may share.
        if not is_known_here(request, login):
            super().pre_authenticate(request, **credentials)
        try:
            spend_login_attempt(request, login)
        except TooManyRequests as refusal:
            # The form shows it next to the fields instead of an error page.
            raise self.validation_error("too_many_login_attempts") from refusal

    def get_login_stages(self) -> list[str]:
        stages = super().get_login_stages()
        # Without this stage a passkey is not asked for as a second factor.
        return [stage for stage in stages if stage != "allauth.mfa.stages.AuthenticateStage"]


class PasskeyAdapter(DefaultMFAAdapter):
    def _get_site_name(self) -> str:
        return SITE_NAME

    def _get_user_identifier(self, user: Any) -> str:
        return get_display_name(user)

    def generate_authenticator_name(self, user: Any, type: Any) -> str:  # noqa: A002, ARG002
        """Return a default name for a new passkey, taken from the browser's User-Agent."""
        browser = context.request.headers.get("User-Agent", "")
        kinds = ("iPhone", "iPad", "Android", "Macintosh", "Windows", "Linux")
        found = next((kind for kind in kinds if kind in browser), "")
        return {"Macintosh": "Mac"}.get(found, found) or _("Passkey")


def get_display_name(user: User) -> str:
    """Return a member's nickname, or the user name of an account without a player."""
    player = Player.objects.filter(user=user).first()
    return player.shown_name if player else user.get_username()


def _use_site_address(url: str) -> str:
    parts = urlsplit(url)
    return make_absolute(parts.path + (f"?{parts.query}" if parts.query else ""))
