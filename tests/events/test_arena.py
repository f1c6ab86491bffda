"""An arena: whoever is free gets a table, until the time is over."""

from datetime import timedelta

import pytest

from games.events.models import EventTable
from games.events.services.rooms import FORFEIT_AFTER, GRACE
from games.play.models import Game
from games.play.services import turns
from games.players.models import Notification, Player
from games.players.services.notifications import describe_notification
from games.rules.plays.acts import Resign
from tests.events.conftest import Open
from tests.events.event_driver import EventDriver, read_part, read_text
from tests.events.test_online_rounds import see

pytestmark = pytest.mark.django_db


@pytest.fixture
def arena(open_event: Open) -> EventDriver:
    """An arena of four, an hour long, that has started."""
    event = open_event(on_boards=None, method="arena", arena_minutes=60)
    assert event.direct("start_arena") == ""
    event.run_worker()
    return event


def open_tables(event: EventDriver) -> list[EventTable]:
    return [table for table in event.tables if not table.has_result]


def play(event: EventDriver, table: EventTable) -> None:
    """Let both come to a table, and the first one resign."""
    players = event.players_at(table)
    see(event, *players)
    event.run_worker()
    event.clock.advance(minutes=2)
    assert table.game is not None
    game = Game.objects.select_related("room").get(pk=table.game.pk)
    turns.apply_player_act(
        game.room.code,
        players[0].pk,
        Resign(),
        turn=game.turn_number,
        key="",
        now=event.clock.now,
    )


def test_everyone_who_is_free_gets_a_table(arena: EventDriver) -> None:
    assert len(arena.tables) == 2
    one, other = arena.tables
    play(arena, one)
    arena.run_worker()
    assert len(open_tables(arena)) == 1 + 1  # a small field does not wait for someone new
    play(arena, other)
    arena.run_worker()
    assert [table.number for table in arena.tables] == [1, 2, 3, 4]
    assert "has waited longest" in read_part(arena.page(), "_pairings")
    assert [line[2] for line in arena.standings()] == ["1", "1", "0", "0"]
    assert arena.event.acts.filter(kind="pair").count() == 0


def test_players_get_a_notice_of_each_new_game(arena: EventDriver, people: list[Player]) -> None:
    notices = Notification.objects.filter(kind="event_next_game")
    assert {one.player for one in notices} == set(people[:4])
    play(arena, arena.tables[0])
    arena.run_worker()
    assert notices.all().count() == 4 + 2
    last = notices.order_by("-pk")[0]
    assert last.room is not None and last.room.title == "Autumn Cup"
    text = describe_notification(last, arena.clock.now)
    assert "Your next game of" in text and "Autumn Cup" in text


def test_a_late_player_is_paired_at_once_and_may_leave(
    arena: EventDriver, people: list[Player]
) -> None:
    arena.enter(people[4], people[5])
    arena.run_worker()
    assert set(arena.players_at(arena.tables[-1])) == {people[4], people[5]}
    arena.send(people[4], "withdraw")
    play(arena, arena.tables[-1])
    arena.run_worker()
    assert len(arena.tables) == 3
    assert "as soon as an opponent is free" in read_part(arena.page(people[5]), "_own_part")


def test_absence_counts_from_the_table_and_ends_the_pairing(arena: EventDriver) -> None:
    one, other = arena.tables
    absentee, present = arena.players_at(one)
    see(arena, present, *arena.players_at(other))
    arena.clock.now += GRACE
    arena.run_worker()
    arena.clock.now += FORFEIT_AFTER - GRACE
    arena.run_worker()
    assert arena.entrant(absentee).withdrawn_from == 2
    assert arena.entrant(present).withdrawn_from is None
    assert "Take part" in arena.page(absentee)
    arena.enter(absentee)
    arena.run_worker()
    assert set(arena.players_at(arena.tables[-1])) == {absentee, present}


def test_games_that_are_being_played_at_the_end_still_count(arena: EventDriver) -> None:
    play(arena, arena.tables[0])
    arena.run_worker()
    for table in open_tables(arena):
        see(arena, *arena.players_at(table))
    arena.run_worker()
    arena.clock.now = (arena.event.ends_at or arena.clock.now) + timedelta(seconds=1)
    arena.run_worker()
    assert arena.event.stage == "running"
    before = len(arena.tables)
    for table in open_tables(arena):
        arena.report(table, 400, 300)
    arena.run_worker()
    assert arena.event.stage == "over"
    assert len(arena.tables) == before


def test_a_director_ends_the_pairing(arena: EventDriver) -> None:
    assert arena.direct("stop_arena") == ""
    for table in open_tables(arena):
        arena.report(table, 400, 300)
    arena.run_worker()
    assert arena.event.stage == "over"
    assert "The arena has stopped pairing." in read_text(arena.page(None, "log/"))


def test_no_one_is_paired_while_the_arena_is_paused(arena: EventDriver) -> None:
    arena.direct("pause")
    for table in arena.tables:
        arena.report(table, 400, 300)
    arena.run_worker()
    assert len(arena.tables) == 2
    arena.direct("resume")
    arena.run_worker()
    assert len(arena.tables) == 4


def test_an_arena_has_no_rounds(arena: EventDriver) -> None:
    for said in (arena.pair(), arena.direct("extend", rounds=3)):
        assert "An arena has no rounds" in said
    assert "Pair round" not in arena.desk()
    assert arena.browser_of(None).get(f"/events/{arena.code}/tsh.zip").status_code == 409


def test_each_game_of_an_arena_is_on_the_score_card(
    arena: EventDriver, people: list[Player]
) -> None:
    for _time in range(2):
        for table in open_tables(arena):
            arena.report(table, 400, 300)
        arena.run_worker()
    cards = read_text(arena.page(None, "score-cards/"))
    assert "Rounds of Amber" in cards
    assert "Game 2" in read_text(arena.page(None, "cross-table/"))


def test_an_arena_starts_by_itself(open_event: Open) -> None:
    start = "2026-05-01T13:00"
    event = open_event(on_boards=None, method="arena", arena_minutes=30, starts_at=start)
    event.clock.advance(minutes=59)
    assert event.run_worker() == []
    event.clock.advance(minutes=1)
    event.run_worker()
    assert len(event.tables) == 2


def test_an_arena_is_not_played_on_real_boards(open_event: Open) -> None:
    with pytest.raises(AssertionError, match="played online, not on real boards"):
        open_event(method="arena")


def test_the_entry_of_someone_who_plays_cannot_be_undone(
    arena: EventDriver, people: list[Player]
) -> None:
    one = arena.tables[0]
    late = people[4]
    arena.enter(late)
    entered = arena.event.acts.order_by("-number")[0]
    play(arena, one)
    arena.run_worker()
    play(arena, open_tables(arena)[0])
    arena.run_worker()
    undone = arena.event.acts.filter(kind="result", undone_at=None).order_by("-number")
    for act in undone:
        arena.direct("undo", number=act.number)
    assert arena.entrant(late).seats.exists()
    assert "has changed since" in arena.direct("undo", number=entered.number)
    assert arena.entrant(late).seats.exists()


def test_a_director_extends_an_arena(arena: EventDriver) -> None:
    ends_at = arena.event.ends_at
    assert ends_at is not None
    assert arena.direct("extend_arena", minutes=90) == ""
    assert arena.event.ends_at == ends_at + timedelta(minutes=30)
    assert "between 10 minutes and 12 hours" in arena.direct("extend_arena", minutes=5)
    assert "The arena now lasts 90 minutes." in read_text(arena.page(None, "log/"))


def test_a_pause_is_given_back_to_an_arena(arena: EventDriver) -> None:
    ends_at = arena.event.ends_at
    assert ends_at is not None
    arena.direct("pause")
    arena.clock.advance(minutes=10)
    arena.direct("resume")
    assert arena.event.ends_at == ends_at + timedelta(minutes=10)
