"""Connects the signals of ``games.accounts`` and registers what other domains look up."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "games.accounts"
    label = "games_accounts"
    verbose_name = "Accounts"

    def ready(self) -> None:
        from games.accounts.perspective.notification_texts import LOGGED_OUT_NOTIFICATION
        from games.accounts.services import login_hooks
        from games.accounts.views import staff_passkeys
        from games.players.services.notifications import register_kinds

        register_kinds(LOGGED_OUT_NOTIFICATION)
        login_hooks.connect_signals()
        staff_passkeys.connect_signals()
