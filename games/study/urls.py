"""URLs of word study."""

from django.urls import path

from games.study.views import overview, quizzes, word_lists

urlpatterns = [
    path("study/", overview.show_study, name="study"),
    path("study/begin/", overview.begin_quiz, name="begin_quiz"),
    path("study/quizzes/<uuid:quiz_id>/", quizzes.show_quiz, name="quiz"),
    path("study/quizzes/<uuid:quiz_id>/answer/", quizzes.answer_question, name="answer_quiz"),
    path("study/missed/", word_lists.show_missed_words, name="missed_words"),
    path("study/uploads/<uuid:record_id>/seat/", word_lists.set_own_seat, name="set_own_seat"),
    path("study/words/", word_lists.add_word_list, name="add_word_list"),
    path("study/words/<int:number>/", word_lists.show_word_list, name="word_list"),
    path("study/words/<int:number>/remove/", word_lists.delete_word_list, name="remove_word_list"),
]
