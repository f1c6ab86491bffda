"""Addresses of rooms, seats and acts."""

from django.urls import path

from games.play.views import bags, pages, seats, turns

urlpatterns = [
    path("name/", seats.nickname, name="nickname"),
    path("r/<slug:code>/", pages.room, name="room"),
    path("r/<slug:code>/bundle", pages.bundle, name="bundle"),
    path("r/<slug:code>/sit", seats.sit, name="sit"),
    path("r/<slug:code>/earlier", pages.earlier, name="earlier"),
    path("r/<slug:code>/name", seats.name, name="name"),
    path("r/<slug:code>/title", seats.title, name="title"),
    path("r/<slug:code>/stand", seats.stand, name="stand"),
    path("r/<slug:code>/computer", seats.seat_computer, name="seat_computer"),
    path("r/<slug:code>/computer/dismiss", seats.dismiss_computer, name="dismiss_computer"),
    path("r/<slug:code>/start", seats.start, name="start"),
    path("r/<slug:code>/invite", seats.invite, name="invite"),
    path("r/<slug:code>/withdraw", seats.withdraw, name="withdraw"),
    path("r/<slug:code>/decline", seats.decline, name="decline"),
    path("r/<slug:code>/rematch", seats.rematch, name="rematch"),
    path("r/<slug:code>/contribute", bags.contribute, name="contribute"),
    path("r/<slug:code>/play", turns.play, name="play"),
    path("r/<slug:code>/exchange", turns.exchange, name="exchange"),
    path("r/<slug:code>/pass", turns.pass_turn, name="pass"),
    path("r/<slug:code>/challenge", turns.challenge, name="challenge"),
    path("r/<slug:code>/accept", turns.accept, name="accept"),
    path("r/<slug:code>/resign", turns.resign, name="resign"),
    path("r/<slug:code>/preview", turns.preview, name="preview"),
    path("r/<slug:code>/moves/<int:number>/", turns.breakdown, name="breakdown"),
    path(
        "r/<slug:code>/games/<uuid:game_id>/moves/before/<int:number>/",
        turns.older_moves,
        name="older_moves",
    ),
    path("about/rules/<slug:variant>/", pages.help_page, name="help"),
]
