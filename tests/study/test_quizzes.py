"""Quizzes: starting one, answering each question once, and the effect on the next quiz."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random
from threading import Barrier, Thread
from typing import Any
from uuid import uuid4

import pytest
from django.db import close_old_connections
from django.utils import timezone

from games.accounts.services.account_deletion import delete_account
from games.accounts.services.account_merging import merge_guest
from games.players.models import Player
from games.players.signals import export_requested
from games.study.models import MissedWord, QuestionKind, Quiz, StudyCard, StudyList
from games.study.perspective import build_study_overview
from games.study.services import quizzes, word_lists
from games.study.services.questions import Question
from games.study.services.word_sources import QuizWordSource
from lexicon.models import Lexicon
from lexicon.services.revisions import Author, change_words
from scrabble_site.shared.refusals import Conflict, InvalidRequest, NotFound
from tests.ratings.conftest import make_member

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
FOURS = QuizWordSource("probable", 4)

Begin = Callable[..., Quiz]


@pytest.fixture
def begin(amber: Player, lexicon: Lexicon) -> Begin:
    def begin_(
        source: QuizWordSource = FOURS, now: datetime = NOON, kind: str = QuestionKind.ANAGRAM
    ) -> Quiz:
        return quizzes.begin_quiz(amber, lexicon, kind, source, now, Random(1))

    return begin_


def answer_all(quiz: Quiz, now: datetime = NOON, *, right: bool = True) -> Quiz:
    for number, asked in enumerate(quiz.questions):
        said = " ".join(asked["answers"]) if right else "x"
        quiz = quizzes.answer_question(quiz.player, quiz.pk, number, said, now)
    return quiz


def words_of(quiz: Quiz) -> set[str]:
    return {Question.read(one).word for one in quiz.questions}


def test_new_words_come_by_probability_and_due_ones_first(begin: Begin, amber: Player) -> None:
    first = begin()
    assert words_of(first) == {"AEST", "AOST", "ACOT", "ABOS", "ACST", "IQUZ"}
    answer_all(first)
    assert StudyCard.objects.filter(player=amber).count() == len(first.questions)
    with pytest.raises(Conflict, match=r"study\.nothing"):
        begin()
    again = begin(QuizWordSource("due"), NOON + DAY)
    assert words_of(again) == words_of(first)


def test_a_wrong_answer_is_asked_again_within_the_hour(begin: Begin, amber: Player) -> None:
    answer_all(begin(), right=False)
    soon = begin(QuizWordSource("due"), NOON + timedelta(minutes=2))
    answer_all(soon, NOON + timedelta(minutes=2))
    card = StudyCard.objects.filter(player=amber).first()
    assert (card.answers, card.right_answers) == (2, 1)
    answer_all(begin(QuizWordSource("due"), NOON + DAY), NOON + DAY)
    dues = StudyCard.objects.filter(player=amber).values_list("due", flat=True)
    assert min(dues) >= NOON + 2 * DAY, "each answer goes on from the one before"


def test_an_answer_counts_once(begin: Begin, amber: Player) -> None:
    quiz = begin()
    said = " ".join(quiz.questions[0]["answers"])
    quizzes.answer_question(amber, quiz.pk, 0, said, NOON)
    again = quizzes.answer_question(amber, quiz.pk, 0, "something else", NOON)
    assert again.answered == 1
    assert again.questions[0]["result"] == "RIGHT"
    assert StudyCard.objects.get(player=amber).answers == 1
    for number in (2, 99):
        with pytest.raises(Conflict, match=r"study\.not_asked"):
            quizzes.answer_question(amber, quiz.pk, number, said, NOON)


def test_a_quiz_is_private(begin: Begin, people: list[Player]) -> None:
    quiz = begin()
    for other in (people[1], None):
        with pytest.raises(NotFound):
            quizzes.answer_question(other, quiz.pk, 0, "act", NOON)
    with pytest.raises(NotFound):
        quizzes.find_quiz(people[0], uuid4())
    quiz.refresh_from_db()
    assert quiz.answered == 0


def test_new_words_per_day_are_limited(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, amber: Player, lexicon: Lexicon
) -> None:
    monkeypatch.setattr(quizzes, "MAX_NEW_PER_DAY", 3)
    first = answer_all(begin())
    assert len(first.questions) == 3
    with pytest.raises(Conflict, match=r"study\.enough"):
        begin()
    assert len(begin(kind=QuestionKind.HOOKS).questions) == 3, "each kind has new words of its own"
    assert len(begin(FOURS, NOON + timedelta(minutes=30)).questions) == 3, "those that are due"
    tomorrow = begin(FOURS, NOON + DAY)
    assert len(tomorrow.questions) > 3
    assert build_study_overview(amber, lexicon, NOON + DAY).open_quiz == tomorrow


def test_another_quiz_ends_the_previous_one(begin: Begin, amber: Player) -> None:
    begin()
    last = begin(kind=QuestionKind.HOOKS)
    assert list(amber.quizzes.all()) == [last]


def test_a_removed_word_is_no_longer_asked(begin: Begin, amber: Player, lexicon: Lexicon) -> None:
    answer_all(begin(kind=QuestionKind.HOOKS))
    change_words(lexicon, remove=["QUIZ"], base=lexicon.current_revision, author=Author("x"),
                 note="n")  # fmt: skip
    lexicon.refresh_from_db()
    again = quizzes.begin_quiz(
        amber, lexicon, QuestionKind.HOOKS, QuizWordSource("due"), NOON + DAY, Random(1)
    )
    assert "QUIZ" not in words_of(again)
    assert words_of(again)


def test_missed_words_and_own_lists_are_asked(
    begin: Begin, amber: Player, lexicon: Lexicon
) -> None:
    with pytest.raises(Conflict, match=r"study\.nothing"):
        begin(QuizWordSource("missed"))
    MissedWord.objects.create(
        player=amber, lexicon=lexicon, word="QUIET", record_id=uuid4(), number=3, equity_loss=20,
        missed_at=NOON,
    )  # fmt: skip
    assert words_of(begin(QuizWordSource("missed"))) == {"EIQTU"}
    made, others = word_lists.add_word_list(amber, lexicon, "Mine", "stoat, quiz\nxyzzy q1", NOON)
    assert (made.words, others) == (["STOAT", "QUIZ"], 2)
    assert words_of(begin(QuizWordSource("own", word_list=made), kind=QuestionKind.JUDGE)) == {
        "STOAT",
        "QUIZ",
    }


def test_lists_are_limited_in_size(
    amber: Player, lexicon: Lexicon, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    for text, code in (("xyzzy", "study.no_words"), ("at " * 2 + "x ", "study.many_words")):
        monkeypatch.setattr(word_lists, "MAX_WORDS", 2 if "at" not in text else 1)
        with pytest.raises(InvalidRequest, match=code):
            word_lists.add_word_list(amber, lexicon, "Mine", text, NOON)
    monkeypatch.setattr(word_lists, "MAX_LISTS", 1)
    made, _others = word_lists.add_word_list(amber, lexicon, "Mine", "at", NOON)
    with pytest.raises(Conflict, match=r"study\.many_lists"):
        word_lists.add_word_list(amber, lexicon, "Another", "at", NOON)
    with pytest.raises(NotFound):
        word_lists.delete_word_list(people[1], made.pk)
    word_lists.delete_word_list(amber, made.pk)
    assert not StudyList.objects.exists()


def test_progress_is_counted(begin: Begin, amber: Player, lexicon: Lexicon) -> None:
    done = answer_all(begin())
    study = build_study_overview(amber, lexicon, NOON)
    anagrams = study.progress[0]
    count = len(done.questions)
    assert (anagrams.due, anagrams.seen, anagrams.well_known) == (0, count, 0)
    assert anagrams.new_left == quizzes.MAX_NEW_PER_DAY - count
    assert anagrams.next_due is not None
    assert anagrams.next_due > NOON
    assert [(one.right, one.total) for one in study.quizzes] == [(count, count)]
    assert build_study_overview(amber, lexicon, NOON + DAY).due == count
    StudyCard.objects.update(stability=30)
    assert build_study_overview(amber, lexicon, NOON).progress[0].well_known == count


def test_a_guests_study_becomes_the_members(lexicon: Lexicon, begin: Begin, amber: Player) -> None:
    member = make_member("Umber")
    answer_all(
        quizzes.begin_quiz(member, lexicon, QuestionKind.ANAGRAM, FOURS, NOON, Random(1)),
        right=False,
    )
    answer_all(begin(now=NOON + DAY), NOON + DAY)
    word_lists.add_word_list(amber, lexicon, "Mine", "at", NOON)
    begin(kind=QuestionKind.HOOKS)
    both = {card.word for card in StudyCard.objects.filter(player=member)}
    merge_guest(amber, member, timezone.now())
    assert not amber.cards.exists()
    kept = {card.word: card for card in member.cards.all()}
    assert kept.keys() == both
    assert all(card.last_review == NOON + DAY for card in kept.values())
    assert member.study_lists.get().name == "Mine"
    assert member.quizzes.filter(done_at=None).count() == 1


def test_study_data_is_exported_and_deleted_with_the_player(
    begin: Begin, amber: Player, lexicon: Lexicon
) -> None:
    answer_all(begin())
    word_lists.add_word_list(amber, lexicon, "Mine", "at", NOON)
    exports: list[Any] = [said for _who, said in export_requested.send(sender=Player, player=amber)]
    study = next(one["study"] for one in exports if "study" in one)
    assert study["cards"][0]["lexicon__slug"] == "few"
    assert study["lists"][0]["words"] == ["AT"]
    assert study["quizzes"]
    delete_account(amber, timezone.now())
    for table in (StudyCard, StudyList, MissedWord, Quiz):
        assert not table.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_simultaneous_answers_count_once(begin: Begin, amber: Player) -> None:
    quiz, together = begin(), Barrier(2)

    def answer() -> None:
        together.wait()
        try:
            quizzes.answer_question(amber, quiz.pk, 0, "x", NOON)
        finally:
            close_old_connections()

    threads = [Thread(target=answer) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    quiz.refresh_from_db()
    assert quiz.answered == 1
    assert StudyCard.objects.get(player=amber).answers == 1
