"""Quizzes: ten questions, what is due first, then new words of a list. An answer counts once."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import islice
from random import Random
from uuid import UUID

from django.db import transaction

from games.common.refusals import Conflict, Missing
from games.players.models import Player
from games.study.memory import Memory, Result, review
from games.study.models import Card, Quiz
from games.study.questions import Examiner, Question
from games.study.services.examiners import examiner_of
from games.study.sources import Source, find_words, read_words
from lexicon.models import Lexicon

QUESTIONS = 10
NEW_A_DAY = 30
"""Words a player meets for the first time, of each kind in each dictionary."""
KEPT = 100
"""Quizzes of a player that are remembered."""


def begin(
    player: Player, lexicon: Lexicon, kind: str, source: Source, now: datetime, rng: Random
) -> Quiz:
    """Begin a quiz; one that was not done is given up.

    Raises ``Conflict`` where nothing is to be asked: "study.enough" for the day's new words,
    "study.nothing" else.
    """
    examiner = examiner_of(lexicon)
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        missed = list(player.missed.filter(lexicon=lexicon).order_by("-lost"))
        words = find_words(source, missed, examiner)
        keys = {examiner.key(kind, word): word for word in words}
        cards = player.cards.filter(lexicon=lexicon, kind=kind)
        known = set(cards.values_list("word", flat=True))
        due = list(cards.filter(due__lte=now).order_by("due").values_list("word", flat=True))
        old = [word for word in due if source.origin == "due" or word in keys]
        room = max(0, NEW_A_DAY - count_new(player, lexicon, kind, now))
        fresh = [key for key in keys if key not in known]
        asked = _ask(examiner, kind, [*old, *fresh[: room + QUESTIONS]], set(fresh), room, rng)
        questions = list(islice(asked, QUESTIONS))
        if not questions:
            raise Conflict("study.enough" if fresh and not room else "study.nothing")
        rng.shuffle(questions)
        player.quizzes.filter(done_at=None).delete()
        surplus = list(player.quizzes.values_list("pk", flat=True)[KEPT - 1 :])
        Quiz.objects.filter(pk__in=surplus).delete()
        return Quiz.objects.create(
            player=player,
            lexicon=lexicon,
            kind=kind,
            source=source.name,
            questions=[question.to_json() for question in questions],
            made_at=now,
        )


def count_new(player: Player, lexicon: Lexicon, kind: str, now: datetime) -> int:
    """How many words of a kind the player has met for the first time within a day."""
    since = now - timedelta(days=1)
    return player.cards.filter(lexicon=lexicon, kind=kind, made_at__gt=since).count()


def find_quiz(player: Player | None, quiz_id: UUID) -> Quiz:
    """A quiz of one's own; raises ``Missing`` for any other."""
    found = Quiz.objects.filter(pk=quiz_id, player=player).select_related("lexicon").first()
    if player is None or found is None:
        raise Missing("study.unknown")
    return found


def answer(player: Player | None, quiz_id: UUID, number: int, said: str, now: datetime) -> Quiz:
    """Answer the question with this number, counted from 0; a second time changes nothing.

    Raises ``Missing`` for another's quiz, ``Conflict`` for a question that has not been asked.
    """
    with transaction.atomic():
        find_quiz(player, quiz_id)
        quiz = (
            Quiz.objects.select_for_update(of=("self",)).select_related("lexicon").get(pk=quiz_id)
        )
        if number < quiz.answered:
            return quiz
        if number > quiz.answered or number >= len(quiz.questions):
            raise Conflict("study.not_asked")
        question = Question.read(quiz.questions[number])
        judged = examiner_of(quiz.lexicon).judge(question, said)
        quiz.questions[number] = judged.to_json()
        quiz.answered += 1
        if quiz.answered == len(quiz.questions):
            quiz.done_at = now
        quiz.save(update_fields=["questions", "answered", "done_at"])
        _note(quiz, judged, now)
    return quiz


def _ask(
    examiner: Examiner, kind: str, keys: list[str], fresh: set[str], room: int, rng: Random
) -> Iterator[Question]:
    """Questions on these cards, as far as the dictionary has them; ``room`` for fresh ones."""
    for key in keys:
        if key in fresh and room <= 0:
            return
        words = read_words([key], examiner)
        if words and (question := examiner.ask(kind, words[0], rng)):
            room -= key in fresh
            yield question


def _note(quiz: Quiz, judged: Question, now: datetime) -> None:
    """Write down how well the player knows what was asked."""
    key = {"lexicon": quiz.lexicon, "kind": quiz.kind, "word": judged.word}
    card = Card.objects.select_for_update().filter(player_id=quiz.player_id, **key).first()
    memory = review(_memory_of(card) if card else None, Result[judged.result], now)
    card = card or Card(player_id=quiz.player_id, **key, made_at=now)
    for name in ("due", "state", "step", "stability", "difficulty", "last_review"):
        setattr(card, name, getattr(memory, name))
    card.asked += 1
    card.known += judged.right
    card.save()


def _memory_of(card: Card) -> Memory:
    return Memory(
        card.due, card.state, card.step, card.stability, card.difficulty, card.last_review
    )
