"""Questions about words, judging their answers, and how often known words are asked."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from games.study.models import QuestionKind
from games.study.services.examiners import get_examiner
from games.study.services.questions import GOOD, PHONY, Examiner, Question
from games.study.terms.recall import AnswerGrade, RecallState, schedule_review
from lexicon.models import Lexicon

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def ask(examiner: Examiner, kind: QuestionKind, word: str, seed: int = 0) -> Question:
    question = examiner.ask(kind, examiner.read(word), Random(seed))
    assert question is not None
    assert Question.read(question.to_json()) == question
    return question


@pytest.mark.parametrize(
    ("said", "result"),
    [
        ("act cat", "RIGHT"),
        (" CAT,act ", "RIGHT"),
        ("cat cat act", "RIGHT"),
        ("cat", "PARTLY"),
        ("cat act tac", "PARTLY"),
        ("tac", "WRONG"),
        ("", "WRONG"),
        ("!! 1 [", "WRONG"),
        ("a" * 3000, "WRONG"),
    ],
)
def test_all_words_of_the_tiles_are_expected(examiner: Examiner, said: str, result: str) -> None:
    question = ask(examiner, QuestionKind.ANAGRAM, "CAT")
    assert question.word == "ACT"
    assert question.shown == ("A", "C", "T")
    assert question.answers == ("ACT", "CAT")
    assert examiner.judge(question, said).result == result


@pytest.mark.parametrize(
    ("said", "result"),
    [
        ("BST|CS", "RIGHT"),
        ("t s b | s, c", "RIGHT"),
        ("BST|", "PARTLY"),
        ("|CS", "PARTLY"),
        ("B|S", "WRONG"),
        ("", "WRONG"),
        ("ZZ1|%", "WRONG"),
    ],
)
def test_hooks_are_expected_on_both_sides(lexicon: Lexicon, said: str, result: str) -> None:
    from lexicon.services.revisions import Author, change_words

    more = ["OATC", "BOAT", "TOAT", "SOAT"]
    change_words(lexicon, add=more, remove=["COAT"], base=lexicon.current_revision,
                 author=Author("x"), note="n")  # fmt: skip
    lexicon.refresh_from_db()
    examiner = get_examiner(lexicon)
    question = ask(examiner, QuestionKind.HOOKS, "OAT")
    assert question.answers == ("BST", "CS")
    assert examiner.judge(question, said).result == result


def test_a_word_without_hooks_has_none(examiner: Examiner) -> None:
    question = ask(examiner, QuestionKind.HOOKS, "QUIZ")
    assert question.answers == ("", "")
    assert examiner.judge(question, "|").right
    assert examiner.judge(question, "S|").result == "WRONG"
    half = ask(
        examiner, QuestionKind.HOOKS, "CAST"
    )  # CAST has no front hooks; leaving them empty earns nothing
    assert examiner.judge(half, "|X").result == "WRONG"


def test_a_phony_is_not_in_the_dictionary(examiner: Examiner) -> None:
    asked = [ask(examiner, QuestionKind.JUDGE, "COATS", seed) for seed in range(40)]
    assert {question.answers for question in asked} == {(GOOD,), (PHONY,)}
    for question in asked:
        assert (question.shown in examiner.graph) == (question.answers == (GOOD,))
        assert question.word == "COATS"
        assert examiner.judge(question, question.answers[0]).right
        assert not examiner.judge(question, "").right


def test_a_tile_of_several_letters_counts_as_one(spanish: Lexicon) -> None:
    examiner = get_examiner(spanish)
    question = ask(examiner, QuestionKind.ANAGRAM, "[CH]AL")
    assert question.shown == ("A", "CH", "L")
    assert question.answers == ("[CH]AL",)
    assert examiner.judge(question, "chal").right
    assert not examiner.judge(question, "c hal").right
    hooks = ask(examiner, QuestionKind.HOOKS, "AL")
    assert hooks.answers == ("[CH]", "")
    assert examiner.judge(hooks, "ch|").right
    both = ask(examiner, QuestionKind.ANAGRAM, "[LL]AMA")
    assert both.answers == ("[LL]AMA", "MA[LL]A")


def test_invalid_words_are_not_asked(examiner: Examiner) -> None:
    for kind in QuestionKind:
        assert examiner.ask(kind, tuple("QQQ"), Random(0)) is None


def test_known_words_are_asked_less_and_less_often() -> None:
    memory: RecallState | None = None
    now, waits = NOON, []
    for _ in range(6):
        memory = schedule_review(memory, AnswerGrade.RIGHT, now)
        waits.append(memory.due - now)
        now = memory.due
    assert waits[0] < timedelta(hours=1)
    assert waits[2:] == sorted(waits[2:])
    assert waits[-1] > timedelta(days=20)
    forgotten = schedule_review(memory, AnswerGrade.WRONG, now)
    assert forgotten.due - now < timedelta(hours=1)
    assert forgotten == schedule_review(memory, AnswerGrade.WRONG, now), "nothing is left to chance"
    assert (
        schedule_review(None, AnswerGrade.WRONG, NOON).due
        < schedule_review(None, AnswerGrade.RIGHT, NOON).due
    )
