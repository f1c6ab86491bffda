"""A player's study pages: due words, progress, lists and quizzes."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Count, Min, Q, QuerySet
from django.urls import reverse

from games.duplicate.models import DuplicateGame
from games.play.models import Game
from games.players.models import Player
from games.study.models import MissedWord, QuestionKind, Quiz, StudyList
from games.study.services.questions import Question
from games.study.services.quizzes import MAX_NEW_PER_DAY
from games.uploads.models import UploadedGame
from games.uploads.services.lookup import list_uploads
from lexicon.models import Lexicon

FIRM_AFTER = timedelta(days=21)
"""A word counts as firmly known from this expected memory duration on."""
MIN_WAIT_SHOWN = timedelta(seconds=90)
"""Shortest waiting time shown; less would read "0 minutes"."""
MAX_LISTED = 6
MAX_UPLOADS_LISTED = 30


@dataclass(frozen=True, slots=True)
class StudyProgress:
    """Progress with one kind of question in one dictionary."""

    kind: str
    label: str
    # Number of cards to be asked now.
    due: int
    # Number of all cards, and in ``well_known`` of those firmly known.
    seen: int
    well_known: int
    # How many more new words the player may meet now; the limit counts the last 24 hours.
    new_left: int
    # When the next card is due; ``None`` if one is due now or there are none.
    next_due: datetime | None


@dataclass(frozen=True, slots=True)
class PastQuiz:
    quiz: Quiz
    right: int
    total: int


@dataclass(frozen=True, slots=True)
class StudyOverview:
    """A player's study of one dictionary."""

    progress: tuple[StudyProgress, ...]
    sets: Sequence[StudyList]
    missed: int
    open_quiz: Quiz | None
    quizzes: tuple[PastQuiz, ...]

    @property
    def due(self) -> int:
        return sum(progress.due for progress in self.progress)


@dataclass(frozen=True, slots=True)
class QuizView:
    """A quiz page. ``question`` is the one to answer, ``judged`` the answered one being shown."""

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


def build_study_overview(player: Player | None, lexicon: Lexicon, now: datetime) -> StudyOverview:
    if player is None:
        blank = (
            StudyProgress(kind, str(kind.label), 0, 0, 0, MAX_NEW_PER_DAY, None)
            for kind in QuestionKind
        )
        return StudyOverview(tuple(blank), (), 0, None, ())
    quizzes = player.quizzes.filter(lexicon=lexicon)
    return StudyOverview(
        progress=_list_progress(player, lexicon, now),
        sets=list(player.study_lists.filter(lexicon=lexicon)),
        missed=missed_words(player, lexicon).count(),
        open_quiz=quizzes.filter(done_at=None).first(),
        quizzes=tuple(map(_build_past_quiz, quizzes.exclude(done_at=None)[:MAX_LISTED])),
    )


def missed_words(player: Player, lexicon: Lexicon) -> QuerySet[MissedWord]:
    return player.missed.filter(lexicon=lexicon)


@dataclass(frozen=True, slots=True)
class MissedPlay:
    """A missed word, what it cost in points, and where: a move, or a turn of a duplicate game.

    ``path`` is "" once that game has been deleted.
    """

    word: str
    loss: float
    number: int
    is_turn: bool
    path: str


def list_missed_plays(player: Player, lexicon: Lexicon, limit: int) -> list[MissedPlay]:
    """Return the newest words that the player missed, with links to where."""
    found = list(missed_words(player, lexicon)[:limit])
    ids = {one.record_id for one in found}
    codes = dict(DuplicateGame.objects.filter(pk__in=ids).values_list("pk", "code"))
    paths = {pk: reverse("games:record", args=[pk]) for pk in _list_records(ids - codes.keys())}
    return [
        MissedPlay(
            one.word,
            one.equity_loss,
            one.number,
            is_turn=one.record_id in codes,
            path=_get_missed_path(one, codes.get(one.record_id), paths.get(one.record_id)),
        )
        for one in found
    ]


def _list_records(ids: Collection[UUID]) -> set[UUID]:
    """Return which of these are games at tables or uploads."""
    games = Game.objects.filter(pk__in=ids).values_list("pk", flat=True)
    uploads = UploadedGame.objects.filter(pk__in=ids).values_list("pk", flat=True)
    return {*games, *uploads}


def _get_missed_path(missed: MissedWord, code: str | None, record: str | None) -> str:
    if code is not None:
        return reverse("games:duplicate_review_turn", args=[code, missed.number])
    return f"{record}#{missed.number}" if record is not None else ""


@dataclass(frozen=True, slots=True)
class OwnUpload:
    """One of the player's uploads.

    ``seat`` is the one they had in the game, if they have said so.
    """

    upload: UploadedGame
    seat: int | None


def list_own_uploads(player: Player, lexicon: Lexicon) -> list[OwnUpload]:
    """Return the player's newest uploads that use this dictionary."""
    found = list_uploads(player).filter(revision__lexicon=lexicon)[:MAX_UPLOADS_LISTED]
    seats = dict(player.upload_owner_seats.values_list("record_id", "seat"))
    return [OwnUpload(upload, seats.get(upload.pk)) for upload in found]


def build_quiz_view(quiz: Quiz, judged: int | None) -> QuizView:
    """Return the quiz at its next question, or at the answered question with number ``judged``."""
    questions = tuple(map(Question.read, quiz.questions))
    if judged is not None and judged < quiz.answered:
        return QuizView(quiz, judged, questions, None, questions[judged])
    coming = questions[quiz.answered] if quiz.answered < len(questions) else None
    return QuizView(quiz, quiz.answered, questions, coming, None)


def _list_progress(player: Player, lexicon: Lexicon, now: datetime) -> tuple[StudyProgress, ...]:
    """Return the progress in all kinds, computed with one query."""
    rows = player.cards.filter(lexicon=lexicon).values("kind").order_by("kind")
    counted = rows.annotate(
        waiting=Count("pk", Q(due__lte=now)),
        met=Count("pk"),
        firm=Count("pk", Q(stability__gte=FIRM_AFTER.days)),
        new=Count("pk", Q(made_at__gt=now - timedelta(days=1))),
        soonest=Min("due"),
    )
    found = {row["kind"]: row for row in counted}
    return tuple(_build_progress(kind, found.get(kind.value, {}), now) for kind in QuestionKind)


def _build_progress(kind: QuestionKind, row: Mapping[str, Any], now: datetime) -> StudyProgress:
    soonest = row.get("soonest")
    return StudyProgress(
        kind.value,
        str(kind.label),
        row.get("waiting", 0),
        row.get("met", 0),
        row.get("firm", 0),
        max(0, MAX_NEW_PER_DAY - row.get("new", 0)),
        max(soonest, now + MIN_WAIT_SHOWN) if soonest is not None and soonest > now else None,
    )


def _build_past_quiz(quiz: Quiz) -> PastQuiz:
    questions = [Question.read(data) for data in quiz.questions]
    return PastQuiz(quiz, sum(question.right for question in questions), len(questions))
