"""Connects the signals of ``games.study`` and registers what other domains look up."""

from django.apps import AppConfig


class StudyConfig(AppConfig):
    name = "games.study"
    label = "games_study"
    verbose_name = "Word study"

    def ready(self) -> None:
        from games.analysis.signals import analysis_completed
        from games.duplicate.signals import duplicate_ended
        from games.players.signals import export_requested, player_left, player_merged
        from games.study.services import account_changes
        from games.study.services.missed_best_plays import on_duplicate_ended
        from games.study.services.missed_words import on_analysis_completed, on_upload_deleted
        from games.uploads.signals import upload_deleted

        analysis_completed.connect(on_analysis_completed, dispatch_uid="games.study")
        duplicate_ended.connect(on_duplicate_ended, dispatch_uid="games.study")
        upload_deleted.connect(on_upload_deleted, dispatch_uid="games.study")
        player_merged.connect(account_changes.merge_study_data, dispatch_uid="games.study")
        player_left.connect(account_changes.erase_study_data, dispatch_uid="games.study")
        export_requested.connect(account_changes.export_study_data, dispatch_uid="games.study")
