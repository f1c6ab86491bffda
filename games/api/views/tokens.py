"""The settings page for API tokens: creating, listing and revoking them."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from games.api.forms import TokenForm
from games.api.perspective.wording import explain
from games.api.services.tokens import create_token, list_valid_tokens, revoke_token
from games.common.form_keys import make_form_key, parse_form_key
from games.common.requests import PageRequest
from games.players.services.identity import get_player
from scrabble_site.shared.refusals import Refusal

FIELD_BY_CODE = {
    "nickname": "bot",
    "token.bot": "bot",
    "token.name": "name",
    "token.scopes": "scopes",
}
"""The form field to which an error belongs, by the error's code or the first part of it."""


@require_http_methods(["GET", "POST"])
@never_cache
@sensitive_variables("secret")
def list_tokens(request: PageRequest) -> HttpResponse:
    """List a member's tokens or create one.

    A new secret is shown once, in the response to the form.
    """
    if request.method != "POST":
        return _render_tokens(request, TokenForm())
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _render_tokens(request, form, status=422)
    cleaned = form.cleaned_data
    try:
        _token, secret = create_token(
            get_player(request),
            cleaned["name"],
            cleaned["scopes"],
            cleaned["bot"],
            timezone.now(),
            key=parse_form_key(request),
        )
    except Refusal as refusal:
        field = FIELD_BY_CODE.get(refusal.code) or FIELD_BY_CODE.get(refusal.code.split(".")[0])
        form.add_error(field, explain(refusal))
        return _render_tokens(request, form, status=refusal.status)
    return _render_tokens(request, TokenForm(), secret=secret)


@require_POST
def revoke_own_token(request: PageRequest, number: int) -> HttpResponse:
    """Revoke one of the member's own tokens; 404 for any other."""
    try:
        revoke_token(get_player(request), number, timezone.now())
    except Refusal as refusal:
        raise Http404 from refusal
    return redirect("games:tokens")


def _render_tokens(
    request: PageRequest, form: TokenForm, *, secret: str = "", status: int = 200
) -> HttpResponse:
    player = get_player(request)
    member = player if player is not None and player.user_id is not None else None
    context = {
        "member": member,
        "tokens": list_valid_tokens(member).select_related("bot") if member else [],
        "form": form,
        "secret": secret,
        "key": make_form_key(),
    }
    return render(request, "games/api/tokens.html", context, status=status)
