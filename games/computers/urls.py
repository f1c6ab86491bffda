"""Addresses of hints."""

from django.urls import path

from games.computers import views

urlpatterns = [path("r/<slug:code>/hint", views.hint, name="hint")]
