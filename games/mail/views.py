"""The pages behind links in e-mails.

Opening a link only shows a button, because mail programs and virus scanners prefetch links.
"""

from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.common.requests import PageRequest
from games.mail.services import addresses
from games.mail.services.mail_links import build_unsubscribe_all_path, parse_mail_link
from games.players.services.notification_settings import NotificationEvent


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def redirect_to_settings(_request: PageRequest) -> HttpResponse:
    """Redirect the former page for a reminder address to the notification settings."""
    return redirect("games:notification_settings")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def confirm_address(request: PageRequest, token: str) -> HttpResponse:
    """Confirm a reminder address. Only e-mails of an earlier release contain this link."""
    return _confirm_and_run(request, token, "confirm", addresses.confirm_address)


@csrf_exempt  # mail programs POST here (RFC 8058): the signed link is the authority
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def unsubscribe(request: PageRequest, token: str) -> HttpResponse:
    """Stop all e-mail to an address, or some kinds of it."""
    return _confirm_and_run(request, token, "stop", addresses.unsubscribe_address)


def _confirm_and_run(
    request: PageRequest, token: str, step: str, action: Callable[[str], bool]
) -> HttpResponse:
    """Show a question on GET; run ``action`` on POST, once the button was pressed."""
    signed = parse_mail_link(token, step)
    asks = request.method != "POST"
    good = signed is not None and (asks or action(token))
    context = {
        "step": (step if asks else f"{step} done") if good else "expired",
        "email": signed.email if signed else "",
        "kinds": _name_kinds(signed.kinds) if signed else [],
        "all_path": build_unsubscribe_all_path(signed) if signed else "",
    }
    return render(request, "games/mail/confirm_link.html", context, status=200 if good else 404)


def _name_kinds(kinds: str) -> list[str]:
    """Return the labels of the kinds that a link stops."""
    return [
        str(NotificationEvent(kind).label)
        for kind in kinds.split(",")
        if kind in NotificationEvent.values
    ]
