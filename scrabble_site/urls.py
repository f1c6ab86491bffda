"""The site's URL root: each app keeps its own addresses."""

from importlib.util import find_spec

from django.contrib import admin
from django.urls import include, path

from scrabble_site.health import show_health

urlpatterns = [
    path("healthz", show_health, name="health"),
    path("admin/", admin.site.urls),
]
for prefix, module in (("dictionaries/", "lexicon.urls"), ("", "games.urls")):
    if find_spec(module):
        urlpatterns.append(path(prefix, include(module)))
