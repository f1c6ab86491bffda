"""Another world that is as likely as this one for all that a viewer may know."""

import secrets
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from random import Random

from django.contrib.auth.models import User
from django.core.cache import cache
from django.db.models import Q

from games.chat.models import Channel, Message, Mute
from games.mail.models import Letter
from games.moderation.models import Report
from games.people.models import Follow, Presence
from games.play import store
from games.play.models import Game, GameSecret, Holder, Move, MoveSecret, Rack, Room
from games.players.models import Notice, Player
from games.rules.game import GameState
from tests.play.conftest import NOON
from tests.worlds.scene import World

OTHER = "Something else altogether"


def change_world(world: World, viewer: str) -> None:
    """Replace all that the viewer may not know."""
    me = world.people.get(viewer) or Player.objects.filter(user__username=viewer).first()
    for game in Game.objects.exclude(status=Game.Status.OVER):
        change_secret(game)
        if game.state is not None:
            own = set(game.holders.filter(player=me).values_list("seat__number", flat=True))
            change_tiles(game, own)
            _change_moves(game, own)
    _change_drafts(me)
    _change_talk(me)
    _change_people(me, moderates=viewer == "Moderator")
    _change_workings()
    _change_hidden_rooms(world, viewer)


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


def _change_moves(game: Game, own: set[int]) -> None:
    """Others have exchanged other letters, and made their moves from other racks."""
    tile_set = store.tile_set_of(game)
    faces = [tile for tile in tile_set.marks.read_tiles("".join(tile_set.faces)) if tile]
    for move in Move.objects.filter(game=game).exclude(seat__in=own):
        secret = MoveSecret.objects.get(move=move)
        for key, value in secret.act.items():
            if move.kind == "exchange" and isinstance(value, str) and key == "tiles":
                secret.act[key] = "".join(faces[number % 5] for number in range(len(value)))
        secret.rack = "".join(faces[-1 - number % 5] for number in range(7))
        secret.save()


def _change_drafts(me: Player | None) -> None:
    held = Holder.objects.filter(game__room__team_size__gt=1, over=False)
    mine = set(held.filter(player=me).values_list("seat", flat=True))
    for holder in held.exclude(seat__in=mine):
        cache.set(f"draft:{holder.pk}", ((100, "U", ""), (101, "R", ""), (102, "N", "")))


def _change_talk(me: Player | None) -> None:
    for message in Message.objects.select_related("game"):
        if not _may_read(message, me):
            message.text, message.phrase, message.key = (
                f"{OTHER} {message.pk}",
                "",
                f"k{message.pk}",
            )
            message.save()


def _may_read(message: Message, me: Player | None) -> bool:
    sits = {one.game_id: one.seat_id for one in Holder.objects.filter(player=me)}
    plays = message.game_id in sits
    match message.channel:
        case Channel.ROOM:
            return True
        case Channel.PLAYERS:
            return plays
        case Channel.WATCHERS:
            return not plays
        case _:
            return plays and sits[message.game_id] == message.seat_id


def _change_people(me: Player | None, *, moderates: bool) -> None:
    """What others have for themselves alone: letters, news, whom they follow and do not hear."""
    mine = me.pk if me else None
    others = [one for one in Player.objects.all() if one != me]
    for other in others:
        Player.objects.filter(pk=other.pk).update(
            email=f"{other.pk}@elsewhere.example",
            email_asked="asked@elsewhere.example",
            epoch=other.epoch + 1,
        )
        if me is not None:
            Mute.objects.create(player=other, other=me)
            Follow.objects.get_or_create(follower=other, followed=me, created_at=NOON)
    users = User.objects.exclude(Q(player=mine) if mine else Q(username="Moderator"))
    users.exclude(username="Moderator").update(email="user@elsewhere.example", password="!")
    Follow.objects.filter(follower__nickname="Rust").exclude(follower=mine).delete()
    Notice.objects.exclude(player=mine).update(text=OTHER, path="/elsewhere/", read_at=NOON)
    Letter.objects.exclude(player=mine).update(to="c@d.example", subject=OTHER, text=OTHER)
    Presence.objects.filter(player__nickname="Rust").exclude(player=mine).update(
        seen_at=NOON - timedelta(days=5)
    )
    if not moderates:
        Report.objects.exclude(reporter=mine).update(words=OTHER, reason=Report.Reason.OTHER)


def _change_workings() -> None:
    """How the site works inside: keys of forms, leases of workers."""
    for room in Room.objects.all():
        Room.objects.filter(pk=room.pk).update(key=f"other {room.pk}")
    for move in Move.objects.exclude(key=""):
        Move.objects.filter(pk=move.pk).update(key=f"other {move.pk}")
    Game.objects.update(failures=3, reminders_sent=1, claimed_until=NOON + timedelta(seconds=9))


def _change_hidden_rooms(world: World, viewer: str) -> None:
    """Rooms that no list shows, for those who do not have their link."""
    known = world.codes_for(viewer)
    for room in Room.objects.exclude(code__in=known):
        assert not room.public
        Room.objects.filter(pk=room.pk).update(title=OTHER, stamp=room.stamp + 5, variant="qwibble")
