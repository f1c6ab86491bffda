"""Many games wait for computers at once: each gets a fair share, and players see a notice."""

import asyncio
import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from games.common.worker_threads import run_in_database_thread
from games.computers.jobs import computer_turns, runner
from games.computers.models import Hint
from games.computers.services import busy_notices, work_claims
from games.computers.services.hints import request_hint
from games.play import store
from games.play.models import Game, Room
from games.play.perspective import build_room_view
from games.play.services import rooms, schedule, seats, turns
from games.players.models import Player
from games.rules.plays.acts import Pass, Resign
from scrabble_site.shared.refusals import Forbidden
from tests.play.conftest import NOON, table_of
from tests.processes import PATIENCE
from tests.site.test_worker_restarts import run_in_thread

EXPERT, BEGINNER = 5, 1


def make_games(host: Player, like: Room, number: int) -> None:
    """Create ``number`` games of ``host`` whose computer has been due for a minute. They have only
    the fields that claims read."""
    made = Room.objects.bulk_create(
        Room(
            title="One of many",
            host=host,
            variant=like.variant,
            edition=like.edition,
            options=like.options,
            lexicon=like.lexicon,
        )
        for _ in range(number)
    )
    earlier = NOON - timedelta(minutes=1)
    Game.objects.bulk_create(
        Game(room=room, number=1, status="playing", computer_at=earlier) for room in made
    )


def claim(fair_queue: work_claims.FairQueue, limit: int = 1) -> list[work_claims.WorkClaim[Game]]:
    return work_claims.claim_games(NOON, limit, fair_queue)


@pytest.mark.django_db
def test_two_hundred_games_of_one_host_delay_no_one_else(open_against, people) -> None:
    """A beginner's game is among the next two that are claimed, and gets its full thinking time."""
    beginner = open_against(people[1], BEGINNER)
    make_games(people[0], beginner, 200)
    fair_queue = work_claims.FairQueue(threads=2)
    first, second = claim(fair_queue) + claim(fair_queue)
    assert {first.work.room.host, second.work.room.host} == {people[0], people[1]}
    one, many = sorted((first, second), key=lambda each: -each.seconds)
    assert one.work.room == beginner
    assert one.seconds == work_claims.TARGET_WAIT_SECONDS
    assert many.seconds == work_claims.TARGET_WAIT_SECONDS * 2 / (2 * 200)
    for each in (one, many):
        work_claims.release_claim(each.work)
    later = [claim(fair_queue)[0].work.room.host for _ in range(2)]
    assert people[1] in later, "and so it stays"


@pytest.mark.django_db
def test_a_hosts_many_games_are_served_in_turn(open_against, people) -> None:
    """A host who plays several computers alone has one game served at a time."""
    beginner = open_against(people[1], BEGINNER)
    make_games(people[0], beginner, 12)
    fair_queue, served = work_claims.FairQueue(threads=2), []
    for _ in range(13):
        at_once = claim(fair_queue, limit=4)
        hosts = [each.work.room.host for each in at_once]
        assert len(set(hosts)) == len(hosts)
        assert claim(fair_queue, limit=4) == []
        for each in at_once:
            served.append(each.work.pk)
            Game.objects.filter(pk=each.work.pk).update(computer_at=None, claimed_until=None)
    assert len(set(served)) == len(served) == 13


@pytest.mark.django_db
def test_people_who_play_together_come_before_practice(open_against, open_table, people) -> None:
    alone = [table_of(open_against(host, BEGINNER)) for host in people[:2]]
    together = [table_of(open_table(seats=2)) for _ in range(2)]
    Game.objects.filter(pk__in=[one.pk for one in together]).update(computer_at=NOON)
    fair_queue = work_claims.FairQueue(threads=2)
    first = claim(fair_queue, limit=2)
    assert {each.work for each in first} == set(together), "of one host, too"
    late = NOON + work_claims.LONG_WAIT * 1.5
    for each in first:
        Game.objects.filter(pk=each.work.pk).update(computer_at=late, claimed_until=None)
    then = work_claims.claim_games(late, 2, fair_queue)
    assert {each.work for each in then} == set(alone), "no game waits forever"


@pytest.mark.django_db
def test_the_expert_thinks_for_less_when_many_wait(open_against, people, monkeypatch) -> None:
    game = table_of(open_against(people[0], EXPERT))
    gentle = table_of(open_against(people[1], BEGINNER))
    given = []

    def choose(*args, **_options) -> Pass:
        given.append(args[-1].seconds)
        return Pass()

    monkeypatch.setattr(computer_turns, "choose_act", choose)
    for seconds in (100.0, 0.3, 0.001):
        for each in (game, gentle):
            task = computer_turns.find_next_turn(each, seconds)
            assert task is not None
            computer_turns.decide_act(task)
    assert given == [2.0, 0.0, 0.3, 0.0, computer_turns.MIN_SECONDS, 0.0]


@pytest.mark.django_db
def test_computers_do_not_think_in_games_without_people(open_against, people) -> None:
    room = open_against(people[0], EXPERT, EXPERT)
    turn = table_of(room).turn_number
    before = computer_turns.find_next_turn(table_of(room), 9.0)
    assert before is not None and before.seconds == 2.0
    turns.apply_player_act(room.code, people[0].pk, Resign(), turn=turn, key="", now=NOON)
    after = computer_turns.find_next_turn(table_of(room), 9.0)
    assert after is not None and after.seconds == 0.0


@pytest.mark.django_db
def test_no_game_starts_without_a_person(open_table, people) -> None:
    room = open_table(seats=2, started=False)
    seats.leave_seat(room.code, people[1], NOON)
    seats.seat_computer(room.code, people[0], 1, EXPERT, NOON)
    seats.leave_seat(room.code, people[0], NOON)
    for attempt in (
        lambda: seats.seat_computer(room.code, people[0], 0, EXPERT, NOON),
        lambda: rooms.start_game(room.code, people[0], NOON),
    ):
        with pytest.raises(Forbidden):
            attempt()
    assert table_of(room).status == Game.Status.WAITING
    assert claim(work_claims.FairQueue(threads=2)) == []


@pytest.mark.django_db
def test_a_computers_pause_ends_before_its_turn_is_computed(open_against, people) -> None:
    game = table_of(open_against(people[0], BEGINNER, simulate_thinking=True))
    assert game.computer_at is not None
    assert NOON + timedelta(seconds=1) < game.computer_at < NOON + timedelta(seconds=20)
    fair_queue = work_claims.FairQueue(threads=2)
    assert work_claims.claim_games(NOON + timedelta(seconds=1), 4, fair_queue) == []
    (claimed,) = work_claims.claim_games(game.computer_at, 4, fair_queue)
    assert claimed.work == game


@pytest.mark.django_db
def test_a_computers_pause_does_not_restart(open_against, people) -> None:
    room = open_against(people[0], BEGINNER, simulate_thinking=True)
    game = table_of(room)
    begun = game.computer_at
    schedule.replan_game(game, NOON + timedelta(seconds=1))
    assert game.computer_at == begun


@pytest.mark.django_db
def test_a_turn_scheduled_by_a_wrong_clock_is_played(open_against, people) -> None:
    room = open_against(people[0], 1, simulate_thinking=True)
    ahead = NOON + timedelta(minutes=2)
    Game.objects.filter(room=room).update(computer_at=ahead, claimed_until=ahead)
    assert len(work_claims.claim_games(NOON, 4, work_claims.FairQueue(2))) == 1
    Game.objects.filter(room=room).update(failures=1, claimed_until=ahead)
    assert work_claims.claim_games(NOON, 4, work_claims.FairQueue(2)) == [], (
        "what has failed rests for long"
    )


def test_players_see_that_the_computer_is_busy(open_against, people) -> None:
    room = open_against(people[0], BEGINNER)
    soon, late = NOON + timedelta(seconds=2), NOON + timedelta(seconds=8)
    assert busy_notices.list_games_kept_waiting(soon, 9) == []
    assert "busy" not in build_room_view(room.code, people[0]).say
    before = build_room_view(room.code, people[0]).stamp
    ((code, game_id),) = busy_notices.list_games_kept_waiting(late, 9)
    assert busy_notices.report_busy(code, game_id, late)
    assert not busy_notices.report_busy(code, game_id, late), "said once"
    assert busy_notices.list_games_kept_waiting(late, 9) == []
    view = build_room_view(room.code, people[0])
    assert view.say.endswith("Gentle bot is busy in other games and will move as soon as possible.")
    assert view.stamp > before
    turns.apply_seat_act(room.code, 1, Pass(), game_id=game_id, turn=view.turn, now=late)
    assert "busy" not in build_room_view(room.code, people[0]).say


@pytest.mark.django_db
def test_players_waiting_for_a_hint_see_that_the_computer_is_busy(
    open_against, people, client_of
) -> None:
    room = open_against(people[0], BEGINNER)
    turns.apply_seat_act(
        room.code, 1, Pass(), game_id=table_of(room).pk, turn=table_of(room).turn_number, now=NOON
    )
    browser, path = client_of(people[0]), f"/r/{room.code}/hint"
    asked = {"turn": table_of(room).turn_number, "step": 1}
    assert "Thinking" in browser.post(path, asked).content.decode()
    Hint.objects.update(asked_at=timezone.now() - timedelta(seconds=8))
    assert "The computer is busy" in browser.post(path, asked).content.decode()
    Hint.objects.update(plays=[])
    assert "busy" not in browser.post(path, asked).content.decode()


def work_until(done: Callable[[], bool]) -> None:
    """Run the worker's job runner until ``done()`` is true."""

    async def work() -> None:
        desk = runner.ComputerJobRunner()
        while not await run_in_database_thread(done):
            await desk.run_round()
            await asyncio.sleep(0.01)

    run_in_thread(work())


def moved(room: Room) -> bool:
    return table_of(room).moves.filter(seat=1).exists()


@pytest.mark.django_db(transaction=True)
def test_pauses_of_computers_delay_no_other_game(open_against, people, monkeypatch) -> None:
    """Forty games pause before the computer moves; the one without a pause is served at once."""
    monkeypatch.setattr(schedule, "get_thinking_delay", lambda: timedelta(days=9000))
    monkeypatch.setattr(work_claims, "MAX_CLOCK_SKEW", timedelta(days=10_000))
    paused = [open_against(people[n % 3], BEGINNER, simulate_thinking=True) for n in range(40)]
    hurried = open_against(people[3], BEGINNER)
    work_until(lambda: moved(hurried))
    assert not any(moved(room) for room in paused)


@pytest.mark.django_db(transaction=True)
def test_forty_simultaneous_moves_are_all_answered(open_against, people) -> None:
    tables = [open_against(people[n % 4], BEGINNER) for n in range(40)]
    work_until(lambda: not Game.objects.filter(computer_at__isnull=False).exists())
    assert all(moved(room) for room in tables)


@pytest.mark.django_db(transaction=True)
def test_a_beginner_among_many_experts_is_answered_soon(open_against, people, monkeypatch) -> None:
    many = [open_against(people[0], EXPERT) for _ in range(20)]
    single = open_against(people[1], BEGINNER)
    order = []

    def decide(task: computer_turns.ComputerTurn) -> Pass:
        order.append(task.code)
        return Pass()

    monkeypatch.setattr(computer_turns, "decide_act", decide)
    work_until(lambda: moved(single))
    assert order.index(single.code) < runner.GAMES_AT_ONCE
    assert {room.code for room in many} | {single.code} >= set(order)


@pytest.mark.django_db(transaction=True)
def test_hints_are_given_while_all_computers_think(open_against, people, monkeypatch) -> None:
    asker = open_against(people[1], BEGINNER)
    turns.apply_seat_act(
        asker.code,
        1,
        Pass(),
        game_id=table_of(asker).pk,
        turn=table_of(asker).turn_number,
        now=NOON,
    )
    for _ in range(6):
        open_against(people[0], EXPERT)
    thought, begun = threading.Event(), threading.Semaphore(0)

    def decide(_task: computer_turns.ComputerTurn) -> Pass:
        begun.release()
        assert thought.wait(PATIENCE)
        return Pass()

    monkeypatch.setattr(computer_turns, "decide_act", decide)
    asked: list[Hint] = []

    def answered() -> bool:
        if not asked and begun.acquire(blocking=False):
            asked.append(
                request_hint(asker.code, people[1], store.load_state(table_of(asker)).turn_number)
            )
        return bool(asked) and Hint.objects.filter(plays__isnull=False).exists()

    try:
        work_until(answered)
    finally:
        thought.set()
