"""The puzzle of a day is everybody's, chosen once; runs of days; games wait to be cut from."""

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
from games.puzzles.models import Attempt, Daily, Kind, Puzzle, Quarry
from games.puzzles.services import trying
from games.puzzles.services.days import choose_all, day_of
from games.puzzles.services.quarries import LEASE, claim_quarry, keep_cuttings, keep_puzzles
from games.puzzles.services.streaks import count_days, streak_of
from games.puzzles.thinking import cut_from
from games.rules.moves import Pass, Play, Resign
from games.uploads.services.keeping import Wish, share
from games.uploads.services.keeping import keep as keep_upload
from lexicon.models import Lexicon
from lexicon.store import open_lexicon
from tests.play.conftest import NOON, table_of
from tests.puzzles.made import BEST, keep, make_cutting
from tests.uploads.texts import WHOLE, findings_of

TODAY = NOON.date()
DAY = timedelta(days=1)


@pytest.mark.django_db
def test_no_puzzle_comes_twice_while_there_are_others(lexicon: Lexicon) -> None:
    made = keep(lexicon, *[make_cutting()] * 4)
    chosen = [choose_all(TODAY + n * DAY)[0].puzzle for n in range(6)]
    assert set(chosen[:4]) == set(made)
    assert chosen[4:] == chosen[:2], "then the one whose day is longest ago"
    assert choose_all(TODAY)[0].puzzle == chosen[0], "a day keeps its own"


@pytest.mark.django_db
def test_kinds_take_turns(lexicon: Lexicon) -> None:
    keep(lexicon, *[make_cutting(kind) for kind in (Kind.BEST, Kind.BINGO) for _ in range(3)])
    Puzzle.objects.update(for_days=True)
    kinds = [choose_all(TODAY + n * DAY)[0].puzzle.kind for n in range(4)]
    assert set(kinds[:2]) == {Kind.BEST, Kind.BINGO}
    assert kinds[:2] == kinds[2:]


@pytest.mark.django_db(transaction=True)
def test_processes_that_ask_at_once_choose_the_same(lexicon: Lexicon) -> None:
    keep(lexicon, *[make_cutting()] * 5)
    gate = Barrier(4)

    def ask(_number: int) -> UUID:
        gate.wait()
        try:
            return choose_all(TODAY)[0].puzzle_id
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(ask, range(4)))) == 1
    assert Daily.objects.count() == 1


@pytest.mark.django_db
def test_a_run_of_days_goes_over_midnight(lexicon: Lexicon, people: list[Player]) -> None:
    """Found before midnight and after it: two days; left out for one: a new run. Any puzzle but
    that of the day counts for nothing."""
    keep(lexicon, *[make_cutting()] * 6)
    amber = people[0]
    late = datetime(2026, 5, 1, 23, 59, 59, tzinfo=UTC)
    assert streak_of(amber, day_of(late)) == (0, 0)
    for now, streak in (
        (late, (1, 1)),
        (late + timedelta(seconds=2), (2, 2)),
        (late + 3 * DAY, (1, 2)),
    ):
        solve(choose_all(day_of(now))[0].puzzle, amber, now)
        assert streak_of(amber, day_of(now)) == streak
    assert streak_of(amber, day_of(late) + 4 * DAY) == (1, 2), "today may still be done"
    assert streak_of(amber, day_of(late) + 5 * DAY) == (0, 2)
    solve(Puzzle.objects.filter(attempts=None, days=None)[0], amber, late + 4 * DAY)
    assert streak_of(amber, day_of(late) + 4 * DAY) == (1, 2)


def test_days_are_counted_by_the_calendar() -> None:
    days = [date(2024, 2, 28), date(2024, 2, 29), date(2024, 3, 1), date(2025, 1, 1)]
    assert count_days(days, date(2025, 1, 2)) == (1, 3)
    assert count_days([], date(2025, 1, 2)) == (0, 0)


def solve(puzzle: Puzzle, player: Player, now: datetime) -> None:
    trial = trying.try_play(puzzle, player, lambda tiles: Play.read(*BEST, tiles), 0, now)
    assert trial.answer == "found"


@pytest.mark.django_db
@pytest.mark.usefixtures("noon")
def test_pages_of_days(lexicon: Lexicon, people: list[Player], client_of: Callable[..., Client]):
    """Nothing yet; today's; the day before, with how one fared; nothing of days to come."""
    browser = client_of(people[0])
    assert "cut from games that have ended" in browser.get("/puzzles/").content.decode()
    keep(lexicon, *[make_cutting()] * 3)
    before, tomorrow = choose_all(TODAY - DAY)[0], choose_all(TODAY + DAY)[0]
    solve(before.puzzle, people[0], NOON)
    page = browser.get("/puzzles/").content.decode()
    today = Daily.objects.get(day=TODAY)
    assert today.puzzle.get_absolute_url() in page
    assert tomorrow.puzzle.get_absolute_url() not in page
    older = browser.get("/puzzles/days/").content.decode()
    assert before.puzzle.get_absolute_url() in older
    assert today.puzzle.get_absolute_url() not in older
    assert "found" in older
    assert browser.get("/puzzles/days/?before=2026-04-01").status_code == 200
    assert browser.get("/puzzles/days/?before=never").status_code == 200


@pytest.mark.django_db
def test_of_every_kind_the_first_is_there_to_practise(lexicon: Lexicon) -> None:
    assert lexicon.current_revision is not None
    kinds = (Kind.BEST, Kind.ENDGAME, Kind.ENDGAME, Kind.BINGO, Kind.ENDGAME, Kind.BEST)
    keep_puzzles([make_cutting(kind) for kind in kinds], lexicon.current_revision)
    free = Puzzle.objects.filter(for_days=False).values_list("kind", flat=True)
    assert sorted(free) == [Kind.BEST, Kind.BINGO, Kind.ENDGAME, Kind.ENDGAME]


@pytest.mark.django_db
@pytest.mark.usefixtures("noon")
def test_practice_goes_through_what_is_left(
    lexicon: Lexicon, people: list[Player], client_of: Callable[..., Client]
) -> None:
    """None of today's, none that is kept for a day to come (every other one), and none twice."""
    made = keep(lexicon, *[make_cutting()] * 4)
    choose_all(TODAY)
    browser, seen = client_of(people[0]), set()
    for _ in range(2):
        address = browser.get("/puzzles/practise/scrabble/en/best/")["Location"]
        seen.add(address)
        browser.post(f"{address}answer")
    assert seen == {one.get_absolute_url() for one in made[::2]}
    assert browser.get("/puzzles/practise/scrabble/en/best/")["Location"] == "/puzzles/"
    assert browser.get("/puzzles/practise/scrabble/en/wrong/").status_code == 404


@pytest.mark.django_db
def test_a_game_gets_in_line_when_it_ends_and_is_cut_once(
    open_table: Callable[..., Room], people: list[Player]
) -> None:
    room = open_table()
    assert not Quarry.objects.exists(), "nothing is cut from a game that goes on"
    turns.act(room.code, people[0].pk, Resign(), turn=0, key="", now=NOON)
    game = table_of(room)
    first = claim_quarry(NOON)
    assert first is not None
    assert first.record == game.pk
    assert claim_quarry(NOON) is None, "another worker has it"
    later = NOON + LEASE + timedelta(seconds=1)
    again = claim_quarry(later)
    assert again is not None, "that worker was killed"
    revision = game.revision
    assert keep_cuttings(again.record, [make_cutting()], revision, later, linked=True) == 1
    assert keep_cuttings(first.record, [make_cutting()], revision, later, linked=True) == 0
    assert Puzzle.objects.get().record == game.pk
    assert claim_quarry(later + DAY) is None


@pytest.mark.django_db
def test_an_upload_gets_in_line_once_it_is_shared(people: list[Player]) -> None:
    upload = keep_upload(people[0], Wish(findings_of(WHOLE), "", None), NOON)
    assert not Quarry.objects.exists()
    for shared in (True, False, True):
        share(people[0], upload.pk, shared=shared)
    assert Quarry.objects.get().record == upload.pk


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_kernels")
def test_a_whole_game_becomes_puzzles(
    open_table: Callable[..., Room], people: list[Player], settings: Any
) -> None:
    """Played by the engine at a table here. A game of a room that is not listed is never named."""
    settings.TEST_SEED = "puzzles"
    room = open_table(challenge="void")
    while (game := table_of(room)).status != Game.Status.OVER:
        state = store.load(game)
        words = open_lexicon(room.lexicon.current_revision_id or 0, state.tile_set.faces)
        best, mover = Engine(words).best_plays(state, 1)[0].act, people[state.to_move or 0]
        act = best if isinstance(best, Play) else Pass()
        turns.act(room.code, mover.pk, act, turn=game.turn_number, key="", now=NOON)
    for public in (True, False):
        Puzzle.objects.all().delete()
        Room.objects.update(public=public)
        Quarry.objects.update(cut_at=None)
        assert async_to_sync(cut_from)(Quarry.objects.get()) == Puzzle.objects.count() > 0
        assert {one.record for one in Puzzle.objects.all()} == {game.pk if public else None}
        assert "Amber" not in str(list(Puzzle.objects.values()))


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_kernels")
def test_the_worker_cuts_an_ended_game(
    open_table: Callable[..., Room], people: list[Player]
) -> None:
    """A resigned game holds nothing, one that goes on or is gone is not looked at: all are done."""
    resigned, running = open_table(), open_table()
    turns.act(resigned.code, people[0].pk, Resign(), turn=0, key="", now=NOON)
    for record in (table_of(running).pk, uuid4()):
        Quarry.objects.create(record=record, asked_at=NOON)
    while (quarry := claim_quarry(NOON)) is not None:
        assert async_to_sync(cut_from)(quarry) == 0
    assert Quarry.objects.filter(cut_at__isnull=False).count() == 3
    assert not Attempt.objects.exists()
