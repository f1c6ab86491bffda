"""A game that was played elsewhere, on the page of its record: as much as is known of it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.players.models import Player
from games.uploads.models import Upload
from games.uploads.services.keeping import Wish, keep, share
from tests.play.conftest import NOON
from tests.uploads.texts import WHOLE, findings_of

pytestmark = pytest.mark.django_db

UNTOLD = "#tile-set en\n>Amber: 8D TRAINED +68 68\n>Jade: S 8D .......S +9 9\n"
"""Nobody wrote down what Amber held."""


@pytest.fixture
def bring(people: list[Player]) -> Callable[..., Upload]:
    def bring_one(text: str = WHOLE) -> Upload:
        return keep(people[0], Wish(findings_of(text), "", None), NOON)

    return bring_one


@pytest.fixture
def owner(people: list[Player], client_of: Callable[..., Client]) -> Client:
    return client_of(people[0])


def position(page: str) -> str:
    found = re.search(r'<div id="_position">.*?<template', page, re.S)
    assert found
    return found[0]


def page_at(client: Client, upload: Upload, number: int) -> str:
    answer = client.get(f"/games/{upload.pk}/?move={number}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_an_uploaded_game_is_stepped_through(bring, owner) -> None:
    upload = bring()
    page = page_at(owner, upload, 1)
    assert 'data-last="2"' in page
    assert "Amber played TRAINED for 68." in page
    for absent in ("Verify the bag", "SHA-256", "Dispute a word", "<time"):
        assert absent not in page
    assert "Scores over 2 moves; at the end Amber 68, Jade 9" in page
    last = page_at(owner, upload, 2)
    assert 'aria-label="Result"' not in last, "the record has no end"
    for path in ("0.svg", "2.png"):
        assert owner.get(f"/games/{upload.pk}/{path}").status_code == 200


def test_racks_are_shown_as_far_as_they_were_written_down(bring, owner) -> None:
    upload = bring(UNTOLD)
    start, after = (position(page_at(owner, upload, number)) for number in (0, 1))
    assert re.findall(r"Rack of (\w+)", start[: start.index("Moves")]) == []
    assert start.count("7 tiles, not recorded") >= 1
    told = owner.get(f"/games/{upload.pk}.json").json()
    assert told["moves"][0]["racks"][0] is None
    assert told["moves"][0]["spent_ms"] is None
    assert (told["end"], told["rated"], told["dictionary"]) == (None, False, None)
    assert "unseen by" not in start[: start.index("Moves")], "who can tell what Amber did not see?"
    assert "Rack of Jade" not in after or "S" in after


def test_who_may_see_it(bring, owner, people, client_of) -> None:
    upload = bring()
    other = client_of(people[1])
    paths = [f"/games/{upload.pk}{rest}" for rest in ("/", ".json", "/1.svg", "/1.png", "/gcg")]

    def seen(client: Any) -> list[int]:
        return [client.get(path).status_code for path in paths]

    assert seen(owner) == [200] * 5
    assert seen(other) == seen(client_of(None)) == [404] * 5
    assert "private" in owner.get(paths[2])["Cache-Control"]
    assert [
        owner.get(f"/games/{upload.pk}/{path}").status_code for path in ("bag", "bag.json")
    ] == [
        404,
        404,
    ]
    share(people[0], upload.pk, shared=True)
    assert seen(other) == [200] * 5


def test_it_comes_out_as_it_came(bring, owner) -> None:
    upload = bring()
    assert owner.get(f"/games/{upload.pk}/gcg").content.decode().endswith(upload.text)
