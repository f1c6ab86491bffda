"""The only code that writes the chat's tables.

``messages`` sends a message, ``availability`` lets the host switch the chat off, ``mutes`` hides
one player's messages from another, ``stamps`` counts visible changes. Callers publish afterwards
with :func:`games.chat.live.topics.publish_chat`.
"""

from games.chat.services.availability import set_chat_open

__all__ = ["set_chat_open"]
