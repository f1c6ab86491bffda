"""The page that searches a dictionary, as browsers get it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from lexicon.models import Definition, Lexicon
from lexicon.services.revisions import Author, change_words, publish_words
from tests.lexicon.test_player_pages import closed

__all__ = ["closed"]
FIND = "/dictionaries/few/search/"


def rows(page: str) -> list[str]:
    """Return the words in a page's tables."""
    return [part.partition(">")[2].partition("<")[0] for part in page.split('<a href="?hooks=')[1:]]


def test_an_address_holds_a_search(client: Client, lexicon: Lexicon) -> None:
    Definition.objects.create(language="en", word="CAT", text="Purrs.")
    page = client.get(FIND, {"letters": "tca?", "shorter": "on"}).content.decode()
    assert rows(page) == ["CATS", "ACT", "CAT"]
    assert "3 words" in page
    assert "Purrs." in page
    assert 'value="tca?"' in page
    assert rows(client.get(FIND, {"pattern": "*og*"}).content.decode()) == ["DOGS", "DOG"]


def test_conditions_are_combined(client: Client, lexicon: Lexicon) -> None:
    asked = {"begins": "c", "ends": "s", "contains": "at", "least": "4", "most": "3"}
    assert rows(client.get(FIND, asked).content.decode()) == ["CATS"]
    assert rows(client.get(FIND, asked | {"letters": "zzz"}).content.decode()) == []


def test_the_hooks_of_a_word_are_shown(client: Client, lexicon: Lexicon) -> None:
    page = client.get(FIND, {"hooks": "cat"}).content.decode()
    assert "Hooks of CAT" in page
    assert rows(page) == ["CATS"]
    assert "Not valid" in client.get(FIND, {"hooks": "do"}).content.decode()


def test_results_can_be_sorted_by_points_and_odds(client: Client, lexicon: Lexicon) -> None:
    change_words(
        lexicon, add=["TEA", "FOX"], base=lexicon.current_revision, author=Author("x"), note="n"
    )
    orders = {
        order: rows(client.get(FIND, {"least": "3", "most": "3", "order": order}).content.decode())
        for order in ("alphabet", "score", "probability")
    }
    assert orders["alphabet"] == ["ACT", "CAT", "DOG", "FOX", "TEA", "ZAX"]
    assert orders["score"] == ["ZAX", "FOX", "ACT", "CAT", "DOG", "TEA"]
    assert orders["probability"] == ["TEA", "ACT", "CAT", "DOG", "FOX", "ZAX"]


def test_long_results_have_pages(client: Client, lexicon: Lexicon) -> None:
    words = [f"{one}{two}{three}" for one in "ABCDEF" for two in "AEIOU" for three in "NRSTL"]
    publish_words(lexicon, words, base=lexicon.current_revision, author=Author("x"), note="n")
    first = client.get(FIND, {"pattern": "???"}).content.decode()
    last = client.get(FIND, {"pattern": "???", "page": "2"}).content.decode()
    assert rows(first) + rows(last) == sorted(words)
    assert len(rows(first)) == 100
    assert len(rows(last)) == 50
    assert "pattern=%3F%3F%3F&amp;page=2" in first
    beyond = client.get(FIND, {"pattern": "???", "page": "999999"}).content.decode()
    assert rows(beyond) == rows(last)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"letters": "c4t"}, "be spelled with these tiles"),
        ({"letters": "a" * 16}, "Too many tiles"),
        ({"pattern": "[ca"}, "in brackets"),
        ({"hooks": "c?t"}, "Enter one word"),
        ({"least": "x"}, "whole number"),
        ({"letters": "a", "order": "x"}, "Select a valid choice"),
    ],
)
def test_an_invalid_search_is_explained(
    client: Client, lexicon: Lexicon, asked: dict[str, str], said: str
) -> None:
    answer = client.get(FIND, asked)
    assert answer.status_code == 422
    assert said in answer.content.decode()


def test_the_page_opens_without_results(client: Client, lexicon: Lexicon) -> None:
    page = client.get(FIND).content.decode()
    assert "Type the letters on a rack" in page
    assert rows(page) == []
    assert rows(client.get(FIND, {"order": "score"}).content.decode()) == []
    assert "/dictionaries/few/search/" in client.get("/dictionaries/few/").content.decode()


def test_the_search_is_closed_to_players_in_a_game(
    client: Client, lexicon: Lexicon, closed: None
) -> None:
    answer = client.get(FIND, {"letters": "tca"})
    assert answer.status_code == 403
    assert "Closed while you play" in answer.content.decode()
    assert rows(answer.content.decode()) == []


def test_searches_are_rate_limited(
    client: Client, lexicon: Lexicon, limited: Callable[..., None], settings: Any
) -> None:
    limited(searches="1/1 minute | 2/1 minute")
    answers = [client.get(FIND, {"letters": "tca"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[2]["Retry-After"]) > 0
    assert "Too many searches. Try again in" in answers[2].content.decode()
    assert client.get("/dictionaries/few/").status_code == 200
