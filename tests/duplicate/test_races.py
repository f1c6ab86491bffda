"""What happens at the same moment: two closers, a play at the end of a turn, a form twice."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from itertools import count
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from games.common.waiting_commands import hold_arrival
from games.duplicate.models import (
    DuplicateEntrant,
    DuplicateGame,
    DuplicateSubmission,
    DuplicateTurn,
)
from games.duplicate.services import entry, games, starting, turns
from games.duplicate.services.best_plays import prepare_best_plays
from games.players.models import Player
from scrabble_site.shared.refusals import Conflict, Refusal
from tests.duplicate.game_driver import A_MOMENT, TURN, GameDriver
from tests.play.conftest import NOON
from tests.play.test_killed_referee import KillAtStatement, ProcessKilled

pytestmark = pytest.mark.django_db(transaction=True)

Open = Callable[..., GameDriver]
AFTER = NOON + TURN + A_MOMENT


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Make all calls at the same moment, each in a thread; return results, or refusals raised."""
    gate = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        gate.wait()
        try:
            return call()
        except Refusal as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def test_several_closers_close_a_turn_once(open_duplicate: Open, people: list[Player]) -> None:
    game = open_duplicate()
    worth = game.submit(people[0], game.best()).points
    closed = at_once(*[lambda: turns.close_due_turns(AFTER)] * 4)
    assert closed.count([game.code]) == 1
    assert DuplicateTurn.objects.count() == 1
    assert game.view().standings[0].points == worth


def test_several_workers_find_the_same_best_play(open_duplicate: Open) -> None:
    game = open_duplicate(entrants=1, started=False)
    entry.add_computer(game.code, game.people[0], 5, 0, NOON)
    starting.start_duplicate_game(game.code, game.people[0], NOON)
    at_once(*[lambda: prepare_best_plays(NOON)] * 3)
    assert game.game.secret.best_turn == 1
    assert DuplicateSubmission.objects.get().points == game.best_score()


def test_plays_that_arrive_together_are_all_stored(
    open_duplicate: Open, people: list[Player]
) -> None:
    game = open_duplicate(entrants=4)
    weak = game.weak()
    at_once(*[lambda player=player: game.submit(player, weak) for player in people * 3])
    assert DuplicateSubmission.objects.filter(turn=1).count() == 4
    game.run_out()
    assert [row.points for row in game.view().standings] == [game.view().standings[0].points] * 4


def test_the_same_command_twice_at_once(open_duplicate: Open, people: list[Player]) -> None:
    game = open_duplicate()
    weak = game.weak()
    at_once(*[lambda: game.submit(people[0], weak, key="same")] * 4)
    assert DuplicateSubmission.objects.get().keys == ["same"]


def test_a_play_at_the_last_moment_counts_or_is_refused(
    open_duplicate: Open, people: list[Player]
) -> None:
    game = open_duplicate()
    weak, last = game.weak(), NOON + TURN - timedelta(milliseconds=1)
    sent, _closed = at_once(
        lambda: game.submit(people[0], weak, turn=1, at=last),
        lambda: turns.close_due_turns(AFTER),
    )
    points = game.view(people[0]).last_turn.own.points
    if isinstance(sent, Refusal):
        assert (sent.code, points) == ("duplicate.moved_on", 0)
    else:
        assert points == sent.points > 0


def test_no_turn_is_closed_while_a_play_that_came_in_time_waits(open_duplicate: Open) -> None:
    game = open_duplicate()
    with hold_arrival(game.code, (NOON + TURN - A_MOMENT).timestamp()):
        assert turns.close_due_turns(AFTER) == []
    with hold_arrival(game.code, (AFTER + A_MOMENT).timestamp()):
        assert turns.close_due_turns(AFTER) == [game.code]


def test_a_killed_process_leaves_the_turn_to_the_next_one(
    open_duplicate: Open, people: list[Player]
) -> None:
    game = open_duplicate()
    worth = game.submit(people[0], game.best()).points
    for survived in count():
        killing = KillAtStatement(survived)
        with connection.execute_wrapper(killing), suppress(ProcessKilled):
            turns.close_due_turns(AFTER)
        if not killing.killed:
            break
        connection.close()
    assert survived > 5
    assert DuplicateTurn.objects.count() == 1
    assert game.view().standings[0].points == worth


def test_a_killed_process_keeps_every_acknowledged_play(
    open_duplicate: Open, people: list[Player]
) -> None:
    game = open_duplicate()
    weak = game.weak()
    for survived in count():
        acknowledged = False
        killing = KillAtStatement(survived)
        with connection.execute_wrapper(killing), suppress(ProcessKilled):
            game.submit(people[0], weak, key="sent")
            acknowledged = True
        assert DuplicateSubmission.objects.exists() == acknowledged
        if acknowledged:
            break
        connection.close()


def test_everyone_done_at_once_closes_the_turn_once(
    open_duplicate: Open, people: list[Player]
) -> None:
    game = open_duplicate(entrants=4)
    done = [lambda one=one: turns.mark_done(game.code, one, 1, NOON) for one in people]
    assert at_once(*done).count(True) == 1
    assert DuplicateTurn.objects.count() == 1


def test_entering_twice_at_once(open_duplicate: Open, people: list[Player]) -> None:
    game = open_duplicate(entrants=1)
    at_once(*[lambda: entry.enter_game(game.code, people[1], NOON)] * 4)
    assert DuplicateEntrant.objects.filter(player=people[1]).count() == 1


def test_starting_twice_at_once(open_duplicate: Open, people: list[Player]) -> None:
    game = open_duplicate(started=False)
    at_once(*[lambda: starting.start_duplicate_game(game.code, people[0], NOON)] * 3)
    assert (game.game.stage, game.game.turn) == ("turn", 1)


def test_a_form_sent_twice_makes_one_game(open_duplicate: Open, people: list[Player]) -> None:
    chosen = open_duplicate(started=False).settings
    made = at_once(*[lambda: games.create_duplicate_game(people[1], chosen, "form", NOON)] * 3)
    assert len({game.pk for game in made}) == 1
    assert DuplicateGame.objects.filter(host=people[1]).count() == 1


def test_play_again_leads_everyone_to_one_game(open_duplicate: Open, people: list[Player]) -> None:
    game = open_duplicate(entrants=3)
    with pytest.raises(Conflict):
        games.play_again(game.code, people[0], "", NOON)
    game.play_to_the_end()
    again = [
        lambda one=one: games.play_again(game.code, one, one.nickname, game.now)
        for one in people[:3]
    ]
    assert len({made.code for made in at_once(*again)}) == 1
    following = DuplicateGame.objects.get(previous__code=game.code)
    assert game.view(people[1]).next_code == following.code
    assert (following.turn_seconds, following.options) == (120, {})
    assert following.stage == "waiting"
