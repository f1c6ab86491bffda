"""The search for words in one dictionary; the address holds all that was asked."""

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_GET

from lexicon.access import closed_in_play, load_lexicon, load_revision
from lexicon.finding import find_page, hooks_of, offer_bags
from lexicon.forms import SearchForm
from lexicon.numbers import read_small

NOT_ASKED = ("page", "revision", "tiles", "order")
"""Parts of an address that alone ask for no words."""


@require_GET
@closed_in_play
def search_words(request: HttpRequest, slug: str) -> HttpResponse:
    """Words by their letters, a pattern, hooks and length, in the order asked for."""
    lexicon = load_lexicon(request, slug)
    revision = load_revision(lexicon, request.GET.get("revision", ""))
    bags = offer_bags(revision)
    asked = any(value for name, value in request.GET.items() if name not in NOT_ASKED)
    form = SearchForm(request.GET if asked else None, bags=bags)
    context = {"lexicon": lexicon, "revision": revision, "form": form, "bag": form.bag}
    status = 200
    if asked and form.is_valid():
        context["hooks"] = hooks_of(revision, form.bag, form.words)
        if not form.query.empty:
            page = read_small(request.GET.get("page", "")) or 1
            found = find_page(revision, form.bag, form.query, page)
            context |= {"found": found, "asked": _address(request.GET)}
    elif asked:
        status = 422
    return render(request, "lexicon/search.html", context, status=status)


def _address(said: QueryDict) -> str:
    """What was asked, without the page's number and what was left empty."""
    kept = QueryDict(mutable=True)
    for name, values in said.lists():
        if name != "page" and values[-1]:
            kept[name] = values[-1]
    return kept.urlencode()
