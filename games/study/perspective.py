"""What a player sees of their study: what is due, how far they are, lists and quizzes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Min, Q, QuerySet

from games.players.models import Player
from games.study.models import Kind, MissedWord, Quiz, WordSet
from games.study.questions import Question
from games.study.services.quizzes import NEW_A_DAY
from games.uploads.models import Upload
from games.uploads.services.finding import uploads_of
from lexicon.models import Lexicon

FIRM = timedelta(days=21)
"""What is expected to be remembered for so long sits firmly."""
SOON = timedelta(seconds=90)
"""No time is told that is shorter: it would be "0 minutes"."""
SHOWN = 6
UPLOADS_SHOWN = 30


@dataclass(frozen=True, slots=True)
class Progress:
    """Of one kind in one dictionary. ``firm``: how many of those met sit firmly. ``next_due``: when
    something is due again, where nothing is now."""

    kind: str
    label: str
    due: int
    met: int
    firm: int
    new_left: int
    next_due: datetime | None


@dataclass(frozen=True, slots=True)
class PastQuiz:
    quiz: Quiz
    right: int
    total: int


@dataclass(frozen=True, slots=True)
class Study:
    """All of a player's study in one dictionary."""

    progress: tuple[Progress, ...]
    sets: Sequence[WordSet]
    missed: int
    open_quiz: Quiz | None
    quizzes: tuple[PastQuiz, ...]

    @property
    def due(self) -> int:
        return sum(one.due for one in self.progress)


@dataclass(frozen=True, slots=True)
class QuizView:
    """``question`` is the one to answer, ``None`` after the last; ``judged`` the one looked at."""

    quiz: Quiz
    number: int
    questions: tuple[Question, ...]
    question: Question | None
    judged: Question | None

    @property
    def right(self) -> int:
        return sum(question.right for question in self.questions)

    @property
    def total(self) -> int:
        return len(self.questions)


def look_at_study(player: Player | None, lexicon: Lexicon, now: datetime) -> Study:
    if player is None:
        blank = (Progress(kind, str(kind.label), 0, 0, 0, NEW_A_DAY, None) for kind in Kind)
        return Study(tuple(blank), (), 0, None, ())
    quizzes = player.quizzes.filter(lexicon=lexicon)
    return Study(
        progress=_progress(player, lexicon, now),
        sets=list(player.word_sets.filter(lexicon=lexicon)),
        missed=missed_words(player, lexicon).count(),
        open_quiz=quizzes.filter(done_at=None).first(),
        quizzes=tuple(map(_past, quizzes.exclude(done_at=None)[:SHOWN])),
    )


def missed_words(player: Player, lexicon: Lexicon) -> QuerySet[MissedWord]:
    return player.missed.filter(lexicon=lexicon)


@dataclass(frozen=True, slots=True)
class OwnUpload:
    """An uploaded game of one's own; ``seat`` is the one its owner had, if that was said."""

    upload: Upload
    seat: int | None


def own_uploads(player: Player, lexicon: Lexicon) -> list[OwnUpload]:
    """The newest of those that are played with a dictionary."""
    found = uploads_of(player).filter(revision__lexicon=lexicon)[:UPLOADS_SHOWN]
    seats = dict(player.own_seats.values_list("record_id", "seat"))
    return [OwnUpload(upload, seats.get(upload.pk)) for upload in found]


def look_at_quiz(quiz: Quiz, judged: int | None) -> QuizView:
    """The quiz at its next question, or at an answered one with its answer."""
    questions = tuple(map(Question.read, quiz.questions))
    if judged is not None and judged < quiz.answered:
        return QuizView(quiz, judged, questions, None, questions[judged])
    coming = questions[quiz.answered] if quiz.answered < len(questions) else None
    return QuizView(quiz, quiz.answered, questions, coming, None)


def _progress(player: Player, lexicon: Lexicon, now: datetime) -> tuple[Progress, ...]:
    """Counted in one query for all kinds."""
    rows = player.cards.filter(lexicon=lexicon).values("kind").order_by("kind")
    counted = rows.annotate(
        waiting=Count("pk", Q(due__lte=now)),
        met=Count("pk"),
        firm=Count("pk", Q(stability__gte=FIRM.days)),
        new=Count("pk", Q(made_at__gt=now - timedelta(days=1))),
        soonest=Min("due"),
    )
    found = {row["kind"]: row for row in counted}
    return tuple(_tell(kind, found.get(kind.value, {}), now) for kind in Kind)


def _tell(kind: Kind, row: Mapping[str, Any], now: datetime) -> Progress:
    soonest = row.get("soonest")
    return Progress(
        kind.value,
        str(kind.label),
        row.get("waiting", 0),
        row.get("met", 0),
        row.get("firm", 0),
        max(0, NEW_A_DAY - row.get("new", 0)),
        max(soonest, now + SOON) if soonest is not None and soonest > now else None,
    )


def _past(quiz: Quiz) -> PastQuiz:
    questions = [Question.read(one) for one in quiz.questions]
    return PastQuiz(quiz, sum(one.right for one in questions), len(questions))
