"""Connects the signals of ``games.chat`` and registers what other domains look up."""

from django.apps import AppConfig


class ChatConfig(AppConfig):
    name = "games.chat"
    label = "games_chat"
    verbose_name = "Chat"

    def ready(self) -> None:
        from games.chat.live.topics import register_chats
        from games.chat.perspective.wording import MENTION_NOTIFICATION
        from games.players.services.notifications import register_kinds

        register_kinds(MENTION_NOTIFICATION)
        register_chats()
