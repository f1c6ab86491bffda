"""Stored uploads: their owners, duplicates,
and what happens when accounts are merged or deleted."""

import json
from collections.abc import Callable
from threading import Barrier, Thread
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import timezone

from games.accounts.perspective.data_export import build_data_export
from games.accounts.services.account_deletion import delete_account
from games.accounts.services.account_merging import merge_guest
from games.play import store
from games.play.models import Room
from games.play.services import turns
from games.players.models import Player
from games.records.perspective.gcg_export import export_gcg, export_upload
from games.records.services.record_sources import find_source
from games.rules.plays.acts import Act, Pass, Resign
from games.uploads.models import UploadedGame
from games.uploads.services.storage import (
    UploadRequest,
    delete_upload,
    rename_upload,
    save_upload,
    set_shared,
)
from games.uploads.signals import upload_deleted
from scrabble_site.shared.refusals import Conflict, InvalidRequest, NotFound
from tests.play.conftest import NOON, table_of
from tests.ratings.conftest import make_member
from tests.uploads.sample_records import OPENING, WHOLE, findings_of

pytestmark = pytest.mark.django_db


def bring(player: Player, text: str = WHOLE, title: str = "") -> UploadedGame:
    return save_upload(player, UploadRequest(findings_of(text), title, None), NOON)


def test_only_the_owner_sees_an_upload_until_it_is_shared(people: list[Player]) -> None:
    amber, cobalt, *_ = people
    upload = bring(amber)
    source = find_source(upload.pk, amber)
    assert (source.title, source.names) == ("Amber – Jade", ("Amber", "Jade"))
    assert [seat.score for seat in source.history.end.seats] == [68, 9]
    for other in (cobalt, None):
        with pytest.raises(NotFound):
            find_source(upload.pk, other)
    for act in (
        lambda: set_shared(cobalt, upload.pk, shared=True),
        lambda: rename_upload(cobalt, upload.pk, "Mine"),
        lambda: delete_upload(cobalt, upload.pk),
        lambda: delete_upload(None, upload.pk),
        lambda: set_shared(amber, uuid4(), shared=True),
    ):
        with pytest.raises(NotFound):
            act()
    set_shared(amber, upload.pk, shared=True)
    assert find_source(upload.pk, None).title == source.title
    set_shared(amber, upload.pk, shared=False)
    with pytest.raises(NotFound):
        find_source(upload.pk, cobalt)


def test_the_same_text_is_kept_once(people: list[Player]) -> None:
    amber, cobalt, *_ = people
    first = bring(amber)
    assert bring(amber, title="Again") == first
    assert bring(cobalt) != first
    assert UploadedGame.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_record_uploaded_twice_is_saved_once(people: list[Player]) -> None:
    found, together = findings_of(), Barrier(2)
    kept: list[UploadedGame] = []

    def send() -> None:
        together.wait()
        kept.append(save_upload(people[0], UploadRequest(found, "", None), NOON))
        connection.close()

    senders = [Thread(target=send) for _ in range(2)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    assert len(kept) == 2
    assert len({upload.pk for upload in kept}) == UploadedGame.objects.count() == 1


def test_a_title_is_the_owners_choice(people: list[Player]) -> None:
    upload = bring(people[0], "#title  The \u202e final\x07 \n" + WHOLE)
    assert upload.title == "The final"
    assert rename_upload(people[0], upload.pk, " Round  1 ").title == "Round 1"
    assert len(rename_upload(people[0], upload.pk, "x" * 500).title) == 120
    with pytest.raises(InvalidRequest):
        rename_upload(people[0], upload.pk, " \n ")


def test_deleting_an_upload_sends_a_signal(people: list[Player]) -> None:
    gone = []

    def listen(record_id: object, **_said: object) -> None:
        gone.append(record_id)

    upload_deleted.connect(listen)
    upload = bring(people[0])
    delete_upload(people[0], upload.pk)
    with pytest.raises(NotFound):
        delete_upload(people[0], upload.pk)
    assert gone == [upload.pk]


def test_uploads_per_player_are_limited(people: list[Player], settings) -> None:
    settings.CONCURRENCY_LIMITS = settings.CONCURRENCY_LIMITS | {"uploads_of_player": 1}
    first = bring(people[0])
    assert bring(people[0]) == first
    with pytest.raises(Conflict, match=r"uploads\.many"):
        bring(people[0], OPENING)
    settings.CONCURRENCY_LIMITS = settings.CONCURRENCY_LIMITS | {
        "uploads_of_player": 9,
        "upload_kilobytes_of_player": 1,
    }
    with pytest.raises(Conflict, match=r"uploads\.large"):
        bring(people[0], WHOLE + "#note " + "long " * 300)
    bring(people[1], OPENING)


def test_private_uploads_are_deleted_with_the_account(people: list[Player]) -> None:
    amber = people[0]
    hidden, open_ = bring(amber), bring(amber, OPENING)
    set_shared(amber, open_.pk, shared=True)
    exported = json.loads(json.dumps(build_data_export(amber, timezone.now()), default=str))[
        "uploads"
    ]
    assert {one["record"] for one in exported} == {hidden.text, open_.text}
    delete_account(amber, timezone.now())
    assert list(UploadedGame.objects.all()) == [open_]
    assert find_source(open_.pk, None).id == open_.pk
    open_.refresh_from_db()
    assert open_.owner.nickname == "A former player"


def test_a_guests_uploads_become_the_members(people: list[Player]) -> None:
    guest, member = people[0], make_member("Fern")
    bring(member)
    theirs, both = bring(guest, OPENING), bring(guest)
    merge_guest(guest, member, timezone.now())
    assert find_source(theirs.pk, member).id == theirs.pk
    assert {one.text for one in UploadedGame.objects.filter(owner=member)} == {WHOLE, OPENING}
    both.refresh_from_db()
    assert both.owner == guest


def test_an_exported_record_is_uploaded_and_exported_unchanged(
    open_table: Callable[..., Room], people: list[Player]
) -> None:
    room = open_table()
    acts: tuple[Act, ...] = (Pass(), Pass(), Resign())
    for turn, act in enumerate(acts):
        game = table_of(room)
        seat = store.load_state(game).to_move
        player = people[seat or 0]
        turns.apply_player_act(room.code, player.pk, act, turn=turn, key=f"k{turn}", now=NOON)
    game = table_of(room)
    text = export_gcg(game)
    found = findings_of(text)
    assert (found["faults"], found["slips"], found["assumed"]) == ([], [], [])
    assert found["dictionary"] == "few 1"
    upload = save_upload(people[0], UploadRequest(found, "", game.revision), NOON)
    assert export_upload(upload) == text
    there, here = find_source(upload.pk, people[0]), find_source(game.pk, None)
    assert there.history.outcome == here.history.outcome
    assert (there.title, there.names, there.revision) == (here.title, here.names, here.revision)
