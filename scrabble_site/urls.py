"""The root URLconf. Each app defines its own URLs."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path, re_path
from django.views.generic import RedirectView

from games.accounts.views import next_parameter
from games.accounts.views.mail_dependent_pages import MAIL_DEPENDENT_PAGES, require_mail_server
from scrabble_site.health.views import show_health, show_readiness
from scrabble_site.pages.operator_pages import TITLES, show_operator_page, show_security_txt
from scrabble_site.pages.renamed_paths import list_renamed_paths
from scrabble_site.static.web_app_manifest import show_manifest, show_offline, show_service_worker

WEB_APP_URLS = [
    path("manifest.webmanifest", show_manifest, name="manifest"),
    path("sw.js", show_service_worker, name="worker"),
    path("offline/", show_offline, name="offline"),
]
OPERATOR_PAGE_URLS = [
    path(".well-known/security.txt", show_security_txt, name="security_txt"),
    *(path(f"about/{slug}/", show_operator_page, {"slug": slug}, name=slug) for slug in TITLES),
]
RENAMED_IN_ADMIN = {
    "report": "moderationreport",
    "notice": "notification",
    "letter": "outgoingmail",
}
"""Old and new names of models in the admin. Notifications and e-mails link to the old addresses."""
RENAMED_ADMIN_URLS = [
    re_path(
        rf"^games/{old}/(?P<rest>.*)$",
        RedirectView.as_view(url=f"/{settings.ADMIN_PATH}games/{new}/%(rest)s", query_string=True),
    )
    for old, new in RENAMED_IN_ADMIN.items()
]
urlpatterns = [
    path("healthz", show_health, name="health"),
    path("readyz", show_readiness, name="readiness"),
    *WEB_APP_URLS,
    *OPERATOR_PAGE_URLS,
    path(settings.ADMIN_PATH, include(RENAMED_ADMIN_URLS)),
    path(settings.ADMIN_PATH, admin.site.urls),
    path(
        "accounts/",
        include(
            [
                path(at, require_mail_server(page), name=name)
                for at, page, name in MAIL_DEPENDENT_PAGES
            ]
        ),
    ),
    path(
        "accounts/",
        include(
            [
                path(at, next_parameter.keep_next(page), name=name)
                for at, page, name in next_parameter.PAGES_KEEPING_NEXT
            ]
        ),
    ),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/keys/", RedirectView.as_view(pattern_name="mfa_list_webauthn")),
    path("accounts/keys/", include("allauth.mfa.urls")),
    path("dictionaries/", include("lexicon.urls")),
    path("", include("games.urls")),
    *list_renamed_paths(),
]
handler400 = "scrabble_site.pages.error_views.show_bad_request"
handler429 = "scrabble_site.pages.error_views.show_too_many_requests"
handler500 = "scrabble_site.pages.error_views.show_server_error"
