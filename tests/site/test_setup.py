"""Setting up that is cut short: by Ctrl+C, by a disk that is full or read-only. One plain sentence
ends it, and the next start goes on."""

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

from scrabble_site.troubles import explain_trouble
from tests.processes import Process, minimal_env, wait_until

ROOT = Path(__file__).resolve().parent.parent.parent

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

MountDisk = Callable[..., Path]


@pytest.fixture
def mount_disk(tmp_path: Path) -> Iterator[MountDisk]:
    """``mount_disk(kilobytes)``: a disk of its own, so small; ``read_only=True`` closes it."""
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
    """What ``.ci/venv`` needs, with nothing to be installed."""
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


def test_ctrl_c_leaves_no_environment_that_never_works_again(tmp_path: Path) -> None:
    folder = lay_out(tmp_path / "clone")
    # What an interrupted setup left that knew no mark: a Python without pip.
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
    assert setup.wait(30) == 130
    assert (tmp_path / "log").read_text().splitlines() == [
        "Making .venv ...",
        "Interrupted while setting up; the next start begins this step again.",
    ]

    again = set_up(folder)
    assert again.returncode == 0, again.stderr
    pip = [str(folder / ".venv/bin/python"), "-m", "pip", "--version"]
    assert subprocess.run(pip, check=False, capture_output=True).returncode == 0
    assert not unfinished.exists()
    assert set_up(folder).stdout == "", "and a third time there is nothing to do"


@pytest.mark.parametrize(("read_only", "why"), [(False, "full"), (True, "read-only")])
def test_an_environment_for_which_there_is_no_disk(
    tmp_path: Path, mount_disk: MountDisk, read_only: bool, why: str
) -> None:
    disk = mount_disk(6000)
    folder = lay_out(disk / "clone")
    if read_only:
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    done = set_up(folder)
    assert done.returncode == 1
    assert done.stderr == f"Making .venv failed: the disk that holds {folder} is {why}.\n"


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


@pytest.mark.parametrize("kilobytes", [16, 1000])
def test_a_full_disk_ends_the_start_with_a_sentence(mount_disk: MountDisk, kilobytes: int) -> None:
    done = run_manage(mount_disk(kilobytes) / "var", "serve", "--prepare")
    assert done.returncode == 1
    (told,) = done.stderr.splitlines()
    assert told.startswith("The disk is full")


@pytest.mark.parametrize("folder", ["", "var"])
def test_a_read_only_disk_ends_the_start_with_a_sentence(
    mount_disk: MountDisk, folder: str
) -> None:
    var = mount_disk(1000, read_only=True) / folder
    done = run_manage(var, "serve", "--prepare")
    assert done.returncode == 1
    (told,) = done.stderr.splitlines()
    assert told.startswith(str(var))
    assert told.endswith(
        "cannot be written: its disk is read-only. VAR_DIR can name another folder."
    )


def test_ctrl_c_while_preparing_ends_with_a_sentence(tmp_path: Path) -> None:
    env = minimal_env() | {"VAR_DIR": str(tmp_path), "ENGINE_CACHE_DIR": str(tmp_path / "engine")}
    command = [sys.executable, "manage.py", "serve", "--prepare", "--port", "0"]
    serving = Process(
        "serving",
        command,
        tmp_path / "log",
        lambda: "Compiling" in serving.log_text(),
        env=env,
        stop_signal=signal.SIGINT,
    )
    serving.start()
    assert serving.stop(60) == 0
    *_, told = serving.log_text().splitlines()
    assert told == "Interrupted; the next start goes on from there."
    assert "Traceback" not in serving.log_text()


def sqlite_error(name: str) -> OperationalError:
    """As Django wraps it."""
    cause = sqlite3.OperationalError("something about a disk")
    cause.sqlite_errorname = name
    error = OperationalError("something about a disk")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError(errno.ENOSPC, "No space left", "/var/x"), "The disk is full: /var/x"),
        (OSError(errno.EDQUOT, "Quota exceeded"), "The disk is full."),
        (PermissionError(errno.EACCES, "Permission denied", "/x"), "/x cannot be written"),
        (sqlite_error("SQLITE_FULL"), "The disk that holds the database is full."),
        (sqlite_error("SQLITE_READONLY_DIRECTORY"), "The database cannot be written"),
        (sqlite_error("SQLITE_CANTOPEN"), "The database cannot be opened"),
        (sqlite_error("SQLITE_IOERR_SHMSIZE"), "The database cannot be read or written"),
    ],
)
def test_troubles_of_the_machine_have_a_sentence(error: Exception, told: str) -> None:
    assert (explain_trouble(error) or "").startswith(told)


@pytest.mark.parametrize(
    "error", [ValueError("no"), sqlite_error("SQLITE_BUSY"), FileNotFoundError(2, "gone", "/x")]
)
def test_faults_of_the_program_keep_their_traceback(error: Exception) -> None:
    assert explain_trouble(error) is None
