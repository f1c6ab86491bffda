"""The games app: rooms, live games and their records."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = "Games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games.disputes.services import tell_answer
        from games.lobby.topics import register_lobby
        from games.play.topics import register_rooms
        from lexicon.signals import dispute_answered

        dispute_answered.connect(tell_answer, dispatch_uid="games.disputes")
        register_rooms()
        register_lobby()
