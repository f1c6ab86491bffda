"""Runs Python with a site's settings and database, in one process per site.

:class:`Snippets` keeps that process and sends it one snippet after another, since starting Django
for each would take longer than most snippets. The process runs this module as a program: it reads
and answers lines of JSON.
"""

import json
import os
import subprocess
import sys
import traceback
from collections.abc import Mapping
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parent.parent


class Snippets:
    """A process for snippets.

    ``env`` is the site's environment; ``log`` is the file for its output.
    """

    def __init__(self, env: Mapping[str, str], log: Path) -> None:
        self._env = dict(env)
        self._log = log
        self._child: subprocess.Popen[str] | None = None

    def run(self, snippet: str) -> str:
        """Execute the snippet and return what it printed.

        It starts with the names that ``manage.py shell`` defines, and none from other snippets.
        Raises ``AssertionError`` if it fails.
        """
        child = self._running()
        assert child.stdin and child.stdout
        child.stdin.write(json.dumps(snippet) + "\n")
        child.stdin.flush()
        line = child.stdout.readline()
        if not line:
            child.wait()
        assert line, f"the process for snippets ended:\n{self._log.read_text()[-6000:]}"
        answer = json.loads(line)
        assert not answer["failed"], f"{snippet}\n{answer['printed']}{answer['failed']}"
        return str(answer["printed"])

    def close(self) -> None:
        """End the process if there is one."""
        if self._child is not None:
            self._child.kill()
            self._child.communicate()
            self._child = None

    def _running(self) -> subprocess.Popen[str]:
        if self._child is None or self._child.poll() is not None:
            with self._log.open("a") as log:
                self._child = subprocess.Popen(
                    [sys.executable, "-m", "tests.snippets"],
                    cwd=ROOT,
                    env=self._env,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    text=True,
                )
        return self._child


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
    with os.fdopen(os.dup(1), "w") as answers_file:
        os.dup2(2, 1)  # output outside of snippets goes to the log
        answer_snippets(sys.stdin, answers_file)
