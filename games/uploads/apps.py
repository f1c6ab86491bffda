"""Connects the signals of ``games.uploads`` and registers what other domains look up."""

from django.apps import AppConfig


class UploadsConfig(AppConfig):
    name = "games.uploads"
    label = "games_uploads"
    verbose_name = "Uploads"

    def ready(self) -> None:
        from games.players.signals import export_requested, player_left
        from games.uploads.services import storage

        player_left.connect(storage.erase_upload_data, dispatch_uid="games.uploads")
        export_requested.connect(storage.export_upload_data, dispatch_uid="games.uploads")
