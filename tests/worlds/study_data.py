"""What members study, in one world and in another: visible only to themselves."""

from datetime import timedelta
from uuid import UUID, uuid4

from django.db.models import F, Value
from django.db.models.functions import Concat

from games.players.models import Player
from games.study.models import MissedWord, QuestionKind, Quiz, StudyCard, StudyList, UploadOwnerSeat
from lexicon.models import Lexicon
from tests.play.conftest import NOON

LATER = NOON + timedelta(minutes=7)


def add_studies(player: Player, lexicon: Lexicon) -> None:
    """Add a card, a list, a missed word, the member's own seat and an unfinished quiz."""
    record = uuid4()
    known = {"player": player, "lexicon": lexicon}
    StudyCard.objects.create(
        **known,
        kind=QuestionKind.ANAGRAM,
        word="AB",
        due=NOON,
        state=1,
        stability=1.0,
        difficulty=5.0,
        last_review=NOON,
        made_at=NOON,
    )
    StudyList.objects.create(**known, name="Short ones", words=["AB"], made_at=NOON)
    MissedWord.objects.create(
        **known, word="AB", record_id=record, number=3, equity_loss=9.0, missed_at=NOON
    )
    UploadOwnerSeat.objects.create(player=player, record_id=record, seat=0)
    Quiz.objects.create(**known, kind=QuestionKind.JUDGE, source="due", questions=[], made_at=NOON)


def change_studies(mine: UUID | None) -> None:
    """Replace what all others study."""
    others = {"player__in": Player.objects.exclude(pk=mine) if mine else Player.objects.all()}
    cards = StudyCard.objects.filter(**others)
    cards.update(
        kind=QuestionKind.HOOKS, word=Concat(F("word"), Value("S")), answers=7, right_answers=5
    )
    cards.update(due=LATER, state=2, step=1, stability=2.0, difficulty=6.0)
    cards.update(last_review=LATER, made_at=LATER)
    StudyList.objects.filter(**others).update(
        name="Another list", words=["AA"], made_at=LATER, key="another"
    )
    missed = MissedWord.objects.filter(**others)
    missed.update(word="AA", equity_loss=31.0, number=8, record_id=uuid4(), missed_at=LATER)
    UploadOwnerSeat.objects.filter(**others).update(seat=1, record_id=uuid4())
    quizzes = Quiz.objects.filter(**others)
    quizzes.update(kind=QuestionKind.HOOKS, source="another", questions=[{"odd": 1}], answered=1)
    quizzes.update(made_at=LATER, done_at=LATER, key="another")
