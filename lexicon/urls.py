"""Addresses of the players' pages, below ``/dictionaries/``. The admin has its own."""

from django.urls import path

from lexicon import views

app_name = "lexicon"
urlpatterns = [
    path("", views.list_lexicons, name="lexicons"),
    path("<slug:slug>/", views.show_lexicon, name="lexicon"),
    path("<slug:slug>/dispute/", views.dispute_word, name="dispute"),
    path("<slug:slug>/disputed/", views.show_disputed, name="disputed"),
]
