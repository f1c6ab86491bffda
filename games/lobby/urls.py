"""Addresses of the lobby."""

from django.urls import path

from games.lobby.views import mine, news, pages

urlpatterns = [
    path("", pages.lobby, name="lobby"),
    path("my-games/", mine.my_games, name="my_games"),
    path("name/", pages.nickname, name="nickname"),
    path("rooms/", pages.create_room, name="create_room"),
    path("rooms/with/<uuid:player_id>/", pages.invite_member, name="invite_member"),
    path("rooms/now/", pages.play_now, name="play_now"),
    path("rooms/computer/", pages.play_computer, name="play_computer"),
    path("next/", news.next_game, name="next"),
    path("news/", news.read_all, name="read_all"),
    path("news/<int:number>/", news.read_one, name="read_one"),
    path("news/accept/<slug:code>/", news.accept, name="accept_invitation"),
    path("news/decline/<slug:code>/", news.decline, name="decline_invitation"),
]
