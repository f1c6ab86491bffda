"""Rounds that are played here: rooms, clocks, absences, and results from finished games."""

from datetime import timedelta

import pytest

from games.accounts.services.account_deletion import delete_account
from games.events.models import EventRound
from games.events.services.rooms import FORFEIT_AFTER, GRACE
from games.play.models import Game, Room, SeatMember
from games.play.services import turns
from games.play.signals import outage_ended
from games.players.models import Notification, Player
from games.rules.plays.acts import Resign
from tests.events.conftest import Open
from tests.events.event_driver import EventDriver, read_part, read_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def online(open_event: Open) -> EventDriver:
    """An event of four that is played here, whose first round has started."""
    event = open_event(on_boards=None, rounds=2)
    event.pair()
    assert event.start() == ""
    return event


def see(event: EventDriver, *players: Player) -> None:
    """Let these players have the page of their room in front of them."""
    seats = SeatMember.objects.filter(
        player__in=players, game__event_table__round__event=event.event
    )
    seats.update(seen_at=event.clock.now)


def come(event: EventDriver) -> None:
    """Let everyone come to their tables, so that the games start."""
    for table in event.tables:
        see(event, *event.players_at(table))
    event.run_worker()


def resign(event: EventDriver, player: Player) -> None:
    member = SeatMember.objects.get(player=player, game__event_table__round=event.last_round)
    game = member.game
    turn = game.turn_number
    room = game.room.code
    turns.apply_player_act(room, player.pk, Resign(), turn=turn, key="", now=event.clock.now)


def test_rooms_open_when_the_round_starts(online: EventDriver, director: Player) -> None:
    assert Room.objects.count() == 2
    for table in online.tables:
        assert table.game is not None
        room = table.game.room
        assert room.prepared and room.public and room.title == "Autumn Cup"
        for number, player in enumerate(online.players_at(table)):
            assert table.game.holders.get(player=player).seat.number == number
            own = read_part(online.page(player), "_own_part")
            assert f"Table {table.number}" in own and "Go to your table" in own
            assert room.code in online.page(player)
    assert "Go to your table" not in online.page(director)


def test_players_learn_that_their_table_is_ready(online: EventDriver, people: list[Player]) -> None:
    for player in people[:4]:
        (notice,) = Notification.objects.filter(player=player, kind="event_game")
        assert dict(notice.data or {})["round"] == 1
        page = read_text(online.browser_of(player).get("/").content.decode())
        assert "Round 1 of Autumn Cup has started. Your table is ready." in page


def test_a_game_starts_once_both_are_there(online: EventDriver) -> None:
    one, other = online.tables
    see(online, *online.players_at(one))
    see(online, online.players_at(other)[0])
    assert one.game and online.run_worker() == [one.game.room.code]
    started = Game.objects.get(event_table=one)
    assert started.status == Game.Status.PLAYING
    state: dict[str, object] = started.state or {}
    assert state["to_move"] == 0
    assert Game.objects.get(event_table=other).status == Game.Status.WAITING


def test_clocks_start_after_the_grace_period(online: EventDriver) -> None:
    online.clock.now += GRACE - timedelta(seconds=1)
    assert online.run_worker() == []
    online.clock.advance(seconds=1)
    assert len(online.run_worker()) == 2
    assert online.run_worker() == []


def test_the_result_comes_from_the_game(online: EventDriver) -> None:
    come(online)
    one, other = online.tables
    loser, winner = online.players_at(one)
    resign(online, loser)
    assert [table.has_result for table in online.tables] == [True, False]
    page = online.page()
    assert "Review game" in page and "Watch" in page
    assert next(line for line in online.standings() if line[1] == winner.nickname)[2] == "1"
    resign(online, online.players_at(other)[0])
    assert online.last_round.stage == EventRound.Stage.OVER
    assert online.pair() == ""


def test_an_absent_player_loses_by_fifty(online: EventDriver) -> None:
    one, other = online.tables
    absentee, present = online.players_at(one)
    see(online, present, *online.players_at(other))
    online.clock.now += GRACE
    online.run_worker()
    online.clock.now += FORFEIT_AFTER - GRACE - timedelta(seconds=1)
    see(online, present, *online.players_at(other))
    assert online.run_worker() == []
    online.clock.advance(seconds=1)
    assert len(online.run_worker()) == 1
    lines = {line[1]: line[2:] for line in online.standings()}
    assert lines[absentee.nickname] == ("0", -50)
    assert lines[present.nickname] == ("1", 50)
    assert f"forfeited by {absentee.nickname} (absent)" in read_text(online.page(None, "log/"))
    assert "absent" in read_part(online.page(), "_pairings")


def test_if_no_one_comes_both_lose(online: EventDriver) -> None:
    one, other = online.tables
    see(online, *online.players_at(other))
    online.clock.now += FORFEIT_AFTER
    assert len(online.run_worker()) > 1  # the game starts and is lost
    lines = {line[1]: line[2:] for line in online.standings()}
    for player in online.players_at(one):
        assert lines[player.nickname] == ("0", -50)


@pytest.mark.parametrize("was_there", [True, False])
def test_a_player_who_deletes_the_account_before_the_start_is_absent(
    online: EventDriver, was_there: bool
) -> None:
    one, other = online.tables
    leaving, present = online.players_at(one)
    see(online, present, *online.players_at(other), *([leaving] if was_there else []))
    delete_account(leaving, online.clock.now)
    online.clock.now += GRACE
    assert len(online.run_worker()) == 2
    see(online, present, *online.players_at(other))
    online.clock.now += FORFEIT_AFTER - GRACE
    assert len(online.run_worker()) == 1
    lines = {line[1]: line[2:] for line in online.standings()}
    assert lines[present.nickname] == ("1", 50)
    assert ("0", -50) in lines.values()
    assert leaving.nickname not in read_part(online.page(), "_standings")
    resign(online, online.players_at(other)[0])
    assert online.last_round.stage == EventRound.Stage.OVER
    assert online.pair() == ""


def test_nobody_is_judged_while_the_event_is_paused(online: EventDriver) -> None:
    online.clock.now += GRACE
    online.run_worker()
    online.direct("pause")
    online.clock.now += FORFEIT_AFTER
    assert online.run_worker() == []
    online.direct("resume")
    assert online.run_worker() == [], "the pause counts for no one"
    online.clock.now += FORFEIT_AFTER - GRACE
    assert len(online.run_worker()) == 2


def test_an_outage_is_no_absence(online: EventDriver) -> None:
    online.clock.now += GRACE
    assert len(online.run_worker()) == 2
    began = online.clock.now
    online.clock.advance(minutes=30)
    outage_ended.send(sender=Game, began=began, ended=online.clock.now)
    assert online.run_worker() == []
    online.clock.now += FORFEIT_AFTER
    assert len(online.run_worker()) == 2


def test_a_director_adjudicates_and_the_game_no_longer_counts(online: EventDriver) -> None:
    come(online)
    table = online.tables[0]
    first, second = online.players_at(table)
    assert online.report(table, 300, 250) == ""
    resign(online, first)
    assert [seat.score for seat in online.tables[0].seats.all()] == [300, 250]
    lines = {line[1]: line[2:] for line in online.standings()}
    assert lines[first.nickname] == ("1", 50)
    assert lines[second.nickname] == ("0", -50)


def test_players_do_not_enter_results_of_games_played_here(online: EventDriver) -> None:
    come(online)
    player = online.players_at(online.tables[0])[0]
    said = online.send(player, "result", round=1, table=1, score=[500, 1])
    assert "comes from the game itself" in said


@pytest.mark.parametrize("command", ["stand", "start", "rematch", "computer", "lock"])
def test_the_event_decides_who_sits_in_its_rooms(online: EventDriver, command: str) -> None:
    table = online.tables[0]
    assert table.game is not None
    room, (player, _other) = table.game.room, online.players_at(table)
    browser = online.browser_of(player)
    page = browser.get(f"/r/{room.code}/").content.decode()
    for words in ("Start game", "Leave seat", "Lock room", "Add computer"):
        assert words not in page
    assert "Standings" in page and "The game starts soon" in page
    assert browser.get(f"/r/{room.code}/event/").headers["Location"] == f"/events/{online.code}/"
    form = {"seat": 1, "level": 3, "locked": "", "game": str(table.game.pk)}
    answer = browser.post(f"/r/{room.code}/{command}", form, headers={"HX-Request": "true"})
    assert answer.status_code in (403, 404, 409)
    game = Game.objects.get(pk=table.game.pk)
    assert game.status == Game.Status.WAITING
    assert game.holders.count() == 2
    assert Room.objects.get(pk=room.pk).locked


def test_strangers_watch_but_do_not_sit(online: EventDriver, people: list[Player]) -> None:
    table = online.tables[0]
    assert table.game is not None
    stranger = online.browser_of(people[6])
    path = f"/r/{table.game.room.code}/"
    assert stranger.get(path).status_code == 200
    answer = stranger.post(f"{path}sit", {"seat": 0}, headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert table.game.holders.count() == 2


def test_rounds_start_by_themselves(open_event: Open, people: list[Player]) -> None:
    start = "2026-05-01T13:00"
    event = open_event(on_boards=None, rounds=2, starts_at=start, break_minutes=10)
    event.clock.advance(minutes=59)
    assert event.run_worker() == []
    event.clock.advance(minutes=1)
    assert event.run_worker() == [event.code]
    assert event.last_round.stage == EventRound.Stage.STARTED
    come(event)
    for table in event.tables:
        resign(event, event.players_at(table)[0])
    assert event.last_round.stage == EventRound.Stage.OVER
    event.clock.advance(minutes=9)
    assert event.run_worker() == []
    event.direct("pair")  # what a director has paired in the break is started as it is
    event.clock.advance(minutes=1)
    assert event.run_worker() == [event.code]
    assert event.last_round.number == 2
    assert event.run_worker() == []


def test_an_event_that_cannot_go_on_says_why(open_event: Open) -> None:
    event = open_event(entrants=1, on_boards=None, starts_at="2026-05-01T12:00", break_minutes=5)
    assert event.run_worker() == [event.code]
    assert event.run_worker() == []
    log = read_text(event.page(None, "log/"))
    assert "The event was paused: There are too few players to pair a round." in log
    assert "The event is paused" in read_part(event.page(), "_progress")
