"""Render the chat to HTML fragments."""

from games.chat.perspective import AuthorView, ChatLineView, ChatView
from games.common.fragment_rendering import render_fragment


def render_chat(view: ChatView) -> str:
    """Return the newest lines and the channels to write in. The page adds the lines it lacks."""
    return render_fragment("chat/_chat", {"view": view})


def render_older_lines(lines: tuple[ChatLineView, ...], since: int) -> str:
    return render_fragment("chat/_older", {"lines": lines, "since": since})


def render_author(author: AuthorView) -> str:
    """Return the dialog to mute or block the author of a message."""
    return render_fragment("chat/_person", {"author": author})


def render_refusal(text: str) -> str:
    """Return the sentence for a player whose message was refused."""
    return render_fragment("chat/_refusal", {"text": text})
