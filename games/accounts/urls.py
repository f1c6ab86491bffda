"""URLs of settings, sessions, personal data and device links. Log-in pages are at /accounts/."""

from django.urls import path

from games.accounts.views import (
    device_links,
    notification_settings,
    page_languages,
    personal_data,
    sessions,
    settings,
)

urlpatterns = [
    path("settings/", settings.show_settings, name="settings"),
    path("settings/language/", page_languages.choose_language, name="choose_language"),
    path("settings/name/", settings.change_name, name="change_name"),
    path("settings/sessions/", sessions.list_sessions, name="sessions"),
    path("settings/sessions/end/", sessions.end_all_sessions, name="end_sessions"),
    path("settings/sessions/<int:number>/end/", sessions.end_one_session, name="end_session"),
    path(
        "settings/notifications/",
        notification_settings.edit_notification_settings,
        name="notification_settings",
    ),
    path("settings/notifications/sound/", notification_settings.edit_sound, name="sound_settings"),
    path("settings/data/", personal_data.download_data, name="download_data"),
    path("settings/delete/", personal_data.confirm_account_deletion, name="delete_account"),
    path("continue/", device_links.show_device_link, name="device_link"),
    path("continue/<str:token>/", device_links.follow_device_link, name="follow_device_link"),
]
