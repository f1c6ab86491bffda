"""Another world that is as likely as this one for all that a viewer may know."""

import secrets
from collections import Counter
from dataclasses import replace
from random import Random

from django.core.cache import cache

from games.play import store
from games.play.models import Game, GameSecret, Holder, Move, MoveSecret, Rack, Room
from games.play.models.rooms import RACKS_HIDDEN, RACKS_OPEN
from games.players.models import Player
from games.rules.game import GameState
from tests.worlds.others import OTHER, change_others
from tests.worlds.scene import HIDDEN, World
from tests.worlds.studies import LATER
from tests.worlds.workings import change_workings


def change_world(world: World, viewer: str) -> None:
    """Replace all that the viewer may not know; what is not of games: :mod:`.others`."""
    me = world.people.get(viewer) or Player.objects.filter(user__username=viewer).first()
    for game in Game.objects.exclude(status=Game.Status.OVER):
        change_secret(game)
        if game.state is not None:
            own = set(game.holders.filter(player=me).values_list("seat__number", flat=True))
            seen = set(range(game.seats.count())) if not own and _shows_racks(game) else own
            change_tiles(game, seen)
            _change_moves(game, seen, sits=bool(own))
            _change_thoughts(game, own)
    change_others(me, moderates=viewer == "Moderator")
    change_workings()
    _change_hidden_room(world)


def _shows_racks(game: Game) -> bool:
    """Whether watchers see the racks as they are, because all at the table agree."""
    silent = game.holders.filter(shows_rack=False)
    return game.room.racks == RACKS_OPEN and not silent.exists()


def change_secret(game: Game) -> None:
    """What the bag was made of. Its hash is known, but nobody finds what else has the same."""
    GameSecret.objects.filter(game=game).update(secret=secrets.token_bytes(32))


def change_tiles(game: Game, own: set[int]) -> None:
    """Deal the bag and the racks of all other seats anew, each as many as before."""
    state = store.load(game)
    others = [seat for seat in range(len(state.seats)) if seat not in own]
    pool = [*state.bag, *(tile for seat in others for tile in state.seats[seat].rack)]
    order = pool[:]
    while order == pool and len(set(pool)) > 1:
        Random(str(pool)).shuffle(order)
        order.reverse()
    after = state
    for seat in others:
        size = len(state.seats[seat].rack)
        after = after.with_seat(seat, rack=tuple(order[:size]))
        order = order[size:]
    after = replace(after, bag=tuple(order))
    after = _change_pending(state, after, own)
    _save(game, state, after)


def _change_pending(before: GameState, after: GameState, own: set[int]) -> GameState:
    """Before a play that may be taken back its seat had what it laid, and what it has kept."""
    pending = after.pending
    if pending is None or pending.seat in own:
        return after
    had = Counter(before.seats[pending.seat].rack)
    kept = had - Counter(pending.drawn)
    laid = Counter(pending.seat_before.rack) - kept
    rack = after.seats[pending.seat].rack
    count = kept.total()
    seat_before = replace(pending.seat_before, rack=(*laid.elements(), *rack[:count]))
    made = replace(pending, seat_before=seat_before, drawn=rack[count:])
    return replace(after, pending=made)


def _save(game: Game, before: GameState, after: GameState) -> None:
    (known, _), (public, hidden) = before.halves_json(), after.halves_json()
    assert public == known, "what is public stays"
    racks = hidden.pop("racks")
    assert len(racks) == game.seats.count()
    GameSecret.objects.filter(game=game).update(hidden=hidden)
    for number, seat in enumerate(after.seats):
        tiles = after.tile_set.write(seat.rack)
        Rack.objects.filter(seat__game=game, seat__number=number).update(tiles=tiles)


def _change_moves(game: Game, own: set[int], *, sits: bool) -> None:
    """Others have exchanged other letters, and made their moves from other racks; how these lay
    before the last turn is shown to watchers where racks are told one turn late."""
    late = game.room.racks == "1" and not sits
    tile_set = store.tile_set_of(game)
    faces = [tile for tile in tile_set.marks.read_tiles("".join(tile_set.faces)) if tile]
    for move in Move.objects.filter(game=game).exclude(seat__in=own):
        secret = MoveSecret.objects.get(move=move)
        for key, value in secret.act.items():
            if move.kind == "exchange" and isinstance(value, str) and key == "tiles":
                secret.act[key] = "".join(faces[number % 5] for number in range(len(value)))
        secret.rack = "".join(faces[-1 - number % 5] for number in range(7))
        if not late or move.number < game.turn_number:
            secret.racks = [rack if at in own else "E" for at, rack in enumerate(secret.racks)]
        secret.save()


def _change_thoughts(game: Game, own: set[int]) -> None:
    """What others lay in thought, have stored for their turn and were told by the engine."""
    others = game.seats.exclude(number__in=own)
    for holder in Holder.objects.filter(seat__in=others):
        cache.set(f"draft:{holder.pk}", ((100, "U", ""), (101, "R", ""), (102, "N", "")))
    play = {"kind": "play", "position": "8H", "tiles": "QI"}
    for seat in others:
        stored, game.replying = seat.replies.all(), [*own]
        stored.exclude(seat__number=1).delete()
        stored.update(guess={"position": "1A", "tiles": "AT"}, act=play, turn=0, if_good=True)
    hints = game.hints.exclude(seat__in=own)
    hints.update(plays=[{"score": 99}], turn=0, over=True, asked_at=LATER, claimed_until=LATER)
    game.save(update_fields=["replying"])
    if game.room.racks == RACKS_HIDDEN:
        Holder.objects.filter(seat__in=others).update(shows_rack=True)


def _change_hidden_room(world: World) -> None:
    """No list shows it."""
    room = world.rooms[HIDDEN]
    assert not room.public
    Room.objects.filter(pk=room.pk).update(title=OTHER, stamp=room.stamp + 5, variant="qwibble")
