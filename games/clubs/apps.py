"""Connects the signals of ``games.clubs``, and registers its notices and its topic."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "games.clubs"
    label = "games_clubs"
    verbose_name = "Clubs"

    def ready(self) -> None:
        from games.clubs.live.topics import register_club_chats
        from games.clubs.perspective.notification_kinds import NOTICES
        from games.clubs.services import ownership_transfer
        from games.players.services.notifications import register_kinds
        from games.players.signals import export_requested, player_left

        register_club_chats()
        register_kinds(*NOTICES)
        uid = "games.clubs"
        player_left.connect(ownership_transfer.leave_all_clubs, dispatch_uid=uid)
        export_requested.connect(ownership_transfer.export_club_data, dispatch_uid=uid)
