"""Histories of recorded games: those of published records, and records that have none."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.rules.equipment.errors import RecordError, RuleError
from games.rules.flow.game import Phase, apply, start_game
from games.rules.flow.invariants import check_state
from games.rules.gcg import (
    RecordPlayer,
    build_history,
    read_record,
    record_game,
    replay_record,
    write_record,
)
from games.rules.plays.acts import Exchange, Play, Resign
from games.rules.plays.events import (
    Adjusted,
    Challenged,
    Ended,
    OvertimeCharged,
    Played,
    Resigned,
    Withdrawn,
)
from games.rules.positions.options import Options
from tests.rules.history_checks import check_course, course_of
from tests.rules.positions import ALL, SEED, AllExcept

OPENING = ">ann: ADEINRT 8D TRAINED +68 68\n"


def test_every_published_record_has_a_history(facts_dir: Path) -> None:
    files = sorted((facts_dir / "gcg").glob("*.gcg"))
    assert files
    known = 0
    for file in files:
        replay = replay_record(read_record(file.read_bytes()))
        history = build_history(replay)
        check_course(history)
        check_state(history.end)
        totals = [seat.score for seat in history.end.seats]
        assert totals == list(replay.totals.values()), file.name
        readme = (facts_dir / "gcg" / "README.md").read_text("utf-8")
        (row,) = [line for line in readme.splitlines() if line.startswith(f"| {file.name} |")]
        assert (history.outcome is None) == ("unfinished" in row), file.name
        turns = [step for step in history.steps if isinstance(step.act, Play | Exchange)]
        known += sum(step.rack_known for step in turns)
        if "partial-rack" not in row and "rack-slip" not in row:
            assert all(step.rack_known for step in turns), file.name
    assert known > 1000


def test_an_unfinished_game_has_no_outcome() -> None:
    history = course_of("#rack2 EEEQZ\n" + OPENING)
    check_course(history)
    assert history.outcome is None
    assert (history.end.phase, history.end.to_move) == (Phase.PLAYING, 1)
    assert [seat.score for seat in history.end.seats] == [68, 0]
    (step,) = history.steps
    assert step.rack_known
    assert step.after.seats[0].tiles_played == 7


@pytest.mark.parametrize(
    ("rack", "known"), [("ADEINRT", True), ("ADE", False), ("ADE____", False), ("", False)]
)
def test_an_incomplete_rack_is_guessed_around_the_played_tiles(rack: str, known: bool) -> None:
    (step,) = course_of(OPENING.replace("ADEINRT", rack)).steps
    assert step.rack_known is known
    assert Counter(step.before.tile_set.write(step.before.seats[0].rack)) == Counter("ADEINRT")
    (step,) = course_of(f">ann: {rack[:3]} 8G DE +6 6\n").steps
    held = Counter(step.before.tile_set.write(step.before.seats[0].rack))
    assert not step.rack_known
    assert held.total() == 7
    assert not Counter("DE" + rack[:3].replace("DE", "")) - held


def test_a_guessed_rack_stays_until_a_turn_changes_it() -> None:
    """Unrecorded tiles are guessed, but a guess stays until a turn changes the rack."""
    text = OPENING + ">bob: 8C S....... +9 9\n>ann: - +0 68\n>bob: - +0 9\n"
    history = course_of(text)
    check_course(history)
    racks = [Counter(step.before.seats[1].rack) for step in history.steps]
    assert racks[2] == racks[3]


def test_a_phony_is_challenged_by_the_next_seat() -> None:
    text = (
        ">ann: ADEINRT 8D TRAINED +68 68\n>bob: QXVVUUI 9D VUX +30 30\n"
        ">bob: QXVVUUI -- -30 0\n>ann: EEEGGHH - +0 68\n"
    )
    history = course_of(text)
    check_course(history)
    _, phony, taken, _ = history.steps
    assert (taken.seat, phony.after.pending is not None) == (0, True)
    challenged, withdrawn = taken.events
    assert isinstance(challenged, Challenged)
    assert (challenged.upheld, challenged.seat, challenged.challenged) == (True, 0, 1)
    assert withdrawn == Withdrawn(1, 30)
    assert taken.after.board == phony.before.board
    before, after = phony.before.seats[1], taken.after.seats[1]
    assert Counter(before.rack) == Counter(after.rack)
    assert replace(before, rack=()) == replace(after, rack=())
    assert (taken.after.to_move, taken.after.scoreless) == (0, 1)
    judged = build_history(replay_record(read_record(text)), AllExcept("VT"))
    event = judged.steps[2].events[0]
    assert isinstance(event, Challenged)
    assert dict(event.words)["VUX"]


def test_bonus_time_penalty_and_leftover_tiles_are_read(facts_dir: Path) -> None:
    text = (facts_dir / "gcg" / "magpie-data__success_five_point_challenge.gcg").read_text("utf-8")
    history = course_of(text)
    challenges = [e for s in history.steps for e in s.events if isinstance(e, Challenged)]
    assert challenges
    assert all((event.bonus, event.upheld) == (5, False) for event in challenges)
    kinds = [type(event) for event in history.steps[-1].events]
    assert (kinds[-3:], kinds[0]) == ([Adjusted, OvertimeCharged, Ended], Played)
    outcome = history.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winner) == ("out", outcome.went_out)
    assert outcome.overtime == (30, 0)
    pairs = zip(outcome.before, outcome.adjustments, outcome.overtime, strict=True)
    assert outcome.scores == tuple(before + left - late for before, left, late in pairs)


def test_omitted_turns_create_no_tiles(facts_dir: Path) -> None:
    """All turns are given to Alice: she cannot have drawn so many tiles, yet none is invented."""
    text = (facts_dir / "gcg" / "macondo__only_bingo.gcg").read_text("utf-8")
    history = course_of(re.sub(r">\w+:", ">Alice:", text))
    check_course(history)
    check_state(history.end)
    assert len(history.end.seats) == 2


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (">ann: ADEINRT (time) -10 -10\n", "gcg.before_start", 1),
        (">ann: ADEINRT (ADEINRT) -8 -8\n", "gcg.before_start", 1),
        (OPENING + ">bob: S 1D TRAINEDS +8 8\n", "placement.not_connected", 2),
        (">ann: ABCDEFGH 8D ABCDEFGH +8 8\n", "gcg.rack", 1),
        (OPENING + "".join(f">p{n}: - +0 0\n" for n in range(4)), "gcg.players", 5),
        ("#title \0\n" + OPENING, "gcg.control", 1),
        ("#variant qwibble\n>ann: AB 1A AB +8 8\n", "placement.start_not_covered", 2),
    ],
)
def test_records_without_a_game_are_refused(text: str, code: str, line: int) -> None:
    with pytest.raises(RecordError) as caught:
        course_of(text)
    assert (caught.value.code, caught.value.line) == (code, line)


def test_a_record_has_a_maximum_number_of_lines() -> None:
    history = course_of(">ann: - +0 0\n>bob: QV - +0 0\n" * 500)
    assert len(history.steps) == 1000
    with pytest.raises(RecordError) as caught:
        course_of(">ann: - +0 0\n" * 1001)
    assert (caught.value.code, caught.value.line) == ("gcg.too_many", 1001)


@pytest.mark.parametrize(
    "header",
    [
        "#left 1 0 resigned",
        "#left 9 1 resigned",
        "#left 1 99999 resigned",
        "#left 0 1 ate",
        "#left 2 1 resigned\n#left 1 1 resigned\n#left 2 1 resigned",
        "#challenged 1 1",
        "#challenged 9 1",
        "#challenged 2 0",
        "#challenged 2 99999",
        "#challenged 2 1\n#challenged 2 1",
        "#options challenge=double\n#challenged 2 1",
        "#ended because 9",
        "#ended out 7",
        "#ended passes 1 luck",
        "#options challenge=often",
        "#options exchange_minimum=²",
        "#options exchange_minimum=" + "9" * 5_000,
        "#options clock=99999999999+0",
        "#options = ===",
        "#rack1 QQQQQQQ",
        "#rack7 Q",
        "#rack2 \u0007",
    ],
)
def test_site_specific_headers_may_hold_anything(header: str) -> None:
    history = course_of(f"{header}\n{OPENING}")
    check_course(history)
    assert history.end.seats[0].score == 68


def test_a_resignation_before_the_first_line_is_kept() -> None:
    start = start_game("scrabble", Options(), 2, SEED).state
    log = [(0, Resign())]
    players = [RecordPlayer("Amber", "Amber"), RecordPlayer("Jade", "Jade")]
    text = write_record(record_game(start, log, players, lexicon=ALL, seed=SEED))
    history = course_of(text)
    assert history.outcome == apply(start, 0, Resign(), lexicon=ALL, seed=SEED).state.outcome
    assert history.steps[0].events[0] == Resigned(0)
    assert write_record(read_record(text)) == text


@given(st.text(">ab: \n8GHIQE?+-()1234567#left ended rack", max_size=400))
@example(">a: 8G EE +4 4\n>b: -- -4 0")
@example(">a: 8G EE +4 4\n>a: -- -4 0\n>a: 8G EE +4 4\n>a: (challenge) +5 9\n>a: -- -4 5")
@example(">a: 8G EE +4 4\n>a: -EEEEEEEEE +0 4\n>a: -9 +0 4\n>a: (time) -10 -6\n>b: - +0 0")
def test_every_replayable_record_has_a_history(text: str) -> None:
    try:
        replay = replay_record(read_record(text))
    except RuleError:
        return
    check_course(build_history(replay))
