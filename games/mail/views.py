"""One's reminders by mail, and the pages behind the links in letters.

A link shows a page with a button: programs that look at every link of a letter change nothing.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.common.refusals import Refusal
from games.common.requests import PageRequest
from games.mail.forms import RemindersForm
from games.mail.services import addresses
from games.mail.services.links import read_link, stop_all_path
from games.players.identity import player_of
from games.players.models import Player
from games.players.services.tellings import Kind

REFUSED = {
    "form.email": gettext_lazy("No letter can be sent to that address. Is it spelt right?"),
    "mail.too_many": gettext_lazy("Too many letters were asked for. Please try again tomorrow."),
}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def reminders(request: PageRequest) -> HttpResponse:
    """Where reminders go."""
    player = player_of(request)
    if player is None:
        return render(request, "games/mail/reminders.html", {"player": None})
    if request.method == "POST":
        form = RemindersForm(request.POST)
        if form.is_valid() and _save(player, form):
            return redirect("games:reminders")
        status = 422
    else:
        address = player.email_asked or player.email
        form = RemindersForm(initial={"email": address})
        status = 200
    context = {"player": player, "form": form, "sends_mail": settings.SENDS_MAIL}
    return render(request, "games/mail/reminders.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def confirm_address(request: PageRequest, token: str) -> HttpResponse:
    """The owner of an address says that reminders may be sent there."""
    return _follow(request, token, "confirm", addresses.confirm)


@csrf_exempt  # mail programs post here by themselves: the signed link is the permission
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def stop_mail(request: PageRequest, token: str) -> HttpResponse:
    """The owner of an address wants no more mail, or no more of a kind."""
    return _follow(request, token, "stop", addresses.stop)


def _save(player: Player, form: RemindersForm) -> bool:
    try:
        addresses.set_reminders(player, form.cleaned_data["email"], timezone.now())
    except Refusal as refusal:
        form.add_error("email", REFUSED[refusal.code])
        return False
    return True


def _follow(
    request: PageRequest, token: str, step: str, deed: Callable[[str], bool]
) -> HttpResponse:
    """The page behind a link: a question, and the deed once its button was pressed."""
    signed = read_link(token, step)
    asks = request.method != "POST"
    good = signed is not None and (asks or deed(token))
    context = {
        "step": (step if asks else f"{step} done") if good else "expired",
        "email": signed.email if signed else "",
        "kinds": _named(signed.kinds) if signed else [],
        "all_path": stop_all_path(signed) if signed else "",
    }
    return render(request, "games/mail/link.html", context, status=200 if good else 404)


def _named(kinds: str) -> list[str]:
    """What a link stops, in words."""
    return [str(Kind(kind).label) for kind in kinds.split(",") if kind in Kind.values]
