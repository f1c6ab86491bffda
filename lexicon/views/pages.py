"""Pages for players: the list of dictionaries, word look-up and disputes."""

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from lexicon.forms import DisputeForm
from lexicon.models import Dispute, Lexicon
from lexicon.perspective.access import (
    closed_while_playing,
    find_blocking_games,
    find_language_of_slug,
    get_dispute_author,
    give_author_key,
    load_lexicon,
    load_revision,
)
from lexicon.perspective.default_lexicon import list_own_names
from lexicon.perspective.word_check import check_words, split_words
from lexicon.services.disputes import open_dispute
from lexicon.sources.catalogue import CATALOGUE
from lexicon.terms.alphabets import list_languages
from lexicon.terms.author_names import translate_author
from lexicon.terms.errors import DisputeError
from scrabble_site.shared.final_letters import write_final_letter

ANSWERS_SHOWN = 10


@require_GET
def list_lexicons(request: HttpRequest) -> HttpResponse:
    """List the dictionaries that rooms can choose, and the languages that could be added."""
    lexicons = list(Lexicon.objects.offered().select_related("current_revision"))
    present = list_own_names(each.language for each in lexicons)
    running = find_blocking_games(request)
    closed = {code: [game for game in running if game.closes(code)] for code, _name in present}
    games = [game for game in running if any(game in closing for closing in closed.values())]
    rows = [
        (code, name, each, closed[code])
        for code, name in present
        for each in lexicons
        if each.language == code
    ]
    tiled = {code for code, _name in list_languages()} - {code for code, _name in present}
    packaged = [(code, name) for code, name in list_own_names(tiled) if code in CATALOGUE]
    others = [(code, name) for code, name in list_own_names(tiled) if code not in CATALOGUE]
    context = {
        "rows": rows,
        "packaged": packaged,
        "others": others,
        "games": games,
    }
    return render(request, "lexicon/lexicons.html", context)


@require_GET
@closed_while_playing(find_language_of_slug)
def show_lexicon(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a dictionary with word look-up and the answers to disputes."""
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
    key, _name = get_dispute_author(request)
    context |= {
        "own": lexicon.disputes.filter(author_key=key)[:ANSWERS_SHOWN] if key else [],
        "answered": answered[:ANSWERS_SHOWN],
        "counts": lexicon.disputes.aggregate(open=Count("pk", Q(state=Dispute.State.OPEN))),
    }
    return render(request, "lexicon/lexicon.html", context)


@require_http_methods(["GET", "POST"])
@closed_while_playing(find_language_of_slug)
def dispute_word(request: HttpRequest, slug: str) -> HttpResponse:
    """Show or process the form by which a player disputes a word."""
    lexicon = load_lexicon(request, slug)
    revision = load_revision(lexicon, request.GET.get("revision", ""))
    key, name = get_dispute_author(request)
    first = {each: request.GET.get(each, "") for each in ("word", "game", "game_url")}
    first["name"] = translate_author(name)
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
                author_key=key or give_author_key(request),
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
    """Thank a player for a dispute, and say what happens next."""
    lexicon = load_lexicon(request, slug)
    word = write_final_letter(request.GET.get("word", "")[:32])
    context = {"lexicon": lexicon, "word": word}
    return render(request, "lexicon/disputed.html", context)
