"""The app that owns all tables. Each domain connects its signals in an ``apps`` module."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Owns every model of the domains, so that tables and migrations do not move with the code."""

    name = "games"
    verbose_name = "Games"
    default_auto_field = "django.db.models.BigAutoField"
