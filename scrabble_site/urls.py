"""The site's URL root: each app keeps its own addresses."""

from importlib import import_module

from django.contrib import admin
from django.urls import include, path

from scrabble_site.health import show_health

urlpatterns = [
    path("healthz", show_health, name="health"),
    path("admin/", admin.site.urls),
]
for prefix, module in (("dictionaries/", "lexicon.urls"), ("", "games.urls")):
    try:
        import_module(module)
    except ImportError as error:
        print(f"{module} is not ready yet: {error}")
        continue
    urlpatterns.append(path(prefix, include(module)))
