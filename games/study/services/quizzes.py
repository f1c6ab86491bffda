"""Quizzes of ten questions: due cards first, then new words of the source. Answers count once."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import islice
from random import Random
from uuid import UUID

from django.db import transaction

from games.common.form_keys import SAME_FORM_WITHIN
from games.players.models import Player
from games.study.models import Quiz, StudyCard
from games.study.services.examiners import get_examiner
from games.study.services.questions import Examiner, Question
from games.study.services.word_sources import QuizWordSource, list_source_words, parse_words
from games.study.terms.recall import AnswerGrade, RecallState, schedule_review
from lexicon.models import Lexicon
from scrabble_site.shared.refusals import Conflict, NotFound

QUESTIONS_PER_QUIZ = 10
MAX_NEW_PER_DAY = 30
"""New words within 24 hours, for each kind of question in each dictionary."""
MAX_KEPT_QUIZZES = 100
"""Quizzes kept per player; older ones are deleted."""


def begin_quiz(
    player: Player,
    lexicon: Lexicon,
    kind: str,
    source: QuizWordSource,
    now: datetime,
    rng: Random,
    *,
    key: str = "",
) -> Quiz:
    """Start a quiz. An unfinished one is deleted.

    The same form (by its ``key``) sent twice starts one quiz.

    Raises ``Conflict`` if there is nothing to ask: "study.enough" if only the daily limit of new
    words prevents it, otherwise "study.nothing".
    """
    examiner = get_examiner(lexicon)
    with transaction.atomic():
        # Locked so that two requests at once cannot leave two unfinished quizzes.
        player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if key:
            alike = player.quizzes.filter(lexicon=lexicon, kind=kind, source=source.name, key=key)
            begun = alike.filter(made_at__gt=now - SAME_FORM_WITHIN).first()
            if begun is not None:
                return begun
        missed = list(player.missed.filter(lexicon=lexicon).order_by("-equity_loss"))
        words = list_source_words(source, missed, examiner)
        keys = {examiner.key(kind, word): word for word in words}
        cards = player.cards.filter(lexicon=lexicon, kind=kind)
        known = set(cards.values_list("word", flat=True))
        due = list(cards.filter(due__lte=now).order_by("due").values_list("word", flat=True))
        old = [word for word in due if source.origin == "due" or word in keys]
        room = max(0, MAX_NEW_PER_DAY - count_new_words(player, lexicon, kind, now))
        fresh = [key for key in keys if key not in known]
        # Some more new words than needed, because some may no longer be in the dictionary.
        drawn = _build_questions(
            examiner, kind, [*old, *fresh[: room + QUESTIONS_PER_QUIZ]], set(fresh), room, rng
        )
        questions = list(islice(drawn, QUESTIONS_PER_QUIZ))
        if not questions:
            raise Conflict("study.enough" if fresh and not room else "study.nothing")
        # Otherwise the cards that are due would always precede the new ones.
        rng.shuffle(questions)
        player.quizzes.filter(done_at=None).delete()
        surplus = list(player.quizzes.values_list("pk", flat=True)[MAX_KEPT_QUIZZES - 1 :])
        Quiz.objects.filter(pk__in=surplus).delete()
        return Quiz.objects.create(
            player=player,
            lexicon=lexicon,
            kind=kind,
            source=source.name,
            questions=[question.to_json() for question in questions],
            made_at=now,
            key=key,
        )


def count_new_words(player: Player, lexicon: Lexicon, kind: str, now: datetime) -> int:
    """Return how many words of a kind the player has met for the first time within the last day."""
    since = now - timedelta(days=1)
    return player.cards.filter(lexicon=lexicon, kind=kind, made_at__gt=since).count()


def find_quiz(player: Player | None, quiz_id: UUID) -> Quiz:
    """Return one of the player's own quizzes. Raises ``NotFound`` for any other."""
    found = Quiz.objects.filter(pk=quiz_id, player=player).select_related("lexicon").first()
    if player is None or found is None:
        raise NotFound("study.unknown")
    return found


def answer_question(
    player: Player | None, quiz_id: UUID, number: int, text: str, now: datetime
) -> Quiz:
    """Answer the question with this number, counted from 0. Answering it again changes nothing.

    Raises ``NotFound`` for another player's quiz, and ``Conflict`` for a question not asked yet.
    """
    with transaction.atomic():
        find_quiz(player, quiz_id)
        quiz = (
            # Locks only the quiz and not the dictionary's row.
            Quiz.objects.select_for_update(of=("self",)).select_related("lexicon").get(pk=quiz_id)
        )
        if number < quiz.answered:
            return quiz
        if number > quiz.answered or number >= len(quiz.questions):
            raise Conflict("study.not_asked")
        question = Question.read(quiz.questions[number])
        judged = get_examiner(quiz.lexicon).judge(question, text)
        quiz.questions[number] = judged.to_json()
        quiz.answered += 1
        if quiz.answered == len(quiz.questions):
            quiz.done_at = now
        quiz.save(update_fields=["questions", "answered", "done_at"])
        _record_answer(quiz, judged, now)
    return quiz


def _build_questions(
    examiner: Examiner, kind: str, keys: list[str], fresh: set[str], room: int, rng: Random
) -> Iterator[Question]:
    """Yield questions for these cards, with at most ``room`` new ones.

    Words no longer in the dictionary are skipped.
    """
    for key in keys:
        if key in fresh and room <= 0:
            return
        words = parse_words([key], examiner)
        if words and (question := examiner.ask(kind, words[0], rng)):
            room -= key in fresh
            yield question


def _record_answer(quiz: Quiz, judged: Question, now: datetime) -> None:
    """Update the card with how well the player knew the answer."""
    key = {"lexicon": quiz.lexicon, "kind": quiz.kind, "word": judged.word}
    card = StudyCard.objects.select_for_update().filter(player_id=quiz.player_id, **key).first()
    memory = schedule_review(_get_recall(card) if card else None, AnswerGrade[judged.result], now)
    card = card or StudyCard(player_id=quiz.player_id, **key, made_at=now)
    for name in ("due", "state", "step", "stability", "difficulty", "last_review"):
        setattr(card, name, getattr(memory, name))
    card.answers += 1
    card.right_answers += judged.right
    card.save()


def _get_recall(card: StudyCard) -> RecallState:
    return RecallState(
        card.due, card.state, card.step, card.stability, card.difficulty, card.last_review
    )
