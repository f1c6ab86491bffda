"""Addresses of reports, of keeping away from somebody, and of one's own standing."""

from django.urls import path

from games.moderation.views import company, reports, standing

urlpatterns = [
    path("r/<slug:code>/chat/<int:number>/report", reports.message, name="report_message"),
    path("report/<uuid:player_id>/", reports.person, name="report_person"),
    path("report/game/<uuid:game_id>/", reports.game, name="report_game"),
    path("people/<uuid:player_id>/block", company.block, name="block"),
    path("people/<uuid:player_id>/unblock", company.unblock, name="unblock"),
    path("people/<uuid:player_id>/unmute", company.unmute, name="unmute"),
    path("standing/", standing.standing, name="standing"),
]
