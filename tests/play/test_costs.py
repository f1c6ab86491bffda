"""What a move and a page view cost, counted in SQL statements and renderings rather than timed."""

from collections import Counter
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.common.fragment_rendering import render_fragment
from games.live.state_cache import state_cache
from games.play import store
from games.play.live.fragments import BundleRenderer, clear_fragment_cache
from games.play.models import Room
from games.play.perspective import build_room_views
from games.play.perspective.viewdata import RoomView
from games.play.services import teams
from games.play.services.seats import take_seat
from games.play.store.snapshots import clear_snapshot_cache
from games.players.models import Player
from tests.play.conftest import NOON, table_of, views_of

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each perspective's bundle was rendered."""
    count: Counter[str] = Counter()
    render = BundleRenderer.render

    def counting(self: BundleRenderer, view: RoomView) -> str:
        count["spectator" if view.seat is None else f"seat {view.seat}"] += 1
        return render(self, view)

    monkeypatch.setattr(BundleRenderer, "render", counting)
    state_cache.forget()
    clear_snapshot_cache()
    return count


def exchange(
    room: Room, people: list[Player], client_of: Callable
) -> tuple[int, list[dict[str, str]]]:
    """Let the seat to move exchange a tile through its page.
    Return the seat and the SQL statements."""
    game = table_of(room)
    state = store.load_state(game)
    assert state.to_move is not None
    tile = state.tile_set.write(state.seats[state.to_move].rack[:1])
    sent = {"game": game.pk, "turn": game.turn_number, "key": f"k{game.turn_number}"}
    client = client_of(people[state.to_move])
    with CaptureQueriesContext(connection) as queries:
        answer = client.post(f"/r/{room.code}/exchange", sent | {"tiles": tile}, headers=HTMX)
    assert answer.status_code == 200, answer.content
    return state.to_move, queries.captured_queries


def test_a_move_takes_few_statements_and_repeats_none(
    open_table, people, client_of, django_capture_on_commit_callbacks
) -> None:
    room = open_table()
    with django_capture_on_commit_callbacks(execute=True):
        exchange(room, people, client_of)
    _seat, queries = exchange(room, people, client_of)
    said = [one["sql"] for one in queries if "SAVEPOINT" not in one["sql"]]
    assert len(said) <= 8, "\n".join(said)
    kinds = Counter(statement.split(" WHERE ")[0] for statement in said)
    assert [kind for kind, times in kinds.items() if times > 1] == []


def test_a_move_in_a_room_new_to_this_process_takes_few_statements_too(
    open_table, people, client_of
) -> None:
    _seat, queries = exchange(open_table(), people, client_of)
    assert len([one for one in queries if "SAVEPOINT" not in one["sql"]]) <= 14


def test_a_move_in_a_room_with_teams_takes_one_statement_more(
    open_table, people, client_of
) -> None:
    """It also reads for whom a team reserves a place."""
    room = open_table(teams=True)
    take_seat(room.code, people[2], 0, NOON)
    teams.leave_team(room.code, people[2], NOON)
    exchange(room, people, client_of)
    _seat, queries = exchange(room, people, client_of)
    said = [one["sql"] for one in queries if "SAVEPOINT" not in one["sql"]]
    assert len(said) <= 15, "\n".join(said)


def test_a_move_renders_only_the_movers_bundle(open_table, people, client_of, rendered) -> None:
    seat, _queries = exchange(open_table(seats=4), people, client_of)
    assert rendered == {f"seat {seat}": 1}


def test_one_bundle_at_a_table_of_four_renders_one(open_table, people, client_of, rendered) -> None:
    room = open_table(seats=4)
    for _ in range(3):
        answer = client_of(people[2]).get(f"/r/{room.code}/bundle", headers=HTMX)
        assert answer.status_code == 200
    assert rendered == {"seat 2": 1}


def test_a_page_that_is_current_costs_one_statement(
    open_table, people, client_of, rendered
) -> None:
    room = open_table()
    path = f"/r/{room.code}/bundle"
    stamp = Room.objects.get(pk=room.pk).stamp
    client_of(people[0]).get(path, headers=HTMX)
    rendered.clear()
    with CaptureQueriesContext(connection) as queries:
        assert client_of(people[1]).get(f"{path}?stamp={stamp}", headers=HTMX).status_code == 204
    assert (len(queries), rendered) == (1, {})


def test_cached_pages_equal_newly_rendered_ones(open_table, people, client_of) -> None:
    room = open_table(seats=3)
    for _ in range(5):
        exchange(room, people, client_of)
        for perspective, view in views_of(build_room_views(room.code)).items():
            kept = BundleRenderer().render(view)
            clear_fragment_cache()
            assert kept == BundleRenderer().render(view), perspective


def test_a_part_that_shows_nothing_new_is_not_rendered_again(
    open_table, people, client_of, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = open_table()
    for _ in range(4):  # both seats have seen that the game can no longer be aborted
        exchange(room, people, client_of)
    names: list[str] = []

    def counting(name: str, context: dict[str, object]) -> str:
        names.append(name)
        return render_fragment(name, context)

    monkeypatch.setattr("games.common.fragment_rendering.render_fragment", counting)
    exchange(room, people, client_of)
    assert "play/_moves" in names
    assert not {"play/_bag_seed", "play/_result", "play/_seating"} & set(names)
