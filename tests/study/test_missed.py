"""Words that were missed: gathered from analyses, for whoever sat there."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from games.analysis.models import Analysis
from games.analysis.services.working import complete
from games.engine.analysis.report import Choice, Level, Report, TurnReport
from games.play.models import Game, Holder, Room, Seat
from games.players.models import Player
from games.study.models import MissedWord, OwnSeat
from games.uploads.models import Upload
from games.uploads.services import keeping
from lexicon.models import Lexicon

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def play(word: str, equity: float = 30, kind: Any = "play") -> Choice:
    return Choice(kind, 20, equity, word=word)


def turn(number: int, word: str, lost: float | None = 25, **also: Any) -> TurnReport:
    fields: dict[str, Any] = {
        "seat": 0,
        "kind": "play",
        "scores": (0, 0),
        "unseen": 80,
        "lost": lost,
    }
    given: dict[str, Any] = {"chosen": play("AT", 5), "best": (play(word), play("TA"))}
    return TurnReport(number=number, **(fields | given | also))


TURNS = (
    turn(1, "QUIET"),
    turn(2, "STOAT", seat=1),
    turn(3, "CAST", lost=4),  # not worth a word
    turn(5, "COATS", rack_known=False, chosen=None, best=(), lost=None),
    turn(7, "AT"),  # the same word in another place
    turn(9, "XYZZY"),  # taken out of the dictionary since
    turn(11, "", best=(play("", kind="exchange"),)),
    turn(13, "TACOS", chosen=Choice("pass", 0, 0)),
)


def analyse(record_id: UUID, turns: tuple[TurnReport, ...], level: Level = Level.QUICK) -> None:
    """What a worker does who has looked at everything."""
    report = Report(level, "scrabble", "en", (), turns)
    row = Analysis.objects.create(record_id=record_id, level=level, asked_at=NOON)
    assert complete(row, report, NOON)


def missed_by(player: Player) -> list[str]:
    return list(player.missed.order_by("number").values_list("word", flat=True))


@pytest.fixture
def game(lexicon: Lexicon, people: list[Player]) -> Game:
    """One that is over; Amber and Cobalt share a seat, Jade has the other."""
    room = Room.objects.create(
        title="Kitchen", host=people[0], variant="scrabble", edition="en", lexicon=lexicon
    )
    made = Game.objects.create(
        room=room, number=1, revision=lexicon.current_revision, status=Game.Status.OVER
    )
    for player, number in zip(people, (0, 0, 1), strict=False):
        seat, _made = Seat.objects.get_or_create(game=made, number=number)
        Holder.objects.create(seat=seat, game=made, player=player, over=True)
    return made


def test_an_analysis_gathers_what_each_seat_missed(game: Game, people: list[Player]) -> None:
    analyse(game.pk, TURNS)
    assert missed_by(people[0]) == missed_by(people[1]) == ["QUIET", "TACOS"]
    assert missed_by(people[2]) == ["STOAT"]
    assert people[0].missed.get(number=1).lost == 25


def test_a_more_thorough_one_takes_its_place(game: Game, people: list[Player]) -> None:
    analyse(game.pk, TURNS)
    analyse(game.pk, (turn(3, "CAST"),), Level.THOROUGH)
    assert missed_by(people[0]) == ["CAST"]
    assert missed_by(people[2]) == []


def test_who_has_left_is_not_written_about(game: Game, people: list[Player]) -> None:
    Player.objects.filter(pk=people[2].pk).update(left_at=NOON)
    analyse(game.pk, TURNS)
    assert missed_by(people[2]) == []


def test_records_without_a_dictionary_are_left_alone(db: None) -> None:
    analyse(uuid4(), TURNS)
    assert not MissedWord.objects.exists()


@pytest.fixture
def upload(lexicon: Lexicon, people: list[Player]) -> Upload:
    return Upload.objects.create(
        owner=people[0], text="", digest="x", size=0, title="Club night", names=["Umber", "Slate"],
        variant="scrabble", tile_set="en", layout="standard",
        revision=lexicon.current_revision, created_at=NOON,
    )  # fmt: skip


def test_the_owner_of_an_upload_says_who_they_are(
    upload: Upload, people: list[Player], client_of: Callable[..., Client]
) -> None:
    analyse(upload.pk, TURNS)
    assert missed_by(people[0]) == []
    owner, at = client_of(people[0]), f"/study/uploads/{upload.pk}/seat/"
    page = "/study/missed/?dictionary=few"
    assert "Club night" in owner.get(page).content.decode()
    assert owner.post(at, {"seat": "1"})["Location"] == page
    assert missed_by(people[0]) == ["STOAT"]
    assert 'value="1" selected' in owner.get(page).content.decode()
    assert [owner.post(at, {"seat": seat}).status_code for seat in ("2", "x")] == [422, 422]
    other = client_of(people[1])
    assert other.post(at, {"seat": "0"}).status_code == 404
    assert "Club night" not in other.get(page).content.decode()
    assert owner.post(at, {"seat": ""}).status_code == 302
    assert missed_by(people[0]) == []
    assert not OwnSeat.objects.exists()


def test_an_upload_analysed_later_is_gathered_then(
    upload: Upload, people: list[Player], client_of: Callable[..., Client]
) -> None:
    client_of(people[0]).post(f"/study/uploads/{upload.pk}/seat/", {"seat": "0"})
    analyse(upload.pk, TURNS)
    assert missed_by(people[0]) == ["QUIET", "TACOS"]
    keeping.remove(people[0], upload.pk)
    assert missed_by(people[0]) == []
