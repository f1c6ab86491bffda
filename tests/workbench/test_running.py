"""Nobody has a position of a running game analysed, and those who play find the board closed."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.play import store
from games.play.models import Game, Room
from games.play.services import turns
from games.players.models import Player
from games.rules.board import Board, BoardTile
from games.rules.game import GameState
from games.rules.moves import Act, Pass, Resign
from games.rules.setups import setup_of
from games.rules.squares import Square
from games.workbench.services import address_of
from games.workbench.services.positions import write_address
from tests.live.plays import find_plays
from tests.play.conftest import NOON, table_of
from tests.workbench.conftest import RACK, fields_of

pytestmark = pytest.mark.django_db


def act(room: Room, people: list[Player], what: Act | None = None) -> GameState:
    """The seat to move lays what fits, or does this; the state after it."""
    game = table_of(room)
    state = store.load(game)
    assert state.to_move is not None
    chosen = what or find_plays(state, state.to_move)[0]
    player = people[state.to_move].pk
    turns.act(room.code, player, chosen, turn=game.turn_number, key="", now=NOON)
    return store.load(table_of(room))


@pytest.fixture
def room(open_table: Callable[..., Room]) -> Room:
    return open_table(challenge="single")


@pytest.fixture
def states(room: Room, people: list[Player]) -> list[GameState]:
    """The state before the first of three plays, and after each."""
    return [store.load(table_of(room)), *(act(room, people) for _ in range(3))]


def ask(client: Client, board: Board, game: Game | None = None) -> Iterator[int]:
    """The statuses of all ways to have a board analysed with a rack of one's own."""
    state = store.load(game or Game.objects.get())
    setup = replace(setup_of(state, 0), board=board, rack=(), others=(7,))
    address = write_address(setup, None)
    told = {**fields_of(address), "rack": "E"}
    yield client.get(address).status_code
    yield client.post("/analyse/plays", told).status_code
    yield client.post("/analyse/think", told).status_code
    client.post("/analyse/stop")


def turned(board: Board) -> Board:
    return Board({Square(square.col, square.row): tile for square, tile in board.items()})


def test_the_position_of_a_running_game_is_refused(
    stranger: Client, states: list[GameState]
) -> None:
    assert [*ask(stranger, states[3].board)] == [403, 403, 403]
    address = write_address(setup_of(states[3], 0), None)
    assert "still going on" in stranger.get(address).content.decode()


def test_so_is_one_play_ahead_or_behind(
    stranger: Client, states: list[GameState], room: Room
) -> None:
    assert [*ask(stranger, states[2].board)] == [403, 403, 403]
    state = states[3]
    assert state.to_move is not None
    ahead = state.with_seat(state.to_move, rack=state.seats[state.to_move].rack)
    play = find_plays(ahead, state.to_move)[0]
    laid = {square: replace(_any(state), face=one.face) for square, one in play.placed()}
    assert [*ask(stranger, state.board.with_tiles(laid))] == [403, 403, 403]


def _any(state: GameState) -> BoardTile:
    return next(tile for _square, tile in state.board.items())


def test_a_board_that_is_only_made_to_look_different_is_refused(
    stranger: Client, states: list[GameState]
) -> None:
    board = states[3].board
    first, *_others = sorted(square for square, _tile in board.items())
    assert [*ask(stranger, turned(board))] == [403, 403, 403]
    assert [*ask(stranger, board.with_tiles({first: None}))] == [403, 403, 403]
    other = replace(board[first], face="E" if board[first].face != "E" else "A", blank=True)
    assert next(ask(stranger, board.with_tiles({first: other}))) == 403


def test_empty_boards_and_others_are_for_everybody(
    stranger: Client, states: list[GameState]
) -> None:
    assert [*ask(stranger, Board())] == [200, 200, 200]
    corner = {Square(0, col): _any(states[3]) for col in range(1)}
    assert [*ask(stranger, Board(corner))] == [200, 200, 200]


def test_a_game_that_has_hardly_begun_closes_nothing(stranger: Client, room: Room) -> None:
    assert [*ask(stranger, Board(), table_of(room))] == [200, 200, 200]
    cat = {**RACK, "board": "/".join([*["15"] * 7, "7CAT5", *["15"] * 7])}
    assert stranger.post("/analyse/plays", cat).status_code == 200


def test_what_is_over_may_be_looked_at(
    stranger: Client, states: list[GameState], room: Room, people: list[Player]
) -> None:
    assert next(ask(stranger, states[3].board)) == 403
    act(room, people, Resign())
    game = table_of(room)
    assert game.status == Game.Status.OVER
    ended = store.load(game)
    for seat in range(2):
        assert stranger.get(address_of(ended, seat, game.revision)).status_code == 200
    assert [*ask(stranger, states[3].board)] == [200, 200, 200]


def test_it_is_closed_to_those_who_play_as_dictionaries_are(
    client_of: Callable[[Player | None], Client], room: Room, people: list[Player]
) -> None:
    for player, status in ((people[0], 403), (people[1], 403), (people[2], 200)):
        at = client_of(player)
        assert at.get("/analyse/").status_code == status
        assert at.post("/analyse/plays", RACK).status_code == status
        assert at.post("/analyse/think", RACK).status_code == status
    act(room, people, Resign())
    assert client_of(people[0]).get("/analyse/").status_code == 200


def test_no_rack_and_no_bag_is_read_to_compare(stranger: Client, states: list[GameState]) -> None:
    with CaptureQueriesContext(connection) as told:
        assert next(ask_plainly(stranger, states[3])) == 403
    said = " ".join(one["sql"] for one in told.captured_queries).lower()
    assert "state" in said
    assert "rack" not in said.replace("racks", "")
    assert "secret" not in said


def ask_plainly(client: Client, state: GameState) -> Iterator[int]:
    setup = replace(setup_of(state, 0), rack=())
    yield client.get(write_address(replace(setup, others=(7,)), None)).status_code


def test_boards_are_read_again_only_where_games_moved_on(
    stranger: Client, states: list[GameState], room: Room, people: list[Player]
) -> None:
    def boards_read() -> int:
        with CaptureQueriesContext(connection) as told:
            assert next(ask_plainly(stranger, states[3])) == 403
        return sum('"state"' in one["sql"] for one in told.captured_queries)

    assert [boards_read(), boards_read()] == [1, 0]
    act(room, people, Pass())
    assert boards_read() == 1
