"""Connects the signals of ``games.push`` and registers what other domains look up."""

from django.apps import AppConfig


class PushConfig(AppConfig):
    name = "games.push"
    label = "games_push"
    verbose_name = "Push messages"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_out

        from games.players.signals import (
            browser_reassigned,
            export_requested,
            player_left,
            player_merged,
        )
        from games.push.services import login_hooks, subscriptions

        browser_reassigned.connect(login_hooks.reassign_browser, dispatch_uid="games.push")
        user_logged_out.connect(login_hooks.release_browser, dispatch_uid="games.push")
        player_merged.connect(subscriptions.end_guest_subscriptions, dispatch_uid="games.push")
        player_left.connect(subscriptions.erase_push_data, dispatch_uid="games.push")
        export_requested.connect(subscriptions.export_push_data, dispatch_uid="games.push")
