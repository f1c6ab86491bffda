"""A mail server for tests: it gives prepared answers and keeps what it receives."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.processes import PATIENCE


@dataclass
class MailServer:
    """``answers`` replaces the answers to commands, by their first word; ``silent`` sends none.

    ``called`` is set at the first connection. Setting ``over`` ends a silent one.
    """

    answers: dict[str, str] = field(default_factory=dict)
    silent: bool = False
    letters: list[str] = field(default_factory=list)
    senders: list[str] = field(default_factory=list)
    called: threading.Event = field(default_factory=threading.Event)
    over: threading.Event = field(default_factory=threading.Event)

    def talk(self, call: socketserver.StreamRequestHandler) -> None:
        self.called.set()
        if self.silent:
            self.over.wait(PATIENCE)
            return
        call.wfile.write(b"220 ready\r\n")
        while line := call.rfile.readline().decode().strip():
            word = line.split()[0].upper()
            if word == "MAIL":
                self.senders.append(line.partition("<")[2].partition(">")[0])
            answer = self.answers.get(word) or {"DATA": "354 go on", "QUIT": "221 bye"}.get(
                word, "250 fine"
            )
            call.wfile.write(f"{answer}\r\n".encode())
            if word == "DATA" and answer.startswith("354"):
                text = []
                while (part := call.rfile.readline().decode()) != ".\r\n":
                    text.append(part)
                self.letters.append("".join(text))
                call.wfile.write(b"250 taken\r\n")


@contextmanager
def run_mail_server(settings: Any, **how: Any) -> Iterator[MailServer]:
    """Run a mail server within the context, and make the site send its e-mail there."""
    server = MailServer(**how)

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            server.talk(self)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as listening:
        listening.daemon_threads = True
        threading.Thread(target=listening.serve_forever, daemon=True).start()
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST = "127.0.0.1"
        settings.EMAIL_PORT = listening.server_address[1]
        settings.EMAIL_USE_TLS = False
        settings.EMAIL_TIMEOUT = PATIENCE
        yield server
        server.over.set()
        listening.shutdown()
