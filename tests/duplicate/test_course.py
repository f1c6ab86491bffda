"""The course of a duplicate game: ends of turns and pauses, late entry, computers, the end."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games.duplicate.models import DuplicateSecret
from games.duplicate.services import entry, turns
from games.duplicate.services.best_plays import find_turn_without_best_play, prepare_best_plays
from games.duplicate.services.presence import note_viewers
from games.players.models import Player
from games.rules.duplicate.formats import DuplicateFormat
from scrabble_site.shared.refusals import Conflict, Forbidden
from tests.duplicate.game_driver import A_MOMENT, TURN, GameDriver
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db

Open = Callable[..., GameDriver]


def test_the_turn_ends_once_everyone_present_is_done(
    open_duplicate: Open, people: list[Player]
) -> None:
    game = open_duplicate(entrants=3)
    amber, cobalt, jade = people[:3]
    game.now = NOON + timedelta(seconds=70)
    here = {str(amber.pk): True, str(cobalt.pk): True, str(jade.pk): False}
    note_viewers({game.code: here}, game.now)
    game.submit(amber, game.best())
    assert not turns.mark_done(game.code, amber, 1, game.now)
    assert game.view(cobalt).stage == "turn"
    assert turns.mark_done(game.code, cobalt, 1, game.now), "Jade is away"
    assert game.view().stage == "pause"


def test_another_play_takes_back_that_one_is_done(
    open_duplicate: Open, people: list[Player]
) -> None:
    game = open_duplicate()
    turns.mark_done(game.code, people[0], 1, game.now)
    game.submit(people[0], game.weak())
    assert not turns.mark_done(game.code, people[1], 1, game.now)
    assert turns.mark_done(game.code, people[0], 1, game.now)


def test_someone_alone_need_not_wait(open_duplicate: Open, people: list[Player]) -> None:
    game = open_duplicate(entrants=1)
    game.submit(people[0], game.best())
    assert turns.mark_done(game.code, people[0], 1, game.now)
    turns.skip_pause(game.code, people[0], 1, game.now)
    assert game.view().stage == "pause", "the engine is still looking for the best play"
    turns.run_due_steps(game.now)
    assert (game.view().stage, game.view().turn) == ("turn", 2)
    with pytest.raises(Conflict):
        turns.skip_pause(game.code, people[0], 1, game.now)
    game.run_out()
    with pytest.raises(Conflict):  # the press was meant for the pause before
        turns.skip_pause(game.code, people[0], 1, game.now)


def test_only_the_host_skips_a_pause_while_here(open_duplicate: Open, people: list[Player]) -> None:
    game = open_duplicate()
    game.run_out()
    note_viewers({game.code: {str(one.pk): True for one in people[:2]}}, game.now)
    with pytest.raises(Forbidden):
        turns.skip_pause(game.code, people[1], 1, game.now)
    assert not game.view(people[1]).may_skip
    later = game.now + timedelta(seconds=61)
    note_viewers({game.code: {str(people[1].pk): True}}, later)
    game.now = later
    assert game.view(people[1]).may_skip


def test_late_entry_misses_the_turns_before(open_duplicate: Open, people: list[Player]) -> None:
    game = open_duplicate()
    jade, rust = people[2:4]
    entry.enter_game(game.code, jade, game.now)
    game.submit(jade, game.weak())
    game.run_out()
    entered = entry.enter_game(game.code, rust, game.now)
    assert entered.joined_turn == 2
    assert entry.enter_game(game.code, rust, game.now) == entered
    result = game.view(rust).last_turn
    assert result is not None
    assert result.own is None
    assert game.view(rust).entrants == 4
    assert {row.person.name: row.points for row in game.view().standings}["Rust"] == 0


def test_a_game_ends_at_a_rack_that_allows_no_play(open_duplicate: Open) -> None:
    game = open_duplicate(entrants=1)
    best, rack = game.best(), game.view().rack
    game.submit(game.people[0], best)
    game.run_out()
    prepare_best_plays(game.now)
    DuplicateSecret.objects.update(best=None)
    game.run_out()
    shown = game.view()
    assert (shown.ending, shown.turn) == ("no_play", 2)
    assert shown.rack not in ((), rack)
    page = Client().get(reverse("games:duplicate_game", args=[game.code])).content.decode()
    assert page.count("No play is possible with this rack.") == 1
    assert "No play was possible." not in page


def test_a_game_is_played_to_its_end(open_duplicate: Open, people: list[Player]) -> None:
    game = open_duplicate(entrants=1)
    game.play_to_the_end()
    shown = game.view(people[0])
    assert shown.is_over
    assert shown.ending in ("no_tiles", "no_balance", "no_play")
    assert shown.standings[0].percent == 100.0
    assert shown.standings[0].difference == 0
    assert shown.bag.secret
    with pytest.raises(Conflict):
        entry.enter_game(game.code, people[1], game.now)
    with pytest.raises(Conflict):
        game.submit(people[0], ("8H", "AB"))


@pytest.mark.parametrize(
    ("format_", "size"), [(DuplicateFormat.SEVEN_OF_EIGHT, 8), (DuplicateFormat.JOKER, 7)]
)
def test_other_formats(open_duplicate: Open, format_: DuplicateFormat, size: int) -> None:
    game = open_duplicate(format=format_)
    for _turn in range(3):
        shown = game.view()
        assert len(shown.rack) == shown.terms.rack_size == size
        if format_ is DuplicateFormat.JOKER:
            assert any(tile.blank for tile in shown.rack)
        game.submit(game.people[0], game.best())
        game.next_turn()
    assert game.game.turn == 4


def test_a_game_that_no_one_plays_ends(open_duplicate: Open) -> None:
    game = open_duplicate()
    for _turn in range(3):
        assert not game.game.is_over
        game.next_turn()
    assert game.view().ending == "abandoned"
    assert game.view().rack == ()
    assert turns.run_due_steps(game.now + timedelta(days=1)) == []


def test_a_lone_best_play_earns_points_among_sixteen(
    open_duplicate: Open, people: list[Player]
) -> None:
    crowd = [Player.objects.create(nickname=f"Solver {number}") for number in range(14)]
    game = open_duplicate(lone_best_bonus=True)
    for player in crowd:
        entry.enter_game(game.code, player, game.now)
    for player in [people[1], *crowd]:
        game.submit(player, game.weak())
    worth = game.best_score()
    game.submit(people[0], game.best())
    game.run_out()
    shown = game.view(people[0])
    assert shown.last_turn is not None
    assert shown.last_turn.bonus == 10
    assert (shown.standings[0].points, shown.standings[0].lone_best_plays) == (worth + 10, 1)
    assert len({row.place for row in shown.standings[1:]}) == 1, "the others share a place"


def test_computer_players_play(open_duplicate: Open, people: list[Player]) -> None:
    game = open_duplicate(entrants=1, started=False)
    expert = entry.add_computer(game.code, people[0], 5, 0, game.now)
    assert entry.add_computer(game.code, people[0], 1, 1, game.now)
    assert entry.add_computer(game.code, people[0], 1, 1, game.now) is None, "sent twice"
    unwanted = entry.add_computer(game.code, people[0], 3, 2, game.now)
    assert expert and unwanted
    entry.remove_computer(game.code, people[0], unwanted.pk, game.now)
    game.start()
    with pytest.raises(Conflict):
        entry.add_computer(game.code, people[0], 2, 2, game.now)
    for _turn in range(3):
        game.next_turn()
    rows = {row.entrant: row for row in game.view().standings}
    assert len(rows) == 3
    assert rows[expert.pk].percent == 100.0
    assert rows[expert.pk].computer == 5
    assert game.game.is_over, "computers alone do not keep a game going"


def test_a_computer_is_waited_for_by_no_one(open_duplicate: Open, people: list[Player]) -> None:
    game = open_duplicate(entrants=1, started=False)
    entry.add_computer(game.code, people[0], 5, 0, game.now)
    game.start()
    assert turns.mark_done(game.code, people[0], 1, game.now)


def test_a_turn_waits_for_its_best_play(open_duplicate: Open, people: list[Player]) -> None:
    game = open_duplicate()
    DuplicateSecret.objects.update(best_turn=0, best=None)
    late = NOON + TURN + A_MOMENT
    assert turns.close_due_turns(late) == []
    assert turns.run_due_steps(late) == [game.code]


def test_a_game_that_fails_holds_up_no_other(
    open_duplicate: Open, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, whole = open_duplicate(entrants=1), open_duplicate(entrants=1)
    monkeypatch.setattr(turns, "close_turn", _fail_at(broken.code, turns.close_turn))
    assert turns.close_due_turns(NOON + TURN + A_MOMENT) == [whole.code]
    DuplicateSecret.objects.update(best_turn=0)
    asked = find_turn_without_best_play({broken.code})
    assert asked is not None
    assert asked.code == whole.code
    assert find_turn_without_best_play({broken.code, whole.code}) is None


def _fail_at(code: str, step: turns.Step) -> turns.Step:
    def attempt(at: str, turn: int, now: datetime) -> bool:
        assert at != code
        return step(at, turn, now)

    return attempt
