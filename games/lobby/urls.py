"""URLs of the lobby."""

from django.urls import path

from games.lobby.views import (
    my_games,
    news,
    one_device,
    pages,
    search,
    sections,
    swapped_match,
)

urlpatterns = [
    path("", pages.show_lobby, name="lobby"),
    path("watch/", sections.show_games_to_watch, name="watch"),
    path("learn/", sections.show_learning, name="learn"),
    path("community/", sections.show_community, name="community"),
    path("search/", search.search_site, name="search"),
    path("more/", sections.show_more, name="more"),
    path("my-games/", my_games.my_games, name="my_games"),
    path("name/", pages.set_nickname, name="nickname"),
    path("rooms/", pages.create_room, name="create_room"),
    path("rooms/one-device/", one_device.play_on_one_device, name="one_device"),
    path("rooms/swapped-match/", swapped_match.new_swapped_match, name="new_swapped_match"),
    path("match/<slug:code>/", swapped_match.show_swapped_match, name="swapped_match"),
    path("rooms/friend/", pages.play_friend, name="play_friend"),
    path("rooms/with/<uuid:player_id>/", pages.invite_member, name="invite_member"),
    path("rooms/now/", pages.play_now, name="play_now"),
    path("rooms/computer/", pages.play_computer, name="play_computer"),
    path("next/", news.go_to_next_game, name="next"),
    path("notifications/", news.mark_all_read, name="mark_all_read"),
    path("notifications/<int:number>/", news.mark_one_read, name="mark_one_read"),
    path("notifications/accept/<slug:code>/", news.accept_invitation, name="accept_invitation"),
    path("notifications/decline/<slug:code>/", news.decline_invitation, name="decline_invitation"),
]
