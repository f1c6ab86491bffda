"""The only writers of talk.

``talking`` says something, ``opening`` lets the host switch the chat off, ``muting`` hides one
person's words from another, ``stamping`` counts what somebody can see. Callers publish afterwards
with :func:`games.chat.topics.publish_chat`.
"""

from games.chat.services.opening import set_open

__all__ = ["set_open"]
