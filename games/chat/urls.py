"""URLs of a room's chat."""

from django.urls import path

from games.chat import views

urlpatterns = [
    path("r/<slug:code>/chat", views.show_chat, name="chat"),
    path("r/<slug:code>/chat/send", views.send_message, name="send_message"),
    path("r/<slug:code>/chat/open", views.set_chat_open, name="chat_open"),
    path("r/<slug:code>/chat/<int:number>/", views.show_author, name="chat_person"),
    path("r/<slug:code>/chat/<int:number>/mute", views.mute_author, name="chat_mute"),
    path("r/<slug:code>/chat/<int:number>/unmute", views.unmute_author, name="chat_unmute"),
    path("r/<slug:code>/chat/<int:number>/block", views.block_author, name="chat_block"),
    path("r/<slug:code>/chat/<int:number>/unblock", views.unblock_author, name="chat_unblock"),
]
