"""Who may do what in a duplicate game, the seed of the bag, and people's data."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from games.accounts.perspective.data_export import build_data_export
from games.accounts.services.account_deletion import delete_account
from games.accounts.services.account_merging import create_member, merge_guest
from games.duplicate.live.fragments import render_own_parts
from games.duplicate.models import DuplicateEntrant, DuplicateGame
from games.duplicate.services import entry, games, starting, turns
from games.duplicate.services.cleanup import delete_abandoned_games
from games.duplicate.services.outages import put_off_turns
from games.duplicate.services.presence import note_viewers
from games.duplicate.store.replay import recompute_draws
from games.duplicate.terms.settings import DuplicateSettings
from games.players.models import Player
from games.players.services.blocks import block_player
from games.rules.equipment.fair_shuffle import hash_secret
from lexicon.models import Lexicon
from scrabble_site.shared.refusals import Conflict, Forbidden, InvalidRequest
from tests.duplicate.game_driver import GameDriver
from tests.play.conftest import NOON

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

Open = Callable[..., GameDriver]
HALF_A_MINUTE = timedelta(seconds=30)


def bytes_of(player: Player) -> str:
    return player.nickname.encode().ljust(16, b".").hex()


@pytest.fixture
def mixed(lexicon: Lexicon, people: list[Player], settings: Any, _kernels: None) -> GameDriver:
    """A waiting game of two whose pages add to the seed."""
    settings.BAG_SEED_TIMEOUT = 3
    return GameDriver.open(lexicon, people, 2)


def test_the_first_rack_is_dealt_once_every_page_has_added_to_the_seed(
    mixed: GameDriver, people: list[Player]
) -> None:
    starting.contribute(mixed.code, people[0], bytes_of(people[0]), NOON)
    starting.start_duplicate_game(mixed.code, people[0], NOON)
    assert mixed.view().stage == "starting"
    with pytest.raises(Conflict):
        starting.contribute(mixed.code, people[0], bytes_of(people[1]), NOON)
    with pytest.raises(InvalidRequest):
        starting.contribute(mixed.code, people[1], "zz", NOON)
    assert not starting.contribute(mixed.code, people[0], bytes_of(people[0]), NOON)
    assert starting.contribute(mixed.code, people[1], bytes_of(people[1]), NOON)
    assert mixed.view().stage == "turn"
    assert mixed.view().bag.contributions == tuple(bytes_of(one) for one in people[:2])
    assert hash_secret(bytes(mixed.game.secret.secret)) == mixed.view().bag.seed_hash


def test_a_page_that_adds_nothing_holds_no_one_up(mixed: GameDriver, people: list[Player]) -> None:
    starting.start_duplicate_game(mixed.code, people[0], NOON)
    assert turns.open_due_turns(NOON + timedelta(seconds=2.9)) == []
    assert turns.open_due_turns(NOON + timedelta(seconds=3)) == [mixed.code]
    assert mixed.game.contributions == ["", ""]
    with pytest.raises(Conflict):
        starting.contribute(mixed.code, people[1], bytes_of(people[1]), NOON)


def test_the_draws_follow_from_the_published_seed(mixed: GameDriver, people: list[Player]) -> None:
    for player in people[:2]:
        starting.contribute(mixed.code, player, bytes_of(player), NOON)
    mixed.start()
    with pytest.raises(CommandError, match="still running"):
        call_command("verify_bag", mixed.code)
    mixed.play_to_the_end()
    draws = recompute_draws(mixed.game)
    assert len(draws) == mixed.game.turns.count() > 3
    assert all(draw.recorded == draw.computed for draw in draws)
    said = StringIO()
    call_command("verify_bag", mixed.code, stdout=said)
    assert "All draws match the secret." in said.getvalue()
    turn = mixed.game.turns.get(number=2)
    turn.rack = turn.rack[::-1]
    turn.save()
    with pytest.raises(CommandError, match="rack 2"):
        call_command("verify_bag", mixed.code, stdout=StringIO())
    with pytest.raises(CommandError, match="1 of 1 games"):
        call_command("verify_bag", "--newest", "5", stdout=StringIO())


def test_only_the_host_starts_while_here(open_duplicate: Open, people: list[Player]) -> None:
    game = open_duplicate(started=False)
    with pytest.raises(Forbidden):
        starting.start_duplicate_game(game.code, people[1], NOON)
    with pytest.raises(Forbidden):
        entry.add_computer(game.code, people[1], 1, 0, NOON)
    game.now = NOON + timedelta(seconds=61)
    note_viewers({game.code: {str(people[1].pk): True}}, game.now)
    assert game.view(people[1]).may_start
    assert "The host is away" in render_own_parts(game.view(people[1]))
    assert "You're the host" in render_own_parts(game.view(people[0]))
    starting.start_duplicate_game(game.code, people[1], game.now)
    assert game.view().in_turn


def test_a_computer_with_a_long_id_can_be_removed(
    open_duplicate: Open, people: list[Player], client_of: Callable[[Player | None], Client]
) -> None:
    game = open_duplicate(started=False)
    added = DuplicateEntrant.objects.create(
        pk=10**9, game=game.game, computer_level=1, entered_at=game.now
    )
    remove = reverse("games:remove_duplicate_computer", args=[game.code])
    answer = client_of(people[0]).post(remove, {"entrant": str(added.pk)})
    assert answer.status_code == 200
    assert not DuplicateEntrant.objects.filter(pk=added.pk).exists()


def test_blocked_people_do_not_enter(open_duplicate: Open, people: list[Player]) -> None:
    game = open_duplicate(started=False)
    block_player(people[0], people[2], NOON)
    with pytest.raises(Conflict):
        entry.enter_game(game.code, people[2], NOON)


@pytest.mark.parametrize(
    "wrong",
    [{"turn_seconds": 19}, {"turn_seconds": 181}, {"pause_seconds": 61}, {"variant": "qwibble"}],
)
def test_settings_out_of_range_are_refused(
    lexicon: Lexicon, people: list[Player], wrong: dict[str, Any]
) -> None:
    given: dict[str, Any] = {"variant": "scrabble", "tile_set": "en", "lexicon": lexicon} | wrong
    with pytest.raises(InvalidRequest):
        games.create_duplicate_game(people[0], DuplicateSettings(**given), "", NOON)


def test_a_host_has_a_limited_number_of_games(lexicon: Lexicon, people: list[Player]) -> None:
    chosen = DuplicateSettings("scrabble", "en", lexicon)
    for _game in range(games.MAX_OPEN_GAMES):
        games.create_duplicate_game(people[0], chosen, "", NOON)
    with pytest.raises(Conflict):
        games.create_duplicate_game(people[0], chosen, "", NOON)


def test_no_one_loses_time_by_an_outage(open_duplicate: Open) -> None:
    game = open_duplicate()
    stamp, due_at = game.game.stamp, game.game.due_at
    assert due_at is not None
    put_off_turns(NOON, NOON + HALF_A_MINUTE)
    assert game.game.due_at == due_at + HALF_A_MINUTE
    assert game.game.stamp > stamp, "open pages show the new end"


def test_games_that_never_started_are_deleted_after_a_day(open_duplicate: Open) -> None:
    waiting = open_duplicate(started=False)
    running = open_duplicate()
    day = timedelta(days=1)
    assert delete_abandoned_games(NOON + day) == 0
    assert delete_abandoned_games(NOON + day + HALF_A_MINUTE) == 1
    assert not DuplicateGame.objects.filter(code=waiting.code).exists()
    assert DuplicateGame.objects.filter(code=running.code).exists()


def test_a_game_does_not_lead_to_a_deleted_one(open_duplicate: Open, people: list[Player]) -> None:
    game = open_duplicate(entrants=1)
    game.play_to_the_end()
    following = games.play_again(game.code, people[0], "", game.now)
    assert game.view(people[0]).next_code == following.code
    assert delete_abandoned_games(game.now + timedelta(days=2)) == 1
    assert game.view(people[0]).next_code == ""
    assert game.view(people[0]).may_play_again


def test_games_follow_a_player_through_merging_export_and_deletion(
    open_duplicate: Open, people: list[Player]
) -> None:
    amber, cobalt = people[:2]
    game = open_duplicate()
    game.submit(cobalt, game.best())
    game.submit(amber, game.weak())
    game.run_out()
    member = create_member(User.objects.create_user("Amber"), amber, "Amber")
    merge_guest(cobalt, member, NOON)
    kept = DuplicateEntrant.objects.get(game__code=game.code)
    assert kept.player == member
    assert kept.points == game.game.turns.get().best["score"]
    (exported,) = build_data_export(member, NOON)["duplicate"]
    assert [play["points"] for play in exported["plays"]] == [kept.points]
    assert [row.person.name for row in game.view().standings] == ["Amber"]
    delete_account(member, NOON)
    assert [row.person.name for row in game.view().standings] != ["Amber"]


def test_the_entry_that_a_merge_drops_is_gone_at_once(
    open_duplicate: Open, people: list[Player]
) -> None:
    amber, cobalt = people[:2]
    game = open_duplicate()
    game.submit(amber, game.best())
    game.run_out()
    assert game.view().entrants == 2
    merge_guest(cobalt, create_member(User.objects.create_user("Amber"), amber, "Amber"), NOON)
    assert [row.person.name for row in game.view().standings] == ["Amber"]


def test_a_deleted_player_leaves_games_that_have_not_started(
    open_duplicate: Open, people: list[Player]
) -> None:
    game = open_duplicate(started=False)
    stamp = game.game.stamp
    delete_account(people[1], NOON)
    assert game.view().entrants == 1
    assert game.game.stamp > stamp
