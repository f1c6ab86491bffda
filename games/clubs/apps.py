"""Connects the signals of ``games.clubs``, and registers its notices and its topic."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "games.clubs"
    label = "games_clubs"
    verbose_name = "Clubs"

    def ready(self) -> None:
        from games.clubs.live.topics import register_club_chats
        from games.clubs.perspective.notification_kinds import NOTIFICATION_KINDS
        from games.clubs.services import account_changes, calendars
        from games.clubs.services.access import is_member_of_host_club
        from games.events.services.club_entry import register_membership_check
        from games.players.services.notifications import register_kinds
        from games.players.signals import export_requested, player_left, sessions_ended

        register_club_chats()
        register_membership_check(is_member_of_host_club)
        register_kinds(*NOTIFICATION_KINDS)
        uid = "games.clubs"
        player_left.connect(account_changes.leave_all_clubs, dispatch_uid=uid)
        export_requested.connect(account_changes.export_club_data, dispatch_uid=uid)
        sessions_ended.connect(calendars.end_calendar, dispatch_uid=uid)
