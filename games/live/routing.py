"""WebSocket addresses."""

from django.urls import path

from games.live.consumers import RoomConsumer

websocket_urlpatterns = [path("ws/r/<slug:code>/", RoomConsumer.as_asgi())]
