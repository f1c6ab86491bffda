"""The site's URL root: each app keeps its own addresses."""

from django.contrib import admin
from django.urls import include, path

from scrabble_site.health import show_health, show_worker_health

urlpatterns = [
    path("healthz", show_health, name="health"),
    path("healthz/worker", show_worker_health, name="worker_health"),
    path("admin/", admin.site.urls),
    path("dictionaries/", include("lexicon.urls")),
    path("", include("games.urls")),
]
handler400 = "scrabble_site.errors.refuse_unreadable"
