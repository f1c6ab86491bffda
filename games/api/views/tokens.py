"""A member's tokens: made, told once, ended."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from games.api.forms import TokenForm
from games.api.services.tokens import good_tokens, make_token, revoke
from games.api.wording import explain
from games.common.refusals import Refusal
from games.common.requests import PageRequest
from games.players.identity import player_of

FIELD_OF = {"nickname": "bot", "token.bot": "bot", "token.name": "name", "token.scopes": "scopes"}
"""Where the form tells what a refusal is about, by its code or its family."""


@require_http_methods(["GET", "POST"])
@never_cache
@sensitive_variables("secret")
def tokens(request: PageRequest) -> HttpResponse:
    """All of a member's tokens; a new one is told in the answer to the form, and never again."""
    if request.method != "POST":
        return _show(request, TokenForm())
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _show(request, form, status=422)
    said = form.cleaned_data
    try:
        _token, secret = make_token(
            player_of(request), said["name"], said["scopes"], said["bot"], timezone.now()
        )
    except Refusal as refusal:
        field = FIELD_OF.get(refusal.code) or FIELD_OF.get(refusal.code.split(".")[0])
        form.add_error(field, explain(refusal))
        return _show(request, form, status=refusal.status)
    return _show(request, TokenForm(), secret=secret)


@require_POST
def end_token(request: PageRequest, number: int) -> HttpResponse:
    """End one; whatever uses it is shut out from now on. Another's is none."""
    try:
        revoke(player_of(request), number, timezone.now())
    except Refusal as refusal:
        raise Http404 from refusal
    return redirect("games:tokens")


def _show(
    request: PageRequest, form: TokenForm, *, secret: str = "", status: int = 200
) -> HttpResponse:
    player = player_of(request)
    member = player if player is not None and player.user_id is not None else None
    context = {
        "member": member,
        "tokens": good_tokens(member).select_related("bot") if member else [],
        "form": form,
        "secret": secret,
    }
    return render(request, "games/api/tokens.html", context, status=status)
