"""Packages that are missing: offered by the command, fetched by nobody unasked."""

import io
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from lexicon.models import Lexicon
from lexicon.sources import catalogue, freedict

pytestmark = pytest.mark.django_db


class Apt:
    """Stands where apt-get does: nothing is fetched from anywhere."""

    def __init__(self, folder: Path, status: int = 0) -> None:
        self.folder, self.status = folder, status
        self.orders: list[list[str]] = []

    def run(self, order: list[str], **_options: Any) -> subprocess.CompletedProcess[bytes]:
        self.orders.append(order)
        if not self.status:
            (self.folder / "swedish").write_bytes(b"ko\nby\n")
        return subprocess.CompletedProcess(order, self.status)


@pytest.fixture
def apt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Apt:
    made = Apt(tmp_path)
    monkeypatch.setattr(catalogue, "LISTS", tmp_path)
    monkeypatch.setattr(freedict, "FOLDER", tmp_path)
    monkeypatch.setattr("lexicon.management.packages.subprocess.run", made.run)
    monkeypatch.setattr("lexicon.management.packages.shutil.which", lambda _name: "/bin/apt-get")
    monkeypatch.setattr("os.geteuid", lambda: 0)
    return made


def install(*languages: str, **options: Any) -> str:
    out = io.StringIO()
    call_command("install_language", *languages, stdout=out, stderr=out, **options)
    return out.getvalue()


def test_whoever_says_so_has_them_fetched(apt: Apt) -> None:
    install("sv", install_packages=True)
    assert [order[-1] for order in apt.orders] == ["wswedish"]
    assert Lexicon.objects.filter(slug="sv-debian").exists()
    install("sv", install_packages=True)
    assert len(apt.orders) == 1


def test_meanings_are_fetched_with_the_words(apt: Apt) -> None:
    with pytest.raises(CommandError, match=r"^Installed without definitions: sv\.$"):
        install("sv", install_packages=True, definitions=True)
    assert apt.orders[0][-2:] == ["wswedish", "dict-freedict-swe-eng"]


def test_nobody_at_a_terminal_is_not_asked(apt: Apt) -> None:
    with pytest.raises(CommandError, match="Not installed: sv"):
        install("sv")
    assert not apt.orders


@pytest.mark.parametrize(("answer", "orders"), [("y", 1), ("", 0), ("no", 0)])
def test_somebody_at_a_terminal_is_asked(
    answer: str, orders: int, apt: Apt, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)

    def reply(question: str) -> str:
        asked.append(question)
        return answer

    monkeypatch.setattr("builtins.input", reply)
    if orders:
        install("sv")
    else:
        with pytest.raises(CommandError):
            install("sv")
    assert "wswedish" in asked[0]
    assert len(apt.orders) == orders


def test_a_machine_that_cannot_says_so(apt: Apt, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(CommandError, match="Only root"):
        install("sv", install_packages=True)
    assert not apt.orders


def test_a_fetch_that_fails_is_told(apt: Apt) -> None:
    apt.status = 100
    with pytest.raises(CommandError, match="apt-get could not install wswedish"):
        install("sv", install_packages=True)
    assert not Lexicon.objects.exists()
