"""No position of a running game can be analysed,
and the board is closed to players of a running game."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.analysis_board.services import build_board_url
from games.analysis_board.services.board_positions import build_position_url
from games.play import store
from games.play.models import Game, Room
from games.play.services import turns
from games.players.models import Player
from games.rules.equipment.board import Board, BoardTile
from games.rules.equipment.squares import Square
from games.rules.equipment.tiles import LetterTile
from games.rules.flow.game import GameState
from games.rules.plays.acts import Act, Pass, Play, Resign
from games.rules.positions.setups import make_setup
from tests.analysis_board.conftest import RACK, fields_of
from tests.live.play_finder import find_plays
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db


def act(room: Room, people: list[Player], what: Act | None = None) -> GameState:
    """Make this act, or by default a play, for the seat to move. Return the state after it."""
    game = table_of(room)
    state = store.load_state(game)
    assert state.to_move is not None
    chosen = what or find_plays(state, state.to_move)[0]
    player = people[state.to_move].pk
    turns.apply_player_act(room.code, player, chosen, turn=game.turn_number, key="", now=NOON)
    return store.load_state(table_of(room))


@pytest.fixture
def room(open_table: Callable[..., Room]) -> Room:
    return open_table(challenge="single")


@pytest.fixture
def states(room: Room, people: list[Player]) -> list[GameState]:
    """The states before the first of three plays and after each."""
    return [store.load_state(table_of(room)), *(act(room, people) for _ in range(3))]


def ask(client: Client, board: Board, game: Game | None = None) -> Iterator[int]:
    """Yield the status of every way to have a board analysed with any rack."""
    state = store.load_state(game or Game.objects.get())
    setup = replace(make_setup(state, 0), board=board, rack=(), others=(7,))
    address = build_position_url(setup, None)
    fields = {**fields_of(address), "rack": "E"}
    yield client.get(address).status_code
    yield client.post("/analyse/plays", fields).status_code
    yield client.post("/analyse/rollouts", fields).status_code
    client.post("/analyse/stop")


def turned(board: Board) -> Board:
    return Board({Square(square.col, square.row): tile for square, tile in board.items()})


def test_the_position_of_a_running_game_is_refused(
    stranger: Client, states: list[GameState]
) -> None:
    assert [*ask(stranger, states[3].board)] == [403, 403, 403]
    address = build_position_url(make_setup(states[3], 0), None)
    assert "game in progress" in stranger.get(address).content.decode()


def test_positions_one_play_ahead_or_behind_are_refused(
    stranger: Client, states: list[GameState], room: Room
) -> None:
    assert [*ask(stranger, states[2].board)] == [403, 403, 403]
    state = states[3]
    assert state.to_move is not None
    ahead = state.with_seat(state.to_move, rack=state.seats[state.to_move].rack)
    play = find_plays(ahead, state.to_move)[0]
    placed_letters = {square: replace(_any(state), face=one.face) for square, one in play.placed()}
    assert [*ask(stranger, state.board.with_tiles(placed_letters))] == [403, 403, 403]


def _any(state: GameState) -> BoardTile:
    return next(tile for _square, tile in state.board.items())


def test_a_disguised_position_of_a_running_game_is_refused(
    stranger: Client, states: list[GameState]
) -> None:
    board = states[3].board
    first, *_others = sorted(square for square, _tile in board.items())
    assert [*ask(stranger, turned(board))] == [403, 403, 403]
    assert [*ask(stranger, board.with_tiles({first: None}))] == [403, 403, 403]
    other = replace(board[first], face=spare_faces(states[3])[0], blank=False)
    assert next(ask(stranger, board.with_tiles({first: other}))) == 403


def spare_faces(state: GameState) -> list[str]:
    """Return the letters in the bag, which may be added to the board."""
    return [tile.face for tile in state.bag if isinstance(tile, LetterTile)]


def with_junk(board: Board, state: GameState) -> Board:
    """Return the board with eight more tiles in corners that hardly any play reaches."""
    corners = [Square(row, col) for row in (0, 1, 13, 14) for col in (0, 1, 13, 14)]
    free = [square for square in corners if board.get(square) is None][:8]
    placed_letters = {
        square: replace(_any(state), face=face, blank=False)
        for square, face in zip(free, spare_faces(state), strict=False)
    }
    assert len(placed_letters) == 8
    return board.with_tiles(placed_letters)


def shifted(board: Board, rows: int, cols: int) -> Board:
    return Board({Square(at.row + rows, at.col + cols): tile for at, tile in board.items()})


def test_extra_tiles_and_shifts_do_not_disguise_a_position(
    stranger: Client, states: list[GameState], room: Room, people: list[Player]
) -> None:
    state = states[3]
    for _ in range(3):
        for rows, cols in ((0, 0), (1, 0), (0, -1), (-1, 1)):
            moved = shifted(state.board, rows, cols)
            assert [*ask(stranger, moved)] == [403, 403, 403], (rows, cols)
            assert next(ask(stranger, with_junk(moved, state))) == 403
            assert next(ask(stranger, turned(moved))) == 403
        state = act(room, people)


@pytest.mark.parametrize("count", [2, 3, 5])
def test_extra_tiles_do_not_disguise_a_game_that_has_just_begun(
    stranger: Client, room: Room, people: list[Player], count: int
) -> None:
    """With too few tiles to recognise among others, tiles that touch none of them are ignored."""
    state = store.load_state(table_of(room))
    held = state.seats[state.to_move or 0].rack
    rack = [tile.face for tile in held if isinstance(tile, LetterTile)]
    state = act(room, people, Play.read("8G", "".join(rack[:count]), state.tile_set))
    board = state.board
    assert len(board) == count
    assert [*ask(stranger, with_junk(board, state))] == [403, 403, 403]
    assert next(ask(stranger, with_junk(turned(board), state))) == 403
    assert next(ask(stranger, with_junk(board.with_tiles(tail(state)), state))) == 403
    if count > 3:  # a shifted board with fewer tiles is like many others
        assert next(ask(stranger, with_junk(shifted(board, 1, -1), state))) == 403
        missing = board.with_tiles({Square(7, 6): None})
        assert next(ask(stranger, with_junk(missing, state))) == 403
    # A lawful board that has long gone on from the same word is another position.
    assert next(ask(stranger, board.with_tiles(tail(state, 8)))) == 200


def tail(state: GameState, count: int = 1) -> dict[Square, BoardTile]:
    """Return more tiles that touch those of the board, in two columns below row 8."""
    squares = [Square(row, col) for row in range(8, 13) for col in (7, 8)][:count]
    faces = spare_faces(state)
    return {
        square: replace(_any(state), face=face, blank=False)
        for square, face in zip(squares, faces, strict=False)
    }


@pytest.mark.parametrize("plays", [1, 2])
def test_extra_tiles_do_not_disguise_a_game_after_a_few_plays(
    stranger: Client, room: Room, people: list[Player], plays: int
) -> None:
    for _ in range(plays):
        state = act(room, people)
    assert len(state.board) < 16
    for moved in (state.board, shifted(state.board, -1, 1), turned(state.board)):
        assert next(ask(stranger, with_junk(moved, state))) == 403


def test_empty_boards_and_other_positions_are_open_to_everyone(
    stranger: Client, states: list[GameState]
) -> None:
    assert [*ask(stranger, Board())] == [200, 200, 200]
    corner = {Square(0, col): _any(states[3]) for col in range(1)}
    assert [*ask(stranger, Board(corner))] == [200, 200, 200]


def test_a_game_that_has_hardly_begun_does_not_close_the_board(
    stranger: Client, room: Room
) -> None:
    assert [*ask(stranger, Board(), table_of(room))] == [200, 200, 200]
    cat = {**RACK, "board": "/".join([*["15"] * 7, "7CAT5", *["15"] * 7])}
    assert stranger.post("/analyse/plays", cat).status_code == 200


def test_positions_of_finished_games_are_open(
    stranger: Client, states: list[GameState], room: Room, people: list[Player]
) -> None:
    assert next(ask(stranger, states[3].board)) == 403
    act(room, people, Resign())
    game = table_of(room)
    assert game.status == Game.Status.OVER
    ended = store.load_state(game)
    for seat in range(2):
        assert stranger.get(build_board_url(ended, seat, game.revision)).status_code == 200
    assert [*ask(stranger, states[3].board)] == [200, 200, 200]


def test_the_board_is_closed_to_players_in_a_game(
    client_of: Callable[[Player | None], Client], room: Room, people: list[Player]
) -> None:
    for player, status in ((people[0], 403), (people[1], 403), (people[2], 200)):
        at = client_of(player)
        assert at.get("/analyse/").status_code == status
        assert at.post("/analyse/plays", RACK).status_code == status
        assert at.post("/analyse/rollouts", RACK).status_code == status
    act(room, people, Resign())
    assert client_of(people[0]).get("/analyse/").status_code == 200


def test_comparing_positions_reads_no_rack_and_no_bag(
    stranger: Client, states: list[GameState]
) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert next(ask_plainly(stranger, states[3])) == 403
    said = " ".join(one["sql"] for one in queries.captured_queries).lower()
    assert "state" in said
    assert "rack" not in said.replace("racks", "")
    assert "secret" not in said


def ask_plainly(client: Client, state: GameState) -> Iterator[int]:
    setup = replace(make_setup(state, 0), rack=())
    yield client.get(build_position_url(replace(setup, others=(7,)), None)).status_code


def test_only_boards_that_changed_are_read_again(
    stranger: Client, states: list[GameState], room: Room, people: list[Player]
) -> None:
    def boards_read() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert next(ask_plainly(stranger, states[3])) == 403
        return sum('"games_game"."state"' in one["sql"] for one in queries.captured_queries)

    assert [boards_read(), boards_read()] == [1, 0]
    act(room, people, Pass())
    assert boards_read() == 1
