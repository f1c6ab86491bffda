"""The page of one's study in a dictionary, and beginning a quiz there."""

from random import SystemRandom
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.common.refusals import Refusal
from games.play.services.naming import introduced
from games.play.views.answers import command
from games.players.identity import player_of, visitor_of
from games.study.forms import QuizForm, WordSetForm
from games.study.perspective import look_at_study
from games.study.services import quizzes
from games.study.wording import explain
from lexicon.access import closed_in_play
from lexicon.choice import choose_lexicon, read_languages
from lexicon.models import Lexicon


@require_GET
@closed_in_play
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """What is due, quizzes, lists and progress, in the dictionary chosen or the usual one."""
    visitor_of(request)
    slug = request.GET.get("dictionary", "")
    if slug:
        lexicon = get_object_or_404(Lexicon.objects.offered(), slug=slug[:100])
        return show_home(request, lexicon)
    spoken = read_languages(request.headers.get("Accept-Language", ""))
    return show_home(request, choose_lexicon(Lexicon.objects.offered(), spoken))


@require_POST
@closed_in_play
@command
def begin(request: HttpRequest) -> HttpResponse:
    """Begin a quiz and go there; a choice that does not fit comes back with its reason."""
    form = QuizForm(request.POST, player=player_of(request))
    if not form.is_valid():
        lexicon = form.cleaned_data.get("dictionary")
        return show_home(request, lexicon, quiz_form=form, status=422)
    kind, source, now = form.cleaned_data["kind"], form.source(), timezone.now()
    try:
        with introduced(visitor_of(request)) as player:
            quiz = quizzes.begin(player, form.lexicon, kind, source, now, SystemRandom())
    except Refusal as refusal:
        return show_home(request, form.lexicon, quiz_form=form, refusal=refusal)
    return redirect("games:quiz", quiz_id=quiz.pk)


def show_home(
    request: HttpRequest,
    lexicon: Lexicon | None,
    *,
    quiz_form: QuizForm | None = None,
    set_form: WordSetForm | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page, with a form that did not fit, or what was refused."""
    context: dict[str, Any] = {"lexicons": Lexicon.objects.offered(), "lexicon": lexicon}
    if refusal is not None:
        context["sentence"], status = explain(refusal), refusal.status
    if lexicon is not None:
        player = player_of(request)
        study = look_at_study(player, lexicon, timezone.now())
        first = {"words": "due"} if study.due else {}
        context |= {
            "study": study,
            "quiz_form": quiz_form or QuizForm(player=player, lexicon=lexicon, initial=first),
            "set_form": set_form or WordSetForm(lexicon=lexicon),
        }
    return render(request, "games/study/study.html", context, status=status)
