"""An analysis in sentences: exact figures are stated plainly, estimates with their error."""

from dataclasses import replace
from typing import Any

import pytest

from games.analysis.perspective.move_marks import MOVE_MARKS, mark_turn
from games.analysis.perspective.report_texts import describe_seat, describe_turn, format_act
from games.analysis.perspective.report_views import build_report_view
from games.engine.analysis.report import (
    AnalysedAct,
    AnalysisLevel,
    DrawLuck,
    GameReport,
    ReportDictionary,
    SeatReport,
    TurnReport,
)

OWN = ReportDictionary("English (open)", 2)
FOREIGN = ReportDictionary("German (Debian)", 1, own=False)
NAMES = ("Amber", "Cobalt")
BEST = AnalysedAct(
    "play", 30, 31.0, win=0.6, position="8D", tiles="QUARTZ", word="QUARTZ", error=4.0
)
MADE = AnalysedAct("play", 20, 19.0, win=0.5, position="8D", tiles="QUART", word="QUART", error=4.0)
TURN = TurnReport(
    1, 0, "play", (0, 0), 93, chosen=MADE, best=(BEST, MADE), place=2, lost=12.0, lost_win=0.1
)
SEAT = SeatReport(0, 20, 1, 12.0, 12.0, 0.1, None, 1, 0, 0, 0, 0, 0, 0.0, ())


def said(turn: TurnReport, words: ReportDictionary = OWN) -> str:
    return " ".join(describe_turn(turn, NAMES, words))


def test_an_unproved_loss_is_given_with_its_error() -> None:
    assert "Cost: 12.0 points, −10% win chance." in said(TURN)
    unsure = said(replace(TURN, lost_error=5.1))
    assert "Cost: about 12.0 points (±5.1), about −10% win chance." in unsure


def test_plays_within_the_error_are_equal() -> None:
    equal = replace(TURN, lost=0.0, lost_win=0.0, lost_error=5.1)
    assert said(equal) == "As good as the best move, as far as the simulation shows."
    best = replace(TURN, chosen=BEST, place=1, lost=0.0)
    assert said(best) == "Best move found."
    proved = replace(BEST, exact=True, error=0.0)
    known = replace(best, chosen=proved, best=(proved,))
    assert said(known) == "Best move."
    assert said(replace(known, lost_error=5.1)) == "Best move found.", "another may be better"


def test_words_of_another_dictionary_are_not_called_phonies() -> None:
    phony = replace(TURN, phonies=("QUART",), fate="stood", passed_by=(1,))
    assert "Invalid but not challenged off: QUART. Cobalt missed the challenge." in said(phony)
    assert said(replace(phony, passed_by=()), FOREIGN).startswith("Not in German: QUART.")
    taken_back = replace(phony, fate="withdrawn", passed_by=())
    assert "Not in German: QUART." in said(taken_back, FOREIGN)
    report = GameReport(AnalysisLevel.QUICK, "scrabble", "en", (SEAT,), (phony,), words=FOREIGN)
    text = " ".join(describe_seat(replace(SEAT, phonies=2), report))
    assert "2 plays have words that aren't in German." in text
    assert "phon" not in text


@pytest.mark.parametrize("verdict", ["right", "wrong"])
def test_a_challenge_is_named_once(verdict: str) -> None:
    turn = TurnReport(2, 1, "challenge", (20, 0), 86, verdict=verdict)  # type: ignore[arg-type]
    line = f"{format_act(turn)}. {said(turn)}"
    assert line.count("challenge") == 1


def test_a_game_without_bingos_does_not_mention_them() -> None:
    for variant, mentioned in (("scrabble", True), ("qwibble", False)):
        report = GameReport(AnalysisLevel.QUICK, variant, "en", (SEAT,), (TURN,))
        assert ("bingo" in " ".join(describe_seat(SEAT, report))) is mentioned


def test_a_players_losses_are_given_with_their_error() -> None:
    report = GameReport(AnalysisLevel.QUICK, "scrabble", "en", (SEAT,), (TURN,))
    text = " ".join(describe_seat(replace(SEAT, lost_error=5.1), report))
    assert "1 move analysed. Cost: about 12.0 points (±5.1)." in text
    several = replace(SEAT, judged=3, mean_loss=4.0, lost_error=5.1)
    assert (
        "3 moves analysed. Cost: about 12.0 points (±5.1), average about 4.0 points (±1.7)."
        in " ".join(describe_seat(several, report))
    )
    none = replace(SEAT, judged=2, lost=0.0, mean_loss=0.0, lost_error=5.1)
    assert "Cost: about 0.0 points (±5.1)" in " ".join(describe_seat(none, report))


def test_luck_is_given_with_its_error() -> None:
    draw = DrawLuck("QZ", 41.5, 20.0, error=3.2)
    assert "Lucky draw (QZ): about +21.5 points (±3.2) vs average." in said(
        replace(TURN, luck=draw)
    )
    unlucky = replace(TURN, luck=replace(draw, worth=2.0))
    assert "Unlucky draw (QZ): about −18.0 points (±3.2) vs average." in said(unlucky)
    for luck, wording in ((21.5, "about +21.5"), (-18.0, "about −18.0")):
        seat = replace(SEAT, luck=luck, luck_error=6.4)
        report = GameReport(AnalysisLevel.QUICK, "scrabble", "en", (seat,), (TURN,))
        assert f"Luck: {wording} points (±6.4)." in " ".join(describe_seat(seat, report))
        turn = replace(TURN, wins=(1.0,), luck=draw)
        view = build_report_view(replace(report, opening=(1.0,), turns=(turn,)), ("Amber",))
        assert view.turns[0].luck == "+21.5 ±\N{NO-BREAK SPACE}3.2"
        assert view.seats[0].luck.endswith(" ±\N{NO-BREAK SPACE}6.4")


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"lost": 0.2}, "best"),
        ({"lost": 0.0, "lost_error": 5.1}, "good"),
        ({"lost": 0.0, "lost_error": 5.1, "place": 1}, "best"),
        ({"lost": 4.9}, "good"),
        ({"lost": 12.0}, None),
        ({"lost": 12.0, "best": (replace(BEST, bingo=True), MADE)}, "missed"),
        ({"lost": None, "best": (), "phonies": ("QUART",)}, "invalid"),
        ({"chosen": None, "lost": None, "best": ()}, None),
    ],
)
def test_moves_are_marked_by_what_they_cost(changes: dict[str, Any], kind: str | None) -> None:
    mark = mark_turn(replace(TURN, **changes), OWN)
    assert (mark and mark.kind) == kind


def test_no_mark_blames_words_of_another_dictionary() -> None:
    assert mark_turn(replace(TURN, phonies=("QUART",)), FOREIGN) is None


def test_marks_differ_without_colour() -> None:
    assert len({mark.sign for mark in MOVE_MARKS.values()}) == len(MOVE_MARKS)
    assert len({str(mark.name) for mark in MOVE_MARKS.values()}) == len(MOVE_MARKS)
