"""Who may look words up, and which dictionary an address means. First lines of views."""

import secrets
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.module_loading import import_string

from lexicon.models import Lexicon, Revision
from lexicon.numbers import read_small

Params = ParamSpec("Params")
_AUTHOR = "lexicon_author"
View = Callable[Concatenate[HttpRequest, Params], HttpResponse]


def is_closed_to(request: HttpRequest) -> bool:
    """Whether the person sits in a running game, which closes every dictionary to them."""
    ask: Callable[[HttpRequest], bool] = import_string(settings.LEXICON_CLOSED_TO)
    return ask(request)


def author_of(request: HttpRequest) -> tuple[str, str]:
    """Something that tells this person from others, and their name; as far as known.

    Whoever plays is known to the games, which ``settings.LEXICON_AUTHOR_OF`` asks; others have
    their account, or a key of their own in the session (:func:`give_key`).
    """
    ask: Callable[[HttpRequest], tuple[str, str]] = import_string(settings.LEXICON_AUTHOR_OF)
    key, name = ask(request)
    if not key and request.user.is_authenticated:
        key, name = f"user:{request.user.pk}", request.user.get_username()
    return key or request.session.get(_AUTHOR, ""), name


def give_key(request: HttpRequest) -> str:
    """A key for somebody who had none."""
    key: str = request.session.setdefault(_AUTHOR, secrets.token_urlsafe(12))
    return key


def closed_in_play(view: View[Params]) -> View[Params]:
    """Answer 403, with the reason, while the person plays."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Params.args, **kwargs: Params.kwargs) -> HttpResponse:
        if is_closed_to(request):
            part = bool(request.headers.get("HX-Request"))
            template = "lexicon/parts/_closed.html" if part else "lexicon/closed.html"
            return render(request, template, status=403)
        return view(request, *args, **kwargs)

    return wrapper


def load_lexicon(request: HttpRequest, slug: str) -> Lexicon:
    """A dictionary with words; hidden ones are there for editors only."""
    found = Lexicon.objects.filter(current_revision__isnull=False)
    if not request.user.has_perm("lexicon.view_lexicon"):
        found = found.filter(hidden=False)
    return get_object_or_404(found.select_related("current_revision"), slug=slug)


def load_revision(lexicon: Lexicon, number: str) -> Revision:
    """The revision a game's page points to, or the one in force."""
    wanted = read_small(number)
    chosen = {"pk": lexicon.current_revision_id} if wanted is None else {"number": wanted}
    return get_object_or_404(lexicon.revisions.select_related("lexicon"), **chosen)
