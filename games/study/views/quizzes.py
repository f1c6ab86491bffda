"""A quiz: one question at a time, each followed by its answer."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.common.requests import parse_number
from games.play.views.responses import answer_refusals
from games.players.services.identity import get_player
from games.study.models import Quiz
from games.study.perspective import build_quiz_view
from games.study.perspective.wording import explain
from games.study.services import quizzes
from lexicon.perspective.access import closed_while_playing
from lexicon.services.definitions import find_definitions
from scrabble_site.shared.numbers import parse_small_number
from scrabble_site.shared.refusals import Refusal


def find_quiz_language(_request: HttpRequest, quiz_id: UUID) -> str:
    """Return the language of a quiz; "" if there is no such quiz."""
    found = Quiz.objects.filter(pk=quiz_id).values_list("lexicon__language", flat=True).first()
    return found or ""


@require_GET
@closed_while_playing(find_quiz_language)
@never_cache
def show_quiz(request: HttpRequest, quiz_id: UUID) -> HttpResponse:
    """Show the next question, an answered one (``?number=``), or the result of the quiz."""
    try:
        quiz = quizzes.find_quiz(get_player(request), quiz_id)
    except Refusal as refusal:
        return _render_refusal(request, refusal)
    view = build_quiz_view(quiz, parse_small_number(request.GET.get("number", "")))
    reviewed = [view.judged] if view.judged else [] if view.question else view.questions
    words = {word.replace("[", "").replace("]", "") for one in reviewed for word in one.words}
    context = {"view": view, "meanings": find_definitions(quiz.lexicon.language, words)}
    return render(request, "games/study/quiz.html", context)


@require_POST
@closed_while_playing(find_quiz_language)
@answer_refusals
def answer_question(request: HttpRequest, quiz_id: UUID) -> HttpResponse:
    """Answer a question. Sending the answer twice has no further effect."""
    number = parse_number(request.POST.get("number", ""), "form.text", maximum=999)
    text = request.POST.get("answer", "")
    if "back" in request.POST:  # hooks: ``answer`` has the front ones, ``back`` the others
        text = f"{text}|{request.POST['back']}"
    try:
        quiz = quizzes.answer_question(get_player(request), quiz_id, number, text, timezone.now())
    except Refusal as refusal:
        return _render_refusal(request, refusal)
    return redirect(f"{reverse('games:quiz', args=[quiz.pk])}?number={number}")


def _render_refusal(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    context = {"sentence": explain(refusal), "status": refusal.status}
    return render(request, "refusal.html", context, status=refusal.status)
