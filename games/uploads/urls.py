"""URLs of uploaded games. Their records have the same URLs as those of all games."""

from django.urls import path

from games.uploads import views

urlpatterns = [
    path("uploads/", views.list_own_uploads, name="uploads"),
    path("uploads/new/", views.add_upload, name="upload"),
    path("uploads/<uuid:record_id>/share", views.share_upload, name="share_upload"),
    path("uploads/<uuid:record_id>/rename", views.rename_upload, name="rename_upload"),
    path("uploads/<uuid:record_id>/delete", views.delete_upload, name="delete_upload"),
]
