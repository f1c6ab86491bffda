"""How Daphne's sockets end: with the codes the standard has for it.

Autobahn, below Daphne, lets an application close with 1000 or private codes only, and drops a
socket that breaks the protocol without a word. Pages must be told more: 1012 and 1013 mean "come
back", and htmx does; 1003, 1009 and 1002 mean that what the page sent is at fault.
"""

from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol


class CodedProtocol(WebSocketProtocol):
    """Daphne's protocol with a close frame before every end."""

    def connectionMade(self) -> None:  # noqa: N802 - Twisted's name
        super().connectionMade()
        self.failByDrop = False

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802 - Daphne's name
        self.sendCloseFrame(code=1000 if code is None else code)


def use_coded_protocol() -> None:
    """Make Daphne build its sockets this way."""
    WebSocketFactory.protocol = CodedProtocol
