"""Everything that people read is marked for translation: pages, their parts, e-mails and pushes.

The pages are those of :mod:`tests.worlds`, in the made-up language of :mod:`tests.pseudo_language`.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.db import OperationalError, transaction
from django.test import Client
from django.utils.translation import override

from games.play.perspective.wording import REFUSAL_TEXTS
from tests.pseudo_language import pseudo_language, read_unmarked
from tests.worlds import responses
from tests.worlds.test_two_worlds import lexicon, noon, world
from tests.worlds.world import World, client_as

__all__ = ["lexicon", "noon", "world"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

ACCOUNT_PAGES = (
    *("login", "login/code", "signup", "logout", "confirm-email", "inactive", "reauthenticate"),
    *("password/reset", "password/reset/done", "password/change", "email", "keys/webauthn"),
)

NAMES = (
    r"Amber|Cobalt|Jade|Rust|Fern|Ivy|Slate|Ochre|Saffron|Juniper|Moderator|Editor|Administrator|"
    r"Umber|Olive|North|Tileroom|Qwibble|Scrabble|Super|Collins|Lexulous|Words With Friends|"
    r"Few words|Few|Pseudo|Autumn Cup|tsh"
)
"""People, products and the dictionary of the test."""
WRITTEN = (
    r"News for|for\b|'s (table|game)|to the (room|players|team|watchers)|Another title|hello|"
    r"Guest \d+|Spellers|Other spellers|We meet on Tuesdays|Tuesday night|The year|Slow League|"
    r"Club final|Moss|Wren"
)
"""What people of the test wrote, and the names that the site made from theirs."""
OTHER = r"\d+-a de \d{4}|[\w-]+/[\w/ -]+|[A-Z]{2,}[a-zA-Z.]*|[0-9a-f]{32,}|\S+@\S+|https?://\S+"
"""Dates, words with blanks on boards, time zones, fingerprints and addresses."""
FEW_ROOMS = ("duel", "teams")
"""The rooms whose pages are read as someone who has no seat there."""
WORD = re.compile(r"[^\W\d_]{2,}")
OWN = "|".join(re.escape(str(name)) for _code, name in site_settings.LANGUAGES)
FREE = re.compile(rf"^\[[\w-]+\]|{WRITTEN}|{OTHER}|{OWN}|\b({NAMES})(?!\w)")


@pytest.fixture
def language(settings: Any) -> Iterator[str]:
    with pseudo_language(settings) as code:
        yield code


def find_foreign(page: str) -> list[str]:
    """Return the texts that are neither translated nor anyone's own, such as a name or a word."""
    texts = map(leave_out_free, read_unmarked(page))
    return [text for text in texts if any(not word.isupper() for word in WORD.findall(text))]


@cache
def leave_out_free(text: str) -> str:
    """Leave out what needs no translation."""
    return FREE.sub(" ", text)


@pytest.mark.timeout(600)
@pytest.mark.sampled("Amber", "Moderator")
@pytest.mark.parametrize("viewer", ["stranger", "Amber", "Moderator"])
def test_every_page_is_in_the_readers_language(world: World, viewer: str, language: str) -> None:
    client = client_as(world, viewer)
    client.defaults.pop("HTTP_HX_REQUEST")
    client.cookies[site_settings.LANGUAGE_COOKIE_NAME] = language
    responses.clear_caches()
    rooms = world.read() if viewer == "Amber" else [world.rooms[name].code for name in FEW_ROOMS]
    paths = [*responses._all_pages(world, rooms), *(f"/accounts/{name}/" for name in ACCOUNT_PAGES)]
    found: dict[str, set[str]] = defaultdict(set)
    for path in dict.fromkeys(path for path in paths if not path.startswith("/api/")):
        with transaction.atomic():
            answer = client.get(path)
            transaction.set_rollback(True)
        if answer.get("Content-Type", "").startswith("text/html"):
            for text in find_foreign(answer.content.decode()):
                found[text].add(path)
    assert not found, "\n".join(f"{text!r}: {sorted(at)[0]}" for text, at in found.items())


def test_every_command_answers_in_the_readers_language(world: World, language: str) -> None:
    client = client_as(world, "Amber")
    client.cookies[site_settings.LANGUAGE_COOKIE_NAME] = language
    responses.clear_caches()
    found = {
        text: what
        for what, answer in responses._try_commands(world, "Amber")
        if b"text/html" in answer.partition(b"\n")[0]
        for text in find_foreign(answer.split(b"\n", 2)[2].decode())
    }
    assert not found


def test_every_refusal_is_in_the_readers_language(language: str) -> None:
    with override(language):
        found = {code: str(text) for code, text in REFUSAL_TEXTS.items()}
    assert not [code for code, text in found.items() if find_foreign(text)]


def test_error_pages_are_in_the_readers_language(language: str, monkeypatch: Any) -> None:
    client = Client(raise_request_exception=False)
    client.cookies[site_settings.LANGUAGE_COOKIE_NAME] = language
    for path, status in (("/nowhere/", 404), ("/offline/", 200)):
        answer = client.get(path)
        assert answer.status_code == status
        assert not find_foreign(answer.content.decode())
    assert not find_foreign(client.get("/settings/name/").content.decode())
    for fault, status in ((ValueError("odd"), 500), (OperationalError("gone"), 503)):

        def fail(*_args: Any, fault: Exception = fault, **_kwargs: Any) -> None:
            raise fault

        monkeypatch.setattr("games.lobby.views.sections.render", fail)
        answer = client.get("/more/")
        assert answer.status_code == status
        assert f'<html lang="{language}"' in answer.content.decode()
        assert not find_foreign(answer.content.decode())
