"""The language of pages: chosen in the navigation bar, kept in the browser and in the account."""

import re

import pytest
from django.conf import settings
from django.test import Client

from games.players.models import Player
from tests.accounts.conftest import *  # noqa: F403

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _many_languages(settings) -> None:
    """Offer more languages than have catalogues; pages in them fall back to English words."""
    codes = ["en", "de", "fr", "it", "pl", "pt-br", "ru", "sv", "ar"]
    settings.LANGUAGES = [(code, code.title()) for code in codes]


def page_language(client: Client, path: str = "/", **headers: str) -> str:
    response = client.get(
        path, headers={name.replace("_", "-"): at for name, at in headers.items()}
    )
    found = re.search(r'<html lang="([\w-]+)"', response.content.decode())
    assert found
    assert response["Content-Language"] == found[1]
    return found[1]


def choose(client: Client, language: str, target: str = "/more/") -> str:
    answer = client.post("/settings/language/", {"language": language, "next": target})
    assert answer.status_code == 302
    return answer["Location"]


def test_the_browser_language_is_the_default() -> None:
    assert page_language(Client()) == "en"
    assert page_language(Client(), Accept_Language="de-AT,de;q=0.9") == "de"
    assert page_language(Client(), Accept_Language="pt;q=0.9,en;q=0.5") == "pt-br"
    assert page_language(Client(), Accept_Language="tlh,fi;q=0.9,fr;q=0.3,*;q=0.1") == "fr"
    assert page_language(Client(), Accept_Language="../../etc") == "en"


def test_a_choice_wins_over_the_browser(client: Client) -> None:
    assert choose(client, "pl", "/watch/?game=qwibble") == "/watch/?game=qwibble"
    assert page_language(client, Accept_Language="de") == "pl"
    cookie = client.cookies[settings.LANGUAGE_COOKIE_NAME]
    assert cookie["max-age"] == 365 * 24 * 3600


@pytest.mark.parametrize("language", ["tlh", "", "pt", "en-gb", "../de"])
def test_an_unknown_language_changes_nothing(client: Client, language: str) -> None:
    choose(client, language)
    assert settings.LANGUAGE_COOKIE_NAME not in client.cookies
    assert page_language(client) == "en"


@pytest.mark.parametrize(
    "target", ["https://elsewhere.example/", "//elsewhere.example", "more", ""]
)
def test_a_language_choice_does_not_redirect_to_another_site(client: Client, target: str) -> None:
    assert choose(client, "de", target) == "/"


def test_logging_in_applies_the_accounts_language(client: Client) -> None:
    client.post("/settings/name/", {"name": "Fern"})
    choose(client, "sv")
    assert Player.objects.get().language == "sv"
    del client.cookies[settings.LANGUAGE_COOKIE_NAME]  # as on another device
    assert page_language(client, Accept_Language="de") == "sv"
    assert client.cookies[settings.LANGUAGE_COOKIE_NAME].value == "sv"


def test_the_language_a_browser_asks_for_is_kept_for_messages(client: Client) -> None:
    client.post("/settings/name/", {"name": "Fern"})
    assert page_language(client) == "en"
    assert Player.objects.get().language == ""
    assert page_language(client, Accept_Language="it") == "it"
    assert Player.objects.get().language == "it"
    choose(client, "en")
    assert Player.objects.get().language == "en"


def test_arabic_pages_run_from_right_to_left(client: Client) -> None:
    for path in ("/", "/nowhere/", "/offline/"):
        assert (
            '<html lang="ar" dir="rtl"'
            in client.get(path, headers={"Accept-Language": "ar"}).content.decode()
        )


def test_each_language_is_listed_under_its_own_name(client: Client) -> None:
    for path in ("/", "/more/"):
        text = client.get(path, headers={"Accept-Language": "ru"}).content.decode()
        for code, name in settings.LANGUAGES:
            assert re.search(
                rf'value="{code}"\s+lang="{code}"[^>]*>\s*{re.escape(str(name))}', text
            )
        current = re.findall(r'value="([\w-]+)"\s+lang="[\w-]+"[^>]*aria-current', text)
        assert set(current) == {"ru"}
