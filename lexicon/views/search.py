"""The word search in one dictionary. The URL contains the whole query."""

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_GET

from lexicon.forms import PlayerSearchForm
from lexicon.perspective.access import (
    closed_while_playing,
    find_language_of_slug,
    load_lexicon,
    load_revision,
)
from lexicon.perspective.search_results import (
    find_results_page,
    list_searchable_bags,
    list_word_hooks,
)
from scrabble_site.shared.numbers import parse_small_number

IGNORED_PARAMETERS = ("page", "revision", "tiles", "order")
"""Query parameters that do not start a search on their own."""


@require_GET
@closed_while_playing(find_language_of_slug)
def search_words(request: HttpRequest, slug: str) -> HttpResponse:
    """Search words by letters, pattern, hooks and length."""
    lexicon = load_lexicon(request, slug)
    revision = load_revision(lexicon, request.GET.get("revision", ""))
    bags = list_searchable_bags(revision)
    has_query = any(value for name, value in request.GET.items() if name not in IGNORED_PARAMETERS)
    form = PlayerSearchForm(request.GET if has_query else None, bags=bags)
    context = {"lexicon": lexicon, "revision": revision, "form": form, "bag": form.bag}
    status = 200
    if has_query and form.is_valid():
        context["hooks"] = list_word_hooks(revision, form.bag, form.words)
        if not form.query.empty:
            page = parse_small_number(request.GET.get("page", "")) or 1
            found = find_results_page(revision, form.bag, form.query, page)
            context |= {"found": found, "asked": _address(request.GET)}
    elif has_query:
        status = 422
    return render(request, "lexicon/search.html", context, status=status)


def _address(query: QueryDict) -> str:
    """Return the query string without the page number and empty parameters."""
    parameters = QueryDict(mutable=True)
    for name, values in query.lists():
        if name != "page" and values[-1]:
            parameters[name] = values[-1]
    return parameters.urlencode()
