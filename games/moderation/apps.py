"""Connects the signals of ``games.moderation`` and registers what other domains look up."""

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate


class ModerationConfig(AppConfig):
    name = "games.moderation"
    label = "games_moderation"
    verbose_name = "Moderation"

    def ready(self) -> None:
        from games.moderation.perspective.wording import MODERATION_NOTIFICATIONS
        from games.moderation.services.moderators import grant_moderator_permissions
        from games.players.services.notifications import register_kinds

        register_kinds(*MODERATION_NOTIFICATIONS)
        # The permissions belong to the app that owns the models.
        post_migrate.connect(grant_moderator_permissions, sender=apps.get_app_config("games"))
