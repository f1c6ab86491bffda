"""A player's own word lists and missed words."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.common.form_keys import parse_form_key
from games.common.requests import parse_number
from games.play.services.naming import make_provisional_player
from games.play.views.responses import answer_refusals
from games.players.services.identity import get_player, get_visitor_id
from games.study.forms import WordListForm
from games.study.models import StudyList
from games.study.perspective import list_missed_plays, list_own_uploads
from games.study.perspective.wording import explain
from games.study.services import missed_words as missing
from games.study.services import word_lists
from games.study.views.overview import find_asked_language, find_sent_language, render_study
from games.uploads.models import UploadedGame
from lexicon.models import Lexicon
from lexicon.perspective.access import closed_while_playing
from scrabble_site.shared.refusals import Refusal

MAX_SHOWN = 200


def find_list_language(_request: HttpRequest, number: int) -> str:
    """Return the language of a word list; "" if there is no such list."""
    lists = StudyList.objects.filter(pk=number)
    return lists.values_list("lexicon__language", flat=True).first() or ""


def find_upload_language(_request: HttpRequest, record_id: UUID) -> str:
    """Return the language of an uploaded game; "" if it is unknown."""
    uploads = UploadedGame.objects.filter(pk=record_id)
    return uploads.values_list("revision__lexicon__language", flat=True).first() or ""


@require_POST
@closed_while_playing(find_sent_language)
@answer_refusals
def add_word_list(request: HttpRequest) -> HttpResponse:
    """Save a list of words."""
    form = WordListForm(request.POST)
    if not form.is_valid():
        lexicon = form.cleaned_data.get("dictionary")
        return render_study(request, lexicon, list_form=form, status=422)
    name, text = form.cleaned_data["name"], form.cleaned_data["text"]
    try:
        with make_provisional_player(get_visitor_id(request)) as player:
            made, others = word_lists.add_word_list(
                player, form.lexicon, name, text, timezone.now(), key=parse_form_key(request)
            )
    except Refusal as refusal:
        return render_study(request, form.lexicon, list_form=form, refusal=refusal)
    if others:
        message = ngettext(
            "%(n)d word was left out because it isn't in this dictionary.",
            "%(n)d words were left out because they aren't in this dictionary.",
            others,
        ) % {"n": others}
        messages.warning(request, _("List saved.") + " " + message)
    return redirect("games:word_list", number=made.pk)


@require_GET
@closed_while_playing(find_list_language)
@never_cache
def show_word_list(request: HttpRequest, number: int) -> HttpResponse:
    """Show one of the player's word lists."""
    try:
        found = word_lists.find_word_list(get_player(request), number)
    except Refusal as refusal:
        return _render_refusal(request, refusal)
    return render(request, "games/study/word_list.html", {"set": found, "lexicon": found.lexicon})


@require_POST
@closed_while_playing(find_list_language)
@answer_refusals
def delete_word_list(request: HttpRequest, number: int) -> HttpResponse:
    """Delete a list."""
    try:
        gone = word_lists.delete_word_list(get_player(request), number)
    except Refusal as refusal:
        return _render_refusal(request, refusal)
    return redirect(f"{reverse('games:study')}?dictionary={gone.lexicon.slug}")


@require_GET
@closed_while_playing(find_asked_language)
@never_cache
def show_missed_words(request: HttpRequest) -> HttpResponse:
    """Show the words that the player missed in analysed and duplicate games, with those plays."""
    slug = request.GET.get("dictionary", "")[:100]
    lexicon = get_object_or_404(Lexicon.objects.offered(), slug=slug)
    player = get_player(request)
    context = {
        "lexicon": lexicon,
        "missed": list_missed_plays(player, lexicon, MAX_SHOWN) if player else [],
        "uploads": list_own_uploads(player, lexicon) if player else [],
    }
    return render(request, "games/study/missed_words.html", context)


@require_POST
@closed_while_playing(find_upload_language)
@answer_refusals
def set_own_seat(request: HttpRequest, record_id: UUID) -> HttpResponse:
    """Store which seat of an own upload the player had; an empty value means none."""
    text, seat = request.POST.get("seat", ""), None
    try:
        if text:
            seat = parse_number(text, "seat.unknown", maximum=9)
        upload = missing.set_own_seat(get_player(request), record_id, seat, timezone.now())
    except Refusal as refusal:
        return _render_refusal(request, refusal)
    assert upload.revision is not None
    slug = upload.revision.lexicon.slug
    return redirect(f"{reverse('games:missed_words')}?dictionary={slug}")


def _render_refusal(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    context = {"sentence": explain(refusal), "status": refusal.status}
    return render(request, "refusal.html", context, status=refusal.status)
