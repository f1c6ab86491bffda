"""Missed words: collected from analyses, for each player who held the seat."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from games.analysis.models import Analysis
from games.analysis.services.analysis_queue import complete_analysis
from games.engine.analysis.report import AnalysedAct, AnalysisLevel, GameReport, TurnReport
from games.play.models import Game, Room, Seat, SeatMember
from games.players.models import Player
from games.study.models import MissedWord, UploadOwnerSeat
from games.uploads.models import UploadedGame
from games.uploads.services import storage
from lexicon.models import Lexicon

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def play(word: str, equity: float = 30, kind: Any = "play") -> AnalysedAct:
    return AnalysedAct(kind, 20, equity, word=word)


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
    turn(3, "CAST", lost=4),  # too small a loss to count
    turn(5, "COATS", rack_known=False, chosen=None, best=(), lost=None),
    turn(7, "AT"),  # the same word in another place
    turn(9, "XYZZY"),  # no longer in the dictionary
    turn(11, "", best=(play("", kind="exchange"),)),
    turn(13, "TACOS", chosen=AnalysedAct("pass", 0, 0)),
)


def analyse(
    record_id: UUID, turns: tuple[TurnReport, ...], level: AnalysisLevel = AnalysisLevel.QUICK
) -> None:
    """Complete an analysis with these turns, as a worker does."""
    report = GameReport(level, "scrabble", "en", (), turns)
    row = Analysis.objects.create(record_id=record_id, level=level, asked_at=NOON)
    assert complete_analysis(row, report, NOON)


def missed_by(player: Player) -> list[str]:
    return list(player.missed.order_by("number").values_list("word", flat=True))


@pytest.fixture
def game(lexicon: Lexicon, people: list[Player]) -> Game:
    """A finished game: Amber and Cobalt share a seat, and Jade has the other."""
    room = Room.objects.create(
        title="Kitchen", host=people[0], variant="scrabble", edition="en", lexicon=lexicon
    )
    made = Game.objects.create(
        room=room, number=1, revision=lexicon.current_revision, status=Game.Status.OVER
    )
    for player, number in zip(people, (0, 0, 1), strict=False):
        seat, _made = Seat.objects.get_or_create(game=made, number=number)
        SeatMember.objects.create(seat=seat, game=made, player=player, game_over=True)
    return made


def test_an_analysis_collects_the_missed_words_of_each_seat(
    game: Game, people: list[Player]
) -> None:
    analyse(game.pk, TURNS)
    assert missed_by(people[0]) == missed_by(people[1]) == ["QUIET", "TACOS"]
    assert missed_by(people[2]) == ["STOAT"]
    assert people[0].missed.get(number=1).equity_loss == 25


def test_a_more_thorough_analysis_replaces_missed_words(game: Game, people: list[Player]) -> None:
    analyse(game.pk, TURNS)
    analyse(game.pk, (turn(3, "CAST"),), AnalysisLevel.THOROUGH)
    assert missed_by(people[0]) == ["CAST"]
    assert missed_by(people[2]) == []


def test_missed_words_of_a_deleted_player_are_not_stored(game: Game, people: list[Player]) -> None:
    Player.objects.filter(pk=people[2].pk).update(left_at=NOON)
    analyse(game.pk, TURNS)
    assert missed_by(people[2]) == []


def test_records_without_a_dictionary_are_skipped(db: None) -> None:
    analyse(uuid4(), TURNS)
    assert not MissedWord.objects.exists()


@pytest.fixture
def upload(lexicon: Lexicon, people: list[Player]) -> UploadedGame:
    return UploadedGame.objects.create(
        owner=people[0], text="", digest="x", size=0, title="Club night", names=["Umber", "Slate"],
        variant="scrabble", tile_set="en", layout="standard",
        revision=lexicon.current_revision, created_at=NOON,
    )  # fmt: skip


def test_the_owner_of_an_upload_chooses_their_seat(
    upload: UploadedGame, people: list[Player], client_of: Callable[..., Client]
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
    assert not UploadOwnerSeat.objects.exists()


def test_missed_words_of_an_upload_analysed_later_are_collected_then(
    upload: UploadedGame, people: list[Player], client_of: Callable[..., Client]
) -> None:
    client_of(people[0]).post(f"/study/uploads/{upload.pk}/seat/", {"seat": "0"})
    analyse(upload.pk, TURNS)
    assert missed_by(people[0]) == ["QUIET", "TACOS"]
    storage.delete_upload(people[0], upload.pk)
    assert missed_by(people[0]) == []
