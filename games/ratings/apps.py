"""Connects the signals of ``games.ratings`` and registers what other domains look up."""

from django.apps import AppConfig
from django.db.models.signals import pre_delete


class RatingsConfig(AppConfig):
    name = "games.ratings"
    label = "games_ratings"
    verbose_name = "Ratings"

    def ready(self) -> None:
        from django.contrib.auth import get_user_model

        from games.play.signals import game_ended, game_started, seat_taken
        from games.players.signals import player_left
        from games.ratings.services import departing
        from games.ratings.services.game_rating import rate_ended_game, show_ratings_at_table

        game_started.connect(show_ratings_at_table, dispatch_uid="games.ratings")
        seat_taken.connect(show_ratings_at_table, dispatch_uid="games.ratings")
        game_ended.connect(rate_ended_game, dispatch_uid="games.ratings")
        player_left.connect(departing.note_left, dispatch_uid="games.ratings")
        pre_delete.connect(departing.note_deleted, get_user_model(), dispatch_uid="games.ratings")
