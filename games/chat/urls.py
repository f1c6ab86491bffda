"""Addresses of talk in a room."""

from django.urls import path

from games.chat import views

urlpatterns = [
    path("r/<slug:code>/chat", views.chat, name="chat"),
    path("r/<slug:code>/chat/say", views.say, name="say"),
    path("r/<slug:code>/chat/open", views.set_open, name="chat_open"),
    path("r/<slug:code>/chat/<int:number>/", views.person, name="chat_person"),
    path("r/<slug:code>/chat/<int:number>/mute", views.mute, name="chat_mute"),
    path("r/<slug:code>/chat/<int:number>/unmute", views.unmute, name="chat_unmute"),
    path("r/<slug:code>/chat/<int:number>/block", views.block, name="chat_block"),
    path("r/<slug:code>/chat/<int:number>/unblock", views.unblock, name="chat_unblock"),
]
