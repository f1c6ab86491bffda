"""The record page of an uploaded game, which shows as much as is known of it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.players.models import Player
from games.records.perspective.gcg_export import export_upload
from games.rules.gcg import read_record, write_record
from games.uploads.models import UploadedGame
from games.uploads.services.storage import UploadRequest, save_upload, set_shared
from tests.play.conftest import NOON
from tests.uploads.sample_records import WHOLE, findings_of

pytestmark = pytest.mark.django_db

UNTOLD = "#tile-set en\n>Amber: 8D TRAINED +68 68\n>Jade: S 8D .......S +9 9\n"
"""A record that names no racks."""


@pytest.fixture
def bring(people: list[Player]) -> Callable[..., UploadedGame]:
    def bring_one(text: str = WHOLE) -> UploadedGame:
        return save_upload(people[0], UploadRequest(findings_of(text), "", None), NOON)

    return bring_one


@pytest.fixture
def owner(people: list[Player], client_of: Callable[..., Client]) -> Client:
    return client_of(people[0])


def position(page: str) -> str:
    found = re.search(r'<div id="_position">.*?<template', page, re.S)
    assert found
    return found[0]


def page_at(client: Client, upload: UploadedGame, number: int) -> str:
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
    assert "Scores over 2 moves. Final: Amber 68, Jade 9" in page
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
    set_shared(people[0], upload.pk, shared=True)
    assert seen(other) == [200] * 5


def test_it_comes_out_as_it_came(bring, owner) -> None:
    upload = bring()
    assert owner.get(f"/games/{upload.pk}/gcg").content.decode().endswith(upload.text)


def test_the_racks_at_the_end_are_those_the_record_names(bring, owner, facts_dir) -> None:
    """They come from a line for the tiles left, from headers,
    or from tiles that no other seat can hold."""
    text = (facts_dir / "gcg" / "quackle__boys2.gcg").read_text("utf-8")
    upload = bring(text)
    told = owner.get(f"/games/{upload.pk}.json").json()
    assert told["end"]["racks"] == ["CLR", ""] or told["end"]["racks"] == ["", "CLR"]
    page = position(page_at(owner, upload, len(told["moves"])))
    page = page[: page.index("<template")]
    assert "not recorded" not in page
    assert re.search(r"\b0\s+tiles left in the bag", page)
    unfinished = bring("#rack1 EEIOOU\n#rack2 AAIIN\n" + WHOLE)
    start = position(page_at(owner, unfinished, 2))
    assert "tiles, not recorded" in start, "five tiles are no whole rack"


def test_racks_that_nobody_wrote_down_are_in_no_bag(bring, owner) -> None:
    """Six passes end the game: the racks are unknown, and with them the tiles in the bag."""
    passes = ">Jade: - +0 9\n>Amber: - +0 68\n" * 3
    upload = bring(f"#ended scoreless 1\n{WHOLE}".replace(WHOLE, WHOLE + passes[14:]))
    told = owner.get(f"/games/{upload.pk}.json").json()
    assert told["end"]["racks"] == [None, None]
    assert "left in the bag" not in page_at(owner, upload, len(told["moves"]))


def test_the_owners_choices_are_exported(people, lexicon, facts_dir) -> None:
    """The tile set and dictionary chosen by the owner are read back,
    and each header appears once."""
    revision = lexicon.current_revision
    text = "#tile-set Klingon\n#dictionary none 7\n" + WHOLE.partition("\n")[2]
    upload = save_upload(people[0], UploadRequest(findings_of(text, "de"), "", revision), NOON)
    found = findings_of(export_upload(upload))
    assert (found["tile_set"], found["tile_set_stated"]) == ("de", True)
    assert found["dictionary"] == "few 1"
    assert {mistake["figure"] for mistake in found["slips"]} == {"score"}, "no header twice"
    plain = save_upload(
        people[1], UploadRequest(findings_of(text.partition("\n")[2], "en"), "", None), NOON
    )
    assert "tile-set" not in export_upload(plain), "what every reader assumes"


def test_published_records_come_out_as_they_came(people, facts_dir) -> None:
    for file in sorted((facts_dir / "gcg").glob("*.gcg")):
        found = findings_of(file.read_bytes().decode("utf-8", "replace"))
        upload = save_upload(people[0], UploadRequest(found, "", None), NOON)
        assert export_upload(upload) == write_record(read_record(upload.text)), file.name
