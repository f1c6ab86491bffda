"""Runs Python with a site's settings and database, in one process per site.

:class:`Snippets` keeps that process and sends it one snippet after another, since starting Django
for each would take longer than most snippets. The process runs this module as a program: it
connects to a socket, and reads and answers lines of JSON.
"""

import json
import os
import socket
import sys
import traceback
import uuid
from collections.abc import Mapping
from contextlib import ExitStack, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import IO, Any

from tests.fork_server import SiteProcess


class Snippets:
    """A process for snippets.

    ``env`` is the site's environment; ``log`` is the file for its output.
    """

    def __init__(self, env: Mapping[str, str], log: Path) -> None:
        # A name without a file, which ends with the socket.
        self._address = f"\0tileroom-snippets-{uuid.uuid4().hex}"
        command = [sys.executable, "-m", "tests.snippets", self._address[1:]]
        self._process = SiteProcess("snippets", command, log, self._has_connected, env=env)
        self._open = ExitStack()
        self._listener: socket.socket | None = None
        self._lines: IO[str] | None = None

    def run(self, snippet: str) -> str:
        """Execute the snippet and return what it printed.

        It starts with the names that ``manage.py shell`` defines, and none from other snippets.
        Raises ``AssertionError`` if it fails.
        """
        lines = self._connect()
        try:
            lines.write(json.dumps(snippet) + "\n")
            lines.flush()
            line = lines.readline()
        except BaseException:  # a timeout: the next snippet would read this one's answer
            self._process.kill()
            raise
        if not line:
            self._process.kill()
        assert line, f"the process for snippets ended:\n{self._process.log_text()[-6000:]}"
        answer = json.loads(line)
        assert not answer["failed"], f"{snippet}\n{answer['printed']}{answer['failed']}"
        return str(answer["printed"])

    def close(self) -> None:
        """End the process if there is one."""
        self._process.kill()
        with suppress(OSError):  # what was written to a process that has ended
            self._open.close()
        self._listener = self._lines = None

    def _connect(self) -> IO[str]:
        if self._lines is None or not self._process.running:
            self.close()
            self._listener = self._open.enter_context(socket.socket(socket.AF_UNIX))
            self._listener.setblocking(False)
            self._listener.bind(self._address)
            self._listener.listen()
            self._process.start()
        assert self._lines is not None
        return self._lines

    def _has_connected(self) -> bool:
        assert self._listener is not None
        try:
            connection, _address = self._listener.accept()
        except BlockingIOError:
            return False
        connection.setblocking(True)
        self._open.enter_context(connection)
        self._lines = self._open.enter_context(connection.makefile("rw"))
        return True


def answer_snippets(questions: IO[str], answers: IO[str]) -> None:
    """Run each snippet from ``questions`` and write its outcome to ``answers``."""
    import django

    django.setup()
    from django.core.management.commands.shell import Command
    from django.db import connections

    names: dict[str, Any] = Command().get_namespace(verbosity=0)
    for line in questions:
        printed, failed = StringIO(), ""
        try:
            with redirect_stdout(printed):
                exec(json.loads(line), dict(names))
        except BaseException:
            failed = traceback.format_exc()
        connections.close_all()
        # Tests stop, restore and drop the database, so no connection may stay open.
        answers.write(json.dumps({"printed": printed.getvalue(), "failed": failed}) + "\n")
        answers.flush()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrabble_site.settings")
    with socket.socket(socket.AF_UNIX) as own_end:
        own_end.connect(f"\0{sys.argv[1]}")
        with own_end.makefile("r") as questions_file, own_end.makefile("w") as answers_file:
            answer_snippets(questions_file, answers_file)
