"""URLs of annotated games and of broadcasts."""

from django.urls import path

from games.broadcasts.views import pages, scorekeeping, screens

urlpatterns = [
    path("live/", pages.list_annotated_games, name="annotated_games"),
    path("live/new/", pages.annotate_game, name="annotate_game"),
    path("live/<slug:code>/", pages.show_annotated_game, name="annotated_game"),
    path("live/<slug:code>/embed/", screens.show_annotated_embed, name="annotated_embed"),
    path("live/<slug:code>/stream/", screens.show_annotated_stream, name="annotated_stream"),
    path("live/<slug:code>/keep/", scorekeeping.show_scorekeeping, name="scorekeeping"),
    path("live/<slug:code>/keep/act", scorekeeping.keep_score, name="keep_score"),
    path("live/<slug:code>/keep/preview", scorekeeping.preview_move, name="preview_annotation"),
    path(
        "live/<slug:code>/keep/delete",
        scorekeeping.delete_annotated_game,
        name="delete_annotated_game",
    ),
    path(
        "live/<slug:code>/join/<str:invitation>/",
        scorekeeping.join_scorekeepers,
        name="join_scorekeepers",
    ),
    path("r/<slug:code>/elsewhere/", screens.show_room_sharing, name="room_sharing"),
    path("r/<slug:code>/embed/", screens.show_room_embed, name="room_embed"),
    path("r/<slug:code>/stream/", screens.show_room_stream, name="room_stream"),
    path("events/<slug:code>/broadcast/", screens.show_event_broadcast, name="event_broadcast"),
    path("events/<slug:code>/stream/", screens.show_event_stream, name="event_stream"),
    path("events/<slug:code>/embed/", screens.show_event_embed, name="event_embed"),
]
