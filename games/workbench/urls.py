"""Addresses of the analysis board."""

from django.urls import path

from games.workbench import views

urlpatterns = [
    path("analyse/", views.analyse, name="analyse"),
    path("analyse/new", views.new_board, name="new_board"),
    path("analyse/plays", views.best_plays, name="best_plays"),
    path("analyse/think", views.think, name="think"),
    path("analyse/thought/<uuid:thought_id>", views.thought, name="thought"),
    path("analyse/stop", views.stop_thinking, name="stop_thinking"),
]
