"""URLs of puzzles."""

from django.urls import path

from games.puzzles import views

urlpatterns = [
    path("puzzles/", views.show_todays_puzzles, name="puzzles"),
    path("puzzles/days/", views.show_earlier_days, name="puzzle_days"),
    path(
        "puzzles/practise/<slug:variant>/<slug:language>/<slug:kind>/",
        views.go_to_practice_puzzle,
        name="practise_puzzle",
    ),
    path("puzzles/<uuid:puzzle_id>/", views.show_puzzle, name="puzzle"),
    path("puzzles/<uuid:puzzle_id>/preview", views.preview_play, name="preview_puzzle"),
    path("puzzles/<uuid:puzzle_id>/try", views.try_puzzle_play, name="try_puzzle"),
    path("puzzles/<uuid:puzzle_id>/hint", views.take_puzzle_hint, name="puzzle_hint"),
    path("puzzles/<uuid:puzzle_id>/answer", views.give_up_attempt, name="puzzle_answer"),
    path("puzzles/<uuid:puzzle_id>/again", views.restart_puzzle, name="restart_puzzle"),
]
