"""Addresses of analyses, beside those of their records."""

from django.urls import path

from games.analysis import views

urlpatterns = [
    path("games/<uuid:record_id>/analysis", views.analysis, name="analysis"),
    path("games/<uuid:record_id>/analysis/progress", views.progress, name="analysis_progress"),
    path("games/<uuid:record_id>/analysis/move", views.move, name="analysis_move"),
    path("games/<uuid:record_id>/analysis/cancel", views.cancel, name="cancel_analysis"),
]
