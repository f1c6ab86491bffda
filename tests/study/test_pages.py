"""The pages of word study, as a browser receives them."""

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone

from games.players.models import Player
from games.study.models import MissedWord, Quiz, StudyCard, StudyList
from games.uploads.models import UploadedGame
from lexicon.models import Definition, Lexicon
from lexicon.services.revisions import Author, publish_words
from lexicon.terms.running_games import RunningGameLink

HOME = "/study/"
FOURS = {"dictionary": "few", "kind": "anagram", "words": "probable", "length": "4", "first": "1"}

ClientOf = Callable[..., Client]


def always(_request: HttpRequest) -> list[RunningGameLink]:
    return [RunningGameLink("Club night", "/r/club-night/")]


@pytest.fixture
def client(client_of: ClientOf, amber: Player) -> Client:
    return client_of(amber)


def start(client: Client, **chosen: str) -> Quiz:
    answer = client.post("/study/begin/", FOURS | chosen)
    assert answer.status_code == 302, answer.content.decode()
    return Quiz.objects.get(pk=answer["Location"].split("/")[-2])


@pytest.mark.parametrize("typed", ["שלומ", "שלום"])
def test_a_hebrew_answer_may_have_its_final_letter_and_is_shown_with_it(
    client: Client, typed: str
) -> None:
    hebrew = Lexicon.objects.create(slug="hebrew", name="עברית", language="he", default=True)
    publish_words(hebrew, ["שלומ", "ילדה"], base=None, author=Author("tests"), note="n")
    Definition.objects.create(language="he", word="שלומ", text="Calm.")
    quiz = start(client, dictionary="hebrew")
    number = next(n for n, asked in enumerate(quiz.questions) if asked["answers"] == ["שלומ"])
    for earlier in range(number):
        client.post(f"/study/quizzes/{quiz.pk}/answer/", {"number": str(earlier), "answer": "x"})
    sent = {"number": str(number), "answer": typed}
    page = client.post(f"/study/quizzes/{quiz.pk}/answer/", sent, follow=True).content.decode()
    assert "Correct" in page
    assert "<dt>שלום</dt>" in page
    assert "Calm." in page


def test_a_quiz_is_taken_from_beginning_to_end(client: Client, lexicon: Lexicon) -> None:
    Definition.objects.create(language="en", word="QUIZ", text="Questions and answers.")
    quiz = start(client)
    at = f"/study/quizzes/{quiz.pk}/"
    assert "You have an unfinished quiz" in client.get(HOME).content.decode()
    for number, question in enumerate(quiz.questions):
        page = client.get(at).content.decode()
        assert f"question {number + 1} of {len(quiz.questions)}" in page
        shown = page.split("<form")[-2] if "<form" not in page else page
        assert f"{question['answers'][0]}</" not in shown, "the answer is hidden before"
        sent = {"number": str(number), "answer": " ".join(question["answers"]) if number else "x"}
        answer = client.post(f"{at}answer/", sent, follow=True)
        assert ("Correct" if number else "Wrong") in answer.content.decode()
        for word in question["answers"]:
            assert f"<dt>{word}</dt>" in answer.content.decode()
    page = client.get(at).content.decode()
    assert f"{len(quiz.questions) - 1} of {len(quiz.questions)} correct" in page
    assert "Questions and answers." in page
    home = client.get(HOME).content.decode()
    assert f"{len(quiz.questions) - 1} of {len(quiz.questions)}" in re.sub(r"\s+", " ", home)


def test_a_seeded_quiz_asks_the_same_in_every_run(
    client_of: ClientOf, people: list[Player], lexicon: Lexicon, settings: Any
) -> None:
    settings.TEST_SEED = "quizzes"
    asked = [start(client_of(player)).questions for player in people[:2]]
    assert len(asked[0]) > 5
    assert asked[0] == asked[1]


def test_an_answer_sent_twice_counts_once(client: Client, lexicon: Lexicon) -> None:
    quiz = start(client)
    at = f"/study/quizzes/{quiz.pk}/answer/"
    sent = {"number": "0", "answer": "x"}
    first, second = client.post(at, sent), client.post(at, sent)
    assert first["Location"] == second["Location"]
    assert StudyCard.objects.get().answers == 1
    assert client.post(at, {"number": "5", "answer": "x"}).status_code == 409
    assert client.post(at, {"number": "-1", "answer": "x"}).status_code == 422
    assert client.post(at, {}).status_code == 422


@pytest.mark.parametrize("kind", ["judge", "hooks"])
def test_the_other_kinds_of_quiz_work(client: Client, lexicon: Lexicon, kind: str) -> None:
    quiz = start(client, kind=kind)
    at = f"/study/quizzes/{quiz.pk}/"
    page = client.get(at).content.decode()
    assert ("Is this word valid?" if kind == "judge" else "fit at the end") in page
    good = quiz.questions[0]["answers"]
    sent = {"answer": good[0]} | ({"back": good[1]} if kind == "hooks" else {})
    answer = client.post(f"{at}answer/", {"number": "0", **sent}, follow=True)
    assert "Correct" in answer.content.decode()


def test_the_first_quiz_makes_a_visitor_a_guest(lexicon: Lexicon) -> None:
    stranger = Client()
    assert stranger.get(HOME).status_code == 200
    assert not Player.objects.filter(nickname__startswith="Guest").exists()
    quiz = start(stranger)
    assert quiz.player.nickname.startswith("Guest")
    assert stranger.get(f"/study/quizzes/{quiz.pk}/").status_code == 200
    assert Client().get(f"/study/quizzes/{quiz.pk}/").status_code == 404


@pytest.mark.parametrize(
    ("chosen", "status", "message"),
    [
        ({"words": "missed"}, 409, "Nothing to practise there right now"),
        ({"words": "due"}, 409, "Nothing to practise there right now"),
        ({"length": "15"}, 409, "Nothing to practise there right now"),
        ({"words": "own-1"}, 422, "Select a valid choice"),
        ({"kind": "riddle"}, 422, "Select a valid choice"),
        ({"first": "0"}, 422, "greater than or equal to 1"),
        ({"dictionary": "none"}, 422, "Word study"),
    ],
)
def test_impossible_quizzes_are_explained(
    client: Client, lexicon: Lexicon, chosen: dict[str, str], status: int, message: str
) -> None:
    answer = client.post("/study/begin/", FOURS | chosen)
    assert answer.status_code == status
    assert message in answer.content.decode()
    assert not Quiz.objects.exists()


def test_lists_are_saved_and_deleted(
    client: Client, lexicon: Lexicon, spanish: Lexicon, people: list[Player], client_of: ClientOf
) -> None:
    words = {"dictionary": "pocas", "name": "Con tejas", "text": "chal llama\r\nperro"}
    page = client.post("/study/words/", words, follow=True)
    assert "1 word was left out" in page.content.decode()
    assert "<li>CHAL</li>" in page.content.decode()
    made = StudyList.objects.get()
    assert made.words == ["[CH]AL", "[LL]AMA"]
    assert "Con tejas" in client.get(HOME, {"dictionary": "pocas"}).content.decode()
    assert "Con tejas" not in client.get(HOME, {"dictionary": "few"}).content.decode()
    assert start(client, dictionary="pocas", words=f"own-{made.pk}").questions
    assert client.post("/study/begin/", FOURS | {"words": f"own-{made.pk}"}).status_code == 422
    other = client_of(people[1])
    assert other.get(f"/study/words/{made.pk}/").status_code == 404
    assert other.post(f"/study/words/{made.pk}/remove/").status_code == 404
    assert client.post("/study/words/", words | {"text": "zzz"}).status_code == 422
    assert client.post("/study/words/", words | {"text": ""}).status_code == 422
    assert client.post(f"/study/words/{made.pk}/remove/").status_code == 302
    assert not StudyList.objects.exists()


def test_missed_words_are_listed_with_their_moves(
    client: Client, lexicon: Lexicon, amber: Player
) -> None:
    missed = "/study/missed/?dictionary=few"
    assert "No words yet" in client.get(missed).content.decode()
    record, now = uuid4(), timezone.now()
    MissedWord.objects.create(
        player=amber, lexicon=lexicon, word="QUIET", record_id=record, number=3, equity_loss=21.4,
        missed_at=now,
    )  # fmt: skip
    page = client.get(missed).content.decode()
    assert "QUIET" in page
    assert str(record) not in page, "there is no such game any longer"
    UploadedGame.objects.create(
        pk=record, owner=amber, text="", digest="x", size=0, title="Club night", created_at=now
    )
    assert f"/games/{record}/#3" in client.get(missed).content.decode()
    assert client.get("/study/missed/").status_code == 404


def test_study_is_closed_to_players_in_a_game(
    client: Client, lexicon: Lexicon, settings: Any
) -> None:
    quiz = start(client)
    settings.LEXICON_CLOSED_BY = "tests.study.test_pages.always"
    for path in (HOME, f"/study/quizzes/{quiz.pk}/", "/study/missed/", "/study/words/1/"):
        answer = client.get(path)
        assert answer.status_code == 403
        assert "Closed while you play" in answer.content.decode()
    for path in ("begin/", f"quizzes/{quiz.pk}/answer/", "words/", "words/1/remove/"):
        sent = FOURS | {"number": "0", "answer": "x", "name": "x", "text": "cat"}
        assert client.post(f"/study/{path}", sent).status_code == 403
    quiz.refresh_from_db()
    assert quiz.answered == 0
    assert Quiz.objects.count() == 1
    assert not StudyCard.objects.exists()


def test_without_a_dictionary_there_is_nothing_to_study(db: None) -> None:
    assert "No dictionaries yet." in Client().get(HOME).content.decode()
    assert Client().get(HOME, {"dictionary": "few"}).status_code == 404
