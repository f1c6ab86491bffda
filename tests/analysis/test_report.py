"""Analysis reports as data, written and read back."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.utils import timezone

from games.analysis.models import Analysis
from games.analysis.services.reports import find_report
from games.engine.analysis.report import (
    VERSION,
    AnalysedAct,
    AnalysisLevel,
    DrawLuck,
    GameReport,
    PointsBySource,
    SeatReport,
    TileTheft,
    TurnReport,
    read_report,
)

PLAYED = AnalysedAct(
    "play", 12, 14.25, win=0.5, position="8D", tiles="CA.t", word="CAST", leave="ER?"
)
BINGO = AnalysedAct(
    "play", 94, 91.5, position="8D", tiles="QU.RTET", word="QUARTET", bingo=True, exact=True
)
TURN = TurnReport(
    number=3,
    seat=1,
    kind="play",
    scores=(10, 20),
    unseen=80,
    wins=(0.25, 0.75),
    rack="CATERS?",
    chosen=PLAYED,
    best=(BINGO, PLAYED),
    place=2,
    lost=77.25,
    lost_win=0.125,
    bingos=("QUARTET",),
    luck=DrawLuck("QU", 20.5, 12.25),
)
SEAT = SeatReport(
    0, 10, 1, 77.25, 77.25, 0.125, None, 3, 0, 1, 0, 0, 0, 8.25, (PointsBySource("plays", 10),)
)
REPORT = GameReport(
    AnalysisLevel.QUICK, "scrabble", "en", (SEAT,), (TURN,), opening=(0.5, 0.5), winner=0
)


def test_a_report_comes_back_from_its_json() -> None:
    data = REPORT.to_json()
    assert data["version"] == VERSION
    assert data["turns"][0]["best"][0]["word"] == "QUARTET"
    assert read_report(data) == REPORT


def test_a_bingo_counts_as_missed_if_none_was_played() -> None:
    assert TURN.missed_bingo == BINGO
    owned = AnalysedAct("play", 5, 5.0, theft=TileTheft(2, 3, 4), bingo=True)
    assert TurnReport(1, 0, "play", (0, 0), 90, chosen=owned, best=(BINGO,)).missed_bingo is None
    assert REPORT.turn(3) is TURN
    assert REPORT.turn(4) is None


@pytest.mark.django_db
def test_the_most_thorough_report_is_found() -> None:
    record_id = uuid4()
    for level in AnalysisLevel:
        assert find_report(record_id, level) is None
        data = replace(REPORT, level=level).to_json()
        Analysis.objects.create(
            record_id=record_id,
            level=level,
            state=Analysis.State.DONE,
            asked_at=timezone.now(),
            version=VERSION,
            report=data,
        )
        assert find_report(record_id) == replace(REPORT, level=level)
    assert find_report(record_id, AnalysisLevel.QUICK) == REPORT
    Analysis.objects.update(version=0)
    assert find_report(record_id) is None
