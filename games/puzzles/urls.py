"""Addresses of puzzles."""

from django.urls import path

from games.puzzles import views

urlpatterns = [
    path("puzzles/", views.puzzles, name="puzzles"),
    path("puzzles/days/", views.days, name="puzzle_days"),
    path(
        "puzzles/practise/<slug:variant>/<slug:language>/<slug:kind>/",
        views.practise,
        name="practise_puzzle",
    ),
    path("puzzles/<uuid:puzzle_id>/", views.puzzle, name="puzzle"),
    path("puzzles/<uuid:puzzle_id>/preview", views.preview, name="preview_puzzle"),
    path("puzzles/<uuid:puzzle_id>/try", views.attempt, name="try_puzzle"),
    path("puzzles/<uuid:puzzle_id>/hint", views.hint, name="puzzle_hint"),
    path("puzzles/<uuid:puzzle_id>/answer", views.give_up, name="puzzle_answer"),
    path("puzzles/<uuid:puzzle_id>/again", views.again, name="puzzle_again"),
]
