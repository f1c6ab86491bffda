"""Fair-play figures: computed by the worker after a rated game, shown to moderators only."""

import json
from collections.abc import Coroutine
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games.fairplay import jobs
from games.fairplay.models import (
    FindRate,
    MeasuredGame,
    PageAbsence,
    PendingGame,
    PlayerSignals,
)
from games.fairplay.services.absences import store_absences
from games.fairplay.services.measuring import read_game, store_measurements
from games.fairplay.services.queue import LEASE, MAX_FAILURES, SETTLES, claim_game
from games.fairplay.terms.observing import observe_step
from games.live.absences import Absence
from games.live.topics import Topic
from games.play.models import Game
from games.players.models import Player
from games.rules.plays.acts import Resign
from tests.accounts.conftest import PASSWORD, confirm_password, log_in
from tests.play.conftest import NOON, table_of
from tests.ratings.conftest import act

pytestmark = pytest.mark.django_db

SIGNALS = "/admin/games/playersignals/"
LATER = NOON + timedelta(hours=1)


@pytest.fixture(autouse=True)
def _in_this_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the worker's steps in this thread, since they need the test's database connection."""

    async def at_once(work: Any, *given: Any) -> Any:
        return work(*given)

    monkeypatch.setattr(jobs, "run_in_database_thread", at_once)
    monkeypatch.setattr(jobs, "run_in_idle_thread", at_once)


def drive(work: Coroutine[Any, Any, None]) -> None:
    with pytest.raises(StopIteration):
        work.send(None)


def measure_all() -> None:
    """Run the worker until no game waits to be measured."""
    for _ in range(PendingGame.objects.count()):
        drive(jobs.run_round())


def log_in_as(player: Player) -> Client:
    """Return a browser in which the player has just entered their password."""
    user = player.user
    assert user is not None
    user.email = f"{player.nickname.lower()}@tiles.example"
    user.set_password(PASSWORD)
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    browser = Client()
    assert log_in(browser, user.email).status_code == 302
    confirm_password(browser)
    return browser


def downloaded(client: Client) -> dict[str, Any]:
    """Return the player's data export."""
    data: dict[str, Any] = json.loads(client.get("/settings/data/").content)
    return data


def leave_page(game: Game, player: Any, at: Any, milliseconds: int) -> int:
    absence = Absence(str(player.pk), round(at.timestamp() * 1000), milliseconds)
    return store_absences({Topic("room", game.room.code): [absence]})


def test_a_rated_game_is_measured_and_a_moderator_sees_it(play_rated, people, moderator) -> None:
    game = play_rated()
    measure_all()
    assert not PendingGame.objects.exists()
    rows = MeasuredGame.objects.filter(game=game)
    assert {row.player for row in rows} == set(people[:2])
    turns = [turn for row in rows for turn in row.turns]
    assert turns
    assert {spent for *_, spent, _measure_absence in turns} == {20_000}
    listed = moderator.get(SIGNALS).content.decode()
    assert "Amber" in listed
    assert "Cobalt" in listed
    row = PlayerSignals.objects.get(player=people[0])
    page = moderator.get(f"{SIGNALS}{row.pk}/change/").content.decode()
    for said in (
        "Amber",
        "Rare best plays found",
        "prove nothing",
        f"/games/{game.pk}/",
    ):
        assert said in page
    assert SIGNALS in moderator.get("/admin/").content.decode()
    Player.objects.filter(pk=people[0].pk).update(nickname="Guest 482917")
    moderator.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    german = moderator.get(f"{SIGNALS}{row.pk}/change/").content.decode()
    assert "<bdi>Gast 482917</bdi>" in german
    assert "Guest 482917" not in german
    assert moderator.post(f"{SIGNALS}{row.pk}/delete/", {"post": "yes"}).status_code == 403
    assert moderator.get(f"{SIGNALS}add/").status_code == 403


def test_only_moderators_see_signals(play_rated, people, client_of) -> None:
    play_rated()
    measure_all()
    row = PlayerSignals.objects.get(player=people[0])
    staff = Client()
    staff.force_login(User.objects.create_user("staff", password="x", is_staff=True))
    others = {"staff": staff, "guest": Client(), "player": client_of(people[0])}
    for who, client in others.items():
        expected = 403 if who == "staff" else 302
        for path in (SIGNALS, f"{SIGNALS}{row.pk}/change/"):
            assert client.get(path).status_code == expected, (who, path)
    for path in ("/people/Amber/", "/settings/"):
        assert b"measured" not in client_of(people[0]).get(path, follow=True).content


def test_unrated_games_are_not_measured(open_rated, people) -> None:
    room = open_rated(rated=False)
    act(room, people[0], Resign())
    short = open_rated()
    act(short, people[0], Resign())  # no seat has moved
    assert table_of(short).ended_at is not None
    assert not PendingGame.objects.exists()


def test_a_game_is_claimed_after_a_delay_by_one_worker(play_rated) -> None:
    game = play_rated()
    ended = game.ended_at
    assert ended is not None
    assert claim_game(ended + SETTLES / 2) is None
    claimed = claim_game(ended + SETTLES)
    assert claimed is not None
    assert claim_game(ended + SETTLES) is None, "it has a lease"
    again = claim_game(ended + SETTLES + 2 * LEASE)
    assert again == claimed, "the worker was killed: the next one starts over"


def test_two_workers_write_once(play_rated) -> None:
    play_rated()
    pending = PendingGame.objects.get()
    played = read_game(pending)
    assert played is not None
    observed_turns = [
        observed_turn
        for step in played.history.steps
        if (observed_turn := observe_step(step, played.words, played.common))
    ]
    assert store_measurements(pending, played, observed_turns, LATER)
    counted = list(FindRate.objects.values_list("turns", "found", "expected"))
    assert not store_measurements(pending, played, observed_turns, LATER)
    assert list(FindRate.objects.values_list("turns", "found", "expected")) == counted
    assert MeasuredGame.objects.count() == PlayerSignals.objects.count() == 2


def test_a_game_that_fails_again_and_again_is_given_up(
    play_rated, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_rated()

    def fail(*_: Any) -> None:
        raise ValueError("odd")

    monkeypatch.setattr(jobs, "read_game", fail)
    for _ in range(MAX_FAILURES + 1):
        drive(jobs.run_round())
        PendingGame.objects.update(claimed_until=None)
    assert not PendingGame.objects.exists()
    assert not MeasuredGame.objects.exists()


def test_figures_are_about_the_ten_latest_games(play_rated, people) -> None:
    for _ in range(11):
        play_rated(moves=2)
    measure_all()
    assert MeasuredGame.objects.filter(player=people[0]).count() == 11
    assert PlayerSignals.objects.get(player=people[0]).games == 10


def test_a_hidden_page_counts_for_the_turn_it_was_hidden_on(play_rated, open_rated, people) -> None:
    running = open_rated()
    assert leave_page(table_of(running), people[0], NOON, 3000) == 1
    assert leave_page(table_of(running), people[2], NOON, 3000) == 0, "a spectator's"
    assert leave_page(table_of(open_rated(rated=False)), people[0], NOON, 3000) == 0
    game = play_rated()
    assert leave_page(game, people[0], NOON, 3000) == 0, "it is over"
    first = game.moves.order_by("number")[0]
    assert first.player is not None
    until = first.made_at - timedelta(seconds=5)
    PageAbsence.objects.create(game=game, player=first.player, until=until, length=60_000)
    measure_all()
    row = MeasuredGame.objects.get(game=game, player=first.player)
    away = {number: hidden for number, *_, hidden in row.turns}
    assert away.pop(first.number) == 15_000, "so much of the turn's twenty seconds"
    assert not any(away.values())
    assert not PageAbsence.objects.filter(game=game).exists()
    assert PageAbsence.objects.count() == 1, "the running game's"


def test_figures_are_exported_and_deleted_with_their_player(play_rated, open_rated, people) -> None:
    game = play_rated()
    leave_page(table_of(open_rated()), people[0], NOON, 4321)
    measure_all()
    amber = log_in_as(people[0])
    data = downloaded(amber)
    assert [one["length"] for one in data["page_hidden"]] == [4321]
    assert [one["game"] for one in data["measured_games"]] == [str(game.pk)]
    assert data["measured_games"][0]["turns"][0]["thought_ms"] == 20_000
    assert "4321" not in str(downloaded(log_in_as(people[1])))
    assert amber.post("/settings/delete/", {"name": "Amber"}).status_code == 302
    for table in (MeasuredGame, PlayerSignals, PageAbsence):
        assert not table.objects.filter(player=people[0]).exists()
    assert MeasuredGame.objects.filter(player=people[1]).exists()


def test_a_deleted_player_is_not_measured(play_rated, people, client_of) -> None:
    play_rated()
    people[0].left_at = timezone.now()
    people[0].save()
    measure_all()
    assert [row.player for row in MeasuredGame.objects.all()] == [people[1]]
