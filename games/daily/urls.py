"""URLs of daily games."""

from django.urls import path

from games.daily.views import pages, turns

urlpatterns = [
    path("daily/", pages.show_daily_games, name="daily_games"),
    path("daily/days/", pages.show_earlier_daily_games, name="daily_days"),
    path("daily/<slug:day>/<slug:language>/", pages.show_daily_game, name="daily_game"),
    path(
        "daily/<slug:day>/<slug:language>/results",
        pages.show_daily_results,
        name="daily_results",
    ),
    path("daily/<slug:day>/<slug:language>/draws", pages.show_draw_check, name="check_daily_draws"),
    path(
        "daily/<slug:day>/<slug:language>/draws.json",
        pages.download_draws,
        name="daily_draws_data",
    ),
    path(
        "daily/<slug:day>/<slug:language>/preview", turns.preview_tiles, name="preview_daily_play"
    ),
    path("daily/<slug:day>/<slug:language>/start", turns.begin_turn, name="start_daily_turn"),
    path("daily/<slug:day>/<slug:language>/play", turns.send_tiles, name="send_daily_play"),
    path("daily/<slug:day>/<slug:language>/end", turns.close_turn, name="end_daily_turn"),
]
