"""URLs of reports, of blocking, and of a player's own sanctions."""

from django.urls import path

from games.moderation.views import blocks, reports, sanctions

urlpatterns = [
    path(
        "r/<slug:code>/chat/<int:number>/report", reports.report_chat_message, name="report_message"
    ),
    path("report/<uuid:player_id>/", reports.report_player, name="report_person"),
    path("report/game/<uuid:game_id>/", reports.game, name="report_game"),
    path("people/<uuid:player_id>/block", blocks.block_player, name="block"),
    path("people/<uuid:player_id>/unblock", blocks.unblock_player, name="unblock"),
    path("people/<uuid:player_id>/unmute", blocks.unmute, name="unmute"),
    path("standing/", sanctions.show_sanctions, name="sanctions"),
]
