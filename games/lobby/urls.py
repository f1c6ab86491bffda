"""Addresses of the lobby."""

from django.urls import path

from games.lobby import views

urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("rooms/", views.create_room, name="create_room"),
    path("rooms/computer/", views.play_computer, name="play_computer"),
]
