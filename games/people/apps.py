"""Connects the signals of ``games.people`` and registers what other domains look up."""

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "games.people"
    label = "games_people"
    verbose_name = "Members' pages"

    def ready(self) -> None:
        from games.live.topics import add_viewer_listener
        from games.people.services.account_changes import erase_people_data, export_people_data
        from games.people.services.follows import unfollow_blocked
        from games.people.services.game_statistics import record_game_statistics
        from games.people.services.presence import on_viewers_reported
        from games.people.services.result_totals import reset_totals_of_guest
        from games.play.signals import game_ended
        from games.players.signals import (
            block_changed,
            export_requested,
            player_left,
            player_merged,
        )

        game_ended.connect(record_game_statistics, dispatch_uid="games.people")
        player_merged.connect(reset_totals_of_guest, dispatch_uid="games.people")
        player_left.connect(erase_people_data, dispatch_uid="games.people")
        export_requested.connect(export_people_data, dispatch_uid="games.people")
        block_changed.connect(unfollow_blocked, dispatch_uid="games.people")
        add_viewer_listener(on_viewers_reported)
