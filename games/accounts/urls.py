"""Addresses of one's settings and of going on elsewhere; log-in itself lives at /accounts/."""

from django.urls import path

from games.accounts.views import data, devices, settings, tellings

urlpatterns = [
    path("settings/", settings.show, name="settings"),
    path("settings/name/", settings.change_name, name="change_name"),
    path("settings/sessions/end/", settings.end_all, name="end_sessions"),
    path("settings/told/", tellings.show, name="tellings"),
    path("settings/told/sound/", tellings.sound, name="sound"),
    path("settings/data/", data.download, name="export"),
    path("settings/delete/", data.delete, name="delete_me"),
    path("go-on/", devices.offer, name="go_on"),
    path("go-on/<str:token>/", devices.follow_link, name="follow_link"),
]
