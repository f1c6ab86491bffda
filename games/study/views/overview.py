"""The study page of a dictionary, and starting a quiz from it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.common.form_keys import make_form_key, parse_form_key
from games.common.randomness import make_random
from games.play.services.naming import make_provisional_player
from games.play.views.responses import answer_refusals
from games.players.services.identity import get_player, get_visitor_id
from games.study.forms import QuizForm, WordListForm
from games.study.perspective import build_study_overview
from games.study.perspective.wording import explain
from games.study.services import quizzes
from lexicon.models import Lexicon
from lexicon.perspective.access import (
    closed_while_playing,
    find_blocking_games,
    find_lexicon_language,
)
from lexicon.perspective.default_lexicon import choose_lexicon, read_languages
from scrabble_site.shared.refusals import Refusal


def find_asked_language(request: HttpRequest) -> str:
    """Return the language of the dictionary in the address, or of the visitor's default one."""
    if slug := request.GET.get("dictionary", ""):
        return find_lexicon_language(slug)
    chosen = _choose_default(request)
    return chosen.language if chosen else ""


def find_sent_language(request: HttpRequest) -> str:
    """Return the language of the dictionary that a form names."""
    return find_lexicon_language(request.POST.get("dictionary", ""))


@require_GET
@closed_while_playing(find_asked_language)
@never_cache
def show_study(request: HttpRequest) -> HttpResponse:
    """Show due words, quizzes, lists and progress, in the chosen dictionary or the visitor's
    default.
    """
    get_visitor_id(request)
    slug = request.GET.get("dictionary", "")
    if slug:
        lexicon = get_object_or_404(Lexicon.objects.offered(), slug=slug[:100])
        return render_study(request, lexicon)
    return render_study(request, _choose_default(request))


def _choose_default(request: HttpRequest) -> Lexicon | None:
    """Return the visitor's default dictionary, one that is open to them if possible."""
    spoken = read_languages(request.headers.get("Accept-Language", ""))
    offered = Lexicon.objects.offered()
    running = find_blocking_games(request)
    opened = [
        lexicon for lexicon in offered if not any(game.closes(lexicon.language) for game in running)
    ]
    return choose_lexicon(opened, spoken) or choose_lexicon(offered, spoken)


@require_POST
@closed_while_playing(find_sent_language)
@answer_refusals
def begin_quiz(request: HttpRequest) -> HttpResponse:
    """Start a quiz and redirect to it. An invalid form is shown again with the reason."""
    form = QuizForm(request.POST, player=get_player(request))
    if not form.is_valid():
        lexicon = form.cleaned_data.get("dictionary")
        return render_study(request, lexicon, quiz_form=form, status=422)
    kind, source, now = form.cleaned_data["kind"], form.source(), timezone.now()
    try:
        # A new visitor becomes a player only if the quiz can start.
        with make_provisional_player(get_visitor_id(request)) as player:
            rng, key = make_random(kind, form.lexicon.slug), parse_form_key(request)
            quiz = quizzes.begin_quiz(player, form.lexicon, kind, source, now, rng, key=key)
    except Refusal as refusal:
        return render_study(request, form.lexicon, quiz_form=form, refusal=refusal)
    return redirect("games:quiz", quiz_id=quiz.pk)


def render_study(
    request: HttpRequest,
    lexicon: Lexicon | None,
    *,
    quiz_form: QuizForm | None = None,
    list_form: WordListForm | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the study page, with an invalid form or an error message if given."""
    context: dict[str, Any] = {"lexicons": Lexicon.objects.offered(), "lexicon": lexicon}
    if refusal is not None:
        context["sentence"], status = explain(refusal), refusal.status
    if lexicon is not None:
        player = get_player(request)
        study = build_study_overview(player, lexicon, timezone.now())
        first = {"words": "due"} if study.due else {}
        context |= {
            "study": study,
            "quiz_form": quiz_form or QuizForm(player=player, lexicon=lexicon, initial=first),
            "list_form": list_form or WordListForm(lexicon=lexicon),
            "key": make_form_key(),
        }
    return render(request, "games/study/overview.html", context, status=status)
