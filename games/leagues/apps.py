"""Connects the signals of ``games.leagues``, and registers its notices."""

from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "games.leagues"
    label = "games_leagues"
    verbose_name = "Leagues"

    def ready(self) -> None:
        from games.leagues.perspective.notification_kinds import NOTIFICATION_KINDS
        from games.leagues.services import account_changes, outages
        from games.leagues.services.access import find_page_of_room
        from games.leagues.services.ladders import record_ladder_result
        from games.leagues.services.results import record_league_result
        from games.play.services.prepared_rooms import register_organiser
        from games.play.signals import game_ended, outage_ended
        from games.players.services.notifications import register_kinds
        from games.players.signals import export_requested, player_left, player_merged

        register_organiser(find_page_of_room)
        register_kinds(*NOTIFICATION_KINDS)
        uid = "games.leagues"
        game_ended.connect(record_league_result, dispatch_uid=uid)
        game_ended.connect(record_ladder_result, dispatch_uid=f"{uid}.ladders")
        outage_ended.connect(outages.put_off_deadlines, dispatch_uid=uid)
        player_merged.connect(account_changes.keep_one_entry, dispatch_uid=uid)
        player_left.connect(account_changes.keep_results_only, dispatch_uid=uid)
        export_requested.connect(account_changes.export_league_data, dispatch_uid=uid)
