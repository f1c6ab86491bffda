"""No rack is told to another seat: in no order, in no part, and not before the very end.

Every draw is known (``TEST_SEED`` and a fixed title), so any five tiles of a rack that turn up
together in what somebody else is told are no chance. What goes over the wire is searched as
:mod:`tests.live.test_secrets` does; here racks are compared whatever their order.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from games.play import store
from games.play.fragments import render_bundle
from games.play.models import Room
from games.play.perspective import look_all
from games.play.scenes import forget_scenes
from games.play.services import turns
from games.players.models import Player
from games.rules.game import GameState, Phase
from games.rules.moves import Accept, Act, Exchange
from games.rules.tiles import Letter, Tile
from tests.live.plays import find_plays
from tests.play.conftest import NOON, table_of, views_of

pytestmark = pytest.mark.django_db

TOGETHER = 5
"""Tiles of one rack that nobody else may be told in a row."""

Seated = tuple[Room, list[Player]]


@pytest.fixture
def table(open_table: Callable[..., Room], people, settings) -> Seated:
    """Three at a table where plays are challenged, after an exchange and two plays."""
    settings.TEST_SEED = "racks that nobody guesses"
    settings.BAG_PATIENCE = 0
    room = open_table(seats=3, challenge="single")
    seats = (room, people[:3])
    state = state_of(room)
    act(seats, Exchange(state.seats[state.to_move or 0].rack[:4]))
    for _ in range(2):
        state = state_of(room)
        act(seats, find_plays(state, state.to_move or 0, least=3)[0])
    return seats


def state_of(room: Room) -> GameState:
    return store.load(table_of(room))


def act(seats: Seated, what: Act, seat: int | None = None) -> None:
    room, people = seats
    state = state_of(room)
    chosen = state.to_move if seat is None else seat
    assert chosen is not None
    number = state.turn_number
    turns.act(room.code, people[chosen].pk, what, turn=number, key="", now=NOON)


def faces(rack: tuple[Tile, ...]) -> list[str]:
    return [tile.face if isinstance(tile, Letter) else "?" for tile in rack]


def rows_of_tiles(bundle: str) -> Iterator[list[str]]:
    """Every row of faces in a bundle: letters beside each other on the page, lists in its data."""
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
    """Letters side by side, and single ones with no more than a mark or a space between them."""
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
    """Each audience's bundle holds its own rack and nobody else's."""
    state = state_of(room)
    looks = look_all(room.code)
    for name, view in views_of(looks).items():
        bundle = render_bundle(view)
        for seat in range(len(state.seats)):
            rack = state.seats[seat].rack
            found = leaks(bundle, rack)
            if seat == view.seat:
                assert found or len(rack) < TOGETHER, f"{name} must see the own rack"
            else:
                assert not found, f"{name} is told of the rack of seat {seat}"
        shown = [seat.number for seat in view.seats if seat.rack is not None]
        assert not shown, f"{name} sees racks"


def test_no_bundle_tells_five_tiles_of_anothers_rack(table: Seated) -> None:
    check_secrecy(table[0])


@pytest.mark.parametrize("gap", ["", " ", ", "])
@pytest.mark.parametrize("kind", ["as it is", "sorted", "five of it", "backwards"])
def test_the_search_finds_a_rack_in_any_order(table: Seated, kind: str, gap: str) -> None:
    """The search itself is tried."""
    room, _people = table
    rack = faces(state_of(room).seats[1].rack)
    told = {
        "as it is": rack,
        "sorted": sorted(rack),
        "five of it": sorted(rack[1:6]),
        "backwards": rack[::-1],
    }[kind]
    bundle = render_bundle(look_all(room.code).view_of(""))
    assert leaks(bundle + gap.join(f"<b>{face}</b>" for face in told), state_of(room).seats[1].rack)
    hidden = f'<script id="x">{json.dumps({"deep": [[face, 1] for face in told]})}</script>'
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
    for view in views_of(look_all(room.code)).values():
        assert all(seat.rack is not None for seat in view.seats)


def leave_for_one_play(room: Room) -> None:
    """Take the bag away, and all but two tiles of the seat to move."""
    game = table_of(room)
    state = store.load(game)
    mover = state.to_move or 0
    rack = tuple(tile for tile in state.seats[mover].rack if isinstance(tile, Letter))[:2]
    short = replace(state.with_seat(mover, rack=rack), bag=(), pending=None)
    store.save_turn(game, short, game.seats.select_related("rack"), [])
    forget_scenes()
