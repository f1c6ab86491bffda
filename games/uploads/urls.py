"""Addresses of uploaded games; their records are read where those of all games are."""

from django.urls import path

from games.uploads import views

urlpatterns = [
    path("uploads/", views.uploads, name="uploads"),
    path("uploads/new/", views.upload, name="upload"),
    path("uploads/<uuid:record_id>/share", views.share, name="share_upload"),
    path("uploads/<uuid:record_id>/rename", views.rename, name="rename_upload"),
    path("uploads/<uuid:record_id>/delete", views.delete, name="delete_upload"),
]
