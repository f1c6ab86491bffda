"""Connects the signals of ``games.analysis`` and registers what other domains look up."""

from django.apps import AppConfig


class AnalysisConfig(AppConfig):
    name = "games.analysis"
    label = "games_analysis"
    verbose_name = "Analyses"

    def ready(self) -> None:
        from games.analysis.services.analysis_requests import on_upload_deleted
        from games.uploads.signals import upload_deleted

        upload_deleted.connect(on_upload_deleted, dispatch_uid="games.analysis")
