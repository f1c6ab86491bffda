"""A quiz: one question after another, each with its answer before the next."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.common.refusals import Refusal
from games.common.requests import read_number
from games.play.views.answers import command
from games.players.identity import player_of
from games.study.perspective import look_at_quiz
from games.study.services import quizzes
from games.study.wording import explain
from lexicon.access import closed_in_play
from lexicon.numbers import read_small
from lexicon.services.definitions import find_definitions


@require_GET
@closed_in_play
@never_cache
def show(request: HttpRequest, quiz_id: UUID) -> HttpResponse:
    """The next question, an answered one (``?number=``), or how the quiz went."""
    try:
        quiz = quizzes.find_quiz(player_of(request), quiz_id)
    except Refusal as refusal:
        return _refuse(request, refusal)
    view = look_at_quiz(quiz, read_small(request.GET.get("number", "")))
    told = [view.judged] if view.judged else [] if view.question else view.questions
    words = {word.replace("[", "").replace("]", "") for one in told for word in one.words}
    context = {"view": view, "meanings": find_definitions(quiz.lexicon.language, words)}
    return render(request, "games/study/quiz.html", context)


@require_POST
@closed_in_play
@command
def answer(request: HttpRequest, quiz_id: UUID) -> HttpResponse:
    """Answer a question; sent twice it counts once."""
    number = read_number(request.POST.get("number", ""), "form.text", most=999)
    said = request.POST.get("said", "")
    if "back" in request.POST:  # hooks: those in front and those behind
        said = f"{said}|{request.POST['back']}"
    try:
        quiz = quizzes.answer(player_of(request), quiz_id, number, said, timezone.now())
    except Refusal as refusal:
        return _refuse(request, refusal)
    return redirect(f"{reverse('games:quiz', args=[quiz.pk])}?number={number}")


def _refuse(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    context = {"sentence": explain(refusal), "status": refusal.status}
    return render(request, "refused.html", context, status=refusal.status)
