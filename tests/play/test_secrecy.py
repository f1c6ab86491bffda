"""No rack is revealed to another seat: in no order, not in part, and not before the game is over.

Every draw is known (``TEST_SEED`` and a fixed title), so five tiles of a rack that turn up together
in another player's bundle are no coincidence. :mod:`tests.live.test_secrets` searches what goes
over the wire; here racks are compared in any order.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from games.play import store
from games.play.live.fragments import render_bundle
from games.play.models import Room
from games.play.perspective import build_room_views
from games.play.services import turns
from games.play.store.snapshots import clear_snapshot_cache
from games.players.models import Player
from games.rules.equipment.tiles import LetterTile, Tile
from games.rules.flow.game import GameState, Phase
from games.rules.plays.acts import Accept, Act, Exchange
from tests.live.play_finder import find_plays
from tests.play.conftest import NOON, table_of, views_of

pytestmark = pytest.mark.django_db

TOGETHER = 5
"""The number of tiles of one rack that no one else may see together."""

Seated = tuple[Room, list[Player]]


@pytest.fixture
def table(open_table: Callable[..., Room], people, settings) -> Seated:
    """Three players at a table with challenges, after an exchange and two plays."""
    settings.TEST_SEED = "racks that nobody guesses"
    settings.BAG_SEED_TIMEOUT = 0
    room = open_table(seats=3, challenge="single")
    seats = (room, people[:3])
    state = state_of(room)
    act(seats, Exchange(state.seats[state.to_move or 0].rack[:4]))
    for _ in range(2):
        state = state_of(room)
        act(seats, find_plays(state, state.to_move or 0, least=3)[0])
    return seats


def state_of(room: Room) -> GameState:
    return store.load_state(table_of(room))


def act(seats: Seated, what: Act, seat: int | None = None) -> None:
    room, people = seats
    state = state_of(room)
    chosen = state.to_move if seat is None else seat
    assert chosen is not None
    number = state.turn_number
    turns.apply_player_act(room.code, people[chosen].pk, what, turn=number, key="", now=NOON)


def faces(rack: tuple[Tile, ...]) -> list[str]:
    return [tile.face if isinstance(tile, LetterTile) else "?" for tile in rack]


def rows_of_tiles(bundle: str) -> Iterator[list[str]]:
    """Yield every row of faces in a bundle: adjacent letters of the page, and lists of its data."""
    html, data = re.sub(r"<script[^>]*>(.*?)</script>", "", bundle), []
    for text in re.findall(r"<script[^>]*>(.*?)</script>", bundle):
        data.append(json.loads(text))
    bare = re.sub(r"<[^>]*>", "", re.sub(r"<i>[^<]*</i>", "", html))
    yield from runs_of(bare)
    while data:
        value = data.pop()
        if isinstance(value, dict):
            data += value.values()
        elif isinstance(value, list):
            data += value
            heads = [one[0] if isinstance(one, list) and one else one for one in value]
            yield [head for head in heads if isinstance(head, str)]
        elif isinstance(value, str):
            yield from runs_of(value)


def runs_of(text: str) -> Iterator[list[str]]:
    """Yield adjacent letters, and single letters with only a mark or a space between them."""
    yield from (list(run) for run in re.findall(r"[A-Z?]+", text))
    spaced = re.findall(r"[A-Z?](?:[ ,;|/-]{1,2}[A-Z?])+", text)
    yield from (re.findall(r"[A-Z?]", run) for run in spaced)


def leaks(bundle: str, rack: tuple[Tile, ...]) -> list[str]:
    hidden = Counter(faces(rack))
    return [
        "".join(row[start : start + TOGETHER])
        for row in rows_of_tiles(bundle)
        for start in range(len(row) - TOGETHER + 1)
        if Counter(row[start : start + TOGETHER]) <= hidden
    ]


def check_secrecy(room: Room) -> None:
    """Check that each perspective's bundle holds its own rack and no other."""
    state = state_of(room)
    looks = build_room_views(room.code)
    for name, view in views_of(looks).items():
        bundle = render_bundle(view)
        for seat in range(len(state.seats)):
            rack = state.seats[seat].rack
            found = leaks(bundle, rack)
            if seat == view.seat:
                assert found or len(rack) < TOGETHER, f"{name} must see the own rack"
            else:
                assert not found, f"{name} sees the rack of seat {seat}"
        shown = [seat.number for seat in view.seats if seat.rack is not None]
        assert not shown, f"{name} sees racks"


def test_no_bundle_reveals_five_tiles_of_another_rack(table: Seated) -> None:
    check_secrecy(table[0])


@pytest.mark.parametrize("gap", ["", " ", ", "])
@pytest.mark.parametrize("kind", ["as it is", "sorted", "five of it", "backwards"])
def test_the_search_finds_a_rack_in_any_order(table: Seated, kind: str, gap: str) -> None:
    """A test of the search itself: it must find racks that are hidden on purpose."""
    room, _people = table
    rack = faces(state_of(room).seats[1].rack)
    tiles = {
        "as it is": rack,
        "sorted": sorted(rack),
        "five of it": sorted(rack[1:6]),
        "backwards": rack[::-1],
    }[kind]
    bundle = render_bundle(build_room_views(room.code).view_of(""))
    assert leaks(
        bundle + gap.join(f"<b>{face}</b>" for face in tiles), state_of(room).seats[1].rack
    )
    hidden = f'<script id="x">{json.dumps({"deep": [[face, 1] for face in tiles]})}</script>'
    assert leaks(bundle + hidden, state_of(room).seats[1].rack)


def test_racks_stay_closed_while_the_last_play_may_be_challenged(table: Seated) -> None:
    room, _people = table
    leave_for_one_play(room)
    state = state_of(room)
    play = find_plays(state, state.to_move or 0, least=len(state.seats[state.to_move or 0].rack))[0]
    act(table, play)
    after = state_of(room)
    assert after.phase is Phase.FINAL_CHALLENGE
    check_secrecy(room)
    for seat in range(3):
        if after.pending is not None and seat != after.pending.seat:
            act(table, Accept(), seat)
    assert state_of(room).phase is Phase.OVER
    for view in views_of(build_room_views(room.code)).values():
        assert all(seat.rack is not None for seat in view.seats)


def leave_for_one_play(room: Room) -> None:
    """Empty the bag and leave two tiles on the rack of the seat to move."""
    game = table_of(room)
    state = store.load_state(game)
    mover = state.to_move or 0
    rack = tuple(tile for tile in state.seats[mover].rack if isinstance(tile, LetterTile))[:2]
    short = replace(state.with_seat(mover, rack=rack), bag=(), pending=None)
    store.save_turn(game, short, game.seats.select_related("rack"), [])
    clear_snapshot_cache()
