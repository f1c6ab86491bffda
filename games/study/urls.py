"""Addresses of word study."""

from django.urls import path

from games.study.views import home, quizzes, words

urlpatterns = [
    path("study/", home.home, name="study"),
    path("study/begin/", home.begin, name="begin_quiz"),
    path("study/quizzes/<uuid:quiz_id>/", quizzes.show, name="quiz"),
    path("study/quizzes/<uuid:quiz_id>/answer/", quizzes.answer, name="answer_quiz"),
    path("study/missed/", words.missed, name="missed_words"),
    path("study/uploads/<uuid:record_id>/seat/", words.claim_seat, name="claim_seat"),
    path("study/words/", words.add, name="add_words"),
    path("study/words/<int:number>/", words.show, name="word_set"),
    path("study/words/<int:number>/remove/", words.remove, name="remove_words"),
]
