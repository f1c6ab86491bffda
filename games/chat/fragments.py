"""Talk to HTML: the part of a page that lists it, and older lines."""

from games.chat.perspective import AuthorView, ChatView, LineView
from games.common.rendering import render_part


def render_chat(view: ChatView) -> str:
    """The newest lines and the places to write in. The page's script takes over what it lacks."""
    return render_part("chat/_chat", {"view": view})


def render_older(lines: tuple[LineView, ...], since: int) -> str:
    return render_part("chat/_older", {"lines": lines, "since": since})


def render_person(author: AuthorView) -> str:
    """What can be done about somebody who wrote."""
    return render_part("chat/_person", {"author": author})


def render_said(text: str) -> str:
    """A sentence for somebody whose message was refused."""
    return render_part("chat/_said", {"text": text})
