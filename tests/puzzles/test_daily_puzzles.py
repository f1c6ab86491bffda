"""Daily puzzles, which are chosen once for everyone; streaks;
and the queue of games from which puzzles are extracted."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from threading import Barrier
from typing import Any
from uuid import UUID, uuid4

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.test import Client

from games.engine.engine import Engine
from games.play import store
from games.play.models import Game, Room
from games.play.services import turns
from games.players.models import Player
from games.puzzles.jobs.runner import extract_from_source
from games.puzzles.models import DailyPuzzle, Puzzle, PuzzleAttempt, PuzzleKind, PuzzleSource
from games.puzzles.services import puzzle_attempts
from games.puzzles.services.daily_puzzles import choose_daily_puzzles, get_puzzle_day
from games.puzzles.services.puzzle_sources import (
    EXTRACTION_LEASE,
    claim_source,
    save_puzzles,
    save_source_candidates,
)
from games.puzzles.services.streaks import count_streak, get_streak
from games.rules.plays.acts import Pass, Play, Resign
from games.uploads.services.storage import UploadRequest, set_shared
from games.uploads.services.storage import save_upload as keep_upload
from lexicon.models import Lexicon
from lexicon.store import open_lexicon
from tests.play.conftest import NOON, table_of
from tests.puzzles.handmade_puzzles import BEST, keep, make_candidate
from tests.uploads.sample_records import WHOLE, findings_of

TODAY = NOON.date()
DAY = timedelta(days=1)


@pytest.mark.django_db
def test_no_puzzle_repeats_while_there_are_others(lexicon: Lexicon) -> None:
    made = keep(lexicon, *[make_candidate()] * 4)
    chosen = [choose_daily_puzzles(TODAY + n * DAY)[0].puzzle for n in range(6)]
    assert set(chosen[:4]) == set(made)
    assert chosen[4:] == chosen[:2], "then the one whose day is longest ago"
    assert choose_daily_puzzles(TODAY)[0].puzzle == chosen[0], "a day keeps its own"


@pytest.mark.django_db
def test_kinds_take_turns(lexicon: Lexicon) -> None:
    keep(
        lexicon,
        *[make_candidate(kind) for kind in (PuzzleKind.BEST, PuzzleKind.BINGO) for _ in range(3)],
    )
    Puzzle.objects.update(for_days=True)
    kinds = [choose_daily_puzzles(TODAY + n * DAY)[0].puzzle.kind for n in range(4)]
    assert set(kinds[:2]) == {PuzzleKind.BEST, PuzzleKind.BINGO}
    assert kinds[:2] == kinds[2:]


@pytest.mark.django_db(transaction=True)
def test_simultaneous_processes_choose_the_same_puzzle(lexicon: Lexicon) -> None:
    keep(lexicon, *[make_candidate()] * 5)
    gate = Barrier(4)

    def ask(_number: int) -> UUID:
        gate.wait()
        try:
            return choose_daily_puzzles(TODAY)[0].puzzle_id
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(ask, range(4)))) == 1
    assert DailyPuzzle.objects.count() == 1


@pytest.mark.django_db
def test_a_streak_continues_over_midnight(lexicon: Lexicon, people: list[Player]) -> None:
    """Puzzles solved just before and just after midnight make a streak of two. A missed day ends
    it, and only the puzzle of the day counts."""
    keep(lexicon, *[make_candidate()] * 6)
    amber = people[0]
    late = datetime(2026, 5, 1, 23, 59, 59, tzinfo=UTC)
    assert get_streak(amber, get_puzzle_day(late)) == (0, 0)
    for now, streak in (
        (late, (1, 1)),
        (late + timedelta(seconds=2), (2, 2)),
        (late + 3 * DAY, (1, 2)),
    ):
        solve(choose_daily_puzzles(get_puzzle_day(now))[0].puzzle, amber, now)
        assert get_streak(amber, get_puzzle_day(now)) == streak
    assert get_streak(amber, get_puzzle_day(late) + 4 * DAY) == (1, 2), "today may still be done"
    assert get_streak(amber, get_puzzle_day(late) + 5 * DAY) == (0, 2)
    old = choose_daily_puzzles(get_puzzle_day(late) - DAY)[0].puzzle
    for puzzle in (old, Puzzle.objects.filter(attempts=None, days=None)[0]):
        solve(puzzle, amber, late + 4 * DAY)
        assert get_streak(amber, get_puzzle_day(late) + 4 * DAY) == (1, 2)


def test_days_are_counted_by_the_calendar() -> None:
    days = [date(2024, 2, 28), date(2024, 2, 29), date(2024, 3, 1), date(2025, 1, 1)]
    assert count_streak(days, date(2025, 1, 2)) == (1, 3)
    assert count_streak([], date(2025, 1, 2)) == (0, 0)


def solve(puzzle: Puzzle, player: Player, now: datetime) -> None:
    trial = puzzle_attempts.submit_play(
        puzzle, player, lambda tiles: Play.read(*BEST, tiles), 0, now
    )
    assert trial.answer == "found"


@pytest.mark.django_db
@pytest.mark.usefixtures("noon")
def test_daily_puzzle_pages_show_today_and_past_results(
    lexicon: Lexicon, people: list[Player], client_of: Callable[..., Client]
):
    """The page before any puzzle exists, today's puzzle, and the day before with its result.
    Puzzles of future days are not shown."""
    browser = client_of(people[0])
    assert "We make them from finished games" in browser.get("/puzzles/").content.decode()
    keep(lexicon, *[make_candidate()] * 3)
    before, tomorrow = choose_daily_puzzles(TODAY - DAY)[0], choose_daily_puzzles(TODAY + DAY)[0]
    solve(before.puzzle, people[0], NOON)
    page = browser.get("/puzzles/").content.decode()
    today = DailyPuzzle.objects.get(day=TODAY)
    assert today.puzzle.get_absolute_url() in page
    assert tomorrow.puzzle.get_absolute_url() not in page
    older = browser.get("/puzzles/days/").content.decode()
    assert before.puzzle.get_absolute_url() in older
    assert today.puzzle.get_absolute_url() not in older
    assert ">solved<" in older
    assert browser.get("/puzzles/days/?before=2026-04-01").status_code == 200
    assert browser.get("/puzzles/days/?before=never").status_code == 200


@pytest.mark.django_db
def test_the_first_puzzle_of_every_kind_is_open_for_practice(lexicon: Lexicon) -> None:
    assert lexicon.current_revision is not None
    kinds = (
        PuzzleKind.BEST,
        PuzzleKind.ENDGAME,
        PuzzleKind.ENDGAME,
        PuzzleKind.BINGO,
        PuzzleKind.ENDGAME,
        PuzzleKind.BEST,
    )
    save_puzzles([make_candidate(kind) for kind in kinds], lexicon.current_revision)
    free = Puzzle.objects.filter(for_days=False).values_list("kind", flat=True)
    assert sorted(free) == [
        PuzzleKind.BEST,
        PuzzleKind.BINGO,
        PuzzleKind.ENDGAME,
        PuzzleKind.ENDGAME,
    ]


@pytest.mark.django_db
@pytest.mark.usefixtures("noon")
def test_practice_offers_each_remaining_puzzle_once(
    lexicon: Lexicon, people: list[Player], client_of: Callable[..., Client]
) -> None:
    """Practice offers neither today's puzzle,
    nor those kept for other days (every other one), nor one twice."""
    made = keep(lexicon, *[make_candidate()] * 4)
    choose_daily_puzzles(TODAY)
    browser, seen = client_of(people[0]), set()
    for _ in range(2):
        address = browser.get("/puzzles/practise/scrabble/en/best/")["Location"]
        seen.add(address)
        browser.post(f"{address}answer")
    assert seen == {one.get_absolute_url() for one in made[::2]}
    assert browser.get("/puzzles/practise/scrabble/en/best/")["Location"] == "/puzzles/"
    assert browser.get("/puzzles/practise/scrabble/en/wrong/").status_code == 404


@pytest.mark.django_db
def test_a_game_is_queued_when_it_ends_and_processed_once(
    open_table: Callable[..., Room], people: list[Player]
) -> None:
    room = open_table()
    assert not PuzzleSource.objects.exists(), "nothing is cut from a game that goes on"
    turns.apply_player_act(room.code, people[0].pk, Resign(), turn=0, key="", now=NOON)
    game = table_of(room)
    first = claim_source(NOON)
    assert first is not None
    assert first.record == game.pk
    assert claim_source(NOON) is None, "another worker has it"
    later = NOON + EXTRACTION_LEASE + timedelta(seconds=1)
    again = claim_source(later)
    assert again is not None, "that worker was killed"
    revision = game.revision
    assert (
        save_source_candidates(again.record, [make_candidate()], revision, later, linked=True) == 1
    )
    assert (
        save_source_candidates(first.record, [make_candidate()], revision, later, linked=True) == 0
    )
    assert Puzzle.objects.get().record == game.pk
    assert claim_source(later + DAY) is None


@pytest.mark.django_db
@pytest.mark.parametrize("linked", [True, False])
def test_a_puzzle_names_its_game_only_if_allowed(
    open_table: Callable[..., Room], people: list[Player], *, linked: bool
) -> None:
    room = open_table()
    turns.apply_player_act(room.code, people[0].pk, Resign(), turn=0, key="", now=NOON)
    game = table_of(room)
    assert (
        save_source_candidates(game.pk, [make_candidate()], game.revision, NOON, linked=linked) == 1
    )
    assert Puzzle.objects.get().record == (game.pk if linked else None)


@pytest.mark.django_db
def test_an_upload_is_queued_once_it_is_shared(people: list[Player]) -> None:
    upload = keep_upload(people[0], UploadRequest(findings_of(WHOLE), "", None), NOON)
    assert not PuzzleSource.objects.exists()
    for shared in (True, False, True):
        set_shared(people[0], upload.pk, shared=shared)
    assert PuzzleSource.objects.get().record == upload.pk


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_kernels")
def test_a_whole_game_becomes_puzzles(
    open_table: Callable[..., Room], people: list[Player], settings: Any
) -> None:
    """The engine plays the game at a table. A game of an unlisted room is never named."""
    settings.TEST_SEED = "puzzles"
    room = open_table(challenge="void")
    while (game := table_of(room)).status != Game.Status.OVER:
        state = store.load_state(game)
        words = open_lexicon(room.lexicon.current_revision_id or 0, state.tile_set.faces)
        best, mover = Engine(words).best_plays(state, 1)[0].act, people[state.to_move or 0]
        act = best if isinstance(best, Play) else Pass()
        turns.apply_player_act(room.code, mover.pk, act, turn=game.turn_number, key="", now=NOON)
    for public in (True, False):
        Puzzle.objects.all().delete()
        Room.objects.update(public=public)
        PuzzleSource.objects.update(extracted_at=None)
        assert (
            async_to_sync(extract_from_source)(PuzzleSource.objects.get())
            == Puzzle.objects.count()
            > 0
        )
        assert {one.record for one in Puzzle.objects.all()} == {game.pk if public else None}
        assert "Amber" not in str(list(Puzzle.objects.values()))


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_kernels")
def test_the_worker_extracts_puzzles_from_an_ended_game(
    open_table: Callable[..., Room], people: list[Player]
) -> None:
    """A resigned game has no puzzles;
    a running and a missing one are skipped. All three are done."""
    resigned, running = open_table(), open_table()
    turns.apply_player_act(resigned.code, people[0].pk, Resign(), turn=0, key="", now=NOON)
    for record in (table_of(running).pk, uuid4()):
        PuzzleSource.objects.create(record=record, asked_at=NOON)
    while (source := claim_source(NOON)) is not None:
        assert async_to_sync(extract_from_source)(source) == 0
    assert PuzzleSource.objects.filter(extracted_at__isnull=False).count() == 3
    assert not PuzzleAttempt.objects.exists()
