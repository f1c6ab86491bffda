"""Connects the signals of ``games.clubs``, and registers its notices and its topic."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "games.clubs"
    label = "games_clubs"
    verbose_name = "Clubs"

    def ready(self) -> None:
        from games.clubs.live.topics import register_club_chats
        from games.clubs.perspective.notification_kinds import NOTICES
        from games.clubs.services import calendars, ownership_transfer
        from games.clubs.services.locking import is_in_club_of
        from games.events.services.club_entry import register_membership_check
        from games.players.services.notifications import register_kinds
        from games.players.signals import export_requested, player_left, sessions_ended

        register_club_chats()
        register_membership_check(is_in_club_of)
        register_kinds(*NOTICES)
        uid = "games.clubs"
        player_left.connect(ownership_transfer.leave_all_clubs, dispatch_uid=uid)
        export_requested.connect(ownership_transfer.export_club_data, dispatch_uid=uid)
        sessions_ended.connect(calendars.end_calendar, dispatch_uid=uid)
