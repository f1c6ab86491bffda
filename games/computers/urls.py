"""URLs of hints."""

from django.urls import path

from games.computers import views

urlpatterns = [path("r/<slug:code>/hint", views.show_hint, name="hint")]
