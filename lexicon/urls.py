"""URLs of the players' pages, below ``/dictionaries/``. The admin has its own."""

from django.urls import path

from lexicon.views import pages, search

app_name = "lexicon"
urlpatterns = [
    path("", pages.list_lexicons, name="lexicons"),
    path("<slug:slug>/", pages.show_lexicon, name="lexicon"),
    path("<slug:slug>/search/", search.search_words, name="search"),
    path("<slug:slug>/dispute/", pages.dispute_word, name="dispute"),
    path("<slug:slug>/disputed/", pages.show_disputed, name="disputed"),
]
