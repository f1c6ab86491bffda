"""The site's URL root: each app keeps its own addresses."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from scrabble_site.health import show_health, show_readiness
from scrabble_site.shell import show_manifest, show_offline, show_worker

SHELL = [
    path("manifest.webmanifest", show_manifest, name="manifest"),
    path("sw.js", show_worker, name="worker"),
    path("offline/", show_offline, name="offline"),
]
urlpatterns = [
    path("healthz", show_health, name="health"),
    path("readyz", show_readiness, name="readiness"),
    *SHELL,
    path(settings.ADMIN_PATH, admin.site.urls),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/keys/", RedirectView.as_view(pattern_name="mfa_list_webauthn")),
    path("accounts/keys/", include("allauth.mfa.urls")),
    path("dictionaries/", include("lexicon.urls")),
    path("", include("games.urls")),
]
handler400 = "scrabble_site.failures.refuse_unreadable"
handler429 = "scrabble_site.failures.ask_for_patience"
handler500 = "scrabble_site.failures.show_failure"
