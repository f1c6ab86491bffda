"""Access checks and object loading at the start of views: who may look words up, and where."""

import secrets
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.module_loading import import_string

from lexicon.models import Lexicon, Revision
from lexicon.terms.alphabets import list_languages
from lexicon.terms.running_games import RunningGameLink
from scrabble_site.shared.language_names import translate_language_name
from scrabble_site.shared.numbers import parse_small_number

Params = ParamSpec("Params")
_AUTHOR = "lexicon_author"
_RUNNING = "_running_games"
View = Callable[Concatenate[HttpRequest, Params], HttpResponse]


def find_blocking_games(request: HttpRequest, language: str = "") -> Sequence[RunningGameLink]:
    """Return the visitor's running games that close the dictionaries of a language to them.

    Without a language, return all running games. They are looked up once per request.
    """
    running: Sequence[RunningGameLink] | None = getattr(request, _RUNNING, None)
    if running is None:
        running = import_string(settings.LEXICON_CLOSED_BY)(request)
        setattr(request, _RUNNING, running)
    return [game for game in running if game.closes(language)]


def get_dispute_author(request: HttpRequest) -> tuple[str, str]:
    """Return a key that identifies the visitor, and their name; "" for what is not known.

    Players are identified by the games app, through ``settings.LEXICON_AUTHOR_OF``. Others are
    identified by their account, or by a key in the session (:func:`give_author_key`).
    """
    ask: Callable[[HttpRequest], tuple[str, str]] = import_string(settings.LEXICON_AUTHOR_OF)
    key, name = ask(request)
    if not key and request.user.is_authenticated:
        key, name = f"user:{request.user.pk}", request.user.get_username()
    return key or request.session.get(_AUTHOR, ""), name


def give_author_key(request: HttpRequest) -> str:
    """Return the visitor's key in the session, created if there was none."""
    key: str = request.session.setdefault(_AUTHOR, secrets.token_urlsafe(12))
    return key


def closed_while_playing(
    find_language: Callable[Concatenate[HttpRequest, Params], str],
) -> Callable[[View[Params]], View[Params]]:
    """Decorate a view to answer 403 while the visitor plays a game in the language of its words.

    The page, or the part with verdicts, names the games and links to them. ``find_language`` gets
    the arguments of the view; "" stands for an unknown language, which every running game closes.
    """

    def decorate(view: View[Params]) -> View[Params]:
        @wraps(view)
        def wrapper(
            request: HttpRequest, *args: Params.args, **kwargs: Params.kwargs
        ) -> HttpResponse:
            # Few visitors are playing, so the language is looked up for those alone.
            if running := find_blocking_games(request):
                language = find_language(request, *args, **kwargs)
                if games := [game for game in running if game.closes(language)]:
                    return _render_closed(request, language, games)
            return view(request, *args, **kwargs)

        return wrapper

    return decorate


def _render_closed(
    request: HttpRequest, language: str, games: Sequence[RunningGameLink]
) -> HttpResponse:
    part = bool(request.headers.get("HX-Request"))
    template = "lexicon/parts/_verdicts.html" if part else "lexicon/closed.html"
    name = dict(list_languages()).get(language, "")
    context = {"games": games, "language": name and translate_language_name(name)}
    return render(request, template, context, status=403)


def find_language_of_slug(_request: HttpRequest, slug: str) -> str:
    """Return the language of a dictionary; "" if there is no such dictionary."""
    return find_lexicon_language(slug)


def find_lexicon_language(slug: str) -> str:
    """Return the language of the dictionary with this code; "" if there is none."""
    found = Lexicon.objects.filter(slug=slug[:100]).values_list("language", flat=True).first()
    return found or ""


def load_lexicon(request: HttpRequest, slug: str) -> Lexicon:
    """Load a dictionary that has words, or raise ``Http404``. Only editors get hidden ones."""
    found = Lexicon.objects.filter(current_revision__isnull=False)
    if not request.user.has_perm("lexicon.view_lexicon"):
        found = found.filter(hidden=False)
    return get_object_or_404(found.select_related("current_revision"), slug=slug)


def load_revision(lexicon: Lexicon, number: str) -> Revision:
    """Load the revision with a number, which links from games give, or the current one."""
    wanted = parse_small_number(number)
    chosen = {"pk": lexicon.current_revision_id} if wanted is None else {"number": wanted}
    return get_object_or_404(lexicon.revisions.select_related("lexicon"), **chosen)
