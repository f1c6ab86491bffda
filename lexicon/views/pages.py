"""Pages for players: the dictionaries, looking words up, disputing a word."""

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from lexicon.access import (
    author_of,
    closed_in_play,
    give_key,
    is_closed_to,
    load_lexicon,
    load_revision,
)
from lexicon.alphabets import list_languages
from lexicon.choice import sort_by_own_name
from lexicon.errors import DisputeError
from lexicon.forms import DisputeForm
from lexicon.lookup import check_words, split_words
from lexicon.models import Dispute, Lexicon
from lexicon.services.disputes import open_dispute
from lexicon.sources.catalogue import CATALOGUE

ANSWERS_SHOWN = 10


@require_GET
def list_lexicons(request: HttpRequest) -> HttpResponse:
    """All dictionaries a room can choose, by language, and how to have one in another."""
    lexicons = list(Lexicon.objects.offered().select_related("current_revision"))
    present = sort_by_own_name(each.language for each in lexicons)
    rows = [
        (code, name, each) for code, name in present for each in lexicons if each.language == code
    ]
    tiled = {code for code, _name in list_languages()} - {code for code, _name in present}
    packaged = [(code, name) for code, name in sort_by_own_name(tiled) if code in CATALOGUE]
    others = [(code, name) for code, name in sort_by_own_name(tiled) if code not in CATALOGUE]
    context = {
        "rows": rows,
        "packaged": packaged,
        "others": others,
        "closed": is_closed_to(request),
    }
    return render(request, "lexicon/lexicons.html", context)


@require_GET
@closed_in_play
def show_lexicon(request: HttpRequest, slug: str) -> HttpResponse:
    """One dictionary: look words up, and read which disputes were answered how."""
    lexicon = load_lexicon(request, slug)
    revision = load_revision(lexicon, request.GET.get("revision", ""))
    typed = request.GET.get("words", "")[:1000]
    context = {
        "lexicon": lexicon,
        "revision": revision,
        "typed": typed,
        "verdicts": check_words(revision, split_words(typed)),
    }
    if request.headers.get("HX-Request"):
        return render(request, "lexicon/parts/_verdicts.html", context)
    answered = lexicon.disputes.exclude(state=Dispute.State.OPEN).order_by("-answered_at")
    key, _name = author_of(request)
    context |= {
        "own": lexicon.disputes.filter(author_key=key)[:ANSWERS_SHOWN] if key else [],
        "answered": answered[:ANSWERS_SHOWN],
        "counts": lexicon.disputes.aggregate(open=Count("pk", Q(state=Dispute.State.OPEN))),
    }
    return render(request, "lexicon/lexicon.html", context)


@require_http_methods(["GET", "POST"])
@closed_in_play
def dispute_word(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask the editors to decide about a word."""
    lexicon = load_lexicon(request, slug)
    revision = load_revision(lexicon, request.GET.get("revision", ""))
    key, name = author_of(request)
    first = {each: request.GET.get(each, "") for each in ("word", "game", "game_url")}
    first["name"] = name
    sending = request.method == "POST"
    form = DisputeForm(request.POST if sending else None, initial=first)
    if sending and form.is_valid():
        sent = form.cleaned_data
        try:
            opened = open_dispute(
                revision,
                sent["word"],
                sent["reason"],
                sent["game"],
                sent["game_url"],
                sent["name"] or name,
                author_key=key or give_key(request),
            )
        except DisputeError as error:
            form.add_error(None, str(error))
        else:
            return redirect(f"{reverse('lexicon:disputed', args=[slug])}?word={opened.word}")
    status = 422 if form.errors else 200
    context = {"lexicon": lexicon, "revision": revision, "form": form}
    return render(request, "lexicon/dispute.html", context, status=status)


@require_GET
def show_disputed(request: HttpRequest, slug: str) -> HttpResponse:
    """Thanks, and what happens next."""
    lexicon = load_lexicon(request, slug)
    context = {"lexicon": lexicon, "word": request.GET.get("word", "")[:32]}
    return render(request, "lexicon/disputed.html", context)
