"""One's own lists, and the words one missed."""

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

from games.common.refusals import Refusal
from games.common.requests import read_number
from games.play.services.naming import introduced
from games.play.views.answers import command
from games.players.identity import player_of, visitor_of
from games.study.forms import WordSetForm
from games.study.perspective import missed_words, own_uploads
from games.study.services import missed as missing
from games.study.services import wordsets
from games.study.views.home import show_home
from games.study.wording import explain
from lexicon.access import closed_in_play
from lexicon.models import Lexicon

MOST_SHOWN = 200


@require_POST
@closed_in_play
@command
def add(request: HttpRequest) -> HttpResponse:
    """Keep a list of words."""
    form = WordSetForm(request.POST)
    if not form.is_valid():
        lexicon = form.cleaned_data.get("dictionary")
        return show_home(request, lexicon, set_form=form, status=422)
    name, text = form.cleaned_data["name"], form.cleaned_data["text"]
    try:
        with introduced(visitor_of(request)) as player:
            made, others = wordsets.add(player, form.lexicon, name, text, timezone.now())
    except Refusal as refusal:
        return show_home(request, form.lexicon, set_form=form, refusal=refusal)
    if others:
        told = ngettext("%(n)d is not in it.", "%(n)d are not in it.", others) % {"n": others}
        messages.warning(request, _("The words of this dictionary were kept.") + " " + told)
    return redirect("games:word_set", number=made.pk)


@require_GET
@closed_in_play
@never_cache
def show(request: HttpRequest, number: int) -> HttpResponse:
    """One list."""
    try:
        found = wordsets.find_set(player_of(request), number)
    except Refusal as refusal:
        return _refuse(request, refusal)
    return render(request, "games/study/word_set.html", {"set": found, "lexicon": found.lexicon})


@require_POST
@closed_in_play
@command
def remove(request: HttpRequest, number: int) -> HttpResponse:
    """Forget a list."""
    try:
        gone = wordsets.remove(player_of(request), number)
    except Refusal as refusal:
        return _refuse(request, refusal)
    return redirect(f"{reverse('games:study')}?dictionary={gone.lexicon.slug}")


@require_GET
@closed_in_play
@never_cache
def missed(request: HttpRequest) -> HttpResponse:
    """The words one missed in one's analysed games, with the plays they would have been."""
    slug = request.GET.get("dictionary", "")[:100]
    lexicon = get_object_or_404(Lexicon.objects.offered(), slug=slug)
    player = player_of(request)
    context = {
        "lexicon": lexicon,
        "missed": missed_words(player, lexicon)[:MOST_SHOWN] if player else [],
        "uploads": own_uploads(player, lexicon) if player else [],
    }
    return render(request, "games/study/missed.html", context)


@require_POST
@closed_in_play
@command
def claim_seat(request: HttpRequest, record_id: UUID) -> HttpResponse:
    """Say which player of one's upload one was; an empty seat is none."""
    said, seat = request.POST.get("seat", ""), None
    try:
        if said:
            seat = read_number(said, "seat.unknown", most=9)
        upload = missing.claim_seat(player_of(request), record_id, seat, timezone.now())
    except Refusal as refusal:
        return _refuse(request, refusal)
    assert upload.revision is not None
    slug = upload.revision.lexicon.slug
    return redirect(f"{reverse('games:missed_words')}?dictionary={slug}")


def _refuse(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    context = {"sentence": explain(refusal), "status": refusal.status}
    return render(request, "refused.html", context, status=refusal.status)
