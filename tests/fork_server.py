"""Starts the site's processes for tests from one process that has loaded the libraries.

Loading them takes more than half of a process's start. A process is forked before any settings or
its environment have been read, so from there on it starts as a new Python would.
:class:`ForkServer` is the client; the server runs this module as a program, and reads and answers
lines of JSON.
"""

import atexit
import ctypes
import gc
import json
import os
import runpy
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.processes import Process, RunningProgram, minimal_env, wait_until

ROOT = Path(__file__).resolve().parent.parent
LONG = 3600.0
"""Seconds to wait for a process when no limit is given."""
SET_DEATH_SIGNAL = 1
"""``PR_SET_PDEATHSIG`` of Linux's ``prctl``."""
LIBRARIES = (
    *("aiohttp", "cryptography.fernet", "cryptography.x509", "fido2.server", "numba", "openskill"),
    *("psycopg", "pydantic", "pywebpush", "redis.asyncio", "regex", "segno", "spylls.hunspell"),
    *("sqlparse", "uvicorn", "uvloop", "websockets.asyncio.server", "zxcvbn"),
    *("django.core.management", "django.db.models", "django.forms", "django.template.response"),
    *("django.urls", "django.views.generic"),
    *("django.contrib.admin.options", "django.contrib.syndication.views", "django.test.utils"),
    *("django.db.backends.postgresql.base", "django.db.backends.sqlite3.base"),
    *("channels.generic.websocket", "channels_redis.core", "fsrs", "httptools", "limits"),
    *("openskill.models", "prometheus_client", "servestatic.asgi"),
    *("games.rules.duplicate", "games.rules.flow.game", "games.rules.gcg"),
)
"""Libraries, and the rules. None reads the site's settings.

Of its environment, prometheus_client reads ``PROMETHEUS_MULTIPROC_DIR`` when it is imported. Only
the processes that ``manage.py serve`` itself starts need it, and they are not forked here.
"""


class ForkedProcess:
    """A process of the fork server, with the methods of ``subprocess.Popen`` that tests use."""

    def __init__(self, server: "ForkServer", pid: int) -> None:
        self._server = server
        self._code: int | None = None
        self.pid = pid

    def poll(self) -> int | None:
        """Return the exit code, or ``None`` while the process runs."""
        if self._code is None and not self._server.alive:
            self._code = -signal.SIGKILL  # its processes end with the server
        if self._code is None:
            self._code = self._server.ask(poll=self.pid)
        return self._code

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit code. Raises ``TimeoutExpired`` after ``timeout`` seconds."""
        limit = LONG if timeout is None else timeout
        try:
            wait_until(lambda: self.poll() is not None, "a process to end", limit)
        except AssertionError:
            raise subprocess.TimeoutExpired("python", limit) from None
        assert self._code is not None
        return self._code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)


class ForkServer:
    """A process that has loaded :data:`LIBRARIES`, from which others are forked."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asked = 0
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.fork_server"],
            cwd=ROOT,
            env=minimal_env(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        atexit.register(self.close)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def close(self) -> None:
        """Let the server end, which adds the processor time of its processes to this process's."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()

    def start(
        self,
        arguments: Sequence[str],
        env: Mapping[str, str],
        log: Path,
        errors: Path | None = None,
    ) -> ForkedProcess:
        """Start what ``python`` runs with these arguments: a script, or ``-m`` and a module.

        Its output is appended to ``log``, and its errors as well unless they have a file.
        """
        files = [str(log), str(errors or log)]
        return ForkedProcess(self, self.ask(arguments=list(arguments), env=dict(env), files=files))

    def ask(self, **question: object) -> Any:
        """Send a question to the server and return its answer."""
        with self._lock:
            assert self._process.stdin
            assert self._process.stdout
            self._asked += 1
            self._process.stdin.write(json.dumps([self._asked, question]) + "\n")
            self._process.stdin.flush()
            for line in self._process.stdout:
                number, answer = json.loads(line)
                if number == self._asked:  # else a timeout interrupted that question
                    return answer
        raise AssertionError("the fork server has ended")


class SiteProcess(Process):
    """A process of a site: ``command`` is a Python and what it runs."""

    def _run(self) -> RunningProgram:
        if self.env.get("LD_PRELOAD") != os.environ.get("LD_PRELOAD"):
            return super()._run()  # only a new program loads other libraries
        return get_fork_server().start(self.command[1:], self.env, self.log)


_started: list[ForkServer] = []
_starting = threading.Lock()


def get_fork_server() -> ForkServer:
    """Return this test run's server, started at the first call, and again if it has ended."""
    with _starting:
        if not _started or not _started[-1].alive:
            _started.append(ForkServer())
        return _started[-1]


def run_manage(env: Mapping[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a management command to its end."""
    with tempfile.TemporaryDirectory() as folder:
        output, errors = Path(folder, "output"), Path(folder, "errors")
        for file in (output, errors):
            file.touch()
        code = get_fork_server().start(["manage.py", *arguments], env, output, errors).wait()
        return subprocess.CompletedProcess(arguments, code, output.read_text(), errors.read_text())


def serve() -> dict[str, Any] | None:
    """Answer questions until there are no more.

    Returns ``None`` then, and in each forked process what it is to run.
    """
    for name in LIBRARIES:
        import_module(name)
    # A collection in a forked process would copy the pages of every object that it visits.
    gc.collect()
    gc.freeze()
    questions, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    ended: dict[int, int] = {}
    own_pid = os.getpid()
    for line in questions:
        number, question = json.loads(line)
        if (polled := question.get("poll")) is not None:
            if polled not in ended and any(found := os.waitpid(polled, os.WNOHANG)):
                ended[polled] = os.waitstatus_to_exitcode(found[1])
            answer = ended.get(polled)
        elif answer := os.fork():
            _lead_group(answer)
        else:
            _end_with(own_pid)
            questions.close()
            answers.close()
            return dict(question)
        answers.write(json.dumps([number, answer]) + "\n")
        answers.flush()
    return None


def _end_with(server: int) -> None:
    """Let this forked process be killed when the server ends, however it does."""
    ctypes.CDLL(None).prctl(SET_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != server:  # it has ended before that
        os._exit(1)


def _lead_group(pid: int) -> None:
    """Give a forked process a group of its own; both sides do, so that neither has to wait."""
    with suppress(ProcessLookupError):
        os.setpgid(pid, 0)


def run_forked(question: Mapping[str, Any]) -> None:
    """Run a script or module in this process, with the environment and the files of a new one."""
    _lead_group(0)
    append = os.O_WRONLY | os.O_APPEND | os.O_CREAT
    opened = [os.open(os.devnull, os.O_RDONLY)]
    opened += [os.open(name, append, 0o666) for name in question["files"]]
    for target, source in enumerate(opened):
        os.dup2(source, target)
        os.close(source)
    os.environ.clear()
    os.environ.update(question["env"])
    if question["arguments"][0] == "-m":
        sys.argv = question["arguments"][1:]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    else:
        sys.argv = question["arguments"]
        runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    asked = serve()
    if asked is not None:
        run_forked(asked)
