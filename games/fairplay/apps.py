"""Connects the signals of ``games.fairplay`` and registers what other domains look up."""

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate


class FairPlayConfig(AppConfig):
    name = "games.fairplay"
    label = "games_fairplay"
    verbose_name = "Fair play"

    def ready(self) -> None:
        from games.fairplay.services import account_changes
        from games.fairplay.services.absences import store_absences
        from games.fairplay.services.moderators import grant_permissions
        from games.fairplay.services.queue import queue_ended_game
        from games.live.absences import add_absence_listener
        from games.play.signals import game_ended
        from games.players.signals import export_requested, player_left

        game_ended.connect(queue_ended_game, dispatch_uid="games.fairplay")
        player_left.connect(account_changes.erase_fair_play_data, dispatch_uid="games.fairplay")
        export_requested.connect(
            account_changes.export_fair_play_data, dispatch_uid="games.fairplay"
        )
        add_absence_listener(store_absences)
        # The permissions belong to the app that owns the models.
        post_migrate.connect(grant_permissions, sender=apps.get_app_config("games"))
