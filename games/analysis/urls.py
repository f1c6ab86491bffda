"""URLs of analyses, below those of their records."""

from django.urls import path

from games.analysis import views

urlpatterns = [
    path("games/<uuid:record_id>/analysis", views.show_analysis, name="analysis"),
    path("games/<uuid:record_id>/analysis/progress", views.show_progress, name="analysis_progress"),
    path("games/<uuid:record_id>/analysis/move", views.show_move, name="analysis_move"),
    path(
        "games/<uuid:record_id>/analysis/cancel",
        views.cancel_analysis_request,
        name="cancel_analysis",
    ),
]
