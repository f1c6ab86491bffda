"""Missing packages: the command offers to install them, and never does so without being asked."""

import io
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from lexicon.models import Lexicon
from lexicon.sources import catalogue, freedict

pytestmark = pytest.mark.django_db


class FakeApt:
    """Replaces apt-get and records its calls; nothing is downloaded."""

    def __init__(self, folder: Path, status: int = 0) -> None:
        self.folder, self.status = folder, status
        self.orders: list[list[str]] = []
        self.lost: set[str] = set()

    def run(self, order: list[str], **_options: Any) -> subprocess.CompletedProcess[bytes]:
        self.orders.append(order)
        if order[-1] in self.lost:
            return subprocess.CompletedProcess(order, 100)
        if not self.status:
            (self.folder / "danish").write_bytes(b"ko\nby\n")
        return subprocess.CompletedProcess(order, self.status)


@pytest.fixture
def apt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeApt:
    made = FakeApt(tmp_path)
    monkeypatch.setattr(catalogue, "LISTS_FOLDER", tmp_path)
    monkeypatch.setattr(freedict, "DICTD_FOLDER", tmp_path)
    monkeypatch.setattr("lexicon.management.packages.subprocess.run", made.run)
    monkeypatch.setattr("lexicon.management.packages.shutil.which", lambda _name: "/bin/apt-get")
    monkeypatch.setattr("os.geteuid", lambda: 0)
    return made


def install(*languages: str, **options: Any) -> str:
    out = io.StringIO()
    call_command("install_language", *languages, stdout=out, stderr=out, **options)
    return out.getvalue()


def test_packages_are_installed_with_the_option(apt: FakeApt) -> None:
    install("da", install_packages=True)
    assert [order[-1] for order in apt.orders] == ["wdanish"]
    assert Lexicon.objects.filter(slug="da-debian").exists()
    install("da", install_packages=True)
    assert len(apt.orders) == 1


def test_definition_packages_are_installed_with_the_option(
    apt: FakeApt, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "STEMS_FOLDER", apt.folder)
    (apt.folder / "da_DK.dic").touch()
    with pytest.raises(CommandError, match=r"^Installed without definitions: da\.$"):
        install("da", install_packages=True, definitions=True)
    assert [order[-1] for order in apt.orders] == ["wdanish", "dict-freedict-dan-eng"]


def test_the_stems_of_a_plain_list_come_with_its_definitions(
    apt: FakeApt, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "STEMS_FOLDER", apt.folder)
    with pytest.raises(CommandError):
        install("fr", install_packages=True, definitions=True)
    assert [order[-1] for order in apt.orders] == [
        "wfrench", "dict-freedict-fra-eng", "hunspell-fr-classical",
    ]  # fmt: skip


def test_apt_waits_for_another_installation(apt: FakeApt) -> None:
    output = install("da", install_packages=True)
    assert "DPkg::Lock::Timeout=600" in apt.orders[0]
    assert "waits for it, up to 10 minutes" in output


def test_without_a_terminal_there_is_no_question(apt: FakeApt) -> None:
    with pytest.raises(CommandError, match="Not installed: da"):
        install("da")
    assert not apt.orders


@pytest.mark.parametrize(("answer", "orders"), [("y", 1), ("", 0), ("no", 0)])
def test_at_a_terminal_the_command_asks(
    answer: str, orders: int, apt: FakeApt, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)

    def reply(question: str) -> str:
        asked.append(question)
        return answer

    monkeypatch.setattr("builtins.input", reply)
    if orders:
        install("da")
    else:
        with pytest.raises(CommandError):
            install("da")
    assert "wdanish" in asked[0]
    assert len(apt.orders) == orders


def test_without_root_rights_the_command_explains(
    apt: FakeApt, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(CommandError, match="needs root"):
        install("da", install_packages=True)
    assert not apt.orders


def test_a_failed_installation_is_reported(apt: FakeApt) -> None:
    apt.status = 100
    out = io.StringIO()
    with pytest.raises(CommandError, match=r"^Not installed: da\.$"):
        call_command("install_language", "da", install_packages=True, stdout=out, stderr=out)
    assert "apt-get could not install wdanish" in out.getvalue()
    assert not Lexicon.objects.exists()


def test_a_package_that_cannot_be_fetched_affects_only_itself(apt: FakeApt) -> None:
    apt.lost = {"wfrench"}
    with pytest.raises(CommandError, match=r"^Not installed: fr\.$"):
        install("fr", "da", install_packages=True)
    assert [order[-1] for order in apt.orders] == ["wfrench", "wdanish"]
    assert [lexicon.slug for lexicon in Lexicon.objects.all()] == ["da-debian"]
