"""URLs of the analysis board."""

from django.urls import path

from games.analysis_board import views

urlpatterns = [
    path("analyse/", views.show_board, name="analysis_board"),
    path("analyse/new", views.open_new_board, name="new_board"),
    path("analyse/plays", views.show_static_plays, name="static_plays"),
    path("analyse/rollouts", views.begin_rollouts, name="begin_rollouts"),
    path("analyse/rollouts/<uuid:run_id>", views.show_rollouts, name="rollouts"),
    path("analyse/stop", views.stop_rollouts, name="stop_rollouts"),
]
