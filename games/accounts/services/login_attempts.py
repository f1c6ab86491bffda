"""Counting attempts to log in, by account, network address and browser.

A browser that has logged in to an account before counts apart from strangers, who may share its
network address.
"""

from django.contrib.auth.models import User
from django.core.cache import cache
from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games.common.client_addresses import get_client_address
from games.common.rate_limits import enforce_rate_limit
from games.mail.services.mail_links import make_absolute
from games.mail.services.outbox import queue_account_mail
from scrabble_site.shared.refusals import TooManyRequests

KNOWN_ACCOUNTS_KEY = "known"
"""Keyed hashes of the accounts that have logged in from this browser. Survives a log-out."""
# Accounts remembered per browser; the cookie must stay small.
MAX_KNOWN_ACCOUNTS = 6
DAY_SECONDS = 24 * 3600


def remember_account(request: HttpRequest, user: User) -> None:
    """Note in the session that this browser has logged in to an account."""
    own = _hash_account(user.pk)
    # The latest account is moved to the end, so the oldest one is dropped when the list is full.
    known = [one for one in request.session.get(KNOWN_ACCOUNTS_KEY, ()) if one != own]
    request.session[KNOWN_ACCOUNTS_KEY] = [*known, own][-MAX_KNOWN_ACCOUNTS:]


def is_known_here(request: HttpRequest, login: str) -> bool:
    """Return whether this browser has logged in before to the account with this address or user
    name."""
    found = User.objects.filter(Q(email__iexact=login) | Q(username__iexact=login))
    known = request.session.get(KNOWN_ACCOUNTS_KEY, ())
    return any(_hash_account(pk) in known for pk in found.values_list("pk", flat=True))


def spend_login_attempt(request: HttpRequest, login: str) -> None:
    """Count an attempt to log in to an account.

    The tight limit counts account and network address together, so an attacker locks no one else
    out. A far more generous limit counts the account alone. Browsers its owner has used before
    share a counter of their own. Raises ``TooManyRequests``, and warns the owner when the second
    limit is reached.
    """
    login = login.strip().casefold()
    if is_known_here(request, login):
        # Apart from strangers, who may share the owner's network address.
        enforce_rate_limit("guesses", player=f"{login} known")
        return
    enforce_rate_limit("guesses", player=f"{login} {get_client_address(request)}")
    try:
        enforce_rate_limit("guesses_of_account", player=login)
    except TooManyRequests:
        _warn_owner(login)
        raise


def spend_mailed_code(request: HttpRequest, email: str) -> None:
    """Count a request for a mailed log-in code or link. Raises ``TooManyRequests``."""
    email = email.strip().casefold()
    if is_known_here(request, email):
        enforce_rate_limit("mailed_codes", player=f"{email} known")
        return
    enforce_rate_limit("mailed_codes", player=f"{email} {get_client_address(request)}")
    enforce_rate_limit("mailed_codes_of_account", player=email)


def _warn_owner(login: str) -> None:
    """E-mail the owner of an account that is under attack, at most once a day."""
    for user in User.objects.filter(Q(email__iexact=login) | Q(username__iexact=login)):
        # ``add`` succeeds only once until the key expires, in all processes together.
        if user.email and cache.add(f"guessed.{user.pk}", True, DAY_SECONDS):
            subject = _("Tileroom: someone is trying to log in to your account")
            text = _(
                "Someone entered many wrong passwords for your account within an hour, so new "
                "devices can't log in for a while. Devices you have used before still can. If "
                "you use the same password anywhere else, change it: %(link)s"
            )
            link = make_absolute(reverse("account_change_password"))
            queue_account_mail(user.email, subject, text % {"link": link}, timezone.now())


def _hash_account(pk: int) -> str:
    return salted_hmac("games.accounts.known", str(pk), algorithm="sha256").hexdigest()[:16]
