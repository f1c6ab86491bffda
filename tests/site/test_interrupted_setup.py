"""A setup that is interrupted by Ctrl+C or by a full or read-only disk.

It ends with one plain sentence, and the next start continues from there.
"""

import errno
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db.utils import OperationalError

from scrabble_site.observing.startup_errors import explain_startup_error
from tests.prepared_sites import prepare_filled
from tests.processes import PATIENCE, Process, is_running, list_children, minimal_env, wait_until

ROOT = Path(__file__).resolve().parent.parent.parent

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(300)]

MountDisk = Callable[..., Path]


@pytest.fixture
def mount_disk(tmp_path: Path) -> Iterator[MountDisk]:
    """Return a function: ``mount_disk(kilobytes)`` mounts a small disk.

    ``read_only=True`` makes it read-only.
    """
    mounted: list[Path] = []

    def mount(kilobytes: int, *, read_only: bool = False) -> Path:
        folder = tmp_path / f"disk{len(mounted)}"
        folder.mkdir()
        options = f"size={kilobytes}k" + (",ro" if read_only else "")
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
        if os.geteuid() or subprocess.run(command, check=False, capture_output=True).returncode:
            pytest.skip("only root may mount disks")
        mounted.append(folder)
        return folder

    yield mount
    for folder in mounted:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def lay_out(folder: Path) -> Path:
    """Create a folder with what ``.ci/venv`` needs, and nothing to install."""
    folder.mkdir(exist_ok=True)
    shutil.copytree(ROOT / ".ci", folder / ".ci")
    for one in (folder, folder / ".ci" / "locked"):
        (one / "requirements.txt").write_text("")
    return folder


def set_up(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [".ci/venv", "requirements.txt"],
        cwd=folder,
        env=minimal_env() | {"PYTHON3": sys.executable},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.full
def test_an_environment_interrupted_by_ctrl_c_is_finished_next_time(tmp_path: Path) -> None:
    folder = lay_out(tmp_path / "clone")
    # An environment without pip, as interrupted setups of earlier releases left it.
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / ".venv"], check=True)
    with (tmp_path / "log").open("w") as log:
        setup = subprocess.Popen(
            [".ci/venv", "requirements.txt"],
            cwd=folder,
            env=minimal_env() | {"PYTHON3": sys.executable},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    config = folder / ".venv" / "pyvenv.cfg"
    unfinished = folder / ".venv" / ".unfinished"
    wait_until(lambda: unfinished.exists() and config.exists(), "the environment to be begun")
    os.killpg(setup.pid, signal.SIGINT)
    assert setup.wait(PATIENCE) == 130
    assert (tmp_path / "log").read_text().splitlines() == [
        "Creating .venv ...",
        "Interrupted while setting up; the next start begins this step again.",
    ]

    again = set_up(folder)
    assert again.returncode == 0, again.stderr
    pip = [str(folder / ".venv/bin/python"), "-m", "pip", "--version"]
    assert subprocess.run(pip, check=False, capture_output=True).returncode == 0
    assert not unfinished.exists()
    assert set_up(folder).stdout == "", "and a third time there is nothing to do"


@pytest.mark.parametrize(("read_only", "why"), [(False, "full"), (True, "read-only")])
def test_a_failed_environment_names_the_full_or_read_only_disk(
    tmp_path: Path, mount_disk: MountDisk, read_only: bool, why: str
) -> None:
    disk = mount_disk(6000)
    folder = lay_out(disk / "clone")
    if read_only:
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    done = set_up(folder)
    assert done.returncode == 1
    assert done.stderr == f"Creating .venv failed: the disk that holds {folder} is {why}.\n"


def run_manage(var: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=minimal_env()
        | {"VAR_DIR": str(var), "ENGINE_CACHE_DIR": os.environ["ENGINE_CACHE_DIR"]},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.sampled(16)
@pytest.mark.parametrize("kilobytes", [16, 1000])
def test_a_full_disk_is_explained_at_startup(mount_disk: MountDisk, kilobytes: int) -> None:
    done = run_manage(mount_disk(kilobytes) / "var", "serve", "--prepare")
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("The disk is full")


@pytest.mark.parametrize("folder", ["", "var"])
def test_a_read_only_disk_is_explained_at_startup(mount_disk: MountDisk, folder: str) -> None:
    var = mount_disk(1000, read_only=True) / folder
    done = run_manage(var, "serve", "--prepare")
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith(str(var))
    assert line.endswith(
        "can't be written: its disk is read-only. Set VAR_DIR to use another folder."
    )


def make_server(folder: Path, awaited: str) -> Process:
    """Return a server that prepares a site in ``folder``; it is ready once it has printed
    ``awaited``.

    The site's engine is not compiled.
    """
    env = minimal_env() | {"VAR_DIR": str(folder), "ENGINE_CACHE_DIR": str(folder / "engine")}
    env["STATIC_HASHED"] = "false"
    command = [sys.executable, "manage.py", "serve", "--prepare", "--port", "0"]
    serving = Process(
        "serving",
        command,
        folder / "log",
        lambda: awaited in serving.log_text(),
        env=env,
        stop_signal=signal.SIGINT,
    )
    return serving


def test_ctrl_c_during_preparation_is_explained(tmp_path: Path) -> None:
    serving = make_server(tmp_path, "Preparing the database")
    serving.start()
    assert serving.stop(60) == 0
    *_, line = serving.log_text().splitlines()
    assert line == "Interrupted. The next start continues from there."
    assert "Traceback" not in serving.log_text()


@pytest.mark.full
def test_ctrl_c_while_the_engine_compiles_ends_the_server_silently(tmp_path: Path) -> None:
    shutil.copytree(prepare_filled(), tmp_path, dirs_exist_ok=True)
    serving = make_server(tmp_path, "Tileroom is open")
    serving.launch()
    wait_until(lambda: serving.ready() or not serving.running, "the site", limit=200)
    wait_until(
        lambda: "Compiling" in serving.log_text() or not serving.running, "the engine", limit=200
    )
    os.killpg(serving.pid, signal.SIGINT)  # as a terminal does
    wait_until(lambda: not serving.running, "the server to end")
    assert serving.stop() == 0
    log = serving.log_text()
    assert "Tileroom is open" in log
    assert "Interrupted" not in log and "Traceback" not in log


def test_the_compiler_process_ends_with_the_server(tmp_path: Path) -> None:
    """However the server ends: a second Ctrl+C or the kernel leaves it no time to clean up."""
    shutil.copytree(prepare_filled(), tmp_path, dirs_exist_ok=True)
    serving = make_server(tmp_path, "Tileroom is open")
    serving.launch()
    wait_until(lambda: serving.ready() or not serving.running, "the site", limit=200)
    wait_until(lambda: bool(list_children(serving.pid)), "the compiler")
    (compiler,) = list_children(serving.pid)
    os.kill(serving.pid, signal.SIGKILL)
    wait_until(lambda: not is_running(compiler), "the compiler to end")
    serving.stop()


def sqlite_error(name: str) -> OperationalError:
    """Return SQLite's error as Django wraps it."""
    cause = sqlite3.OperationalError("something about a disk")
    cause.sqlite_errorname = name
    error = OperationalError("something about a disk")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "start"),
    [
        (OSError(errno.ENOSPC, "No space left", "/var/x"), "The disk is full: /var/x"),
        (OSError(errno.EDQUOT, "Quota exceeded"), "The disk is full."),
        (PermissionError(errno.EACCES, "Permission denied", "/x"), "/x can't be written"),
        (sqlite_error("SQLITE_FULL"), "The disk that holds the database is full."),
        (sqlite_error("SQLITE_READONLY_DIRECTORY"), "The database can't be written"),
        (sqlite_error("SQLITE_CANTOPEN"), "The database can't be opened"),
        (sqlite_error("SQLITE_IOERR_SHMSIZE"), "The database can't be read or written"),
    ],
)
def test_machine_problems_are_explained(error: Exception, start: str) -> None:
    assert (explain_startup_error(error) or "").startswith(start)


@pytest.mark.parametrize(
    "error", [ValueError("no"), sqlite_error("SQLITE_BUSY"), FileNotFoundError(2, "gone", "/x")]
)
def test_programming_errors_keep_their_traceback(error: Exception) -> None:
    assert explain_startup_error(error) is None
