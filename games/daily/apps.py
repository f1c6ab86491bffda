"""Connects the signals of ``games.daily`` and registers what other domains look up."""

from django.apps import AppConfig


class DailyConfig(AppConfig):
    name = "games.daily"
    label = "games_daily"
    verbose_name = "Daily games"

    def ready(self) -> None:
        from games.daily.perspective.running_turns import list_running_daily_games
        from games.daily.services import account_changes, daily_attempts, fairness
        from games.play.services.running_positions import add_board_source
        from games.play.signals import outage_ended
        from games.play.terms.running_games import add_running_games
        from games.players.signals import export_requested, player_left, player_merged

        add_running_games(list_running_daily_games)
        add_board_source(fairness.list_unpublished_boards)
        outage_ended.connect(daily_attempts.prolong_running_turns, dispatch_uid="games.daily")
        player_merged.connect(account_changes.keep_first_attempts, dispatch_uid="games.daily")
        player_left.connect(account_changes.erase_daily_data, dispatch_uid="games.daily")
        export_requested.connect(account_changes.export_daily_data, dispatch_uid="games.daily")
