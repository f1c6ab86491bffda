"""Builds another world that is equally likely given everything a viewer may know."""

from collections import Counter
from dataclasses import replace
from hashlib import sha256
from random import Random

from django.core.cache import cache

from games.play import store
from games.play.models import Game, GameSecret, Move, MoveSecret, Rack, Room, SeatMember
from games.play.models.rooms import RACKS_HIDDEN, RACKS_OPEN
from games.players.models import Player
from games.rules.flow.game import GameState
from tests.worlds.broadcast_data import change_annotated_games
from tests.worlds.club_data import change_clubs
from tests.worlds.duplicate_data import change_duplicates
from tests.worlds.event_data import change_events
from tests.worlds.internal_data import change_internal_data
from tests.worlds.league_data import change_leagues
from tests.worlds.other_people import OTHER, change_others
from tests.worlds.signals import change_signals
from tests.worlds.study_data import LATER
from tests.worlds.world import HIDDEN, World


def change_world(world: World, viewer: str) -> None:
    """Replace everything the viewer may not know.

    The part outside of games is in :mod:`tests.worlds.other_people`.
    """
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
    change_signals(me, moderates=viewer == "Moderator")
    change_internal_data()
    change_duplicates(me.pk if me else None)
    change_events()
    change_leagues()
    change_clubs()
    change_annotated_games()
    _change_hidden_room(world)


def _shows_racks(game: Game) -> bool:
    """Return whether spectators see the current racks, because everyone at the table agrees."""
    silent = game.holders.filter(shows_rack=False)
    return game.room.racks == RACKS_OPEN and not silent.exists()


def change_secret(game: Game) -> None:
    """Replace the secret of the bag.

    Its hash stays, although it is public: no one can find another secret with that hash.
    """
    for kept in GameSecret.objects.filter(game=game):
        kept.secret = sha256(kept.secret).digest()
        kept.save(update_fields=["secret"])


def change_tiles(game: Game, own: set[int]) -> None:
    """Deal the bag and the racks of all other seats again, each of the same size as before."""
    state = store.load_state(game)
    others = [seat for seat in range(len(state.seats)) if seat not in own]
    pool = [*state.bag, *(tile for seat in others for tile in state.seats[seat].rack)]
    order = pool[:]
    # The other world must differ from this one, but be the same in every run.
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
    """Adapt the rack from before a play that may still be challenged off to the new rack.

    That rack must hold the tiles that were played and those the player kept.
    """
    pending = after.pending
    if pending is None or pending.seat in own:
        return after
    had = Counter(before.seats[pending.seat].rack)
    kept = had - Counter(pending.drawn)
    placed = Counter(pending.seat_before.rack) - kept
    rack = after.seats[pending.seat].rack
    count = kept.total()
    seat_before = replace(pending.seat_before, rack=(*placed.elements(), *rack[:count]))
    made = replace(pending, seat_before=seat_before, drawn=rack[count:])
    return replace(after, pending=made)


def _save(game: Game, before: GameState, after: GameState) -> None:
    (known, _), (public, hidden) = (
        before.to_public_and_secret_json(),
        after.to_public_and_secret_json(),
    )
    assert public == known, "what is public stays"
    racks = hidden.pop("racks")
    assert len(racks) == game.seats.count()
    GameSecret.objects.filter(game=game).update(state=hidden)
    for number, seat in enumerate(after.seats):
        tiles = after.tile_set.write(seat.rack)
        Rack.objects.filter(seat__game=game, seat__number=number).update(tiles=tiles)


def _change_moves(game: Game, own: set[int], *, sits: bool) -> None:
    """Replace the letters that others exchanged, and their racks before each move.

    Where racks are shown one turn late, spectators know the racks before the last turn, so those
    stay.
    """
    late = game.room.racks == "1" and not sits
    tile_set = store.get_tile_set(game)
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
    """Replace others' tentative plays, their conditional moves and the engine's hints to them."""
    others = game.seats.exclude(number__in=own)
    for holder in SeatMember.objects.filter(seat__in=others):
        cache.set(f"draft:{holder.pk}", ((100, "U", ""), (101, "R", ""), (102, "N", "")))
    play = {"kind": "play", "position": "8H", "tiles": "QI"}
    for seat in others:
        stored, game.seats_with_replies = seat.replies.all(), [*own]
        stored.exclude(seat__number=1).delete()
        stored.update(guess={"position": "1A", "tiles": "AT"}, act=play, turn=0, only_if_valid=True)
    hints = game.hints.exclude(seat__in=own)
    hints.update(
        plays=[{"score": 99}], turn=0, after_turn=True, asked_at=LATER, claimed_until=LATER
    )
    game.save(update_fields=["seats_with_replies"])
    SeatMember.objects.filter(seat__in=others).update(key="another")
    if game.room.racks == RACKS_HIDDEN:
        SeatMember.objects.filter(seat__in=others).update(shows_rack=True)


def _change_hidden_room(world: World) -> None:
    """Change the room that no list shows."""
    room = world.rooms[HIDDEN]
    assert not room.public
    Room.objects.filter(pk=room.pk).update(title=OTHER, stamp=room.stamp + 5, variant="qwibble")
