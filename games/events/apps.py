"""Connects the signals of ``games.events``, and registers its notices and its topic."""

from django.apps import AppConfig


class EventsConfig(AppConfig):
    name = "games.events"
    label = "games_events"
    verbose_name = "Events"

    def ready(self) -> None:
        from games.events.live.topics import publish_event_of_game, register_events
        from games.events.perspective.notification_kinds import NOTIFICATION_KINDS
        from games.events.services import account_changes, outages
        from games.events.services.access import find_page_of_room
        from games.events.services.results import record_game_result
        from games.play.services.prepared_rooms import register_organiser
        from games.play.signals import game_ended, outage_ended
        from games.players.services.notifications import register_kinds
        from games.players.signals import (
            export_requested,
            player_left,
            player_merged,
            player_renamed,
        )

        register_events()
        register_organiser(find_page_of_room)
        register_kinds(*NOTIFICATION_KINDS)
        uid = "games.events"
        game_ended.connect(record_game_result, dispatch_uid=uid)
        game_ended.connect(publish_event_of_game, dispatch_uid=f"{uid}.live")
        outage_ended.connect(outages.put_off_rounds, dispatch_uid=uid)
        player_merged.connect(account_changes.keep_one_entry, dispatch_uid=uid)
        player_left.connect(account_changes.keep_results_only, dispatch_uid=uid)
        player_renamed.connect(account_changes.show_new_name, dispatch_uid=uid)
        export_requested.connect(account_changes.export_event_data, dispatch_uid=uid)
